use super::*;
use crate::memory::State;
use crate::testing::nothing_changes_when_a_call_fails;

const CONTENTS: Contents = Contents { people: 3, entries: 40, audit_entries: 500 };

#[tokio::test]
async fn a_backup_that_cannot_be_recorded_says_so() {
    nothing_changes_when_a_call_fails(State::default, async |fakes| {
        let ports = fakes.ports();
        note_backup(ports.store.as_ref(), ports.ids.as_ref(), ports.clock.now(), CONTENTS).await
    })
    .await;
}
