//! What is recorded of sign-ins by providers: never a subject or a secret.

use domain::person::Role;
use domain::sign_in::{Provider, RoleMapping};
use serde_json::{Value, json};
use testkit::database::TestDatabase;
use testkit::provider::TestProvider;
use testkit::{Response, TestApp};

use super::super::sign_in::support::{Browser, landed, portal, said};
use super::{Log, about};

/// A portal of its own, in which groups give roles: a first sign-in, the next one, and those that fail; and an administrator who removes a link.
pub(super) async fn ways(database: &TestDatabase, log: &mut Log) {
    let provider = TestProvider::start().await;
    let roles = Some(RoleMapping::parse("claim=groups; leads=Manager; staff=Employee").unwrap());
    let app = portal(database, Provider { roles, ..provider.as_set("acme") }).await;
    let (olga, boss) = (app.person("Olga", Role::Employee).await, app.person("Otto", Role::Boss).await);
    log.next().await;
    let (answer, browser) = way(&app, &provider, "1", &olga.email, &["leads"]).await;
    let mapped = |kind, person, role: Role| about(kind, person).detail("provider", "acme").detail("role", role);
    let changed = about("account-changed", &olga).change("role", Some(Role::Employee), Some(Role::Manager));
    let linked = about("identity-linked", &olga).detail("provider", "acme");
    let events = log.next().await;
    let records: Vec<_> = events.iter().map(|event| event.record.clone()).collect();
    let records: Vec<_> = records.into_iter().filter(|record| record.kind != "leave-settled").collect();
    assert_eq!(records, [linked, changed, mapped("role-mapped", &olga, Role::Manager)]);
    for event in &events {
        let told = (event.actor, event.session, event.request_id.as_deref());
        assert_eq!(told, (Some(olga.id), None, answer.header("x-request-id")), "{}", event.record.kind);
    }
    browser.exchange(&landed(&answer)).await.expect(200);
    let [event] = log.next().await.try_into().unwrap();
    let session = event.session.unwrap();
    assert_eq!(event.record, about("signed-in", &olga).detail("session", session).detail("by", "acme"));

    let (answer, _) = way(&app, &provider, "2", &boss.email, &["staff"]).await;
    let linked = about("identity-linked", &boss).detail("provider", "acme");
    let kept = mapped("role-not-mapped", &boss, Role::Employee);
    log.call(&answer, Some((&boss, Role::Boss)), &[linked, kept]).await;
    let (answer, _) = way(&app, &provider, "3", &olga.email, &[]).await;
    log.call(&answer, None, &[about("sign-in-failed", &olga).detail("outcome", "linked-elsewhere")]).await;

    let admin = app.person("Oscar", Role::Admin).await;
    log.next().await;
    let (path, body) = (format!("/api/users/{}/identities/acme", boss.id), json!({"reason": "Left the group"}));
    let answer = app.sign_in(&admin).await.send("DELETE", &path, Some(body.to_string().as_bytes())).await.expect(200);
    let removed = about("identity-removed", &boss).detail("provider", "acme").detail("reason", "Left the group");
    log.by(&answer, &admin, Role::Admin, &[removed]).await;
}

/// The answer to a callback of this person there.
async fn way(
    app: &TestApp,
    provider: &TestProvider,
    subject: &str,
    email: &str,
    groups: &[&str],
) -> (Response, Browser) {
    let mut browser = Browser::of(app);
    let way = browser.start("acme").await;
    let claims: Value = json!({"sub": subject, "email": email, "email_verified": true, "groups": groups});
    provider.give(subject, &said(app, provider, way.nonce(), &claims));
    let answer = browser.answer("acme", &[("state", way.state()), ("code", subject)]).await;
    (answer, browser)
}
