//! What the two databases keep of the audit log: nothing is changed or removed past the checkpoint, numbers may come late, and one sealer
//! seals at a time.

use application::audit::{verify_all, verify_newest};
use application::events::Event;
use application::ports::{AuditFilter, AuditOrder, AuditReads, Backlog, Store, StoreError};
use domain::oversight::audit::{Break, Gap, Stray};
use domain::person::Role;
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::audit::{append, enter, event, of, seal, step};
use crate::support::{execute, later, literal, now, number, person};

on_both_engines! {
    /// What is sealed goes with retention and with nothing else, and what is not sealed stays
    async fn what_was_recorded_is_neither_changed_nor_removed(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        let events: Vec<Event> = (0..3).map(|n| event(ann, of("notices-read").about([ann]), n)).collect();
        append(store, &events).await;
        let tables = ["events", "event_subjects", "audit_seals"];
        for change in ["UPDATE events SET kind = 'x'", "DELETE FROM events", "DELETE FROM event_subjects"] {
            assert!(execute(database, change).await.unwrap_err().contains("append-only"), "{change}, unsealed");
        }
        seal(store, now()).await;
        for change in [
            "UPDATE events SET kind = 'x'", "UPDATE event_subjects SET event_seq = 7", "UPDATE audit_seals SET hash = hash",
        ] {
            assert!(execute(database, change).await.unwrap_err().contains("append-only"), "{change}");
        }
        // Past the triggers on changed and deleted rows.
        let past = if database.is_postgres() {
            ["TRUNCATE events", "TRUNCATE event_subjects", "TRUNCATE audit_seals"]
        } else {
            [
                "INSERT OR REPLACE INTO events (seq, id, kind, payload, audience, at) \
                 SELECT seq, zeroblob(16), kind, payload, audience, at FROM events LIMIT 1",
                "INSERT OR REPLACE INTO events (id, kind, payload, audience, at) SELECT id, kind, payload, audience, at FROM events",
                "INSERT OR REPLACE INTO audit_seals (position, event_seq, hash) SELECT position, 99, hash FROM audit_seals LIMIT 1",
            ]
        };
        for change in past {
            assert!(execute(database, change).await.unwrap_err().contains("append-only"), "{change}");
        }
        execute(database, "UPDATE audit_chain SET checkpoint_position = 1").await.unwrap();
        for (table, of) in tables.iter().zip(["seq", "event_seq", "event_seq"]) {
            let past = format!("DELETE FROM {table} WHERE {of} = (SELECT event_seq FROM audit_seals WHERE position = 2)");
            assert!(execute(database, &past).await.unwrap_err().contains("append-only"), "{past}");
            let before = format!("DELETE FROM {table} WHERE {of} = (SELECT event_seq FROM audit_seals WHERE position = 1)");
            assert_eq!(execute(database, &before).await, Ok(1), "{before}");
        }
        for change in ["INSERT INTO audit_chain SELECT 2, 0, hash, NULL, 0, 0, hash FROM audit_chain", "UPDATE audit_chain SET checkpoint_position = 4"] {
            execute(database, change).await.unwrap_err();
        }
    }

    /// What somebody puts between events that are sealed is found at the next one
    async fn an_event_that_was_put_in_past_the_portal_is_a_break(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        append(store, &[event(ann, of("signed-in"), 0), event(ann, of("signed-out"), 1)]).await;
        seal(store, now()).await;
        assert_eq!(verify_all(store).await.unwrap().found, None);
        let id = literal(database, Uuid::now_v7());
        let forged = format!(
            "INSERT INTO events (seq, id, kind, payload, audience, at) \
             VALUES (0, {id}, 'salary-set', '{{}}', '[]', '2026-06-10T09:30:00+00:00')"
        );
        execute(database, &forged).await.unwrap();
        let at = "2026-06-10T09:30:00Z".parse().ok();
        let found = Break { position: 1, seq: Some(0), at, kind: Some("salary-set".into()) };
        assert_eq!(verify_all(store).await.unwrap().found, Some(found.clone()));
        assert_eq!(verify_newest(store, 1_000).await.unwrap().found, Some(found));
    }

    /// What cannot be read is a break at its position, and stops neither a verification nor the sealing of others
    async fn an_event_that_nobody_can_read_is_a_break_and_stops_nothing(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        append(store, &(0..5).map(|n| event(ann, of("notices-read").about([ann]), n)).collect::<Vec<_>>()).await;
        seal(store, now()).await;
        let on = |table: &str| if database.is_postgres() { format!(" ON {table}") } else { String::new() };
        for table in ["events", "event_subjects"] {
            execute(database, &format!("DROP TRIGGER tr_{table}_no_update{}", on(table))).await.unwrap();
        }
        let at = |position: i64| format!("(SELECT event_seq FROM audit_seals WHERE position = {position})");
        // SQLite keeps whatever is put into a column.
        let (never, changes) = if database.is_postgres() {
            ("infinity", vec![format!("UPDATE events SET at = 'infinity' WHERE seq = {}", at(2))])
        } else {
            let changes = vec![
                format!("UPDATE events SET at = 'x' WHERE seq = {}", at(2)),
                format!("UPDATE events SET actor_id = x'07' WHERE seq = {}", at(3)),
                format!("UPDATE event_subjects SET user_id = 'Ann' WHERE event_seq = {}", at(4)),
                format!("UPDATE events SET at = '2026-06-10 at noon' WHERE seq = {}", at(5)),
            ];
            ("x", changes)
        };
        for change in &changes {
            assert_eq!(execute(database, change).await, Ok(1), "{change}");
        }
        let entries = store.chain_entries(0, 10).await.unwrap();
        let is_read: Vec<bool> = entries.iter().map(|entry| entry.event.is_some()).collect();
        let expected: Vec<bool> = (1..=5).map(|position| position == 1 || position > changes.len() + 1).collect();
        assert_eq!(is_read, expected);
        let seq = entries[1].seq;
        let broken = Some(Break { position: 2, seq: Some(seq), at: None, kind: None });
        assert_eq!(verify_all(store).await.unwrap().found, broken);

        let id = literal(database, Uuid::now_v7());
        let strange = "INSERT INTO events (id, kind, payload, audience, at) VALUES";
        execute(database, &format!("{strange} ({id}, 'salary-set', '{{}}', '[]', '{never}')")).await.unwrap();
        assert_eq!(store.backlog().await, Ok(Backlog { events: 1, since: None }), "nobody can tell");
        assert_eq!(seal(store, now()).await.unreadable.len(), 1);
        assert!(store.unsealed(10).await.unwrap().unreadable.is_empty(), "it is passed over, however many there are");
        append(store, &[event(ann, of("signed-out"), 9)]).await;
        seal(store, now()).await;
        assert_eq!(store.chain().await.unwrap().newest.position, 6);
        let left = store.unsealed(10).await.unwrap();
        assert!(left.newer.is_empty() && left.gaps.is_empty() && left.unreadable.is_empty(), "{left:?}");
        let newest = store.chain_entries(5, 10).await.unwrap().remove(0);
        let stray = newest.stray.map(|Stray { seq, at, kind }| (newest.seq - seq, at, kind));
        assert_eq!(stray, Some((1, None, Some("salary-set".to_owned()))));
        // A page has its length without them.
        let kinds = async |order, limit| {
            let part = store.audit_part(&AuditFilter::default(), order, limit, 20).await.unwrap();
            part.entries.into_iter().map(|entry| entry.event.record.kind.into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(kinds(AuditOrder::Above(entries[0].seq), 1).await.len(), 1);
        assert_eq!(kinds(AuditOrder::Below(i64::MAX), 2).await, ["signed-out", "notices-read"]);
        // One is strange only in whom it is about.
        let readable = if database.is_postgres() { 5 } else { 3 };
        assert_eq!(kinds(AuditOrder::Below(i64::MAX), 10).await.len(), readable);
    }

    /// What was put in the place of a role or a source past the portal is a break, and keeps nobody from looking at it
    async fn an_event_with_a_role_that_there_is_not_can_be_looked_at(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        append(store, &[event(ann, of("signed-in"), 0)]).await;
        seal(store, now()).await;
        let on = if database.is_postgres() { " ON events" } else { "" };
        execute(database, &format!("DROP TRIGGER tr_events_no_update{on}")).await.unwrap();
        assert_eq!(execute(database, "UPDATE events SET actor_role = 'Root', source = 'hand'").await, Ok(1));
        assert_eq!(verify_all(store).await.unwrap().found.map(|found| found.position), Some(1));
        let part = store.audit_part(&AuditFilter::default(), AuditOrder::Above(0), 10, 20).await.unwrap();
        let [shown] = part.entries.as_slice() else { panic!("{part:?}") };
        assert_eq!((shown.event.role, shown.event.source, shown.event.actor), (None, None, Some(ann)));
    }

    /// Two sealers at once: the second waits, and finds another chain
    async fn one_sealer_seals_at_a_time(database: &TestDatabase, store: &Database) {
        let other = database.another_instance().await;
        let ann = person(store, Role::Employee, None).await;
        append(store, &[event(ann, of("signed-in"), 0)]).await;
        let found = store.unsealed(10).await.unwrap();
        let first = Store::begin(store).await.unwrap();
        assert_eq!(first.audit().lock_chain().await, Ok(found.chain));
        let second = tokio::spawn(async move {
            let unit = Store::begin(&other).await.unwrap();
            unit.audit().lock_chain().await
        });
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        assert!(!second.is_finished());
        first.audit().seal(&step(&found), now()).await.unwrap();
        first.commit().await.unwrap();
        let chain = second.await.unwrap();
        assert_eq!(chain.map(|chain| chain.newest.position), Ok::<_, StoreError>(1));
        assert_eq!(number(database, "SELECT count(*) FROM audit_seals").await, 1);
    }
}

/// A number that was given out early and committed late is sealed then, however late; one that never comes is given up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_comes_late_is_sealed_late() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let ann = person(store, Role::Employee, None).await;
    let slow = Store::begin(store).await.unwrap();
    slow.events().append(&[event(ann, of("signed-in"), 0), event(ann, of("signed-in"), 0)]).await.unwrap();
    let lost = Store::begin(store).await.unwrap();
    lost.events().append(&[event(ann, of("signed-out"), 0)]).await.unwrap();
    append(store, &[event(ann, of("reset-asked"), 1)]).await;
    assert_eq!(seal(store, now()).await.newer.len(), 1);
    let open = store.unsealed(10).await.unwrap();
    assert_eq!(open.gaps.iter().map(|gap| gap.may_appear).collect::<Vec<_>>(), [true; 3]);
    assert!(step(&open).is_empty(open.chain.newest_seq), "no clock ends the wait");
    // Those who come later hold none of these numbers, and keep none of them open.
    let other = Store::begin(store).await.unwrap();
    other.events().append(&[event(ann, of("notices-read"), 2)]).await.unwrap();
    slow.commit().await.unwrap();
    let found = seal(store, later(3_600)).await;
    assert_eq!(found.late.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(), ["signed-in", "signed-in"]);
    let entries = store.chain_entries(0, 10).await.unwrap();
    let kinds: Vec<&str> = entries.iter().map(|entry| entry.event.as_ref().unwrap().kind.as_str()).collect();
    assert_eq!(kinds, ["reset-asked", "signed-in", "signed-in"]);
    assert_eq!(store.unsealed(10).await.unwrap().gaps, [Gap { seq: found.late[1].seq + 1, may_appear: true }]);
    // The connection rolls back when it comes to it.
    drop(lost);
    let since = std::time::Instant::now();
    while !store.unsealed(10).await.unwrap().gaps.is_empty() {
        assert!(since.elapsed() < testkit::SOON, "it is looked for although nobody can have it");
        seal(store, now()).await;
    }
    other.commit().await.unwrap();
    seal(store, now()).await;
    assert_eq!(verify_all(store).await.unwrap().found, None);
    assert_eq!(store.chain().await.unwrap().newest.position, 4);
}

/// What there are too many of for one look is not given up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_numbers_that_one_look_does_not_show_are_not_given_up() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let ann = person(store, Role::Employee, None).await;
    let slow = Store::begin(store).await.unwrap();
    slow.events().append(&[event(ann, of("signed-in"), 0), event(ann, of("signed-in"), 1)]).await.unwrap();
    append(store, &[event(ann, of("reset-asked"), 2)]).await;
    seal(store, now()).await;
    slow.commit().await.unwrap();
    let found = store.unsealed(1).await.unwrap();
    assert_eq!((found.gaps.len(), found.late.len()), (2, 1));
    enter(store, &step(&found), now()).await;
    assert_eq!(seal(store, now()).await.late.len(), 1);
    assert_eq!(store.chain().await.unwrap().newest.position, 3);
    assert_eq!(verify_all(store).await.unwrap().found, None);
}
