//! What the operator's commands record of backups.

use application::backups::events::backup_restored;
use application::backups::{Contents, note_backup};
use application::events::{Event, Origin, Source};
use application::facts::Facts;
use testkit::TestApp;

use super::Log;

/// One that was made, and one that was restored.
pub(super) async fn backups(app: &TestApp, log: &mut Log) {
    let contents = Contents { people: 3, entries: 40, audit_entries: 500 };
    let ports = &app.ports;
    note_backup(ports.store.as_ref(), ports.ids.as_ref(), ports.clock.now(), contents).await.unwrap();
    let restored = Event::new(&app.ports, app.ports.clock.now(), Origin::command(), backup_restored(contents), vec![]);
    let work = app.ports.store.begin().await.unwrap();
    work.events().append(&[restored]).await.unwrap();
    work.commit().await.unwrap();
    let events = log.next().await;
    let kinds: Vec<&str> = events.iter().map(|event| event.record.kind.as_ref()).collect();
    assert_eq!(kinds, ["backup-made", "backup-restored"]);
    for event in events {
        assert_eq!((event.source, event.actor, event.request_id), (Some(Source::Command), None, None));
        let numbers = Facts::default().with("people", 3_u32).with("entries", 40_u32).with("auditEntries", 500_u32);
        assert_eq!(event.record.details, numbers);
        assert!(event.record.subjects.is_empty() && event.record.changes.is_empty());
    }
}
