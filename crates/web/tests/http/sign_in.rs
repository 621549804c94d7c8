//! Signing in by a provider, there and back (sign-in.md 1.1 to 1.3; §6, cases 1 to 9).

mod hostile;
mod links;
mod log_out;
mod own_links;
pub(crate) mod support;
mod unknown_people;

use domain::person::Role;
use serde_json::{Value, json};
use testkit::provider::{CLIENT_ID, TOKEN, TestProvider};
use testkit::{on_both_engines, on_one_engine};

use support::{Browser, portal, portal_with, said, sentence};

/// What a provider says of Ann, whose account has the address `ann@daybook.example`.
fn ann() -> Value {
    json!({"email": "Ann@Daybook.example", "email_verified": true})
}

on_both_engines! {
    /// From the button to a session [S1]
    async fn somebody_signs_in_by_a_provider(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let person = app.person("Ann", Role::Employee).await;
        let earlier = app.log_in(&person).await;
        let mut browser = Browser::of(&app);
        let way = browser.start_for("acme", "/employee/timesheet?date=2026-06-10").await;
        assert_eq!(way.endpoint, provider.url("/authorize"));
        let asked: Vec<&str> = ["response_type", "client_id", "redirect_uri", "scope", "code_challenge_method"]
            .map(|name| way.query[name].as_str()).to_vec();
        let callback = "http://portal.example/api/auth/oidc/acme/callback";
        assert_eq!(asked, ["code", CLIENT_ID, callback, "openid profile email", "S256"]);
        assert_eq!(browser.flows(), 1);
        let mut claims = said(&app, &provider, way.nonce(), &ann());
        claims["sid"] = json!("session-there");
        provider.give("c1", &claims);
        let landed = browser.come_back("acme", &[("state", way.state()), ("code", "c1")]).await;
        assert_eq!((landed.page.as_str(), landed.fragment["to"].as_str()), ("/login", "/employee/timesheet?date=2026-06-10"));
        assert_eq!(browser.flows(), 0, "the flow is over");
        earlier.get("/api/session").await.expect(200);

        let [asked] = provider.asked(TOKEN).try_into().unwrap();
        let field = |name| asked.field(name).unwrap_or_default();
        assert_eq!([field("grant_type"), field("code"), field("redirect_uri")], ["authorization_code", "c1", callback]);
        assert_eq!(app.ports.secrets.challenge(&field("code_verifier")), way.query["code_challenge"]);
        // daybook:s3cr3t-of-the-portal
        assert_eq!(asked.headers["authorization"], "Basic ZGF5Ym9vazpzM2NyM3Qtb2YtdGhlLXBvcnRhbA==");
        assert_eq!(asked.field("client_secret"), None);

        let data = browser.exchange(&landed).await.expect(200).data();
        assert_eq!(data.as_object().unwrap().keys().collect::<Vec<_>>(), ["isFirstLogin", "token", "user"]);
        assert_eq!((&data["isFirstLogin"], &data["user"]["email"]), (&json!(false), &json!(person.email)));
        assert_eq!(earlier.get("/api/session").await.expect(401).code(), "SESSION_INVALID", "one session a person");
        let client = app.anonymous().with_token(data["token"].as_str().unwrap());
        client.get("/api/session").await.expect(200);
        let again = browser.exchange(&landed).await.expect(400);
        assert_eq!(again.message(), "This sign-in has expired. Please start again.", "a code counts once");
        // The next sign-in finds the link.
        let next = browser.signed_in(&app, &provider, &json!({"email": null})).await;
        next.get("/api/session").await.expect(200);
    }
}

on_one_engine! {
    /// [S1]
    async fn two_tabs_sign_in_beside_each_other_and_a_browser_keeps_eight_flows(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let mut browser = Browser::of(&app);
        let (one, two) = (browser.start_for("acme", "/one").await, browser.start_for("acme", "/two").await);
        assert_eq!(browser.flows(), 2);
        for (way, to) in [(&two, "/two"), (&one, "/one")] {
            let code = format!("code for {to}");
            provider.give(&code, &said(&app, &provider, way.nonce(), &ann()));
            let landed = browser.come_back("acme", &[("state", way.state()), ("code", &code)]).await;
            assert_eq!(landed.fragment["to"], to);
            browser.exchange(&landed).await.expect(200);
        }
        let first = browser.start("acme").await;
        for _ in 0..8 {
            app.clock.pass(1);
            browser.start("acme").await;
        }
        assert_eq!(browser.flows(), 8);
        let landed = browser.come_back("acme", &[("state", first.state()), ("code", "c")]).await;
        assert_eq!(sentence(&browser, &landed).await, "The sign-in with Acme failed. Please try again.", "the oldest is gone");
        app.clock.pass(600);
        browser.start("acme").await;
        assert_eq!(browser.flows(), 1, "what is over makes room");
    }

    /// [S14]
    async fn anybody_sees_which_providers_there_are_and_nothing_where_there_are_none(database: &TestDatabase) {
        let (one, two) = (TestProvider::start().await, TestProvider::start().await);
        let app = portal_with(database, vec![one.as_set("acme"), two.as_set("other-2")]).await;
        let data = app.anonymous().get("/api/portal").await.expect(200).data();
        let providers = json!([{"name": "acme", "label": "acme"}, {"name": "other-2", "label": "other-2"}]);
        assert_eq!((&data["providers"], &data["passwords"]), (&providers, &json!("on")));
        for path in ["/api/auth/oidc/nobody/start", "/api/auth/oidc/nobody/callback?state=a&code=b"] {
            let unknown = app.anonymous().get(path).await.expect(404);
            assert_eq!((unknown.code(), unknown.message()), ("NOT_FOUND".to_owned(), "Provider not found".to_owned()));
        }
        let plain = testkit::TestApp::start(database).await;
        let data = plain.anonymous().get("/api/portal").await.expect(200).data();
        assert!(data.get("providers").is_none() && data.get("passwords").is_none(), "{data}");
    }
}
