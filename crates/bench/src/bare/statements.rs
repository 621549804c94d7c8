//! The statements that the portal runs for the calls that are compared, word for word.
//!
//! A test holds them against what the portal sends, so that the comparison stays one of equals.

/// Who calls: before every request.
pub(super) const SESSION: &str = "SELECT s.id, s.end_reason, s.expires_at, u.id, u.employee_number, u.first_name, u.last_name, \
    u.email, u.role, u.is_active AND NOT u.is_blocked, u.is_first_login, \
    x.manager_id FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN substitutions x ON x.substitute_id = u.id \
    AND x.ended_at IS NULL AND x.first_day <= $2 AND x.last_day >= $2 WHERE s.id = $1";

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

macro_rules! week_facts {
    ($people:literal) => {
        concat!(
            "SELECT s.user_id, s.first_day, s.last_day, CAST(NULL AS date), CAST(NULL AS date), CAST(NULL AS bigint) FROM service_periods s \
             WHERE s.user_id ",
            $people,
            " AND s.first_day <= $2 AND (s.last_day IS NULL OR s.last_day >= $1) \
             UNION ALL SELECT k.user_id, NULL, NULL, k.date, NULL, NULL FROM unlocks k \
               JOIN timesheets e ON e.user_id = k.user_id AND e.date = k.date \
             WHERE k.user_id ",
            $people,
            " AND k.used_at IS NOT NULL AND (e.decided_at IS NULL OR e.decided_at <> k.used_at) \
               AND k.date BETWEEN $1 AND $2 \
             UNION ALL SELECT h.user_id, NULL, NULL, NULL, h.date, NULL FROM leave_halves h \
               JOIN leave_requests l ON l.id = h.request_id \
             WHERE h.user_id ",
            $people,
            " AND h.date BETWEEN $1 AND $2 AND h.counts AND l.status IN ('approved', 'cancellation-asked') \
             GROUP BY h.user_id, h.date HAVING count(*) = 2 \
             UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, value FROM counters WHERE name = 'holidays'"
        )
    };
}

/// What the remarks on a team's weeks go by.
pub(super) const WEEK_FACTS_POSTGRES: &str = week_facts!("= ANY(string_to_array($3, ',')::uuid[])");
pub(super) const WEEK_FACTS_SQLITE: &str = week_facts!("IN (SELECT unhex(value) FROM json_each($3))");

/// The closed months of a team's week.
pub(super) const CLOSED_BETWEEN: &str = "\
    SELECT m.first_day, m.revision, v.closed_at FROM months m \
    JOIN month_revisions v ON v.month = m.first_day AND v.revision = m.revision \
    WHERE m.is_closed AND m.last_day >= $1 AND m.first_day <= $2 ORDER BY m.first_day";

/// A team's leave.
pub(super) const LEAVE_OF_TEAM: &str = "\
    SELECT h.user_id, h.request_id, h.date, min(h.half), max(h.half), y.name, r.status \
    FROM leave_halves h JOIN users u ON u.id = h.user_id JOIN leave_requests r ON r.id = h.request_id \
    JOIN leave_types y ON y.id = r.leave_type_id WHERE h.counts AND h.date BETWEEN $1 AND $2 AND u.manager_id = $3 \
    GROUP BY h.user_id, h.request_id, h.date, y.name, r.status ORDER BY h.user_id, h.date, min(h.half)";

macro_rules! for_submission {
    ($held:literal) => {
        concat!(
        "SELECT u.id, u.joining_date, u.role = 'Employee' AND u.is_active, u.manager_id, \
         coalesce(m.role = 'Manager' AND m.is_active AND (NOT m.is_blocked OR EXISTS (SELECT 1 FROM substitutions x \
         JOIN users d ON d.id = x.substitute_id WHERE x.manager_id = m.id AND d.is_active AND NOT d.is_blocked \
         AND x.ended_at IS NULL AND x.first_day <= $2 AND x.last_day >= $2)), false), \
         (SELECT value FROM counters WHERE name = 'holidays'), \
         (SELECT count(*) FROM leave_halves h WHERE h.user_id = u.id AND h.date = $3 AND h.counts), ",
        $held,
        ", k.id, t.id, \
         t.id, t.user_id, t.date, t.half_hours, t.description, t.status, t.comment, t.is_resubmission, t.version, \
         t.decided_by, t.decided_at, t.decided_for, t.rejected_on, t.created_at, t.updated_at \
         FROM users u LEFT JOIN users m ON m.id = u.manager_id \
         LEFT JOIN unlocks k ON k.user_id = u.id AND k.date = $3 AND k.used_at IS NULL AND k.status = 'approved' \
         LEFT JOIN timesheets t ON t.user_id = u.id AND t.date = $3 WHERE u.id = $1"
        )
    };
}

/// Who submits, and what there is of the day already.
pub(super) const FOR_SUBMISSION: &str = for_submission!(
    "(SELECT m.is_closed FROM months m WHERE m.first_day = $4 AND (m.is_closed OR (m.close_id IS NOT NULL AND \
     m.closing_until > strftime('%Y-%m-%d %H:%M:%f', 'now', '+0 seconds'))))"
);
/// The same where rows are locked.
pub(super) const FOR_SUBMISSION_LOCKED: &str =
    concat!(for_submission!("CASE WHEN $4::date IS NOT NULL THEN hold_month($4) END"), " FOR SHARE OF u");

macro_rules! insert_entry {
    () => {
        "INSERT INTO timesheets (id, user_id, date, half_hours, description, status, comment, is_resubmission, version, decided_by, \
         decided_at, rejected_on, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
    };
}
macro_rules! insert_version {
    () => {
        "INSERT INTO timesheet_versions (timesheet_id, version, at, actor_id, half_hours, description, status, comment) \
         SELECT id, version, updated_at, user_id, half_hours, description, status, comment FROM "
    };
}
/// A new entry and its version; where both go in one statement, see below.
pub(super) const INSERT_ENTRY: &str = insert_entry!();
pub(super) const INSERT_VERSION: &str = concat!(insert_version!(), "timesheets WHERE id = $1");
macro_rules! insert_event {
    ($($place:literal),+) => {
        concat!(
            "INSERT INTO events (id, kind, actor_id, payload, audience, at, actor_role, session_id, request_id, address, source) VALUES (",
            $($place),+,
            ")"
        )
    };
}
/// What happened, and whom it is about.
pub(super) const INSERT_EVENT: &str =
    insert_event!("$1, ", "$2, ", "$3, ", "$4, ", "$5, ", "$6, ", "$7, ", "$8, ", "$9, ", "$10, ", "$11");
pub(super) const INSERT_SUBJECT: &str =
    "INSERT INTO event_subjects (event_seq, user_id) VALUES (last_insert_rowid(), $1)";
/// Entry, version, event and subject in one statement.
pub(super) const INSERT_ALL: &str = concat!(
    "WITH changed AS (",
    insert_entry!(),
    " RETURNING timesheets.*), versions AS (",
    insert_version!(),
    "changed), appended AS (",
    insert_event!("$15, ", "$16, ", "$17, ", "$18, ", "$19, ", "$20, ", "$21, ", "$22, ", "$23, ", "$24, ", "$25"),
    " RETURNING seq) INSERT INTO event_subjects (event_seq, user_id) SELECT seq, $17 FROM appended"
);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

    use super::*;
    use application::ports::{LeaveDayReads, MonthReads, SessionReads, Store, TimesheetReads};
    use domain::access::{Leads, Scope};
    use domain::id::{SessionId, UserId};
    use testkit::database::TestDatabase;
    use uuid::Uuid;

    async fn they_are_the_portals_own(database: TestDatabase, [week_facts, for_submission]: [&str; 2]) {
        let (store, heard) = (database.database(), database.statements());
        let (user, day) = (UserId::new(Uuid::nil()), chrono::NaiveDate::default());
        let team = Scope::Team(Leads::own(user));
        // Reads the holidays, which are then kept.
        store.week_facts(&[], day, day).await.unwrap();
        heard.take();
        store.session(SessionId::new(Uuid::nil()), day).await.unwrap();
        store.of_user(user, day, day).await.unwrap();
        store.of_scope(team.clone(), None, day, day).await.unwrap();
        store.closed_between(day, day).await.unwrap();
        store.week_facts(&[user], day, day).await.unwrap();
        store.leave_days(&team, day, day).await.unwrap();
        let unit = store.begin().await.unwrap();
        unit.timesheets().for_submission(user, day, day).await.unwrap();
        let own = [SESSION, OF_USER, OF_TEAM, CLOSED_BETWEEN, week_facts, LEAVE_OF_TEAM, for_submission];
        assert_eq!(heard.take(), own);
    }

    #[tokio::test]
    async fn they_are_the_portals_own_on_sqlite() {
        they_are_the_portals_own(TestDatabase::sqlite().await, [WEEK_FACTS_SQLITE, FOR_SUBMISSION]).await;
    }

    #[tokio::test]
    async fn they_are_the_portals_own_on_postgres() {
        they_are_the_portals_own(TestDatabase::postgres().await, [WEEK_FACTS_POSTGRES, FOR_SUBMISSION_LOCKED]).await;
    }
}
