//! A close from its beginning to its end, and the reopening of what it closed.

use std::time::Duration;

use application::ports::{Imprint, MonthReads, MonthView, NewRevision, Result, Revision, StoreError, UnitOfWork};
use domain::id::{CloseId, UserId};
use domain::month::{Figures, MonthState, Pay, PayrollForm, PayrollRow, Standing};
use domain::person::{Role, Salary};
use domain::time::Month;
use testkit::SOON;
use tokio::time::timeout;
use uuid::Uuid;

use crate::engines::Engine;
use crate::support::{begin, later, named, people, person};

pub(crate) fn may() -> Month {
    Month::new(2026, 5).unwrap()
}

pub(crate) fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

pub(crate) fn new_close() -> CloseId {
    CloseId::new(Uuid::now_v7())
}

/// A row of this person, each figure with a number of its own.
pub(crate) async fn row(store: &dyn Engine, user: UserId) -> PayrollRow {
    let person = store.person(user).await.unwrap().unwrap().person;
    PayrollRow {
        user,
        employee_id: person.employee_id,
        name: person.name,
        department: Some("Works".into()),
        external_id: Some("A-17".into()),
        figures: Figures {
            scheduled: 42,
            working: 28,
            approved: 21,
            pending: 1,
            paid_leave: 2,
            unpaid_leave: 3,
            extra: 4,
            approved_half_hours: 190,
        },
        pay: Some(Pay {
            annual: Salary::from_cents(3_600_000).unwrap(),
            since: Some(june().first()),
            monthly_base: 300_000,
            gross: 150_000,
        }),
    }
}

pub(crate) async fn rows(store: &dyn Engine, users: &[UserId]) -> Vec<PayrollRow> {
    let mut rows = Vec::new();
    for user in users {
        rows.push(row(store, *user).await);
    }
    rows
}

/// Does something to a unit of work that has the month alone, and commits it.
pub(crate) async fn alone<T>(
    store: &dyn Engine,
    month: Month,
    work: impl AsyncFn(&dyn UnitOfWork) -> Result<T>,
) -> Result<T> {
    let unit = store.begin_alone(month).await?;
    let answer = work(unit.as_ref()).await?;
    unit.commit().await?;
    Ok(answer)
}

/// Does something to any unit of work and commits it.
pub(crate) async fn done<T>(store: &dyn Engine, work: impl AsyncFn(&dyn UnitOfWork) -> Result<T>) -> Result<T> {
    let unit = begin(store).await;
    let answer = work(unit.as_ref()).await?;
    unit.commit().await?;
    Ok(answer)
}

/// Begins a close, and says whether it may go on.
pub(crate) async fn begun(store: &dyn Engine, month: Month, close: CloseId) -> bool {
    alone(store, month, async |unit| unit.months().begin_close(month, close).await).await.unwrap()
}

pub(crate) async fn added(store: &dyn Engine, month: Month, close: CloseId, rows: &[PayrollRow]) -> Result<()> {
    done(store, async |unit| unit.months().add_rows(month, close, rows).await).await
}

pub(crate) async fn finished(store: &dyn Engine, month: Month, close: CloseId, new: &NewRevision) -> Result<()> {
    alone(store, month, async |unit| unit.months().finish_close(month, close, new).await).await
}

pub(crate) async fn abandoned(store: &dyn Engine, month: Month, close: CloseId) {
    done(store, async |unit| unit.months().abandon_close(month, close).await).await.unwrap();
}

/// What a close of so many rows found. Its checksum is no other revision's.
pub(crate) fn found(month: Month, revision: u32, by: UserId, employees: usize) -> NewRevision {
    NewRevision {
        revision,
        closed_at: later(i64::from(revision)),
        closed_by: by,
        reason: Some("Payroll is due".into()),
        employees: u32::try_from(employees).unwrap(),
        blocked: 0,
        currency: "EUR".into(),
        good_percent: 75,
        checksum: format!("{month}-{revision:0>56}").replace('-', "a"),
        imprint: Imprint { organisation: "Northwind".into(), minutes_ahead: 330 },
        form: PayrollForm::NEWEST,
    }
}

/// Closes the month with these rows, as a close does it.
pub(crate) async fn closed(store: &dyn Engine, month: Month, by: UserId, rows: &[PayrollRow]) -> NewRevision {
    let close = new_close();
    assert!(begun(store, month, close).await, "nobody else closes a month");
    added(store, month, close, rows).await.unwrap();
    let revision = store.standing_of(month).await.unwrap().revision + 1;
    let new = found(month, revision, by, rows.len());
    finished(store, month, close, &new).await.unwrap();
    new
}

pub(crate) async fn reopened(store: &dyn Engine, month: Month, by: UserId) {
    let at = later(3600);
    alone(store, month, async |unit| unit.months().reopen(month, by, "A day is missing", at).await).await.unwrap();
}

fn standing(state: MonthState, revision: u32) -> Standing {
    Standing { state, revision }
}

/// All that anybody can read of the rows of a revision.
pub(crate) async fn seen(store: &dyn Engine, revision: u32, user: UserId) -> (usize, u32, u32, usize, bool) {
    let listed = store.rows_after(june(), revision, None, 10).await.unwrap().len();
    let (_, paged) = store.rows_page(june(), revision, None, 1, 10).await.unwrap();
    let totals = store.totals(june(), revision).await.unwrap();
    let everyone = domain::access::Scope::Everyone;
    let scoped = MonthReads::rows_in(store, june(), revision, &everyone).await.unwrap().len();
    (listed, paged, totals.employees, scoped, store.own_row(user, june()).await.unwrap().is_some())
}

on_every_engine! {
    async fn nobody_sees_a_row_before_its_close_has_ended(store: &AnyEngine) {
        let hal = named(store, Role::Hr, None, "Hal", "Human").await;
        let ann = person(store, Role::Employee, None).await;
        let (rows, close) = (rows(store, &[ann]).await, new_close());
        assert!(begun(store, june(), close).await);
        assert_eq!(store.standing_of(june()).await, Ok(standing(MonthState::Closing, 0)));
        assert_eq!(store.closing().await, Ok(Some(june())));
        let closing = MonthView { state: MonthState::Closing, ..MonthView::never_closed(june()) };
        assert_eq!(store.months_of(2026).await, Ok(vec![closing]));
        added(store, june(), close, &rows).await.unwrap();
        assert_eq!(seen(store, 1, ann).await, (0, 0, 0, 0, false));
        assert_eq!((store.revisions(june()).await, store.years_closed().await), (Ok(vec![]), Ok(vec![])));

        let new = NewRevision { blocked: 1, ..found(june(), 1, hal, 1) };
        let unit = store.begin_alone(june()).await.unwrap();
        unit.months().finish_close(june(), close, &new).await.unwrap();
        drop(unit);
        let dropped = timeout(SOON, alone(store, june(), async |unit| unit.months().standing(june()).await)).await;
        assert_eq!(dropped.unwrap(), Ok(standing(MonthState::Closing, 0)), "what was dropped has never been");
        finished(store, june(), close, &new).await.unwrap();
        assert_eq!(store.standing_of(june()).await, Ok(standing(MonthState::Closed, 1)));
        assert_eq!((store.closing().await, store.all_closed().await), (Ok(None), Ok(vec![june()])));
        assert_eq!(seen(store, 1, ann).await, (1, 1, 1, 1, true));
        assert_eq!(store.rows_page(june(), 1, Some("a-17"), 1, 10).await, Ok((rows.clone(), 1)), "by the external ID");
        assert_eq!(store.rows_after(june(), 1, None, 10).await, Ok(rows));
        let person = store.person(hal).await.unwrap().unwrap().person;
        let revision = Revision {
            revision: 1,
            closed_at: new.closed_at,
            closed_by: (hal, person.name),
            reason: new.reason,
            employees: 1,
            blocked: 1,
            currency: "EUR".into(),
            good_percent: 75,
            checksum: new.checksum,
            imprint: new.imprint.clone(),
            form: new.form,
            exported: None,
            reopened: None,
        };
        let view = MonthView { month: june(), state: MonthState::Closed, newest: Some(revision.clone()), check: None };
        assert_eq!(store.month(june()).await, Ok(view.clone()));
        assert_eq!((store.months_of(2026).await, store.revisions(june()).await), (Ok(vec![view]), Ok(vec![revision])));
    }

    async fn months_are_closed_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let close = new_close();
        assert!(begun(store, june(), close).await);
        let other = subject.another_instance().await;
        for month in [june(), may()] {
            assert!(!begun(&*other, month, new_close()).await, "{month}");
        }
        assert_eq!(store.closing().await, Ok(Some(june())), "nothing is done");
        assert_eq!(store.standing_of(may()).await, Ok(Standing::NEVER_CLOSED));
        abandoned(store, june(), close).await;
        assert!(begun(&*other, may(), new_close()).await);
        assert_eq!(store.closing().await, Ok(Some(may())));
    }

    async fn a_close_that_has_ended_does_not_go_on(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        let (rows, ended, close) = (rows(store, &[ann]).await, new_close(), new_close());
        assert!(begun(store, june(), ended).await);
        abandoned(store, june(), ended).await;
        assert!(begun(store, june(), close).await);
        assert_eq!(added(store, june(), ended, &rows).await, Err(StoreError::Stale));
        assert_eq!(finished(store, june(), ended, &found(june(), 1, hal, 0)).await, Err(StoreError::Stale));
        let discarding = done(store, async |unit| unit.months().discard_rows(june(), ended, 10).await).await;
        assert_eq!(discarding, Err(StoreError::Stale));
        abandoned(store, june(), ended).await;
        assert_eq!(store.closing().await, Ok(Some(june())), "it ends no other");
        added(store, june(), close, &rows).await.unwrap();
        finished(store, june(), close, &found(june(), 1, hal, 1)).await.unwrap();
        abandoned(store, june(), close).await;
        assert_eq!(store.standing_of(june()).await, Ok(standing(MonthState::Closed, 1)), "nor what it has made");
    }

    async fn what_a_failed_close_left_is_removed_in_pieces(store: &AnyEngine, subject: &Subject) {
        let hal = person(store, Role::Hr, None).await;
        let people = people::<5>(store, Role::Employee, None).await;
        let (rows, failed, close) = (rows(store, &people).await, new_close(), new_close());
        closed(store, may(), hal, &rows[..2]).await;
        assert!(begun(store, june(), failed).await);
        added(store, june(), failed, &rows).await.unwrap();
        abandoned(store, june(), failed).await;
        assert_eq!(store.standing_of(june()).await, Ok(Standing::NEVER_CLOSED), "the month is as it was");
        assert!(begun(store, june(), close).await);
        let discard = async || done(store, async |unit| unit.months().discard_rows(june(), close, 3).await).await;
        assert_eq!(discard().await, Ok(true), "there may be more");
        assert_eq!(discard().await, Ok(false));
        assert_eq!(discard().await, Ok(false));
        subject.holds(2, "SELECT count(*) FROM month_rows").await;
        added(store, june(), close, &rows[..1]).await.unwrap();
        finished(store, june(), close, &found(june(), 1, hal, 1)).await.unwrap();
        assert_eq!(store.rows_after(june(), 1, None, 10).await, Ok(rows[..1].to_vec()));
        assert_eq!(store.rows_after(may(), 1, None, 10).await, Ok(rows[..2].to_vec()));
    }

    async fn a_reopened_month_keeps_its_revision_and_gets_another(store: &AnyEngine) {
        let hal = named(store, Role::Hr, None, "Hal", "Human").await;
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let both = rows(store, &[ann, bob]).await;
        closed(store, june(), hal, &both).await;
        reopened(store, june(), hal).await;
        assert_eq!(store.standing_of(june()).await, Ok(standing(MonthState::Reopened, 1)));
        assert_eq!((store.all_closed().await, store.years_closed().await), (Ok(vec![]), Ok(vec![2026])));
        let first = store.revisions(june()).await.unwrap().remove(0);
        let (at, by, why) = first.reopened.clone().unwrap();
        assert_eq!((at, by.0, by.1.to_string(), why.as_str()), (later(3600), hal, "Hal Human".to_owned(), "A day is missing"));
        assert_eq!(store.month(june()).await.unwrap().newest, Some(first.clone()));
        assert_eq!(seen(store, 1, ann).await, (2, 2, 2, 2, false), "the revision can be read, and is nobody's statement");

        // A close that fails leaves it as it was.
        let failed = new_close();
        assert!(begun(store, june(), failed).await);
        assert_eq!(store.standing_of(june()).await, Ok(standing(MonthState::Closing, 1)));
        abandoned(store, june(), failed).await;
        assert_eq!(store.standing_of(june()).await, Ok(standing(MonthState::Reopened, 1)));

        closed(store, june(), hal, &both[1..]).await;
        let revisions = store.revisions(june()).await.unwrap();
        assert_eq!(revisions.iter().map(|revision| revision.revision).collect::<Vec<_>>(), [2, 1], "the newest first");
        assert_eq!((revisions[0].reopened.clone(), &revisions[1]), (None, &first));
        assert_eq!(store.rows_after(june(), 1, None, 10).await, Ok(both.clone()));
        assert_eq!(store.rows_after(june(), 2, None, 10).await, Ok(both[1..].to_vec()));
        assert_eq!(store.own_row(ann, june()).await, Ok(None));
        assert_eq!(store.own_row(bob, june()).await.unwrap().unwrap().revision, 2);
    }

    async fn a_month_has_rows_of_these_people_alone_or_of_others_too(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let people = [person(store, Role::Employee, None).await, person(store, Role::Employee, None).await];
        let rows = rows(store, &people).await;
        let besides = async |users: &[UserId]| {
            done(store, async |unit| unit.months().has_row_besides(june(), users).await).await.unwrap()
        };
        assert!(!besides(&[]).await, "nobody has closed it");
        closed(store, june(), hal, &rows).await;
        assert_eq!([besides(&[]).await, besides(&people[..1]).await, besides(&people).await], [true, true, false]);
        reopened(store, june(), hal).await;
        closed(store, june(), hal, &rows[..1]).await;
        assert!(!besides(&people[..1]).await, "its newest revision counts");
    }

    async fn a_month_is_had_alone_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let other = subject.another_instance().await;
        let first = store.begin_alone(june()).await.unwrap();
        let waiting = alone(&*other, june(), async |unit| unit.months().standing(june()).await);
        tokio::pin!(waiting);
        assert!(timeout(Duration::from_millis(200), &mut waiting).await.is_err(), "the second waits");
        assert!(first.months().begin_close(june(), new_close()).await.unwrap());
        first.commit().await.unwrap();
        assert_eq!(waiting.await, Ok(standing(MonthState::Closing, 0)), "and sees what the first has done");
        drop(store.begin_alone(june()).await.unwrap());
        timeout(SOON, other.begin_alone(june())).await.unwrap().unwrap();
    }
}
