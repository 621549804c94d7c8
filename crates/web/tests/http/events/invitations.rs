//! What is recorded of invitations.

use application::events::Record;
use domain::person::Role;
use serde_json::json;
use testkit::TestApp;

use super::{Log, about};

/// Asked for, for one person and for all, sent, and used.
pub(super) async fn asked_for(app: &TestApp, log: &mut Log) {
    let (nobody, admin) = (app.imported("Inga", Role::Manager).await, app.person("Aline", Role::Admin).await);
    let aline = app.sign_in(&admin).await;
    log.next().await;
    let answer = aline.post(&format!("/api/users/{}/invite", nobody.id), json!({})).await;
    log.by(&answer, &admin, Role::Admin, &[about("person-invited", &nobody)]).await;
    app.invitation_token().await.expect("an invitation");
    log.job(about("invitation-sent", &nobody)).await;
    let count = aline.get("/api/users/invite").await.expect(200).data()["count"].as_u64().unwrap();
    let answer = aline.post("/api/users/invite", json!({})).await;
    let count = u32::try_from(count).unwrap();
    log.by(&answer, &admin, Role::Admin, &[Record::of("people-invited").detail("count", count)]).await;
    app.invitation_token().await.expect("another one");
    log.next().await;
}
