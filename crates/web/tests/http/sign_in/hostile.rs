//! Each check of a sign-in fails once: the person reads its sentence and has no session (sign-in.md 1.1 and 1.2; §6, cases 2 and 9).

use std::time::Duration;

use application::ports::{EventReads, SessionReads};
use domain::person::Role;
use domain::sign_in::Provider;
use persistence::Database;
use serde_json::{Value, json};
use testkit::provider::{
    ACCESS, Answer, CLIENT_SECRET, DISCOVERY, KEYS, KeyKind, SigningKey, TOKEN, TestProvider, USER_INFO, shared,
    signed_by_hmac, unsigned,
};
use testkit::{TestApp, on_one_engine};

use super::ann;
use super::support::{Browser, portal, portal_with, said, sentence};

/// Makes a token for a nonce.
type Making<'a> = &'a dyn Fn(&str) -> String;

const FAILED: &str = "The sign-in with Acme failed. Please try again.";
const AWAY: &str = "Acme cannot be reached at the moment. Please try again.";
const TOO_LONG: &str = "The sign-in took too long. Please try again.";

fn clocks(seconds: i64) -> String {
    format!("The clocks of Acme and this portal differ by {seconds} seconds. Please ask your administrator.")
}

/// What becomes of a sign-in for whose code the provider gives this, made for the nonce.
async fn given(app: &TestApp, provider: &TestProvider, answer: impl FnOnce(&str) -> Answer) -> String {
    let mut browser = Browser::of(app);
    let way = browser.start("acme").await;
    let code = format!("code {}", way.state());
    provider.answer_code(&code, answer(way.nonce()));
    let landed = browser.come_back("acme", &[("state", way.state()), ("code", &code)]).await;
    sentence(&browser, &landed).await
}

fn tokens(id_token: &str) -> Answer {
    Answer::Json(json!({"id_token": id_token, "access_token": ACCESS}))
}

/// The outcomes of the sign-ins that failed, oldest first.
async fn outcomes(store: &Database) -> Vec<String> {
    let events = store.events(None, None, 100).await.unwrap();
    let failed = events.iter().rev().filter(|event| event.record.kind == "sign-in-failed");
    failed.map(|event| event.record.details.text("outcome").unwrap()).collect()
}

on_one_engine! {
    /// [S2]
    async fn a_token_that_does_not_count_signs_nobody_in(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let now = app.ports.clock.now().timestamp();
        for (bent, told) in [
            (json!({"iss": "https://accounts.example.org"}), FAILED.to_owned()),
            (json!({"iss": null}), FAILED.to_owned()),
            (json!({"aud": "another"}), FAILED.to_owned()),
            (json!({"aud": ["daybook", "another"]}), FAILED.to_owned()),
            (json!({"aud": ["daybook", "another"], "azp": "another"}), FAILED.to_owned()),
            (json!({"azp": "another"}), FAILED.to_owned()),
            (json!({"nonce": "another"}), FAILED.to_owned()),
            (json!({"nonce": null}), FAILED.to_owned()),
            (json!({"sub": null}), FAILED.to_owned()),
            (json!({"sub": ""}), FAILED.to_owned()),
            (json!({"exp": null}), FAILED.to_owned()),
            (json!({"iat": null}), FAILED.to_owned()),
            (json!({"iat": now - 300, "exp": now - 61}), clocks(300)),
            (json!({"iat": now + 61}), clocks(61)),
            (json!({"nbf": now + 7_200}), clocks(7_200)),
        ] {
            let mut claims = ann();
            claims.as_object_mut().unwrap().extend(bent.as_object().unwrap().clone());
            let mut browser = Browser::of(&app);
            let landed = browser.sign_in(&app, &provider, &claims).await;
            assert_eq!(sentence(&browser, &landed).await, told, "{bent}");
        }
        assert_eq!(store.count_live(app.ports.clock.now()).await.unwrap(), 0, "nobody is signed in");
        assert_eq!(outcomes(store).await, ["provider-error"; 15]);
        for good in [
            json!({"iat": now - 60, "exp": now - 60}),
            json!({"iat": now + 60, "nbf": now + 60}),
            json!({"aud": ["another", "daybook"], "azp": "daybook"}),
        ] {
            let mut claims = ann();
            claims.as_object_mut().unwrap().extend(good.as_object().unwrap().clone());
            Browser::of(&app).signed_in(&app, &provider, &claims).await;
        }
    }

    /// [S2]
    async fn a_token_that_is_not_signed_by_the_provider_signs_nobody_in(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let strange = SigningKey::make(KeyKind::Rsa, "rsa");
        let good = |nonce: &str| said(&app, &provider, nonce, &ann());
        let forged = |nonce: &str| {
            let other = shared().sign("RS256", &said(&app, &provider, nonce, &json!({"sub": "there-2"})));
            let honest = shared().sign("RS256", &good(nonce));
            let (parts, others): (Vec<&str>, Vec<&str>) = (honest.split('.').collect(), other.split('.').collect());
            format!("{}.{}.{}", parts[0], parts[1], others[2])
        };
        let made: [(&str, Making<'_>); 6] = [
            ("another key", &|nonce| strange.sign("RS256", &good(nonce))),
            ("no signature", &|nonce| unsigned(&json!({"alg": "none"}), &good(nonce))),
            ("HMAC", &|nonce| signed_by_hmac(CLIENT_SECRET.as_bytes(), &json!({"alg": "HS256"}), &good(nonce))),
            ("RS512", &|nonce| shared().sign("RS512", &good(nonce))),
            ("another signature", &forged),
            ("no token", &|_| "not a token".to_owned()),
        ];
        for (what, token) in made {
            assert_eq!(given(&app, &provider, |nonce| tokens(&token(nonce))).await, FAILED, "{what}");
        }
        let old = shared().sign("RS256", &good("the nonce of another sign-in"));
        assert_eq!(given(&app, &provider, |_| tokens(&old)).await, FAILED, "one that was stolen");
        let curve = SigningKey::make(KeyKind::P256, "new");
        provider.publish(&[&curve]);
        let mut browser = Browser::of(&app);
        let way = browser.start("acme").await;
        provider.answer_code("c", tokens(&curve.sign("ES256", &good(way.nonce()))));
        let landed = browser.come_back("acme", &[("state", way.state()), ("code", "c")]).await;
        browser.exchange(&landed).await.expect(200);
    }

    /// [S2, S9]
    async fn a_provider_that_gives_no_tokens_signs_nobody_in(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let text = |status, text: &str| Answer::Text(status, "application/json", text.to_owned());
        for (answer, told) in [
            (Answer::Json(json!({"access_token": ACCESS})), FAILED),
            (text(400, r#"{"error": "invalid_grant"}"#), FAILED),
            (text(401, r#"{"error": "invalid_client"}"#), FAILED),
            (text(200, "no JSON"), FAILED),
            (Answer::Redirect(provider.url("/elsewhere")), FAILED),
            (text(500, ""), AWAY),
            (text(503, ""), AWAY),
            (Answer::Closing, AWAY),
            (Answer::BreakingOff, AWAY),
            (Answer::Large { bytes: (1 << 20) + 1, is_told: false }, AWAY),
            (Answer::Late(Duration::from_secs(30), Box::new(text(200, "{}"))), AWAY),
            (Answer::Dripping(Duration::from_millis(100)), AWAY),
        ] {
            let what = format!("{answer:?}");
            assert_eq!(given(&app, &provider, |_| answer).await, told, "{what}");
        }
        assert!(provider.asked("/elsewhere").is_empty(), "nobody follows it");
        assert_eq!(provider.asked(TOKEN).len(), 12, "a code is sent once");
    }

    /// [S2]
    async fn an_answer_that_belongs_to_no_flow_of_the_browser_signs_nobody_in(database: &TestDatabase) {
        let (provider, other) = (TestProvider::start().await, TestProvider::start().await);
        let acme = Provider { label: "Acme".to_owned(), ..provider.as_set("acme") };
        let app = portal_with(database, vec![acme, other.as_set("other")]).await;
        app.person("Ann", Role::Employee).await;
        let (mut browser, mut victim) = (Browser::of(&app), Browser::of(&app));
        let way = browser.start("acme").await;
        let give = |code: &str| provider.give(code, &said(&app, &provider, way.nonce(), &ann()));
        give("c1");
        let brought = [("state", way.state()), ("code", "c1")];
        let landed = victim.come_back("acme", &brought).await;
        assert_eq!(sentence(&victim, &landed).await, TOO_LONG, "in another browser");
        victim.start("acme").await;
        let landed = victim.come_back("acme", &brought).await;
        assert_eq!(sentence(&victim, &landed).await, FAILED, "with a flow of its own");
        for wrong in [&[("state", "another"), ("code", "c1")] as &[_], &[("code", "c1")], &[]] {
            let landed = browser.come_back("acme", wrong).await;
            assert_eq!(sentence(&browser, &landed).await, FAILED, "{wrong:?}");
        }
        assert!(provider.asked(TOKEN).is_empty());

        // The flow to one provider ends at no other.
        let landed = browser.clone().come_back("other", &brought).await;
        assert_eq!(sentence(&browser, &landed).await, "The sign-in with other failed. Please try again.");
        // A cookie under the name of another flow, or changed.
        let (name, sealed) = browser.cookies.first_key_value().map(|(name, sealed)| (name.clone(), sealed.clone())).unwrap();
        let mut forged = browser.clone();
        let other_first = if sealed.starts_with('A') { 'B' } else { 'A' };
        forged.cookies.insert(name.clone(), format!("{other_first}{}", &sealed[1..]));
        let landed = forged.come_back("acme", &brought).await;
        assert_eq!(sentence(&forged, &landed).await, TOO_LONG);
        let mut swapped = browser.clone();
        let next = swapped.start("acme").await;
        let other_name = swapped.cookies.keys().find(|other| **other != name).unwrap().clone();
        swapped.cookies.insert(other_name, sealed);
        let landed = swapped.come_back("acme", &[("state", next.state()), ("code", "c1")]).await;
        assert_eq!(sentence(&swapped, &landed).await, FAILED);
        assert!(provider.asked(TOKEN).is_empty() && other.asked(TOKEN).is_empty());

        let landed = browser.come_back("acme", &brought).await;
        browser.exchange(&landed).await.expect(200);
    }

    /// [S2]
    async fn a_state_and_a_code_count_once_and_for_ten_minutes(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let mut browser = Browser::of(&app);
        let way = browser.start("acme").await;
        let mut copy = browser.clone();
        provider.give("c1", &said(&app, &provider, way.nonce(), &ann()));
        provider.give("c2", &said(&app, &provider, way.nonce(), &ann()));
        let landed = browser.come_back("acme", &[("state", way.state()), ("code", "c1")]).await;
        browser.exchange(&landed).await.expect(200);
        for code in ["c1", "c2"] {
            let landed = copy.clone().come_back("acme", &[("state", way.state()), ("code", code)]).await;
            assert_eq!(sentence(&copy, &landed).await, FAILED, "{code}: the state has come before");
        }
        let way = copy.start("acme").await;
        let landed = copy.come_back("acme", &[("state", way.state()), ("code", "c1")]).await;
        assert_eq!(sentence(&copy, &landed).await, FAILED, "the code has come before");
        assert_eq!(provider.asked(TOKEN).len(), 1);

        let late = browser.start("acme").await;
        provider.give("c3", &said(&app, &provider, late.nonce(), &ann()));
        app.clock.pass(600);
        let landed = browser.come_back("acme", &[("state", late.state()), ("code", "c3")]).await;
        assert_eq!(sentence(&browser, &landed).await, TOO_LONG);
        assert_eq!(provider.asked(TOKEN).len(), 1);
    }

    /// [S2]
    async fn what_a_provider_answers_in_place_of_a_code_is_told(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let issuer = provider.issuer();
        let cases: [(&[(&str, &str)], &str); 8] = [
            (&[("error", "access_denied")], "The sign-in was cancelled."),
            (&[("error", "access_denied"), ("iss", &issuer)], "The sign-in was cancelled."),
            (&[("error", "access_denied"), ("code", "c")], "The sign-in was cancelled."),
            (&[("error", "server_error"), ("error_description", "<script>")], FAILED),
            (&[("error", "\r\nforged log line")], FAILED),
            (&[("code", "c"), ("iss", "https://accounts.example.org")], FAILED),
            (&[("code", "c"), ("code", "d")], FAILED),
            (&[], FAILED),
        ];
        for (answer, told) in cases {
            let mut browser = Browser::of(&app);
            let way = browser.start("acme").await;
            let brought: Vec<(&str, &str)> = [("state", way.state())].into_iter().chain(answer.iter().copied()).collect();
            let landed = browser.come_back("acme", &brought).await;
            assert_eq!(sentence(&browser, &landed).await, told, "{answer:?}");
            assert!(browser.cookies.is_empty(), "the flow is over");
        }
        assert!(provider.asked(TOKEN).is_empty());
    }

    /// [S2]
    async fn the_issuer_has_to_be_in_the_answer_where_the_provider_announces_it(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let mut announcing = provider.discovery();
        announcing["authorization_response_iss_parameter_supported"] = json!(true);
        provider.answer(DISCOVERY, Answer::Json(announcing));
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let issuer = provider.issuer();
        for (named, is_right) in [(None, false), (Some("https://accounts.example.org"), false), (Some(issuer.as_str()), true)] {
            let mut browser = Browser::of(&app);
            let way = browser.start("acme").await;
            let code = format!("code {}", way.state());
            provider.give(&code, &said(&app, &provider, way.nonce(), &ann()));
            let mut brought = vec![("state", way.state()), ("code", code.as_str())];
            brought.extend(named.map(|named| ("iss", named)));
            let landed = browser.come_back("acme", &brought).await;
            assert_eq!(landed.fragment.contains_key("code"), is_right, "{named:?}");
        }
        assert_eq!(provider.asked(TOKEN).len(), 1);
    }

    /// At the start, and while its document is wrong [S9]
    async fn a_provider_that_is_away_or_answers_nonsense_is_told_at_the_start(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let mut elsewhere = provider.discovery();
        elsewhere["issuer"] = json!("https://accounts.example.org");
        for (answer, told) in [
            (Answer::Closing, AWAY),
            (Answer::Text(503, "text/html", "away".to_owned()), AWAY),
            (Answer::Late(Duration::from_secs(30), Box::new(Answer::Json(provider.discovery()))), AWAY),
            (Answer::Large { bytes: (1 << 20) + 1, is_told: true }, AWAY),
            (Answer::Text(404, "text/html", "nothing".to_owned()), FAILED),
            (Answer::Text(200, "text/html", "<html>".to_owned()), FAILED),
            (Answer::Redirect(provider.url("/elsewhere")), FAILED),
            (Answer::Json(json!({"issuer": provider.issuer()})), FAILED),
            (Answer::Json(elsewhere), FAILED),
        ] {
            let what = format!("{answer:?}");
            provider.answer(DISCOVERY, answer);
            let mut browser = Browser::of(&app);
            let landed = super::support::landed(&browser.get("/api/auth/oidc/acme/start").await);
            assert_eq!(sentence(&browser, &landed).await, told, "{what}");
            assert!(browser.cookies.is_empty());
        }
        provider.answer(DISCOVERY, Answer::Json(provider.discovery()));
        Browser::of(&app).signed_in(&app, &provider, &ann()).await;
        // What is kept serves.
        provider.answer(DISCOVERY, Answer::Closing);
        provider.answer(KEYS, Answer::Closing);
        app.clock.pass(86_400);
        Browser::of(&app).signed_in(&app, &provider, &ann()).await;
    }

    /// [S2]
    async fn claims_that_are_missing_are_asked_for_once_and_only_of_the_same_person(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        app.person("Ann", Role::Employee).await;
        let told = |claims: Value| {
            provider.answer(USER_INFO, Answer::Json(claims));
        };
        let sign_in = async |claims: &Value| {
            let mut browser = Browser::of(&app);
            let landed = browser.sign_in(&app, &provider, claims).await;
            (landed.fragment.contains_key("code"), browser, landed)
        };
        told(json!({"sub": "there-2", "email": "ann@daybook.example", "email_verified": true}));
        let (is_in, browser, landed) = sign_in(&json!({})).await;
        assert!(!is_in);
        assert_eq!(sentence(&browser, &landed).await, FAILED, "somebody else's claims");
        // A verified address of somebody does not verify another one.
        told(json!({"sub": "there-1", "email": "mallory@daybook.example", "email_verified": true}));
        let (_, browser, landed) = sign_in(&json!({"email": "ann@daybook.example"})).await;
        let unverified = "Acme did not confirm your email address. Please ask your administrator.";
        assert_eq!(sentence(&browser, &landed).await, unverified);
        provider.answer(USER_INFO, Answer::Closing);
        let (_, browser, landed) = sign_in(&json!({})).await;
        assert_eq!(sentence(&browser, &landed).await, AWAY);
        told(json!({"sub": "there-1", "email": "ann@daybook.example", "email_verified": true}));
        let before = provider.asked(USER_INFO).len();
        assert!(sign_in(&json!({})).await.0);
        let asked = provider.asked(USER_INFO);
        assert_eq!(asked.len(), before + 1);
        assert_eq!(asked.last().unwrap().headers["authorization"], format!("Bearer {ACCESS}"));
        // The address of somebody who is linked decides nothing.
        provider.answer(USER_INFO, Answer::Closing);
        assert!(sign_in(&json!({})).await.0);
    }

    /// [S1]
    async fn the_code_of_the_page_counts_once_and_for_a_minute(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let ann_here = app.person("Ann", Role::Employee).await;
        let expired = "This sign-in has expired. Please start again.";
        let mut browser = Browser::of(&app);
        for code in ["", "x", &"x".repeat(43), &"x".repeat(4_000)] {
            let refused = app.anonymous().post("/api/auth/oidc/exchange", json!({"code": code})).await.expect(400);
            assert_eq!(refused.message(), expired);
        }
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        app.clock.pass(60);
        assert_eq!(browser.exchange(&landed).await.expect(400).message(), expired);
        let landed = browser.come_back("acme", &[("error", "access_denied")]).await;
        app.clock.pass(60);
        assert_eq!(browser.exchange(&landed).await.expect(400).message(), expired, "nor is a failure shown later");

        // A browser that was not given the code, in which somebody has planted it.
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        let mut elsewhere = browser.clone();
        elsewhere.cookies.clear();
        assert_eq!(elsewhere.exchange(&landed).await.expect(400).message(), expired);
        browser.exchange(&landed).await.expect(200);

        // Somebody who is blocked in between.
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        let admin = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        admin.patch(&format!("/api/users/{}/toggle-block", ann_here.id), json!({"isBlocked": true})).await.expect(200);
        assert_eq!(browser.exchange(&landed).await.expect(403).code(), "ACCOUNT_BLOCKED");
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        let blocked = "Your account has been blocked. Please contact your administrator.";
        assert_eq!(sentence(&browser, &landed).await, blocked);
        assert_eq!(outcomes(store).await, ["blocked", "blocked"]);
    }
}
