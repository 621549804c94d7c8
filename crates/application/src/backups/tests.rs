use super::*;
use crate::events::{Record, Source};
use crate::memory::State;
use crate::testing::{Fakes, nothing_changes_when_a_call_fails};

const CONTENTS: Contents = Contents { people: 3, entries: 40, audit_entries: 500 };

#[tokio::test]
async fn a_backup_is_an_event_of_a_command_with_its_numbers_of_rows() {
    let fakes = Fakes::over(State::default());
    note_backup(&fakes.ports(), CONTENTS).await.unwrap();
    let events = fakes.state().events;
    let [event] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((event.origin.source, event.actor()), (Source::Command, None));
    let made =
        Record::of("backup-made").detail("people", 3_u32).detail("entries", 40_u32).detail("auditEntries", 500_u32);
    assert_eq!(event.record, made);
    assert!(event.pushes.is_empty(), "no browser shows it");
    assert_eq!(Record::from(BackupRestored(CONTENTS)).details, made.details);
}

#[tokio::test]
async fn a_backup_that_cannot_be_recorded_says_so() {
    nothing_changes_when_a_call_fails(State::default, async |fakes| note_backup(&fakes.ports(), CONTENTS).await).await;
}
