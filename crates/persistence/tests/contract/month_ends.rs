//! Closes that take too long, and months that are not to be had.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use application::ports::{KeptValue, MonthReads, MonthView, Store, StoreError};
use domain::month::{ChangedDays, Concerned, Held, Standing};
use domain::person::Role;
use testkit::database::TestDatabase;
use testkit::{SOON, on_both_engines};
use tokio::time::timeout;

use crate::months::{abandoned, added, begun, done, finished, found, june, may, new_close, rows, seen};
use crate::support::{begin, day, execute, number, person};

/// The instant so many seconds from now, as the database has it.
fn in_seconds(database: &TestDatabase, seconds: i32) -> String {
    if database.is_postgres() {
        format!("clock_timestamp() + interval '{seconds} seconds'")
    } else {
        format!("strftime('%Y-%m-%d %H:%M:%f', 'now', '{seconds} seconds')")
    }
}

/// The close of the moment ends so many seconds from now.
async fn ends_in(database: &TestDatabase, seconds: i32) {
    let end = in_seconds(database, seconds);
    execute(database, &format!("UPDATE months SET closing_until = {end} WHERE close_id IS NOT NULL")).await.unwrap();
}

/// Whether the close of the moment lasts more than so many seconds.
async fn lasts(database: &TestDatabase, seconds: i32) -> bool {
    let end = in_seconds(database, seconds);
    number(database, &format!("SELECT count(*) FROM months WHERE closing_until > {end}")).await == 1
}

on_both_engines! {
    async fn a_close_whose_instance_has_died_ends_after_thirty_seconds(database: &TestDatabase, store: &Database) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        let (rows, died) = (rows(store, &[ann]).await, new_close());
        assert!(begun(store, june(), died).await);
        assert!(lasts(database, 25).await && !lasts(database, 31).await);
        added(store, june(), died, &rows).await.unwrap();
        ends_in(database, -1).await;
        assert_eq!(store.standing_of(june()).await, Ok(Standing::NEVER_CLOSED));
        assert_eq!((store.closing().await, store.months_of(2026).await), (Ok(None), Ok(vec![])));
        assert_eq!(store.month(june()).await, Ok(MonthView::never_closed(june())));
        assert_eq!(seen(store, 1, ann).await, (0, 0, 0, 0, false));
        assert_eq!(added(store, june(), died, &rows).await, Err(StoreError::Stale));
        assert_eq!(finished(store, june(), died, &found(june(), 1, hal, 1)).await, Err(StoreError::Stale));
        let discarding = done(store, async |unit| unit.months().discard_rows(june(), died, 10).await).await;
        assert_eq!(discarding, Err(StoreError::Stale));

        // Its place is free, for this month and for another, and the next begins anew.
        let next = new_close();
        assert!(begun(store, may(), next).await);
        ends_in(database, -1).await;
        let next = new_close();
        assert!(begun(store, june(), next).await);
        abandoned(store, june(), died).await;
        assert_eq!(done(store, async |unit| unit.months().discard_rows(june(), next, 10).await).await, Ok(false));
        added(store, june(), next, &rows).await.unwrap();
        finished(store, june(), next, &found(june(), 1, hal, 1)).await.unwrap();
        assert_eq!(seen(store, 1, ann).await, (1, 1, 1, 1, true));
    }

    async fn a_close_is_prolonged_as_it_goes_on(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        let (rows, close) = (rows(store, &[ann]).await, new_close());
        assert!(begun(store, june(), close).await);
        ends_in(database, 15).await;
        added(store, june(), close, &rows).await.unwrap();
        assert!(lasts(database, 25).await, "with rows");
        ends_in(database, 15).await;
        done(store, async |unit| unit.months().discard_rows(june(), close, 10).await).await.unwrap();
        assert!(lasts(database, 25).await, "and with what it removes");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_month_that_others_have_is_not_waited_for_without_end() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let _first = store.begin_alone(june()).await.unwrap();
    let began = Instant::now();
    let refused = store.begin_alone(june()).await.err();
    assert!(matches!(refused, Some(StoreError::Unavailable(_))), "{refused:?}");
    let took = began.elapsed();
    assert!((Duration::from_millis(1_900)..Duration::from_secs(4)).contains(&took), "{took:?}");
    // Another month is another matter.
    timeout(SOON, store.begin_alone(may())).await.unwrap().unwrap();
}

/// As long as somebody holds the month, another one who will hold it longer has come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_month_with_always_a_writer_in_it_is_had_alone_all_the_same() {
    let database = TestDatabase::postgres().await;
    let (store, other) = (database.database(), database.another_instance().await);
    let is_over = Arc::new(AtomicBool::new(false));
    let mut writers = Vec::new();
    for _ in 0..4 {
        let (other, is_over) = (other.clone(), is_over.clone());
        writers.push(tokio::spawn(async move {
            let mut commits = 0;
            while !is_over.load(Ordering::Relaxed) {
                let unit = begin(&other).await;
                let days = ChangedDays::of([june().first()]);
                let held = unit.months().hold_open(&days, Concerned::Anybody, day("2026-07-02")).await;
                assert_eq!(held, Ok(Held::Open));
                tokio::time::sleep(Duration::from_millis(50)).await;
                unit.commit().await.unwrap();
                commits += 1;
            }
            commits
        }));
    }
    for round in 0..5 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let alone = store.begin_alone(june()).await.unwrap_or_else(|why| panic!("round {round}: {why}"));
        alone.commit().await.unwrap();
    }
    is_over.store(true, Ordering::Relaxed);
    for writer in writers {
        let commits = timeout(SOON, writer).await.unwrap().unwrap();
        assert!(commits > 5, "{commits} commits, so they were kept out");
    }
}

/// A holder of the whole month waits for other locks as long as any writer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_patience_of_a_try_ends_with_it() {
    let database = TestDatabase::postgres().await;
    let (store, other) = (database.database(), database.another_instance().await);
    let first = begin(&other).await;
    assert_eq!(first.kept_values().lock(KeptValue::MonthsChecked).await, Ok(None));
    let alone = store.begin_alone(june()).await.unwrap();
    let months = alone.kept_values();
    let waiting = months.lock(KeptValue::MonthsChecked);
    tokio::pin!(waiting);
    assert!(timeout(Duration::from_millis(400), &mut waiting).await.is_err(), "it gives up too early");
    drop(first);
    assert_eq!(timeout(SOON, waiting).await.unwrap(), Ok(None));
}
