//! The statements that the portal runs for the calls that are compared, word for word.
//!
//! A test holds them against the portal's own source, so that the comparison stays one of equals.

/// Who calls: before every request.
pub(super) const SESSION: &str = "\
    SELECT u.id, u.employee_number, u.first_name, u.last_name, u.role, u.email, u.is_active, u.is_blocked, u.is_first_login, \
      s.end_reason, s.expires_at \
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1";

macro_rules! own_columns {
    () => {
        "t.id, t.date, t.half_hours, t.description, t.status, t.comment, t.rejected_on, t.is_resubmission, t.created_at, t.updated_at"
    };
}

/// A person's entries.
pub(super) const OF_USER: &str = concat!(
    "SELECT ",
    own_columns!(),
    " FROM timesheets t WHERE t.user_id = $1 AND t.date BETWEEN $2 AND $3 ORDER BY t.date DESC"
);

/// A team's entries.
pub(super) const OF_TEAM: &str = concat!(
    "SELECT ",
    own_columns!(),
    ", u.id, u.employee_number, u.first_name, u.last_name",
    " FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date BETWEEN $1 AND $2",
    " AND u.manager_id = $3",
    " ORDER BY t.date DESC, u.first_name, u.last_name, u.employee_number"
);

/// The holidays, of which a submission needs to know.
pub(super) const HOLIDAYS: &str = "\
    SELECT h.id, h.date, h.name, h.description, h.is_recurring, h.created_by, u.first_name, u.last_name \
    FROM holidays h LEFT JOIN users u ON u.id = h.created_by \
    WHERE h.date <= $2 AND (h.date >= $1 OR h.is_recurring) ORDER BY h.date";

/// Who submits.
pub(super) const EMPLOYMENT: &str = "\
    SELECT u.joining_date, u.manager_id, coalesce(m.role = 'Manager' AND m.is_active AND NOT m.is_blocked, false) \
    FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1";

macro_rules! of_day {
    () => {
        "SELECT t.id, t.user_id, t.date, t.half_hours, t.description, t.status, t.comment, t.is_resubmission, t.version, \
         t.decided_by, t.decided_at, t.rejected_on, t.created_at, t.updated_at FROM timesheets t WHERE t.user_id = $1 AND t.date = $2"
    };
}

/// What stands on the day already.
pub(super) const OF_DAY: &str = of_day!();
/// The same where rows are locked.
pub(super) const OF_DAY_LOCKED: &str = concat!(of_day!(), " FOR UPDATE");

macro_rules! open {
    () => {
        "SELECT id FROM unlocks WHERE user_id = $1 AND date = $2 AND used_at IS NULL"
    };
}

/// Whether the day is unlocked.
pub(super) const OPEN: &str = open!();
/// The same where rows are locked.
pub(super) const OPEN_LOCKED: &str = concat!(open!(), " FOR UPDATE");

/// The three rows of a new entry.
pub(super) const INSERT_ENTRY: &str = "\
    INSERT INTO timesheets (id, user_id, date, half_hours, description, status, comment, is_resubmission, version, decided_by, \
      decided_at, rejected_on, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
pub(super) const INSERT_VERSION: &str = "\
    INSERT INTO timesheet_versions (timesheet_id, version, at, actor_id, half_hours, description, status, comment) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(super) const INSERT_EVENT: &str =
    "INSERT INTO events (id, kind, actor_id, payload, audience, at) VALUES ($1, $2, $3, $4, $5, $6)";

macro_rules! list_page {
    ($conditions:literal, $bounds:literal) => {
        concat!(
            "SELECT u.id, u.employee_number, u.first_name, u.last_name, u.role, u.email, u.phone_number, u.department, u.designation, \
             u.position, u.joining_date, u.is_active, u.is_blocked, u.is_first_login, u.updated_at, u.salary_cents, \
             u.manager_id, m.first_name, m.last_name",
            " FROM (SELECT u.id, u.sort_name, u.employee_number FROM users u WHERE true",
            $conditions,
            " ORDER BY u.sort_name, u.employee_number",
            $bounds,
            ") p JOIN users u ON u.id = p.id LEFT JOIN users m ON m.id = u.manager_id ORDER BY p.sort_name, p.employee_number"
        )
    };
}

macro_rules! list_count {
    ($conditions:literal) => {
        concat!("SELECT count(*) FROM users u WHERE true", $conditions)
    };
}

/// A page of the people with one role, and how many there are.
pub(super) const LIST_PAGE: &str = list_page!(" AND u.role = $1", " LIMIT $2 OFFSET $3");
pub(super) const LIST_COUNT: &str = list_count!(" AND u.role = $1");
/// The same of those who are searched for.
pub(super) const FOUND_PAGE: &str =
    list_page!(" AND u.role = $1 AND u.search_text LIKE $2 ESCAPE '\\'", " LIMIT $3 OFFSET $4");
pub(super) const FOUND_COUNT: &str = list_count!(" AND u.role = $1 AND u.search_text LIKE $2 ESCAPE '\\'");

/// A page of the directory, how many stand in it, and how many people there are of each role.
pub(super) const DIRECTORY_PAGE: &str = "\
    SELECT u.id, u.employee_number, u.first_name, u.last_name, u.role, u.email, u.department, u.position \
    FROM users u WHERE u.is_active AND u.role IN ($1, $2, $3, $4) \
    ORDER BY u.sort_name, u.employee_number LIMIT $5 OFFSET $6";
pub(super) const DIRECTORY_COUNT: &str =
    "SELECT count(*) FROM users u WHERE u.is_active AND u.role IN ($1, $2, $3, $4)";
pub(super) const HEAD_COUNT: &str = "\
    SELECT role, count(*), count(*) FILTER (WHERE is_active), count(*) FILTER (WHERE is_active AND NOT is_blocked) \
    FROM users GROUP BY role";

macro_rules! counts {
    ($condition:literal) => {
        concat!(
            "SELECT t.user_id, count(*) FILTER (WHERE t.status = 'pending'), count(*) FILTER (WHERE t.status = 'approved'), \
             count(*) FILTER (WHERE t.status = 'rejected') FROM timesheets t WHERE t.user_id",
            $condition,
            " GROUP BY t.user_id"
        )
    };
}

/// How many entries of each of some people stand where.
pub(super) const COUNTS_POSTGRES: &str = counts!(" = ANY(string_to_array($1, ',')::uuid[])");
pub(super) const COUNTS_SQLITE: &str = counts!(" IN (SELECT unhex(value) FROM json_each($1))");

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "tests")]
    use super::*;

    /// Source text as the compiler reads it: a backslash at the end of a line swallows the space that follows.
    fn joined(source: &str) -> String {
        let mut text = String::new();
        for line in source.lines() {
            let line = line.trim_start();
            text.push_str(line.strip_suffix('\\').unwrap_or(line));
        }
        text
    }

    #[track_caller]
    fn assert_is_in(source: &str, statement: &str) {
        assert!(joined(source).contains(statement), "the portal no longer runs: {statement}");
    }

    #[test]
    fn they_are_the_portals_own() {
        let reads = include_str!("../../../persistence/src/timesheets/reads.rs");
        assert_is_in(include_str!("../../../persistence/src/sessions.rs"), SESSION);
        assert_is_in(include_str!("../../../persistence/src/holidays.rs"), HOLIDAYS);
        assert_is_in(include_str!("../../../persistence/src/people/mod.rs"), EMPLOYMENT);
        assert_is_in(include_str!("../../../persistence/src/unlocks.rs"), OPEN);
        for part in [
            own_columns!(),
            " FROM timesheets t WHERE t.user_id = $1 AND t.date BETWEEN $2 AND $3 ORDER BY t.date DESC",
            ", u.id, u.employee_number, u.first_name, u.last_name",
            " FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date BETWEEN $1 AND $2",
            " ORDER BY t.date DESC, u.first_name, u.last_name, u.employee_number",
        ] {
            assert!(OF_USER.contains(part) || OF_TEAM.contains(part), "{part}");
            assert_is_in(reads, part);
        }
        let writes = include_str!("../../../persistence/src/timesheets/write.rs");
        let (columns, condition) = OF_DAY.split_once(" FROM ").unwrap_or_default();
        assert_is_in(writes, columns.trim_start_matches("SELECT "));
        assert_is_in(writes, &format!(" FROM {condition}"));
    }

    /// Some statements the portal puts together: each of these pieces stands in its source, and nothing is left of the
    /// statement without them but the numbers of the parameters.
    #[track_caller]
    fn assert_is_made_of(source: &str, statement: &str, pieces: &[&str]) {
        let mut rest = statement.to_owned();
        for piece in pieces {
            assert_is_in(source, &piece.replace('\\', "\\\\"));
            assert!(rest.contains(piece), "{piece} is no part of {statement}");
            rest = rest.replacen(piece, "", 1);
        }
        assert!(rest.chars().all(|c| c.is_ascii_digit() || "$, ()".contains(c)), "{rest} is left of {statement}");
    }

    #[test]
    fn those_about_people_are_made_of_the_portals_own_pieces() {
        let lists = include_str!("../../../persistence/src/people/list.rs");
        let reads = include_str!("../../../persistence/src/people/reads.rs");
        assert_is_in(include_str!("../../../persistence/src/people/figures.rs"), HEAD_COUNT);

        let (columns, _) = LIST_PAGE.split_once(" FROM (").unwrap_or_default();
        let columns = columns.trim_start_matches("SELECT ");
        assert_is_in(reads, columns);
        let both = format!("{lists}\n{reads}");
        let page = [
            "SELECT ",
            columns,
            " FROM (SELECT u.id, u.sort_name, u.employee_number FROM users u WHERE true",
            " AND ",
            "u.role",
            " = ",
            " ORDER BY u.sort_name, u.employee_number LIMIT ",
            " OFFSET ",
            ") p JOIN users u ON u.id = p.id LEFT JOIN users m ON m.id = u.manager_id ORDER BY p.sort_name, p.employee_number",
        ];
        let search = [" AND u.search_text LIKE ", " ESCAPE '\\'"];
        assert_is_made_of(&both, LIST_PAGE, &page);
        assert_is_made_of(&both, FOUND_PAGE, &[&page[..], &search].concat());
        let count = ["SELECT count(*) FROM users u WHERE true", " AND ", "u.role", " = "];
        assert_is_made_of(lists, LIST_COUNT, &count);
        assert_is_made_of(lists, FOUND_COUNT, &[&count[..], &search].concat());

        let (columns, _) = DIRECTORY_PAGE.split_once(" AND u.role").unwrap_or_default();
        let page = [columns, " AND ", "u.role", " IN (", " ORDER BY u.sort_name, u.employee_number LIMIT ", " OFFSET "];
        assert_is_made_of(lists, DIRECTORY_PAGE, &page);
        let count = ["SELECT count(*) FROM users u WHERE u.is_active", " AND ", "u.role", " IN ("];
        assert_is_made_of(lists, DIRECTORY_COUNT, &count);

        let counted = include_str!("../../../persistence/src/timesheets/reads.rs");
        let named = include_str!("../../../persistence/src/sql.rs");
        let both = format!("{counted}\n{named}");
        for (statement, among) in [
            (COUNTS_POSTGRES, [" = ANY(string_to_array(", ", ',')::uuid[])"]),
            (COUNTS_SQLITE, [" IN (SELECT unhex(value) FROM json_each(", "))"]),
        ] {
            let (columns, _) = statement.split_once(" WHERE ").unwrap_or_default();
            assert_is_made_of(
                &both,
                statement,
                &[columns, " WHERE ", "t.user_id", " GROUP BY t.user_id", among[0], among[1]],
            );
        }
    }
}
