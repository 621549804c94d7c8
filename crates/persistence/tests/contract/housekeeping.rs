//! What is kept for a while only: it goes when it is old, and nothing else does.

use application::ports::{NewNotice, NewSession};
use domain::id::NoticeId;
use domain::notice::frozen;
use domain::person::Role;
use domain::session::SessionEnd;
use persistence::Transient;
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::support::{begin, day, later, new_session, number, people, person, session};

async fn count(database: &TestDatabase, table: &str) -> i64 {
    number(database, &format!("SELECT count(*) FROM {table}")).await
}

on_both_engines! {
    async fn addresses_are_forgotten_when_they_no_longer_count(database: &TestDatabase, store: &Database) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let unit = begin(store).await;
        for (user, address, at) in [(ann, "192.0.2.1", 9), (ann, "192.0.2.2", 10), (bob, "192.0.2.1", 11), (bob, "192.0.2.2", 1)] {
            unit.sessions().remember_address(user, address, later(at)).await.unwrap();
        }
        unit.commit().await.unwrap();
        assert_eq!(store.forget(Transient::KnownAddresses, later(10)).await, Ok(2));
        assert_eq!(count(database, "known_addresses WHERE address = '192.0.2.2'").await, 1);
        assert_eq!(count(database, "known_addresses").await, 2);
    }

    async fn sessions_are_forgotten_long_after_their_end(database: &TestDatabase, store: &Database) {
        for (end, expires) in [(true, 10), (false, 10), (true, 11), (false, 11)] {
            let user = person(store, Role::Employee, None).await;
            let unit = begin(store).await;
            let session = NewSession { expires_at: later(expires), ..new_session(user) };
            unit.sessions().start(&session).await.unwrap();
            if end {
                unit.sessions().end(session.id, SessionEnd::Logout, later(5)).await.unwrap();
            }
            unit.commit().await.unwrap();
        }
        assert_eq!(store.forget(Transient::Sessions, later(11)).await, Ok(2));
        assert_eq!(count(database, "sessions").await, 2);
        // Another login is as ever.
        let ann = person(store, Role::Employee, None).await;
        session(store, ann).await;
    }

    async fn notices_are_forgotten_when_they_were_read_long_ago(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        let ids: Vec<NoticeId> = (0..3).map(|_| NoticeId::new(Uuid::now_v7())).collect();
        let unit = begin(store).await;
        let notices: Vec<_> = ids.iter().map(|id| NewNotice {
            id: *id,
            user: ann,
            notice: frozen::notice(day("2026-06-09")),
            created_at: later(0),
        }).collect();
        unit.inbox().notify(&notices).await.unwrap();
        unit.inbox().read_notices(&ids[..1], later(9)).await.unwrap();
        unit.inbox().read_notices(&ids[1..2], later(10)).await.unwrap();
        unit.commit().await.unwrap();
        assert_eq!(store.forget(Transient::ReadNotices, later(10)).await, Ok(1));
        assert_eq!(store.forget(Transient::ReadNotices, later(1_000)).await, Ok(1), "an unread one stays");
        assert_eq!(count(database, "notices WHERE read_at IS NULL").await, 1);
    }

    /// More rows than are deleted at once are all deleted.
    async fn it_goes_batch_by_batch(database: &TestDatabase, store: &Database) {
        let unit = begin(store).await;
        for n in 0..1_203 {
            let at = later(if n < 1_201 { n % 10 } else { 10 });
            unit.throttles().save(&format!("bucket {n}"), &domain::throttle::Attempts::default(), at).await.unwrap();
        }
        unit.commit().await.unwrap();
        let statements = database.statements();
        assert_eq!(store.forget(Transient::Throttles, later(10)).await, Ok(1_201));
        assert_eq!(statements.take().len(), 3, "five hundred at once");
        assert_eq!(count(database, "throttles").await, 2);
        for what in Transient::ALL {
            assert!(store.forget(what, later(0)).await.is_ok(), "{what:?}");
        }
    }
}

/// What somebody else holds on to is no reason to wait.
#[tokio::test]
async fn nobody_waits_for_what_is_held() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let unit = begin(store).await;
    for bucket in ["held", "free"] {
        unit.throttles().save(bucket, &domain::throttle::Attempts::default(), later(0)).await.unwrap();
    }
    unit.commit().await.unwrap();
    let holder = begin(store).await;
    holder.throttles().load("held").await.unwrap();
    assert_eq!(store.forget(Transient::Throttles, later(10)).await, Ok(1));
    holder.commit().await.unwrap();
    assert_eq!(store.forget(Transient::Throttles, later(10)).await, Ok(1));
}
