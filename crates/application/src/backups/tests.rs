use super::*;
use crate::memory::State;
use crate::testing::nothing_changes_when_a_call_fails;

const CONTENTS: Contents = Contents { people: 3, entries: 40, audit_entries: 500 };

#[tokio::test]
async fn a_backup_that_cannot_be_recorded_says_so() {
    nothing_changes_when_a_call_fails(State::default, async |fakes| note_backup(&fakes.ports(), CONTENTS).await).await;
}
