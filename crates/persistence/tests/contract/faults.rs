//! A slow, silent or broken network between the portal and its database, and callers that leave at any moment.

use std::time::Duration;

use application::ports::{Result, SessionReads, Store, StoreError};
use domain::id::SessionId;
use domain::person::Role;
use persistence::{Database, Settings};
use testkit::database::TestDatabase;
use testkit::proxy::Proxy;
use testkit::{ROOM, SOON};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use crate::support::{day, new_entry, number, people, person, save};

/// A portal behind a proxy, with this many connections.
async fn behind(database: &TestDatabase, connections: u32) -> (Proxy, Database) {
    let proxy = database.proxy().await;
    let settings = Settings { connections, ..Settings::new(database.url_through(&proxy)) };
    let store = Database::connect(&settings).await.unwrap();
    (proxy, store)
}

async fn look_up(store: &Database) -> Result<()> {
    store.session(SessionId::new(Uuid::from_u128(1)), day("2026-06-10")).await.map(|found| assert_eq!(found, None))
}

/// The database driver gives a connection back with a transaction open when `BEGIN` is cancelled on its way, and the next
/// borrower's write is lost with it. Here the caller leaves at every moment of that window.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_leaves_while_a_unit_of_work_begins_loses_nobodys_write() {
    let database = TestDatabase::postgres().await;
    let ann = person(database.database(), Role::Employee, None).await;
    let (proxy, store) = behind(&database, 1).await;
    look_up(&store).await.unwrap();
    proxy.delay(Duration::from_millis(15));
    let idle =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
    let mut acknowledged = 0;
    for round in 0..14u64 {
        let leaving = store.clone();
        let caller = tokio::spawn(async move { drop(Store::begin(&leaving).await) });
        sleep(Duration::from_millis(4 * round)).await;
        caller.abort();
        sleep(Duration::from_millis(150)).await;
        let until = Instant::now() + SOON;
        while number(&database, idle).await != 0 {
            assert!(Instant::now() < until, "the connection went back with a transaction open (round {round})");
            sleep(Duration::from_millis(10)).await;
        }
        // The write of somebody else, on the one connection that there is.
        let date = (day("2026-01-01") + chrono::Days::new(round)).to_string();
        save(&store, &new_entry(ann, &date)).await.unwrap();
        acknowledged += 1;
    }
    assert_eq!(number(&database, "SELECT count(*) FROM timesheets").await, acknowledged);
}

/// The same for a caller that leaves in the middle of a read or a write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_leaves_at_any_moment_loses_nobodys_write() {
    let database = TestDatabase::postgres().await;
    let [ann, bob] = people(database.database(), Role::Employee, None).await;
    let (proxy, store) = behind(&database, 2).await;
    look_up(&store).await.unwrap();
    proxy.delay(Duration::from_millis(8));
    let mut acknowledged = 0;
    for round in 0..24u64 {
        let date = (day("2026-01-01") + chrono::Days::new(round)).to_string();
        let (reader, writer, theirs) = (store.clone(), store.clone(), new_entry(bob, &date));
        let reading = tokio::spawn(async move { drop(look_up(&reader).await) });
        let writing = tokio::spawn(async move { drop(save(&writer, &theirs).await) });
        sleep(Duration::from_millis(7 * round)).await;
        reading.abort();
        writing.abort();
        save(&store, &new_entry(ann, &date)).await.unwrap();
        acknowledged += 1;
    }
    sleep(Duration::from_millis(300)).await;
    let statement = format!("SELECT count(*) FROM timesheets WHERE user_id = '{ann}'");
    assert_eq!(number(&database, &statement).await, acknowledged);
    let whole = "SELECT count(*) FROM timesheets t LEFT JOIN timesheet_versions v ON v.timesheet_id = t.id WHERE v.version IS NULL";
    assert_eq!(number(&database, whole).await, 0, "no entry without its version");
}

/// Nothing waits longer than three seconds, whatever it asks for.
async fn is_refused_in_time(store: &Database) {
    let asked = Instant::now();
    let (read, write) = tokio::join!(look_up(store), Store::begin(store));
    assert!(asked.elapsed() < ROOM * Duration::from_secs(3), "{:?}", asked.elapsed());
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    assert!(matches!(write.err(), Some(StoreError::Unavailable(_))));
}

/// The portal serves again within five seconds, by itself, and then without further failures.
async fn comes_back(store: &Database) {
    let healed = Instant::now();
    while look_up(store).await.is_err() {
        assert!(healed.elapsed() < ROOM * Duration::from_secs(5), "the portal does not come back");
        sleep(Duration::from_millis(50)).await;
    }
    sleep(Duration::from_millis(300)).await;
    for _ in 0..20 {
        look_up(store).await.unwrap();
        Store::begin(store).await.unwrap().commit().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_database_is_noticed_refused_at_once_and_found_again() {
    let database = TestDatabase::postgres().await;
    let (proxy, store) = behind(&database, 4).await;
    look_up(&store).await.unwrap();
    proxy.silence(true);
    is_refused_in_time(&store).await;
    let noticed = Instant::now();
    while store.readiness().await.is_ok() {
        assert!(noticed.elapsed() < ROOM * Duration::from_secs(3));
    }
    sleep(Duration::from_secs(3)).await;
    let asked = Instant::now();
    for _ in 0..64 {
        assert!(matches!(look_up(&store).await, Err(StoreError::Unavailable(_))));
    }
    assert!(
        asked.elapsed() < ROOM * Duration::from_millis(200),
        "while it is known to be away nobody waits: {:?}",
        asked.elapsed()
    );
    proxy.silence(false);
    comes_back(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_died_without_a_word_are_replaced() {
    let database = TestDatabase::postgres().await;
    let (proxy, store) = behind(&database, 4).await;
    for _ in 0..8 {
        look_up(&store).await.unwrap();
    }
    proxy.forget_connections();
    let asked = Instant::now();
    assert!(timeout(ROOM * Duration::from_secs(3), look_up(&store)).await.is_ok(), "an answer comes, whichever");
    comes_back(&store).await;
    assert!(asked.elapsed() < ROOM * Duration::from_secs(8));
}

/// A caller that waits for a connection while they are replaced is given one of the new ones. Refused are only those who have waited for as
/// long as one may, or, where no new connection came within a second, those who came before the next look.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_unit_of_work_that_waits_while_connections_are_replaced_begins() {
    let database = TestDatabase::postgres().await;
    let (proxy, store) = behind(&database, 1).await;
    look_up(&store).await.unwrap();
    proxy.forget_connections();
    let mut waiting = Vec::new();
    for _ in 0..12 {
        let store = store.clone();
        waiting.push(tokio::spawn(async move {
            let asked = Instant::now();
            (Store::begin(&store).await.err(), asked.elapsed())
        }));
        sleep(Duration::from_millis(150)).await;
    }
    let mut begun = 0;
    for caller in waiting {
        match caller.await.unwrap() {
            (None, _) => begun += 1,
            (Some(StoreError::Unavailable(cause)), waited) => {
                let has_waited = waited >= Duration::from_millis(1_900);
                assert!(has_waited || cause.to_string() == "the database is away", "{cause} after {waited:?}");
            }
            (Some(error), _) => panic!("{error}"),
        }
    }
    assert!(begun > 0, "nobody was served");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_are_cut_are_replaced() {
    let database = TestDatabase::postgres().await;
    let (proxy, store) = behind(&database, 4).await;
    look_up(&store).await.unwrap();
    proxy.cut_connections();
    comes_back(&store).await;
}

/// A unit of work that is open when the network falls silent ends in time, and commits nothing by halves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_unit_of_work_ends_when_the_database_falls_silent() {
    let database = TestDatabase::postgres().await;
    let ann = person(database.database(), Role::Employee, None).await;
    let (proxy, store) = behind(&database, 4).await;
    let unit = Store::begin(&store).await.unwrap();
    unit.timesheets().insert(&[new_entry(ann, "2026-06-10")]).await.unwrap();
    proxy.silence(true);
    let asked = Instant::now();
    assert!(matches!(unit.timesheets().of_day(ann, day("2026-06-10")).await, Err(StoreError::Unavailable(_))));
    assert!(unit.commit().await.is_err());
    assert!(asked.elapsed() < ROOM * Duration::from_secs(3));
    proxy.forget_connections();
    proxy.silence(false);
    comes_back(&store).await;
    assert_eq!(number(&database, "SELECT count(*) FROM timesheets").await, 0);
}

/// All connections busy: the next caller is told so in time, and nothing is broken afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_pool_refuses_in_time_and_recovers() {
    let database = TestDatabase::postgres().await;
    let store = Database::connect(&Settings { connections: 2, ..Settings::new(database.url()) }).await.unwrap();
    let held = [Store::begin(&store).await.unwrap(), Store::begin(&store).await.unwrap()];
    let asked = Instant::now();
    let third = Store::begin(&store).await;
    assert!(asked.elapsed() < ROOM * Duration::from_secs(3));
    if let Err(error) = third {
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    }
    drop(held);
    comes_back(&store).await;
}

/// The one writer that SQLite has is taken: the next one is told so in time, and readers do not notice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_taken_sqlite_writer_refuses_in_time_and_readers_go_on() {
    let database = TestDatabase::sqlite().await;
    let store = database.database();
    let held = Store::begin(store).await.unwrap();
    let asked = Instant::now();
    let (next, read) = tokio::join!(Store::begin(store), look_up(store));
    assert!(matches!(next.err(), Some(StoreError::Unavailable(_))));
    assert!(asked.elapsed() < ROOM * Duration::from_secs(3));
    read.unwrap();
    held.commit().await.unwrap();
    Store::begin(store).await.unwrap().commit().await.unwrap();
}

#[tokio::test]
async fn a_database_is_ready_until_it_is_closed() {
    for database in [TestDatabase::sqlite().await, TestDatabase::postgres().await] {
        assert!(database.database().readiness().await.is_ok());
        database.database().close().await;
        assert!(database.database().readiness().await.is_err());
        sleep(Duration::from_millis(1_500)).await;
        assert!(database.database().readiness().await.is_err(), "what is closed stays closed");
    }
}
