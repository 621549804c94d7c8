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

/// The holidays, of which a submission, a calendar and the attendance need to know.
pub(super) const HOLIDAYS: &str = "\
    SELECT h.id, h.date, h.name, h.description, h.is_recurring, h.created_by, u.first_name, u.last_name \
    FROM holidays h LEFT JOIN users u ON u.id = h.created_by \
    WHERE h.date <= $2 AND (h.date >= $1 OR h.is_recurring) ORDER BY h.date";

/// Who submits, and whose days are read.
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

/// What a calendar says beside the entries: which days are unlocked, on which somebody was found absent, and how far it goes back.
pub(super) const UNLOCKED: &str = "\
    SELECT date FROM unlocks WHERE user_id = $1 AND used_at IS NULL AND date BETWEEN $2 AND $3 ORDER BY date";
pub(super) const ABSENT: &str = "SELECT date FROM absences WHERE user_id = $1 AND date BETWEEN $2 AND $3 ORDER BY date";
pub(super) const OLDEST_FILLABLE: &str = "\
    SELECT min(day) FROM ( \
      SELECT min(date) AS day FROM unlocks WHERE user_id = $1 AND used_at IS NULL \
      UNION ALL SELECT min(date) FROM timesheets WHERE user_id = $1 AND status = 'rejected') AS days";

/// The three rows of a new entry.
pub(super) const INSERT_ENTRY: &str = "\
    INSERT INTO timesheets (id, user_id, date, half_hours, description, status, comment, is_resubmission, version, decided_by, \
      decided_at, rejected_on, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
pub(super) const INSERT_VERSION: &str = "\
    INSERT INTO timesheet_versions (timesheet_id, version, at, actor_id, half_hours, description, status, comment) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(super) const INSERT_EVENT: &str =
    "INSERT INTO events (id, kind, actor_id, payload, audience, at) VALUES ($1, $2, $3, $4, $5, $6)";

macro_rules! person_columns {
    () => {
        "u.id, u.employee_number, u.first_name, u.last_name, u.role, u.email, u.phone_number, u.department, u.designation, \
         u.position, u.joining_date, u.is_active, u.is_blocked, u.is_first_login, u.updated_at, u.salary_cents, \
         u.manager_id, m.first_name, m.last_name"
    };
}

/// One person.
pub(super) const PERSON: &str =
    concat!("SELECT ", person_columns!(), " FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1");

macro_rules! list_page {
    ($conditions:literal, $bounds:literal) => {
        concat!(
            "SELECT ",
            person_columns!(),
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

macro_rules! month_sets {
    ($bit:literal) => {
        concat!(
            "sum(",
            $bit,
            ") AS recorded, ",
            "sum(",
            $bit,
            ") FILTER (WHERE t.status IN ($5, $6) AND t.half_hours > $3 AND t.half_hours <= $4) AS half, ",
            "sum(",
            $bit,
            ") FILTER (WHERE t.status IN ($5, $6) AND t.half_hours > $4) AS whole"
        )
    };
}

macro_rules! recorded_person {
    () => {
        "SELECT u.id, u.employee_number, u.first_name, u.last_name, u.joining_date"
    };
}

macro_rules! entries_of_month {
    () => {
        "t.user_id = u.id AND t.date BETWEEN $1 AND $2"
    };
}

/// What everybody recorded in a month.
pub(super) const MONTH_POSTGRES: &str = concat!(
    recorded_person!(),
    ", r.recorded, r.half, r.whole FROM users u CROSS JOIN LATERAL (SELECT ",
    month_sets!("1 << (t.date - $1)"),
    " FROM timesheets t WHERE ",
    entries_of_month!(),
    ") r WHERE u.role = 'Employee' AND (u.is_active OR r.recorded IS NOT NULL) ORDER BY u.sort_name, u.employee_number"
);
pub(super) const MONTH_SQLITE: &str = concat!(
    recorded_person!(),
    ", ",
    month_sets!("1 << (CAST(substr(t.date, 9, 2) AS integer) - 1)"),
    " FROM users u LEFT JOIN timesheets t ON ",
    entries_of_month!(),
    " WHERE u.role = 'Employee' GROUP BY u.sort_name, u.employee_number HAVING u.is_active OR recorded IS NOT NULL",
    " ORDER BY u.sort_name, u.employee_number"
);

#[cfg(test)]
mod tests;
