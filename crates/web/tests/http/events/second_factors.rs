//! What is recorded of second factors.

use domain::person::Role;
use serde_json::json;
use testkit::{PASSWORD, TestApp};

use super::super::second_factors::set_up;
use super::super::{log_in, text};
use super::{Log, about};

/// Set up, used by a wrong and by a recovery code, turned off, and taken away.
pub(super) async fn factors(app: &TestApp, log: &mut Log) {
    let (fay, admin) = (app.person("Fay", Role::Manager).await, app.person("Abi", Role::Admin).await);
    let (client, abi) = (app.sign_in(&fay).await, app.sign_in(&admin).await);
    log.next().await;
    let (_, codes) = set_up(app, &client).await;
    let events = log.next().await;
    let records: Vec<_> = events.iter().map(|event| event.record.clone()).collect();
    assert_eq!(records, [about("second-factor-set", &fay)]);
    assert_eq!((events[0].actor, events[0].role), (Some(fay.id), Some(Role::Manager)));

    let data = log_in(app, &fay.email, PASSWORD).await.expect(200).data();
    assert_eq!(log.next().await, [], "nobody has signed in yet");
    let ticket = text(&data["secondFactor"], "ticket").to_owned();
    let step = async |code: &str| {
        app.anonymous().post("/api/auth/second-factor", json!({"ticket": ticket, "code": code})).await
    };
    let answer = step("ABCDE23456").await.expect(400);
    log.call(&answer, None, &[about("sign-in-failed", &fay).detail("outcome", "wrong-code")]).await;
    let answer = step(&codes[0]).await.expect(200);
    let client = app.anonymous().with_token(text(&answer.data(), "token"));
    let events = log.next().await;
    let session = events[1].session.unwrap();
    let records: Vec<_> = events.iter().map(|event| event.record.clone()).collect();
    assert_eq!(records, [about("recovery-code-used", &fay), about("signed-in", &fay).detail("session", session)]);
    assert!(events.iter().all(|event| event.actor == Some(fay.id)));

    let proof = |code: &str| json!({"password": PASSWORD, "code": code});
    let answer = client.post("/api/auth/recovery-codes", proof(&codes[1])).await;
    log.by(&answer, &fay, Role::Manager, &[about("recovery-codes-made", &fay)]).await;
    let code = answer.data()["recoveryCodes"][0].as_str().unwrap().to_owned();
    let answer = client.send("DELETE", "/api/auth/totp", Some(proof(&code).to_string().as_bytes())).await;
    log.by(&answer, &fay, Role::Manager, &[about("second-factor-removed", &fay)]).await;

    set_up(app, &client).await;
    log.next().await;
    let address = format!("/api/users/{}/second-factor", fay.id);
    let answer = abi.send("DELETE", &address, Some(json!({"reason": "Lost"}).to_string().as_bytes())).await;
    log.by(&answer, &admin, Role::Admin, &[about("second-factor-reset", &fay).detail("reason", "Lost")]).await;
}
