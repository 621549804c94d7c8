//! What is recorded of second factors.

use domain::person::Role;
use serde_json::json;
use testkit::{PASSWORD, TestApp};

use super::super::second_factors::set_up;
use super::super::{log_in, text};
use super::{Log, about};

/// Set up, used by a wrong and by a recovery code, turned off, and taken away.
pub(super) async fn factors(app: &TestApp, log: &mut Log) {
    let (fiona, admin) = (app.person("Fiona", Role::Manager).await, app.person("Adele", Role::Admin).await);
    let (client, adele) = (app.sign_in(&fiona).await, app.sign_in(&admin).await);
    log.next().await;
    let (_, codes) = set_up(app, &client).await;
    let events = log.next().await;
    let records: Vec<_> = events.iter().map(|event| event.record.clone()).collect();
    assert_eq!(records, [about("second-factor-set", &fiona)]);
    assert_eq!((events[0].actor, events[0].role), (Some(fiona.id), Some(Role::Manager)));

    let data = log_in(app, &fiona.email, PASSWORD).await.expect(200).data();
    assert_eq!(log.next().await, [], "nobody has signed in yet");
    let ticket = text(&data["secondFactor"], "ticket").to_owned();
    let step = async |code: &str| {
        app.anonymous().post("/api/auth/second-factor", json!({"ticket": ticket, "code": code})).await
    };
    let answer = step("ABCDE23456").await.expect(400);
    log.call(&answer, None, &[about("sign-in-failed", &fiona).detail("outcome", "wrong-code")]).await;
    let answer = step(&codes[0]).await.expect(200);
    let client = app.anonymous().with_token(text(&answer.data(), "token"));
    let events = log.next().await;
    let session = events[1].session.unwrap();
    let records: Vec<_> = events.iter().map(|event| event.record.clone()).collect();
    assert_eq!(records, [about("recovery-code-used", &fiona), about("signed-in", &fiona).detail("session", session)]);
    assert!(events.iter().all(|event| event.actor == Some(fiona.id)));

    let proof = |code: &str| json!({"password": PASSWORD, "code": code});
    let answer = client.post("/api/auth/recovery-codes", proof(&codes[1])).await;
    let used = about("recovery-code-used", &fiona);
    log.by(&answer, &fiona, Role::Manager, &[used.clone(), about("recovery-codes-made", &fiona)]).await;
    let code = answer.data()["recoveryCodes"][0].as_str().unwrap().to_owned();
    let answer = client.send("DELETE", "/api/auth/totp", Some(proof(&code).to_string().as_bytes())).await;
    log.by(&answer, &fiona, Role::Manager, &[used, about("second-factor-removed", &fiona)]).await;

    set_up(app, &client).await;
    log.next().await;
    let address = format!("/api/users/{}/second-factor", fiona.id);
    let answer = adele.send("DELETE", &address, Some(json!({"reason": "Lost"}).to_string().as_bytes())).await;
    log.by(&answer, &admin, Role::Admin, &[about("second-factor-reset", &fiona).detail("reason", "Lost")]).await;
}
