//! What the two databases keep of the audit log: nothing is changed or removed past the checkpoint, numbers may come late, and one sealer
//! seals at a time.

use application::events::Event;
use application::ports::{AuditReads, Store, StoreError};
use domain::person::Role;
use testkit::on_both_engines;

use crate::audit::{append, event, of, seal, step};
use crate::support::{execute, later, now, number, person};

on_both_engines! {
    /// What is sealed goes with retention and with nothing else, and what is not sealed stays
    // Shows: J13
    async fn what_was_recorded_is_neither_changed_nor_removed(database: &TestDatabase) {
        let store = database.database();
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

    /// A number that was given out early and committed late is sealed then; one that never comes is given up
    async fn a_number_that_comes_late_is_sealed_late(database: &TestDatabase) {
        if !database.is_postgres() {
            return;
        }
        let store = database.database();
        let ann = person(store, Role::Employee, None).await;
        let slow = Store::begin(store).await.unwrap();
        slow.events().append(&[event(ann, of("signed-in"), 0)]).await.unwrap();
        let lost = Store::begin(store).await.unwrap();
        lost.events().append(&[event(ann, of("signed-out"), 0)]).await.unwrap();
        append(store, &[event(ann, of("reset-asked"), 1)]).await;
        assert_eq!(seal(store, now()).await.newer.len(), 1);
        assert_eq!(store.unsealed(10).await.unwrap().gaps.len(), 2);
        assert!(step(&store.unsealed(10).await.unwrap(), later(29)).is_empty());
        slow.commit().await.unwrap();
        drop(lost);
        let found = seal(store, later(29)).await;
        assert_eq!(found.late.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(), ["signed-in"]);
        let entries = store.chain_entries(0, 10).await.unwrap();
        assert_eq!(entries.iter().map(|entry| entry.event.as_ref().unwrap().kind.as_str()).collect::<Vec<_>>(), ["reset-asked", "signed-in"]);
        seal(store, later(30)).await;
        assert!(store.unsealed(10).await.unwrap().gaps.is_empty());
    }

    /// Two sealers at once: the second waits, and finds another chain
    async fn one_sealer_seals_at_a_time(database: &TestDatabase) {
        let store = database.database();
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
        first.audit().seal(&step(&found, now()), now()).await.unwrap();
        first.commit().await.unwrap();
        let chain = second.await.unwrap();
        assert_eq!(chain.map(|chain| chain.newest.position), Ok::<_, StoreError>(1));
        assert_eq!(number(database, "SELECT count(*) FROM audit_seals").await, 1);
    }
}
