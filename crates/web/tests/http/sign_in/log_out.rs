//! Signing out here and at the provider (sign-in.md 1.2; §6, case 11).

use domain::person::Role;
use domain::sign_in::Provider;
use serde_json::{Value, json};
use testkit::provider::{
    Answer, CLIENT_ID, DISCOVERY, KeyKind, SigningKey, TestProvider, shared, signed_by_hmac, unsigned,
};
use testkit::socket::{Frame, Socket};
use testkit::{Client, Response, SOON, Setup, TestApp, on_both_engines, on_one_engine};

use super::ann;
use super::support::{Browser, portal, portal_with, said};

const PATH: &str = "/api/auth/oidc/acme/logout";

/// The provider tells this of somebody who signed out there.
async fn tell(app: &TestApp, token: &str) -> Response {
    send(&app.anonymous(), &[("logout_token", token)]).await
}

async fn send(client: &Client, form: &[(&str, &str)]) -> Response {
    send_to(PATH, client, form).await
}

async fn send_to(path: &str, client: &Client, form: &[(&str, &str)]) -> Response {
    let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let client = client.with_header("Content-Type", "application/x-www-form-urlencoded");
    client.send("POST", path, Some(form.as_bytes())).await
}

/// The claims of a good logout token about Ann, with these over them. Null takes one away.
fn about_ann(app: &TestApp, provider: &TestProvider, id: &str, claims: &Value) -> Value {
    let mut all = provider.logout_claims("there-1", id, app.ports.clock.now());
    for (name, value) in claims.as_object().unwrap() {
        all[name] = value.clone();
    }
    all.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    all
}

async fn is_signed_in(client: &Client) -> bool {
    client.get("/api/session").await.status == 200
}

on_both_engines! {
    /// [S11]
    async fn the_page_goes_on_to_the_logout_of_the_provider(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let person = app.person("Ann", Role::Employee).await;
        let client = Browser::of(&app).signed_in(&app, &provider, &ann()).await;
        let data = client.post("/api/auth/logout", json!({})).await.expect(200).data();
        let (endpoint, query) = data["continueAt"].as_str().unwrap().split_once('?').unwrap();
        assert_eq!(endpoint, provider.url("/end"));
        let query: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let names: Vec<&str> = query.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["id_token_hint", "client_id", "post_logout_redirect_uri"]);
        assert_eq!(query[0].1.split('.').count(), 3);
        assert_eq!((query[1].1.as_str(), query[2].1.as_str()), (CLIENT_ID, "http://portal.example/login"));
        assert!(!is_signed_in(&client).await);
        client.post("/api/auth/logout", json!({})).await.expect(401);
        // A session that began with a password goes on to nobody.
        let by_password = app.log_in(&person).await;
        assert_eq!(by_password.post("/api/auth/logout", json!({})).await.expect(200).data(), json!({}));
    }
}

on_one_engine! {
    /// [S11]
    async fn somebody_is_signed_out_here_whatever_the_provider_does(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let mut without_logout = provider.discovery();
        without_logout.as_object_mut().unwrap().remove("end_session_endpoint");
        for answer in [Answer::Closing, Answer::Text(503, "text/plain", "away".into()), Answer::Json(without_logout)] {
            let client = Browser::of(&app).signed_in(&app, &provider, &ann()).await;
            // Another instance, which has not asked the provider yet.
            let setup = Setup { providers: vec![provider.as_set("acme")], ..Setup::default() };
            let other = TestApp::start_over(database.another_instance().await, setup).await;
            provider.answer(DISCOVERY, answer);
            let elsewhere = other.anonymous().with_token(client.token().unwrap());
            assert_eq!(elsewhere.post("/api/auth/logout", json!({})).await.expect(200).data(), json!({}));
            assert!(!is_signed_in(&client).await);
        }
    }

    /// On all instances, with its sockets [S11]
    async fn a_logout_at_the_provider_ends_the_session_there_or_all_of_the_subject(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let there = Provider { label: "Acme".to_owned(), ..provider.as_set("acme") };
        let setup = Setup { providers: vec![there], ..Setup::default() };
        let other = TestApp::start_over(database.another_instance().await, setup).await;
        let mut claims = ann();
        claims["sid"] = json!("session-1");
        for (n, (about, ends)) in [
            (json!({"sid": "session-1"}), true),
            (json!({"sid": "session-1", "sub": null}), true),
            (json!({}), true),
            (json!({"sid": "session-2"}), false),
            (json!({"sub": "there-2"}), false),
            (json!({"sub": "nobody", "sid": "session-2"}), false),
        ].into_iter().enumerate() {
            let client = Browser::of(&app).signed_in(&app, &provider, &claims).await;
            let mut socket = Socket::of(&client).await;
            let token = shared().sign("RS256", &about_ann(&app, &provider, &format!("id-{n}"), &about));
            let answer = tell(&other, &token).await.expect(200);
            assert_eq!((answer.body.len(), answer.header("cache-control")), (0, Some("no-store")));
            if ends {
                let over = "Your session has expired. Please login again.";
                let told = Frame::Message(json!({"type": "SESSION_INVALID", "message": over}));
                assert_eq!(socket.next(SOON).await, told, "{about}");
                assert_eq!(socket.next(SOON).await, Frame::Closed(4401));
            }
            assert_eq!(is_signed_in(&client).await, !ends, "{about}");
        }
    }

    /// [S11]
    async fn a_provider_that_was_renamed_still_ends_what_began_under_its_old_name(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let setup = Setup { providers: vec![provider.as_set("renamed")], ..Setup::default() };
        let renamed = TestApp::start_over(database.another_instance().await, setup).await;
        let mut claims = ann();
        claims["sid"] = json!("session-1");
        for (n, about) in [json!({"sid": "session-1", "sub": null}), json!({})].into_iter().enumerate() {
            let client = Browser::of(&app).signed_in(&app, &provider, &claims).await;
            let token = shared().sign("RS256", &about_ann(&app, &provider, &format!("id-{n}"), &about));
            send_to("/api/auth/oidc/renamed/logout", &renamed.anonymous(), &[("logout_token", &token)]).await.expect(200);
            assert!(!is_signed_in(&client).await, "{about}");
        }
        for call in ["logout", "link"] {
            let client = Browser::of(&app).signed_in(&app, &provider, &claims).await;
            let elsewhere = renamed.anonymous().with_token(client.token().unwrap());
            if call == "link" {
                elsewhere.delete("/api/auth/identities/renamed").await.expect(200);
            } else {
                let data = elsewhere.post("/api/auth/logout", json!({})).await.expect(200).data();
                assert!(data["continueAt"].as_str().unwrap().starts_with(&provider.url("/end")), "{data}");
            }
            assert!(!is_signed_in(&client).await, "{call}");
        }
    }

    /// A code that waits for its page is one more session of the person [S11]
    async fn a_logout_at_the_provider_voids_a_code_that_nobody_has_exchanged(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let mut browser = Browser::of(&app);
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        tell(&app, &shared().sign("RS256", &about_ann(&app, &provider, "1", &json!({})))).await.expect(200);
        let late = browser.exchange(&landed).await.expect(400);
        assert_eq!(late.message(), "This sign-in has expired. Please start again.");
    }

    /// [S11]
    async fn a_session_that_began_with_a_password_is_none_of_the_providers_business(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let person = app.person("Ann", Role::Employee).await;
        Browser::of(&app).signed_in(&app, &provider, &ann()).await;
        let client = app.log_in(&person).await;
        tell(&app, &shared().sign("RS256", &about_ann(&app, &provider, "1", &json!({})))).await.expect(200);
        assert!(is_signed_in(&client).await);
    }

    /// [S11]
    async fn a_logout_token_that_is_not_one_ends_nothing(database: &TestDatabase) {
        let (provider, other) = (TestProvider::start().await, TestProvider::start().await);
        let app = portal_with(database, vec![provider.as_set("acme"), other.as_set("other")]).await;
        app.person("Ann", Role::Employee).await;
        let client = Browser::of(&app).signed_in(&app, &provider, &ann()).await;
        let now = app.ports.clock.now().timestamp();
        let good = about_ann(&app, &provider, "good", &json!({}));
        let bent = |claims: Value| shared().sign("RS256", &about_ann(&app, &provider, "bent", &claims));
        let header = json!({"alg": "none"});
        let stranger = SigningKey::make(KeyKind::P256, "stranger");
        let id_token = said(&app, &provider, "nonce", &json!({"jti": "7"}));
        let tokens = [
            String::new(),
            "a.b.c".to_owned(),
            unsigned(&header, &good),
            signed_by_hmac(&shared().public_der(), &json!({"alg": "HS256", "kid": "rsa"}), &good),
            stranger.sign("ES256", &good),
            shared().sign("RS512", &good),
            shared().sign("RS256", &id_token),
            bent(json!({"iss": other.issuer()})),
            bent(json!({"aud": "somebody-else"})),
            bent(json!({"iat": now - 121})),
            bent(json!({"iat": now + 61})),
            bent(json!({"iat": null})),
            bent(json!({"exp": now - 61})),
            bent(json!({"events": null})),
            bent(json!({"events": {"http://schemas.openid.net/event/other": {}}})),
            bent(json!({"nonce": "n"})),
            bent(json!({"jti": null})),
            bent(json!({"sub": null})),
        ];
        for token in tokens {
            let refused = tell(&app, &token).await.expect(400);
            assert_eq!(refused.message(), "The logout token does not count", "{token}");
        }
        let twice = shared().sign("RS256", &good);
        for form in [&[("logout_token", twice.as_str()), ("logout_token", twice.as_str())][..], &[("token", twice.as_str())][..]] {
            send(&app.anonymous(), form).await.expect(400);
        }
        app.anonymous().post(PATH, json!({"logout_token": twice})).await.expect(400);
        app.anonymous().send("POST", PATH, None).await.expect(400);
        let unknown = app.anonymous().with_header("Content-Type", "application/x-www-form-urlencoded");
        unknown.send("POST", "/api/auth/oidc/nobody/logout", Some(b"logout_token=a.b.c")).await.expect(404);
        assert!(is_signed_in(&client).await);
        // The good one counts once, however often it comes.
        tell(&app, &twice).await.expect(200);
        assert!(!is_signed_in(&client).await);
        let again = Browser::of(&app).signed_in(&app, &provider, &ann()).await;
        tell(&app, &twice).await.expect(400);
        assert!(is_signed_in(&again).await);
    }
}
