//! What reports are made of. Of everybody it is found along everybody, or along what is asked for.

use domain::Instant;
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::time::Month;
use sea_orm::DbBackend;
use uuid::Uuid;

use super::{BY_ID, DAY, Expected};
use crate::reports::{
    CLOSED_ATTENDANCE, IN_SERVICE, PLACES, counted_statement, decisions, half_hours_statement, headcount_statement,
    missing_statement, waiting_by_age, waiting_by_department,
};

pub(super) fn of_reports(backend: DbBackend) -> Vec<Expected> {
    let month = Month::of(chrono::NaiveDate::default());
    let team = Scope::Team(Leads::own(UserId::new(Uuid::from_u128(1))));
    let of_team = vec![DAY, DAY, BY_ID];
    // Who came and who left is a question about everybody's days in service.
    let everybodys_service = if backend == DbBackend::Postgres { "pk_service_periods" } else { "SCAN s" };
    let decided = decisions::of_scope(backend, &team, Instant::default(), Instant::default()).0;
    vec![
        (counted_statement(&team, month).0, of_team.clone(), "ix_users_manager"),
        (half_hours_statement(&team, month).0, of_team.clone(), "ix_users_manager"),
        (half_hours_statement(&team, month).0, of_team.clone(), "ux_timesheets_user_date"),
        (missing_statement(backend, &team, month).0, of_team.clone(), "pk_absences"),
        (missing_statement(backend, &Scope::Everyone, month).0, vec![DAY, DAY], "pk_absences"),
        (decided.clone(), of_team.clone(), "ix_users_manager"),
        (decided, of_team, "pk_timesheet_versions"),
        (decisions::all(backend), vec![DAY, DAY], "ix_timesheets_decided"),
        (decisions::all(backend), vec![DAY, DAY], "pk_timesheet_versions"),
        (waiting_by_age(backend), vec![DAY, DAY, DAY], "ix_timesheets_pending"),
        (waiting_by_department(backend), vec![], "ix_timesheets_pending"),
        (CLOSED_ATTENDANCE.to_owned(), vec![DAY, DAY], "pk_month_rows"),
        (PLACES.to_owned(), vec![DAY, DAY], "pk_service_periods"),
        (IN_SERVICE.to_owned(), vec![DAY, DAY], "pk_service_periods"),
        (headcount_statement(backend, 1), vec![DAY, DAY], everybodys_service),
    ]
}

/// What goes along everybody.
pub(super) fn of_everyone() -> [String; 2] {
    [PLACES.to_owned(), IN_SERVICE.to_owned()]
}
