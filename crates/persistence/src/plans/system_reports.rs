//! What the reports about the portal itself ask for.

use sea_orm::DbBackend;

use super::{BY_ID, DAY, Expected};
use crate::system_reports::{accounts, activity, approvals, health, mails};

/// Typed, because a text has no day of its own.
const AT: &str = "CAST('2026-06-10' AS timestamptz)";

pub(super) fn of_system_reports(backend: DbBackend) -> Vec<Expected> {
    let manager = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    let decided = (approvals::decided_by_team(backend), vec![DAY, DAY, manager]);
    let [by_role, people_found] = of_everyone();
    vec![
        (by_role, vec![DAY], "ix_users_role"),
        (people_found, vec![DAY, DAY, "20"], "ix_users_role"),
        (activity::by_quarter(backend), vec![AT, AT], "ix_events_counted"),
        (activity::by_quarter(backend), vec![AT, AT], "ix_events_day"),
        (activity::NEWEST_BACKUP.to_owned(), vec![], "ix_events_counted"),
        (approvals::MANAGERS_COUNT.to_owned(), vec![], "ix_users_role"),
        (approvals::managers(backend), vec![DAY, "20", "0"], "ix_timesheets_pending"),
        (approvals::managers(backend), vec![DAY, "20", "0"], "ix_leave_requests_waiting"),
        (approvals::for_nobody(backend), vec![DAY], "ix_timesheets_pending"),
        // PostgreSQL begins with what was decided lately, SQLite with the teams.
        (
            decided.0.clone(),
            decided.1.clone(),
            if backend == DbBackend::Postgres { "ix_timesheets_decided" } else { "ix_users_manager" },
        ),
        (decided.0, decided.1, "pk_timesheet_versions"),
        (mails::FIGURES.to_owned(), vec![DAY], "ix_mails_due"),
        (mails::FIGURES.to_owned(), vec![DAY], "ix_mails_sent"),
        (mails::UNSENT.to_owned(), vec!["100"], "ix_mails_given_up"),
        (health::DRIFTED_MONTHS.to_owned(), vec![], "ix_months_closed"),
    ]
}

/// Those that go along everybody.
pub(super) fn of_everyone() -> [String; 2] {
    [accounts::BY_ROLE.to_owned(), health::people_found()]
}
