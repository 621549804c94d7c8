//! What is asked of months.

use application::ports::EmployeeIds;
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::time::Month;
use domain::timesheet::Hours;
use sea_orm::DbBackend;
use uuid::Uuid;

use super::{BY_ID, DAY, Expected};
use crate::months::facts::{self, Whose};
use crate::months::{closing, gate, notes, reads, rows, standing_statement};
use crate::salaries;

const CHECKSUM: &str = "'e28321a5'";

pub(super) fn of_months(backend: DbBackend) -> Vec<Expected> {
    [of_the_gate(backend), of_revisions(backend), of_rows(backend), of_notes(backend), of_people(backend)].concat()
}

/// What every write asks, and what goes on with a close.
fn of_the_gate(backend: DbBackend) -> Vec<Expected> {
    let firsts = if backend == DbBackend::Postgres { FIRST_AS_LIST } else { "'[\"2026-06-01\"]'" };
    let mut all = vec![
        (gate::look_statement(backend), vec![firsts, BY_ID], "pk_months"),
        (gate::look_statement(backend), vec![firsts, BY_ID], "ux_month_rows_user"),
        (standing_statement(backend), vec![DAY], "pk_months"),
        (closing::end_expired(backend), vec![], "ux_months_closing"),
        (closing::prolong(backend), vec![DAY, BY_ID], "pk_months"),
        (closing::DISCARD.to_owned(), vec![DAY, "500"], "pk_month_rows"),
        (closing::finish(backend), vec![DAY, BY_ID, "1"], "pk_months"),
        (reads::closing_statement(backend), vec![], "ux_months_closing"),
    ];
    if backend == DbBackend::Postgres {
        // What the function asks once it has the locks.
        let asked = "SELECT m.first_day, m.is_closed FROM months m WHERE m.first_day = ANY($1)
            AND (m.closing_until > clock_timestamp() OR m.is_closed AND ($2 IS NULL OR EXISTS (
                SELECT 1 FROM month_rows r WHERE r.user_id = $2 AND r.month = m.first_day AND r.revision = m.revision)))
            ORDER BY m.first_day";
        all.push((
            asked.to_owned(),
            vec!["'{2026-06-01}'::date[]", "'0192f0c1-0000-7000-8000-000000000001'::uuid"],
            "pk_months",
        ));
    }
    all
}

/// A list of days, as the statements take it.
const FIRST_AS_LIST: &str = "'2026-06-01'";

fn of_revisions(backend: DbBackend) -> Vec<Expected> {
    vec![
        (reads::REVISIONS.to_owned(), vec![DAY], "pk_month_revisions"),
        (reads::one_statement(backend), vec![DAY], "pk_months"),
        (reads::of_year_statement(backend), vec![DAY, DAY], "pk_months"),
        (reads::CLOSED_BETWEEN.to_owned(), vec![DAY, DAY], "ix_months_closed"),
        (reads::ALL_CLOSED.to_owned(), vec![], "ix_months_closed"),
        (reads::BY_CHECKSUM.to_owned(), vec![CHECKSUM], "ix_month_revisions_checksum"),
    ]
}

fn of_rows(backend: DbBackend) -> Vec<Expected> {
    let (of, manager) = ((Month::of(chrono::NaiveDate::default()), 1), UserId::new(Uuid::from_u128(1)));
    let team = Scope::Team(Leads::own(manager));
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    vec![
        (rows::has_besides(backend), vec![DAY, ids], "pk_month_rows"),
        (rows::AFTER.to_owned(), vec![DAY, "1", "1000", "500"], "pk_month_rows"),
        (rows::count_statement(backend, of, None).0, vec![DAY, "1"], "pk_month_rows"),
        (rows::count_statement(backend, of, Some("ann")).0, vec![DAY, "1", "'ann'"], "pk_month_rows"),
        (rows::page_statement(backend, of, None, 1, 20).0, vec![DAY, "1", "20", "0"], "pk_month_rows"),
        (rows::page_statement(backend, of, Some("ann"), 1, 20).0, vec![DAY, "1", "'ann'", "20", "0"], "pk_month_rows"),
        (rows::TOTALS.to_owned(), vec![DAY, "1"], "pk_month_rows"),
        (rows::in_scope_statement(of, &Scope::Everyone).0, vec![DAY, "1"], "pk_month_rows"),
        (rows::in_scope_statement(of, &team).0, vec![DAY, "1", BY_ID], "ix_users_manager"),
        (rows::in_scope_statement(of, &Scope::Own(manager)).0, vec![DAY, "1", BY_ID], "pk_users"),
        (rows::OWN_PAGE.to_owned(), vec![BY_ID, "12", "0"], "ux_month_rows_user"),
        (rows::OWN_OF_MONTH.to_owned(), vec![BY_ID, DAY], "ux_month_rows_user"),
        (rows::COUNT_OWN.to_owned(), vec![BY_ID], "ux_month_rows_user"),
        (rows::UNTOLD.to_owned(), vec![DAY, "1", "1000", "500"], "pk_month_rows"),
    ]
}

fn of_notes(backend: DbBackend) -> Vec<Expected> {
    // PostgreSQL takes the other index of closed months, of which there are as few.
    let untold = if backend == DbBackend::Postgres { "ix_months_closed" } else { "ix_months_untold" };
    vec![
        (notes::REMINDED.to_owned(), vec![DAY, DAY], "pk_month_reminders"),
        (notes::HAS_UNTOLD.to_owned(), vec![], "ix_months_untold"),
        (notes::untold_month(backend), vec![], untold),
    ]
}

/// The facts of people, and what they earn. Of everybody they are found along everybody.
fn of_people(backend: DbBackend) -> Vec<Expected> {
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    let after = of_everyone(backend);
    // Typed for PostgreSQL, because a text has no days that could be counted from it.
    let day = if backend == DbBackend::Postgres { super::FIRST } else { DAY };
    let values = vec![day, day, DAY, "1000", "500", "0", "10"];
    let (of_some, some) = (of(backend, Whose::People(&[])), vec![day, day, DAY, ids, "0", "10"]);
    vec![
        (after.clone(), values.clone(), "ux_users_employee_number"),
        (after.clone(), values.clone(), "ux_timesheets_user_date"),
        (after.clone(), values.clone(), "pk_service_periods"),
        (after, values, "pk_leave_halves"),
        (of_some.clone(), some.clone(), "pk_users"),
        (of_some, some, "ux_timesheets_user_date"),
        (salaries::of_all_statement(backend), vec![ids], "pk_salaries"),
    ]
}

pub(super) fn of_everyone(backend: DbBackend) -> String {
    of(backend, Whose::After(EmployeeIds::Even, None, 500))
}

fn of(backend: DbBackend, whose: Whose<'_>) -> String {
    let june = Month::of(chrono::NaiveDate::default());
    facts::statement(backend, june, june.first(), &[Hours::whole(5)], whose).0
}
