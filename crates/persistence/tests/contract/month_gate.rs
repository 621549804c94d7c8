//! The gate of months: what a write finds of those that it would change, and how they stay as it found them.

use std::sync::Arc;
use std::time::Duration;

use application::ports::{Store, StoreError, TimesheetReads, UnitOfWork};
use chrono::NaiveDate;
use domain::access::Scope;
use domain::holiday::Holiday;
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held};
use domain::person::Role;
use domain::time::Month;
use persistence::Database;
use testkit::SOON;
use testkit::database::TestDatabase;
use tokio::sync::Barrier;
use tokio::time::timeout;

use crate::engines::Engine;
use crate::holidays::holiday;
use crate::months::{alone, begun, closed, june, may, new_close, reopened, row, rows};
use crate::support::{begin, committed, day, new_entry, person};

const TODAY: &str = "2026-07-02";

fn days(dates: &[&str]) -> ChangedDays {
    ChangedDays::of(dates.iter().map(|date| day(date)))
}

fn span(from: &str, to: Option<&str>) -> ChangedDays {
    ChangedDays::Span { from: day(from), to: to.map(day) }
}

/// What a write finds, which is what somebody who only looks is told, and what both are told beside other days.
async fn held(store: &dyn Engine, days: &ChangedDays, concerned: Concerned) -> Held {
    let unit = begin(store).await;
    let held = unit.months().hold_open(days, concerned, day(TODAY)).await.unwrap();
    let none = (ChangedDays::of([]), Concerned::Anybody);
    let all = [none.clone(), (days.clone(), concerned), none, (days.clone(), concerned)];
    let each = vec![Held::Open, held, Held::Open, held];
    assert_eq!(unit.months().hold_all(&all, day(TODAY)).await, Ok(each.clone()), "{days:?}");
    drop(unit);
    assert_eq!(store.look(days, concerned, day(TODAY)).await, Ok(held), "{days:?}");
    assert_eq!(store.look_all(&all, day(TODAY)).await, Ok(each), "{days:?}");
    held
}

async fn of_anybody(store: &dyn Engine, days: &ChangedDays) -> Held {
    held(store, days, Concerned::Anybody).await
}

on_every_engine! {
    async fn a_write_is_told_the_earliest_closed_month(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        assert_eq!(of_anybody(store, &days(&["2026-06-10"])).await, Held::Open);
        for month in [june(), may()] {
            closed(store, month, hal, &[]).await;
        }
        for (dates, expected) in [
            (days(&["2026-04-30", "2026-07-01"]), Held::Open),
            (days(&["2026-06-01"]), Held::Closed(june())),
            (days(&["2026-06-30", "2026-07-01"]), Held::Closed(june())),
            (days(&["2026-05-31", "2026-06-30"]), Held::Closed(may())),
            (days(&[]), Held::Open),
            (span("2026-07-01", None), Held::Open),
            (span("2026-06-30", None), Held::Closed(june())),
            (span("2026-01-01", Some("2026-04-30")), Held::Open),
            (span("2026-01-01", Some("2026-05-01")), Held::Closed(may())),
            (span("1990-01-01", None), Held::Closed(may())),
            // Nobody closes what is to come, or lies before 2000.
            (days(&["1999-12-31", "2026-12-01", "2031-05-05"]), Held::Open),
        ] {
            assert_eq!(of_anybody(store, &dates).await, expected, "{dates:?}");
        }
        reopened(store, may(), hal).await;
        assert_eq!(of_anybody(store, &days(&["2026-05-31", "2026-06-30"])).await, Held::Closed(june()));
    }

    async fn a_holiday_is_held_in_each_year_in_which_it_comes_or_goes(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        closed(store, june(), hal, &[]).await;
        let added = |holiday: Holiday| ChangedDays::holiday(None, Some(holiday));
        for (date, is_recurring, expected) in [
            ("2026-06-19", false, Held::Closed(june())),
            ("2020-06-19", true, Held::Closed(june())),
            ("2020-06-19", false, Held::Open),
            ("2027-06-19", true, Held::Open),
            ("2020-07-19", true, Held::Open),
        ] {
            assert_eq!(of_anybody(store, &added(holiday(date, "Day", is_recurring))).await, expected, "{date} {is_recurring}");
        }
        let before = holiday("2020-06-19", "Day", true);
        let renamed = Holiday { name: "Another day".into(), ..before.clone() };
        let ended = Holiday { end_year: Some(2026), ..before.clone() };
        let ended_before = Holiday { end_year: Some(2025), ..before.clone() };
        for (after, expected) in [(renamed, Held::Open), (ended, Held::Open), (ended_before, Held::Closed(june()))] {
            let changed = ChangedDays::holiday(Some(before.clone()), Some(after));
            assert_eq!(of_anybody(store, &changed).await, expected, "{changed:?}");
        }
    }

    async fn a_closed_month_is_told_before_one_that_is_being_closed(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        closed(store, june(), hal, &[]).await;
        let close = new_close();
        assert!(begun(store, may(), close).await);
        for (dates, expected) in [
            (days(&["2026-05-31"]), Held::Closing(may())),
            (days(&["2026-05-31", "2026-06-01"]), Held::Closed(june())),
            (days(&["2026-07-01"]), Held::Open),
            (span("2026-04-01", Some("2026-05-31")), Held::Closing(may())),
        ] {
            assert_eq!(of_anybody(store, &dates).await, expected, "{dates:?}");
        }
        alone(store, may(), async |unit| unit.months().abandon_close(may(), close).await).await.unwrap();
        assert_eq!(of_anybody(store, &days(&["2026-05-31"])).await, Held::Open);
    }

    async fn a_closed_month_concerns_the_people_of_its_newest_revision(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let both = rows(store, &[ann, bob]).await;
        closed(store, may(), hal, &both).await;
        closed(store, june(), hal, &both).await;
        reopened(store, june(), hal).await;
        let (of_ann, of_bob) = (Concerned::Person(ann), Concerned::Person(bob));
        assert_eq!(held(store, &days(&["2026-06-10"]), of_ann).await, Held::Open, "the month is open");
        let close = new_close();
        assert!(begun(store, june(), close).await);
        assert_eq!(held(store, &days(&["2026-06-10"]), of_bob).await, Held::Closing(june()), "nobody knows yet");
        alone(store, june(), async |unit| unit.months().abandon_close(june(), close).await).await.unwrap();
        closed(store, june(), hal, &[row(store, ann).await]).await;
        assert_eq!(held(store, &span("2026-06-10", None), of_ann).await, Held::Closed(june()));
        assert_eq!(held(store, &span("2026-06-10", None), of_bob).await, Held::Open, "only an older revision has him");
        assert_eq!(held(store, &span("2026-05-31", None), of_bob).await, Held::Closed(may()));
        assert_eq!(held(store, &days(&["2026-06-10"]), Concerned::Anybody).await, Held::Closed(june()));
    }

    async fn what_was_found_open_stays_so_until_the_write_has_ended(store: &AnyEngine, subject: &Subject) {
        let other = subject.another_instance().await;
        let writer = begin(store).await;
        assert_eq!(writer.months().hold_open(&days(&["2026-06-10"]), Concerned::Anybody, day(TODAY)).await, Ok(Held::Open));
        let closing = begun(&*other, june(), new_close());
        tokio::pin!(closing);
        assert!(timeout(Duration::from_millis(300), &mut closing).await.is_err(), "the close waits for the write");
        writer.commit().await.unwrap();
        assert!(closing.await);
        assert_eq!(of_anybody(store, &days(&["2026-06-10"])).await, Held::Closing(june()));
    }
}

on_databases! {
    async fn the_gate_costs_one_statement_however_many_months_it_asks_about(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        closed(store, june(), hal, &[row(store, ann).await]).await;
        let statements = database.statements();
        let costs = async |days: &ChangedDays, concerned| {
            let unit = begin(store).await;
            statements.take();
            unit.months().hold_open(days, concerned, day(TODAY)).await.unwrap();
            statements.take().len()
        };
        for changed in [days(&["2026-06-10"]), days(&["2026-06-10", "2026-07-01"]), span("2000-01-01", None)] {
            assert_eq!(costs(&changed, Concerned::Anybody).await, 1, "{changed:?}");
            assert_eq!(costs(&changed, Concerned::Person(ann)).await, 1, "{changed:?}");
        }
    }
}

/// Begins a write on another connection and lets it read something, as every use case does before it writes.
async fn writer_under_way(store: &Database) -> Box<dyn UnitOfWork> {
    let unit = begin(store).await;
    unit.people().any().await.unwrap();
    unit
}

/// A writer that waited for a close to begin or to end sees the state that it has left, though the write began before it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_waited_sees_the_new_state() {
    let database = TestDatabase::postgres().await;
    let (store, other) = (database.database().clone(), database.another_instance().await);
    let hal = person(&store, Role::Hr, None).await;
    let close = new_close();
    let new = crate::months::found(june(), 1, hal, 0);
    for (step, expected) in [("begin", Held::Closing(june())), ("finish", Held::Closed(june())), ("reopen", Held::Open)]
    {
        let alone = store.begin_alone(june()).await.unwrap();
        let months = alone.months();
        match step {
            "begin" => assert!(months.begin_close(june(), close).await.unwrap()),
            "finish" => months.finish_close(june(), close, &new).await.unwrap(),
            _ => months.reopen(june(), hal, "A day is missing", new.closed_at).await.unwrap(),
        }
        let writer = writer_under_way(&other).await;
        let asking = async {
            writer.months().hold_open(&days(&["2026-05-31", "2026-06-10"]), Concerned::Anybody, day(TODAY)).await
        };
        tokio::pin!(asking);
        assert!(timeout(Duration::from_millis(200), &mut asking).await.is_err(), "{step}: it waits for the moment");
        alone.commit().await.unwrap();
        assert_eq!(timeout(SOON, asking).await.unwrap(), Ok(expected), "{step}");
    }
}

/// Writers hold up only a caller who wants the month alone, and a close keeps nobody of another month.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_do_not_wait_for_each_other_nor_for_a_close() {
    let database = TestDatabase::postgres().await;
    let (store, other) = (database.database(), database.another_instance().await);
    let (one, two) = (begin(store).await, begin(&other).await);
    let asks = async |unit: &dyn UnitOfWork, date: &str| {
        let days = days(&[date]);
        let held = unit.months().hold_open(&days, Concerned::Anybody, day(TODAY));
        timeout(Duration::from_millis(500), held).await.expect("it waits for nobody").unwrap()
    };
    for unit in [&one, &two] {
        assert_eq!(asks(unit.as_ref(), "2026-06-10").await, Held::Open);
    }
    // Who waits for the month alone stands in nobody's way either.
    let waiting = begun(store, june(), new_close());
    tokio::pin!(waiting);
    assert!(timeout(Duration::from_millis(150), &mut waiting).await.is_err());
    let third = begin(&other).await;
    assert_eq!(asks(third.as_ref(), "2026-06-11").await, Held::Open);
    for unit in [one, two, third] {
        unit.commit().await.unwrap();
    }
    assert!(waiting.await);
    // While the close runs, a write into its month is told at once, and one into another month passes.
    let writer = begin(&other).await;
    for (date, expected) in [("2026-07-01", Held::Open), ("2026-06-10", Held::Closing(june()))] {
        assert_eq!(asks(writer.as_ref(), date).await, expected, "{date}");
    }
    // A write that was refused holds the month until it ends, as any other.
    drop(writer);
    let alone = store.begin_alone(june()).await.unwrap();
    let elsewhere = writer_under_way(&other).await;
    for date in ["2026-05-10", "2026-07-01"] {
        assert_eq!(asks(elsewhere.as_ref(), date).await, Held::Open, "{date}");
    }
    drop(alone);
}

const WRITES: u32 = 240;
const CLOSES: u32 = 25;

/// Writers record days of two months, in whatever order they are named, while the months are closed and left open again: once a close
/// has begun, not one of their days appears, and nobody waits for somebody who waits for them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_writes_into_a_month_while_it_is_being_closed() {
    let database = TestDatabase::postgres().await;
    let (store, other) = (database.database().clone(), database.another_instance().await);
    let mut writers = Vec::new();
    let start = Arc::new(Barrier::new(4));
    for n in 0..3 {
        let mut people = Vec::new();
        for _ in 0..=WRITES / 28 {
            people.push(person(&store, Role::Employee, None).await);
        }
        let (store, start) = (if n == 0 { store.clone() } else { other.clone() }, Arc::clone(&start));
        writers.push(tokio::spawn(async move {
            start.wait().await;
            write_days(&store, &people).await
        }));
    }
    start.wait().await;
    let mut closes = 0;
    for round in 0..CLOSES {
        let (month, close) = (if round % 2 == 0 { june() } else { may() }, new_close());
        match alone(&store, month, async |unit| unit.months().begin_close(month, close).await).await {
            Ok(has_begun) => assert!(has_begun),
            Err(StoreError::Unavailable(_)) => continue,
            Err(other) => panic!("{other}"),
        }
        let then = recorded(&store, month).await;
        tokio::time::sleep(Duration::from_millis(30)).await;
        assert_eq!(recorded(&store, month).await, then, "round {round}");
        // Without the month alone, as a close gives up: it waits for no writer.
        committed(&store, async |unit| unit.months().abandon_close(month, close).await).await;
        closes += 1;
    }
    assert!(closes > CLOSES / 2, "most closes find their moment: {closes}");
    for writer in writers {
        let (written, met) = timeout(SOON * 3, writer).await.unwrap().unwrap();
        assert!(written > 0, "{met} writes met a close");
    }
}

async fn recorded(store: &Database, month: Month) -> usize {
    store.of_scope(Scope::Everyone, None, month.first(), month.last()).await.unwrap().len()
}

/// How many writes have passed, and how many have met a close.
async fn write_days(store: &Database, people: &[UserId]) -> (u32, u32) {
    let (mut written, mut met) = (0, 0);
    for write in 0..WRITES {
        let ann = people[(write / 28) as usize];
        let date = |month: u32| NaiveDate::from_ymd_opt(2026, month, 1 + write % 28).unwrap();
        let both = if write % 2 == 0 { [date(5), date(6)] } else { [date(6), date(5)] };
        let unit = begin(store).await;
        match unit.months().hold_open(&ChangedDays::of(both), Concerned::Anybody, day(TODAY)).await.unwrap() {
            Held::Open => {
                for date in both {
                    unit.timesheets().insert(&[new_entry(ann, &date.to_string())]).await.unwrap();
                }
                unit.commit().await.unwrap();
                written += 1;
            }
            Held::Closing(_) => met += 1,
            Held::Closed(month) => panic!("{month} was never closed"),
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    (written, met)
}
