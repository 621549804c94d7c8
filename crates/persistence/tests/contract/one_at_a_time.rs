//! What one unit of work may do at a time.

use std::time::Duration;

use application::ports::Setting::{FrozenThrough, OpenPositions};
use application::ports::{Store, UnitOfWork};
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use tokio::time::timeout;

use crate::holidays::holiday;
use crate::support::{begin, now};

/// Whoever asks for a lock waits until whoever has it commits, and then sees what was written.
async fn serialises<T: PartialEq + std::fmt::Debug>(
    database: &TestDatabase,
    ask: impl AsyncFn(&dyn UnitOfWork) -> T,
    change: impl AsyncFn(&dyn UnitOfWork),
    (before, after): (T, T),
) {
    let (store, other) = (database.database(), database.another_instance().await);
    let first = begin(store).await;
    assert_eq!(ask(first.as_ref()).await, before);
    let waiting = async {
        let second = Store::begin(&other).await.unwrap();
        let seen = ask(second.as_ref()).await;
        second.commit().await.unwrap();
        seen
    };
    tokio::pin!(waiting);
    assert!(timeout(Duration::from_millis(200), &mut waiting).await.is_err(), "the second waits");
    change(first.as_ref()).await;
    first.commit().await.unwrap();
    assert_eq!(waiting.await, after, "and sees what the first has done");
    // Where the first only drops what it did, the next one comes too.
    let dropped = begin(store).await;
    ask(dropped.as_ref()).await;
    drop(dropped);
    let next = timeout(Duration::from_secs(1), async { ask(begin(&other).await.as_ref()).await });
    assert_eq!(next.await.expect("nobody holds it any more"), after);
}

on_both_engines! {
    async fn a_setting_is_asked_for_by_one_at_a_time(database: &TestDatabase) {
        let set = async |unit: &dyn UnitOfWork| unit.settings().set(FrozenThrough, "2026-06-09").await.unwrap();
        let ask = async |unit: &dyn UnitOfWork| unit.settings().lock(FrozenThrough).await.unwrap();
        serialises(database, ask, set, (None, Some("2026-06-09".to_owned()))).await;
        let unit = begin(database.database()).await;
        assert_eq!(unit.settings().lock(OpenPositions).await, Ok(None), "another setting is another matter");
    }

    async fn the_holidays_are_asked_for_by_one_at_a_time(database: &TestDatabase) {
        let holiday = holiday("2026-06-19", "Bridge day", false);
        let all = async |unit: &dyn UnitOfWork| unit.holidays().all().await.unwrap();
        let add = async |unit: &dyn UnitOfWork| unit.holidays().insert(&holiday, now()).await.unwrap();
        serialises(database, all, add, (vec![], vec![holiday.clone()])).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lock_of_one_setting_keeps_nobody_from_another() {
    let database = TestDatabase::postgres().await;
    let (one, two) = (begin(database.database()).await, begin(database.database()).await);
    one.settings().lock(FrozenThrough).await.unwrap();
    let others = async {
        two.settings().lock(OpenPositions).await.unwrap();
        two.holidays().all().await.unwrap();
    };
    timeout(Duration::from_secs(1), others).await.expect("it waits for nothing");
}
