//! Linking and removing accounts at providers (sign-in.md 1.3; §6, cases 5 and 15).

use application::sign_in::AccountLinkedLetter;
use domain::person::Role;
use domain::sign_in::{PasswordUse, Provider};
use serde_json::{Value, json};
use testkit::provider::TestProvider;
use testkit::{Client, Response, Setup, TestApp, on_both_engines, on_one_engine};

use super::ann;
use super::support::{Browser, Landed, portal, portal_with, said};

/// Begins a link at `acme` as this person, whose browser comes back with these claims.
async fn link(app: &TestApp, client: &Client, provider: &TestProvider, claims: &Value) -> Landed {
    let mut browser = Browser::of(app);
    let answer = client.post("/api/auth/identities/acme/begin", json!({})).await.expect(200);
    browser.take_cookies(&answer);
    let data = answer.data();
    let way = super::support::way_to(data["continueAt"].as_str().unwrap());
    assert_eq!(way.endpoint, provider.url("/authorize"));
    let code = format!("code {}", way.state());
    provider.give(&code, &said(app, provider, way.nonce(), claims));
    browser.come_back("acme", &[("state", way.state()), ("code", &code)]).await
}

async fn links(client: &Client) -> Value {
    client.get("/api/auth/credentials").await.expect(200).data()["identities"].clone()
}

async fn remove(client: &Client, path: &str) -> Response {
    client.send("DELETE", path, Some(json!({"reason": "Left the group"}).to_string().as_bytes())).await
}

on_both_engines! {
    /// [S5]
    async fn somebody_links_their_account_signs_in_with_it_and_removes_it(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let person = app.person("Ann", Role::Employee).await;
        let client = app.log_in(&person).await;
        assert_eq!(links(&client).await, json!([]));
        // Whatever the address is: the person is known.
        let claims = json!({"email": "ann@elsewhere.example", "sub": "f81d4fae-7dec"});
        assert_eq!(link(&app, &client, &provider, &claims).await.page, "/profile");
        let shown = links(&client).await;
        let one = &shown[0];
        assert_eq!((&one["provider"], &one["name"], &one["subject"]), (&json!("acme"), &json!("Acme"), &json!("f8…ec")));
        assert_eq!((&one["email"], &one["lastUsedAt"]), (&json!("ann@elsewhere.example"), &Value::Null));
        let told: Vec<_> = app.mails().await.iter().filter_map(|mail| mail.letter.about::<AccountLinkedLetter>()).collect();
        assert_eq!(told, [AccountLinkedLetter { provider: "Acme".to_owned() }]);
        // HR sees that the address differs.
        let hr = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let seen = hr.get(&format!("/api/users/{}", person.id)).await.expect(200).data();
        let emails = json!([{"label": "Acme", "email": "ann@elsewhere.example"}]);
        assert_eq!((&seen["user"]["providerEmails"], seen["user"].get("roleSetBy")), (&emails, None));
        let own = client.get("/api/auth/profile").await.expect(200).data();
        assert!(own["user"].get("providerEmails").is_none(), "{own}");

        let by_acme = Browser::of(&app).signed_in(&app, &provider, &claims).await;
        assert!(links(&by_acme).await[0]["lastUsedAt"].is_string());
        remove(&by_acme, "/api/auth/identities/acme").await.expect(200);
        assert_eq!(by_acme.get("/api/session").await.expect(401).code(), "SESSION_INVALID");
        let client = app.log_in(&person).await;
        assert_eq!(links(&client).await, json!([]));
        let gone = remove(&client, "/api/auth/identities/acme").await.expect(404);
        assert_eq!(gone.message(), "Provider not found");
    }
}

on_one_engine! {
    /// [S5]
    async fn a_second_provider_is_linked_soon_after_a_sign_in_by_the_first(database: &TestDatabase) {
        let (first, second) = (TestProvider::start().await, TestProvider::start().await);
        let acme = Provider { label: "Acme".to_owned(), ..second.as_set("acme") };
        let app = portal_with(database, vec![acme, first.as_set("first")]).await;
        let person = app.person("Ann", Role::Employee).await;
        let client = app.log_in(&person).await;
        app.clock.pass(301);
        let late = client.post("/api/auth/identities/acme/begin", json!({})).await.expect(403);
        assert_eq!((late.code().as_str(), late.message().as_str()), ("FORBIDDEN", "Please sign in again before you link another account"));
        client.post("/api/auth/identities/nobody/begin", json!({})).await.expect(404);
        let client = app.log_in(&person).await;
        app.clock.pass(300);
        assert_eq!(link(&app, &client, &second, &ann()).await.page, "/profile");
        assert_eq!(links(&client).await.as_array().unwrap().len(), 1);
        // The account there belongs to Ann, and stays hers.
        let other = app.log_in(&app.person("Bob", Role::Employee).await).await;
        let landed = link(&app, &other, &second, &ann()).await;
        assert_eq!((landed.page.as_str(), landed.fragment.contains_key("failure")), ("/profile", true));
        assert_eq!(links(&other).await, json!([]));
    }

    /// [S5]
    async fn a_removed_link_voids_a_code_that_nobody_has_exchanged(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let person = app.person("Ann", Role::Employee).await;
        let mut browser = Browser::of(&app);
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        remove(&app.log_in(&person).await, "/api/auth/identities/acme").await.expect(200);
        let late = browser.exchange(&landed).await.expect(400);
        assert_eq!(late.message(), "This sign-in has expired. Please start again.");
    }

    /// [S5]
    async fn administrators_remove_links_but_not_the_last_way_in_of_the_last_of_them(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let acme = Provider { label: "Acme".to_owned(), ..provider.as_set("acme") };
        let setup = Setup { providers: vec![acme], passwords: PasswordUse::Nobody, ..Setup::default() };
        let app = TestApp::start_as(database, setup).await;
        let (ann_there, eve_there) = (ann(), json!({"email": "eve@daybook.example", "email_verified": true, "sub": "there-eve-2"}));
        let (admin, person) = (app.person("Ann", Role::Admin).await, app.person("Eve", Role::Employee).await);
        let adrian = Browser::of(&app).signed_in(&app, &provider, &ann_there).await;
        let eve = Browser::of(&app).signed_in(&app, &provider, &eve_there).await;
        let of = |id: &dyn std::fmt::Display| format!("/api/users/{id}/identities");
        let seen = adrian.get(&of(&person.id)).await.expect(200).data();
        assert_eq!((&seen["identities"][0]["subject"], &seen["secondFactor"]), (&json!("th…-2"), &Value::Null));
        remove(&adrian, &format!("{}/acme", of(&person.id))).await.expect(200);
        assert_eq!(eve.get("/api/session").await.expect(401).code(), "SESSION_INVALID");
        remove(&adrian, &format!("{}/acme", of(&person.id))).await.expect(404);

        for path in [format!("{}/acme", of(&admin.id)), "/api/auth/identities/acme".to_owned()] {
            let refused = remove(&adrian, &path).await.expect(409);
            assert_eq!(refused.message(), "This is the only way into the account of the last administrator");
        }
        app.person("Grace", Role::Admin).await;
        remove(&adrian, "/api/auth/identities/acme").await.expect(200);
    }
}
