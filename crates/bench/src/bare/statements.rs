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

/// The holidays that a submission needs to know.
pub(super) const HOLIDAYS: &str = "\
    SELECT h.id, h.date, h.name, h.description, h.is_recurring, h.created_by, u.first_name, u.last_name \
    FROM holidays h LEFT JOIN users u ON u.id = h.created_by \
    WHERE h.date <= $2 AND (h.date >= $1 OR h.is_recurring) ORDER BY h.date";

/// Who submits.
pub(super) const EMPLOYMENT: &str = "\
    SELECT u.joining_date, u.role = 'Employee' AND u.is_active, u.manager_id, \
      coalesce(m.role = 'Manager' AND m.is_active AND NOT m.is_blocked, false) \
    FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1";

macro_rules! of_day {
    () => {
        "SELECT t.id, t.user_id, t.date, t.half_hours, t.description, t.status, t.comment, t.is_resubmission, t.version, \
         t.decided_by, t.decided_at, t.rejected_on, t.created_at, t.updated_at, t.decided_for FROM timesheets t WHERE t.user_id = $1 AND t.date = $2"
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
macro_rules! insert_event {
    () => {
        "INSERT INTO events (id, kind, actor_id, payload, audience, at, actor_role, session_id, request_id, address, source) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
    };
}
pub(super) const INSERT_EVENT: &str = insert_event!();
/// Whom it is about, in the statement of the event or in one of its own.
pub(super) const INSERT_EVENT_AND_SUBJECT: &str = concat!(
    "WITH appended AS (",
    insert_event!(),
    " RETURNING seq) INSERT INTO event_subjects (event_seq, user_id) SELECT seq, $3 FROM appended"
);
pub(super) const INSERT_SUBJECT: &str =
    "INSERT INTO event_subjects (event_seq, user_id) VALUES (last_insert_rowid(), $1)";

#[cfg(test)]
mod tests {
    use super::*;

    /// Source text as the compiler reads it: a backslash at the end of a line swallows the space that follows.
    fn joined(source: &str) -> String {
        source.lines().map(str::trim_start).map(|line| line.strip_suffix('\\').unwrap_or(line)).collect()
    }

    #[track_caller]
    fn assert_is_in(source: &str, statement: &str) {
        assert!(joined(source).contains(statement), "the portal no longer runs: {statement}");
    }

    #[test]
    fn they_are_the_portals_own() {
        let reads = include_str!("../../../persistence/src/timesheets/reads.rs");
        assert_is_in(include_str!("../../../persistence/src/sessions.rs"), SESSION);
        let (columns, rest) = HOLIDAYS.split_once(", u.first_name").unwrap_or_default();
        let holidays = include_str!("../../../persistence/src/holidays.rs");
        assert_is_in(holidays, columns.trim_start_matches("SELECT "));
        assert_is_in(holidays, &format!(", u.first_name{rest}"));
        let people = include_str!("../../../persistence/src/people/mod.rs");
        for part in EMPLOYMENT.split("m.role = 'Manager' AND m.is_active AND NOT m.is_blocked") {
            assert_is_in(people, part);
        }
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
}
