//! What the operator's commands record of accounts.

use application::events::Source;
use application::people::operate;
use domain::person::Role;
use testkit::TestApp;

use super::{Log, about};

/// Somebody who was signed in is signed out, and gets a temporary password without a reason.
pub(super) async fn accounts(app: &TestApp, log: &mut Log) {
    let ann = app.person("Ona", Role::Employee).await;
    app.sign_in(&ann).await;
    log.next().await;
    operate::end_sessions(&app.ports, ann.id).await.unwrap();
    operate::reset_password(&app.ports, ann.id).await.unwrap();
    let events = log.next().await;
    let records: Vec<_> = events.iter().map(|event| event.record.clone()).collect();
    assert_eq!(records, [about("sessions-ended", &ann), about("password-reset-for", &ann)]);
    for event in events {
        assert_eq!((event.source, event.actor, event.session), (Some(Source::Command), None, None));
        assert_eq!((event.role, event.request_id, event.address), (None, None, None));
    }
}
