//! The log says what happened, in one JSON object a line, and never what was secret about it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::io;
use std::sync::{Arc, Mutex};

use domain::person::Role;
use serde_json::{Value, json};
use testkit::provider::{ACCESS, CLIENT_SECRET, TOKEN, TestProvider};
use testkit::socket::Socket;
use testkit::{Setup, TestApp, TestDatabase};
use tracing::Level;
use tracing_subscriber::fmt::MakeWriter;

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Kept {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Signs in by a provider, and is refused. What may not be seen of both.
async fn ways_by_a_provider(database: &TestDatabase) -> Vec<String> {
    let provider = TestProvider::start().await;
    let app = TestApp::start_as(database, Setup { providers: vec![provider.as_set("acme")], ..Setup::default() }).await;
    let email = app.person("Cora", Role::Employee).await.email;
    let mut secrets = vec![CLIENT_SECRET.to_owned(), ACCESS.to_owned()];
    for audience in ["daybook", "canary-client"] {
        let start = app.anonymous().get("/api/auth/oidc/acme/start?to=/canary-page").await.expect(303);
        let (_, query) = start.header("location").unwrap().split_once('?').unwrap();
        let asked = |name: &str| {
            let mut pairs = form_urlencoded::parse(query.as_bytes());
            pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).unwrap()
        };
        let (state, nonce) = (asked("state"), asked("nonce"));
        let mut claims = provider.claims("canary-subject", &nonce, app.ports.clock.now());
        claims["email"] = json!(email);
        claims["email_verified"] = json!(true);
        claims["aud"] = json!(audience);
        provider.give(&format!("canary-code-{audience}"), &claims);
        let cookie = start.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let browser = app.anonymous().with_header("Cookie", &cookie);
        let back =
            browser.get(&format!("/api/auth/oidc/acme/callback?state={state}&code=canary-code-{audience}")).await;
        let (_, fragment) = back.header("location").unwrap().split_once('#').unwrap();
        let (_, code) = fragment.split('&').next().unwrap().split_once('=').unwrap();
        app.anonymous().post("/api/auth/oidc/exchange", json!({"code": code})).await;
        let verifiers =
            provider.asked(TOKEN).iter().filter_map(|asked| asked.field("code_verifier")).collect::<Vec<_>>();
        secrets.extend([state, nonce, cookie.split_once('=').unwrap().1.to_owned(), code.to_owned()]);
        secrets.extend(verifiers);
    }
    app.stop().await;
    secrets
}

/// The only test of its process: the log is the process's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_reaches_the_log() {
    let kept = Kept::default();
    tracing_subscriber::fmt().json().flatten_event(true).with_max_level(Level::DEBUG).with_writer(kept.clone()).init();
    let database = TestDatabase::sqlite().await;
    let app = TestApp::start(&database).await;
    let person = app.person("Ann", Role::Employee).await;
    let nobody = app.anonymous();
    let wrong = json!({"email": person.email, "password": "canary-password-1"});
    nobody.post("/api/auth/login", wrong).await.expect(401);
    let broken = b"{\"email\":\"a@x.org\",\"password\":\"canary-password-2\",";
    nobody.send("POST", "/api/auth/login", Some(broken)).await.expect(400);
    let ann = app.log_in(&person).await;
    let token = ann.token().unwrap().to_owned();
    drop(Socket::of(&ann).await);
    nobody.get(&format!("/api/session?token={token}&x=canary-query")).await.expect(401);
    nobody.get("/api/canary-path").await.expect(404);
    nobody.with_header("User-Agent", "canary-agent\",\"level\":\"none").get("/api/portal").await.expect(200);
    let entry = json!({"date": "2026-06-10", "hours": 8, "description": "canary-description"});
    ann.post("/api/timesheets/my", entry).await.expect(201);
    let forgotten = json!({"email": "canary@daybook.example"});
    nobody.post("/api/auth/forgot-password", forgotten).await.expect(200);
    let reset = json!({"password": "canary-password-3"});
    nobody.post("/api/auth/reset-password/canary-link", reset.clone()).await.expect(400);
    nobody.post("/api/auth/reset-password/%63anary-link?canary", reset).await.expect(400);
    let feed = ann.post("/api/leave/feed", json!({})).await.expect(201).data()["url"].as_str().unwrap().to_owned();
    let secret = feed.rsplit('/').next().unwrap().trim_end_matches(".ics").to_owned();
    nobody.get(&format!("/api/leave/feed/{secret}.ics")).await.expect(200);
    nobody.get(&format!("/api/leave/feed/{secret}")).await.expect(404);
    nobody.get("/api/leave/feed/canary-feed.ics").await.expect(404);
    ann.get("/api/users?viewAll=true&search=canary-search").await.expect(200);
    let change = json!({"currentPassword": "canary-password-4", "newPassword": "canary-password-5", "confirmPassword": "canary-password-5"});
    ann.patch("/api/users/change-password", change).await.expect(400);
    ann.post("/api/auth/logout", json!({})).await.expect(200);
    app.stop().await;
    let secrets = ways_by_a_provider(&database).await;

    let log = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    let brought = secrets.iter().map(String::as_str);
    for secret in
        ["canary", testkit::PASSWORD, &secret, &token, token.split('.').next_back().unwrap()].into_iter().chain(brought)
    {
        let line = log.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret}: {line:?}");
    }
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let access = |route: &str, status: u64| {
        let found = lines.iter().find(|line| line["route"] == route && line["status"] == status);
        found.cloned().unwrap_or_else(|| panic!("no line of {route} with {status} in\n{log}"))
    };
    let submitted = access("/api/timesheets/my", 201);
    assert_eq!(submitted["method"], "POST");
    assert_eq!(submitted["user"], person.id.to_string());
    assert_eq!(submitted["ip"], "127.0.0.1");
    assert_eq!(submitted["request_id"].as_str().unwrap().len(), 16);
    assert_eq!(submitted["session"].as_str().unwrap().len(), 8);
    assert!(submitted["micros"].is_u64());
    access("/api/auth/reset-password/{token}", 400);
    access("/api/leave/feed/{token}.ics", 200);
    access("/ws/session", 101);
    access("other", 404);
    access("/api/auth/oidc/{name}/callback", 303);
    let reason = lines
        .iter()
        .find(|line| line["cause"].as_str().is_some_and(|cause| cause.contains("it is for another client")));
    assert!(reason.is_some(), "why a sign-in failed stands in the log under the id of its request\n{log}");
    let refused = access("/api/auth/login", 401);
    assert!(refused.get("user").is_none());
}
