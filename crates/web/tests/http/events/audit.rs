//! What is recorded of the audit log itself.

use application::audit::{prune_next, seal_next};
use application::events::Record;
use testkit::TestApp;

use super::Log;

/// Ten years later the night removes all that was recorded so far.
pub(super) async fn removing(app: &TestApp, log: &mut Log) {
    while seal_next(&app.ports).await.unwrap() {}
    let newest = app.ports.reads.audit().chain().await.unwrap().newest;
    app.clock.set("2038-07-01T03:30:00Z");
    while prune_next(&app.ports).await.unwrap() {}
    let position = u32::try_from(newest.position).unwrap();
    let removed = Record::of("audit-pruned").detail("entries", position).detail("position", position);
    log.job(removed.detail("hash", newest.hash.to_string())).await;
}
