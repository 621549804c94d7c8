//! What is asked of leave.

use application::ports::OnLeaveFilter;
use chrono::NaiveDate;
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::month::ChangedDays;
use sea_orm::DbBackend;
use uuid::Uuid;

use super::{BY_ID, DAY, Expected, FIRST};
use crate::leave_ledger::Whose;
use crate::{leave_calendar, leave_counts, leave_days, leave_ledger};

pub(super) fn of_leave(backend: DbBackend) -> Vec<Expected> {
    [of_the_ledger(backend), by_days(backend), of_the_calendar(backend)].concat()
}

fn of_the_ledger(backend: DbBackend) -> Vec<Expected> {
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    let after = if backend == DbBackend::Postgres { BY_ID } else { "x'0192f0c1000070008000000000000001'" };
    let (people, day) = (Whose::People(&[]), NaiveDate::default());
    // Without people, PostgreSQL goes along the role.
    let next = if backend == DbBackend::Postgres { "ix_users_role" } else { "pk_users" };
    vec![
        (leave_ledger::LEDGER.to_owned(), vec![BY_ID, "2026", "NULL"], "ix_leave_ledger"),
        (leave_ledger::holders(backend), vec![ids], "pk_users"),
        (leave_ledger::lock_people(backend), vec![ids], "pk_users"),
        (leave_ledger::lock_next_holders(backend), vec![after, "500"], next),
        (leave_ledger::rows_statement(backend, people, None).0, vec![ids], "ix_leave_ledger_person"),
        (leave_ledger::rows_statement(backend, people, Some(2026)).0, vec![ids, "2026"], "ix_leave_ledger"),
        (leave_ledger::openings_statement(backend, &[]).0, vec![ids], "ux_leave_ledger_opening"),
        (leave_ledger::uses_statement(backend, people, None, day).0, vec![ids, DAY], "pk_leave_halves"),
        (leave_ledger::uses_statement(backend, people, Some(2026), day).0, vec![ids, DAY, DAY, DAY], "pk_leave_halves"),
    ]
}

/// What counts on days, and what may come to count or not.
fn by_days(backend: DbBackend) -> Vec<Expected> {
    let (user, day) = (UserId::new(Uuid::from_u128(1)), NaiveDate::default());
    let (span, holiday) = (ChangedDays::Span { from: day, to: None }, ChangedDays::of([day]));
    let (days, ids) = if backend == DbBackend::Postgres {
        (DAY, BY_ID)
    } else {
        ("'[\"2026-06-10\"]'", "'[\"0192f0c1000070008000000000000001\"]'")
    };
    vec![
        (leave_days::days_statement(&Scope::Own(user), day, day).0, vec![FIRST, DAY, BY_ID], "pk_leave_halves"),
        (leave_counts::lock_statement(backend, Some(&[user]), &span).0, vec![FIRST, ids], "pk_leave_halves"),
        (leave_counts::in_question_statement(backend, Some(&[user]), &span).0, vec![FIRST, ids], "pk_leave_halves"),
        (leave_counts::lock_statement(backend, None, &holiday).0, vec![days], "ix_leave_halves_date"),
        (leave_counts::in_question_statement(backend, None, &holiday).0, vec![days], "ix_leave_halves_date"),
    ]
}

/// Who is on leave: along the people of a team, or along everybody.
fn of_the_calendar(backend: DbBackend) -> Vec<Expected> {
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    let day = NaiveDate::default();
    let mut all = vec![
        (leave_calendar::MADE_AT.to_owned(), vec![BY_ID], "pk_leave_feeds"),
        (leave_calendar::OWNER.to_owned(), vec!["'it'"], "ux_leave_feeds_fingerprint"),
    ];
    let team = Scope::Team(Leads::own(UserId::new(Uuid::from_u128(1))));
    let own = Scope::Own(UserId::new(Uuid::from_u128(1)));
    for (scope, who, people) in [(team, vec![BY_ID], "ix_users_manager"), (Scope::Everyone, vec![], "ix_users_role")] {
        let after = |first: &[&'static str]| [first, who.as_slice()].concat();
        let filter = OnLeaveFilter { scope: scope.clone(), from: day, to: day, search: Some("ann".into()) };
        let (count, page) = (
            leave_calendar::count_statement(backend, &filter).0,
            leave_calendar::page_statement(backend, &filter, 1, 20).0,
        );
        all.extend([
            (leave_calendar::members_statement(&scope).0, after(&[]), people),
            (leave_calendar::away_statement(&scope, day, day).0, after(&[DAY, DAY]), "pk_leave_halves"),
            (count, [after(&[DAY, DAY]), vec!["'ann'"]].concat(), people),
            (page, [after(&[DAY, DAY]), vec!["'ann'", "20", "0"]].concat(), people),
            (leave_calendar::approved_statement(&scope, day).0, after(&[DAY]), people),
        ]);
    }
    all.push((leave_calendar::approved_statement(&own, day).0, vec![DAY, BY_ID], "ix_leave_requests_person"));
    all.push((leave_calendar::leave_statement(backend), vec![DAY, DAY, ids], "pk_leave_halves"));
    all
}
