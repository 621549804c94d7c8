//! What is recorded of break-glass accounts.

use domain::person::Role;
use domain::sign_in::PasswordUse;
use serde_json::json;
use testkit::database::TestDatabase;
use testkit::{PASSWORD, TestApp};

use super::super::passwords_off::where_passwords_are;
use super::super::second_factors::set_up;
use super::super::{log_in, text};
use super::{Log, about};

/// Marked, used, no longer marked, and refused, in another instance of the portal.
pub(super) async fn sign_ins(database: &TestDatabase, log: &mut Log) {
    let app = TestApp::start_as(database, where_passwords_are(PasswordUse::BreakGlass).await).await;
    let (grace, admin) = (app.person("Grace", Role::Admin).await, app.person("Adrian", Role::Admin).await);
    let adrian = app.sign_in(&admin).await;
    let (key, _) = set_up(&app, &app.sign_in(&grace).await).await;
    log.next().await;
    let mark = async |is_break_glass: bool| {
        let body = json!({"isBreakGlass": is_break_glass, "reason": "In the safe"});
        adrian.put(&format!("/api/users/{}/break-glass", grace.id), body).await
    };
    let set = |kind| about(kind, &grace).detail("reason", "In the safe");
    log.by(&mark(true).await, &admin, Role::Admin, &[set("break-glass-marked")]).await;

    let data = log_in(&app, &grace.email, PASSWORD).await.expect(200).data();
    let code = testkit::app::code(&key, app.ports.clock.now());
    let body = json!({"ticket": text(&data["secondFactor"], "ticket"), "code": code});
    app.anonymous().post("/api/auth/second-factor", body).await.expect(200);
    let events = log.next().await;
    let session = events[0].session.unwrap();
    let records: Vec<_> = events.iter().map(|event| event.record.clone()).collect();
    let told = |kind| about(kind, &grace).detail("session", session);
    assert_eq!(records, [told("break-glass-used"), told("signed-in").detail("by", "password")]);

    log.by(&mark(false).await, &admin, Role::Admin, &[set("break-glass-unmarked")]).await;
    let answer = log_in(&app, &grace.email, PASSWORD).await.expect(403);
    log.call(&answer, None, &[about("sign-in-failed", &grace).detail("outcome", "passwords-off")]).await;
}
