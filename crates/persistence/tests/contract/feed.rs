//! The event feed.

use std::time::Duration;

use application::absences::events::day_frozen;
use application::events::{Audience, Event, Origin, Push, Topic};
use application::notices::events::notices_read;
use domain::id::{EventId, SessionId, UserId};
use domain::session::SessionEnd;
use persistence::{Database, EventFeed, Settings};
use testkit::SOON;
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use crate::support::{begin, committed, execute, now, number};

pub(crate) fn event(pushes: Vec<Push>) -> Event {
    Event {
        id: EventId::new(Uuid::now_v7()),
        at: now(),
        origin: Origin::job(),
        record: notices_read(UserId::new(Uuid::from_u128(1)), 1),
        pushes,
    }
}

/// Commits one event with these messages.
async fn record(database: &Database, pushes: Vec<Push>) {
    let unit = begin(database).await;
    unit.events().append(&[event(pushes)]).await.unwrap();
    unit.commit().await.unwrap();
}

fn push(n: u128) -> Push {
    Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(vec![UserId::new(Uuid::from_u128(n))]) }
}

async fn next(feed: &mut EventFeed, limit: Duration) -> Vec<Push> {
    timeout(limit, feed.next()).await.expect("the feed brings it in time")
}

/// Waits until all of these have come, in any number of pieces.
async fn all_come(feed: &mut EventFeed, expected: &[Push], limit: Duration) {
    let end = Instant::now() + limit;
    let mut missing = expected.to_vec();
    while !missing.is_empty() {
        let pushes = tokio::time::timeout_at(end, feed.next())
            .await
            .unwrap_or_else(|_| panic!("these did not come: {missing:?}"));
        missing.retain(|push| !pushes.contains(push));
    }
}

on_both_engines! {
    async fn committed_events_come_in_their_order_and_dropped_ones_never(database: &TestDatabase, store: &Database) {
        record(store, vec![push(1)]).await;
        let mut feed = store.event_feed().await.unwrap();
        let dropped = begin(store).await;
        dropped.events().append(&[event(vec![push(2)])]).await.unwrap();
        drop(dropped);
        let unit = begin(store).await;
        let ended = Push::SessionEnded { session: SessionId::new(Uuid::from_u128(9)), end: SessionEnd::AnotherDevice };
        unit.events().append(&[event(vec![push(3), ended.clone()]), event(vec![]), event(vec![push(4)])]).await.unwrap();
        unit.commit().await.unwrap();
        assert_eq!(next(&mut feed, SOON).await, [push(3), ended, push(4)], "from the opening of the feed on");
        assert_eq!(number(database, "SELECT count(*) FROM events").await, 4);
    }

    async fn a_signal_beats_the_look_every_half_second(database: &TestDatabase) {
        let other = database.another_instance().await;
        let mut feed = other.event_feed().await.unwrap();
        // The listener needs a moment to connect; until then the look alone brings the news.
        record(database.database(), vec![push(100)]).await;
        next(&mut feed, SOON).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let mut waits = Vec::new();
        for n in 0..9 {
            let store = database.database().clone();
            let committed = tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(35)).await;
                record(&store, vec![push(n)]).await;
                Instant::now()
            });
            next(&mut feed, SOON).await;
            waits.push(Instant::now().duration_since(committed.await.unwrap()));
        }
        waits.sort_unstable();
        assert!(waits[4] < Duration::from_millis(300), "half of them came long before the look: {waits:?}");
    }

    async fn an_audience_of_five_hundred_comes_whole(database: &TestDatabase) {
        let mut feed = database.another_instance().await.event_feed().await.unwrap();
        let users: Vec<UserId> = (0..500).map(|_| UserId::new(Uuid::now_v7())).collect();
        let pushes = [Topic::Timesheets, Topic::Notifications]
            .map(|topic| Push::Changed { topic, audience: Audience::Users(users.clone()) });
        let mut new = event(pushes.to_vec());
        new.record = day_frozen("2026-06-10".parse().unwrap(), &users);
        committed(database.database(), async |unit| unit.events().append(&[new]).await).await;
        assert_eq!(next(&mut feed, SOON).await, pushes);
    }

    async fn a_thousand_events_all_come(store: &Database) {
        let mut feed = store.event_feed().await.unwrap();
        let unit = begin(store).await;
        let pushes: Vec<Push> = (0..1_200).map(push).collect();
        for chunk in pushes.chunks(300) {
            let events: Vec<Event> = chunk.iter().map(|push| event(vec![push.clone()])).collect();
            unit.events().append(&events).await.unwrap();
        }
        unit.commit().await.unwrap();
        let mut seen = Vec::new();
        while seen.len() < pushes.len() {
            seen.extend(next(&mut feed, SOON).await);
        }
        assert_eq!(seen, pushes);
    }

    async fn a_wait_that_is_given_up_loses_nothing(store: &Database) {
        let mut feed = store.event_feed().await.unwrap();
        let mut seen = Vec::new();
        let pushes: Vec<Push> = (0..60).map(push).collect();
        for (n, push) in (0u64..).zip(&pushes) {
            record(store, vec![push.clone()]).await;
            if let Ok(found) = timeout(Duration::from_micros(40 * n), feed.next()).await {
                seen.extend(found);
            }
        }
        while seen.len() < pushes.len() {
            seen.extend(next(&mut feed, SOON).await);
        }
        assert_eq!(seen, pushes);
    }

    async fn a_feed_goes_on_after_rows_that_it_cannot_read(database: &TestDatabase, store: &Database) {
        let mut feed = store.event_feed().await.unwrap();
        let id = crate::support::literal(database, Uuid::now_v7());
        let strange = format!(
            "INSERT INTO events (id, kind, payload, audience, at) VALUES ({id}, 'new', '{{}}', 'no json', '2026-06-10T00:00:00+00:00')"
        );
        execute(database, &strange).await.unwrap();
        record(store, vec![push(1)]).await;
        assert_eq!(next(&mut feed, SOON).await, [push(1)]);
    }
}

/// Two transactions commit in the opposite order of their numbers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lower_number_that_commits_later_is_not_lost() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let mut feed = store.event_feed().await.unwrap();
    let slow = begin(store).await;
    slow.events().append(&[event(vec![push(1)])]).await.unwrap();
    record(store, vec![push(2)]).await;
    assert_eq!(next(&mut feed, SOON).await, [push(2)]);
    tokio::time::sleep(Duration::from_millis(700)).await;
    slow.commit().await.unwrap();
    assert_eq!(next(&mut feed, SOON).await, [push(1)]);
}

/// A feed that opens while an event is on its way brings it, though a higher number was there first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_that_was_on_its_way_when_the_feed_opened_is_not_lost() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let slow = begin(store).await;
    slow.events().append(&[event(vec![push(1)])]).await.unwrap();
    record(store, vec![push(2)]).await;
    let mut feed = store.event_feed().await.unwrap();
    slow.commit().await.unwrap();
    assert_eq!(next(&mut feed, SOON).await, [push(1)]);
}

/// The connection of the listener is cut, then goes silent: the look finds everything all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_feed_goes_on_while_its_listener_is_cut() {
    let database = TestDatabase::postgres().await;
    let proxy = database.proxy().await;
    let behind = Database::connect(&Settings::new(database.url_through(&proxy))).await.unwrap();
    let mut feed = behind.event_feed().await.unwrap();
    record(database.database(), vec![push(1)]).await;
    next(&mut feed, SOON).await;

    proxy.cut_connections();
    record(database.database(), vec![push(2)]).await;
    all_come(&mut feed, &[push(2)], SOON).await;

    tokio::time::sleep(Duration::from_secs(2)).await;
    proxy.forget_connections();
    record(database.database(), vec![push(3)]).await;
    all_come(&mut feed, &[push(3)], SOON).await;
    // And the listener itself comes back: it is the reason why the next one is quick.
    record(database.database(), vec![push(4)]).await;
    all_come(&mut feed, &[push(4)], SOON).await;
}
