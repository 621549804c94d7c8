//! Whose account a token opens, row by row (sign-in.md 1.3; §6, cases 3, 4, 7 and 10).

use application::ports::IdentityReads;
use domain::person::Role;
use domain::sign_in::{Domains, EmailTrust, Provider};
use serde_json::{Value, json};
use testkit::provider::TestProvider;
use testkit::{TestApp, on_both_engines, on_one_engine};

use super::super::log_in;
use super::ann;
use super::support::{Browser, portal, portal_with, said, sentence};

const UNVERIFIED: &str = "Acme did not confirm your email address. Please ask your administrator.";
const ELSEWHERE: &str =
    "ann@daybook.example belongs to an account that is linked to somebody else. Please ask your administrator.";

/// What somebody is told of whom the provider says this; nothing where they are let in.
async fn told(app: &TestApp, provider: &TestProvider, claims: &Value) -> String {
    let mut browser = Browser::of(app);
    let landed = browser.sign_in(app, provider, claims).await;
    if landed.fragment.contains_key("code") {
        browser.exchange(&landed).await.expect(200);
        return String::new();
    }
    sentence(&browser, &landed).await
}

on_one_engine! {
    /// [S3]
    async fn an_address_counts_if_the_provider_has_verified_it_or_is_trusted(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let trusted = Provider { email: EmailTrust::Trusted, ..provider.as_set("trusted") };
        let other = TestProvider::start().await;
        let acme = Provider { label: "Acme".to_owned(), ..other.as_set("acme") };
        let app = portal_with(database, vec![acme, trusted]).await;
        let address = |verified: Value| {
            let mut claims = json!({"email": "nobody@daybook.example"});
            claims.as_object_mut().unwrap().extend(verified.as_object().unwrap().clone());
            claims
        };
        let (yes, no) = ("There is no account for nobody@daybook.example. Please ask HR.", UNVERIFIED);
        for (verified, said_there, said_where_trusted) in [
            (json!({"email_verified": true}), yes, yes),
            (json!({"email_verified": "true"}), yes, yes),
            (json!({"xms_edov": true}), yes, yes),
            (json!({}), no, yes),
            (json!({"email_verified": false}), no, no),
            (json!({"email_verified": "false"}), no, no),
            (json!({"email_verified": 1}), no, no),
            (json!({"xms_edov": false}), no, no),
            (json!({"email_verified": false, "xms_edov": true}), no, no),
        ] {
            let claims = address(verified);
            assert_eq!(told(&app, &other, &claims).await, said_there, "{claims}");
            let mut browser = Browser::of(&app);
            let way = browser.start("trusted").await;
            let code = format!("code {}", way.state());
            provider.give(&code, &said(&app, &provider, way.nonce(), &claims));
            let landed = browser.come_back("trusted", &[("state", way.state()), ("code", &code)]).await;
            let sentence = sentence(&browser, &landed).await;
            assert_eq!(sentence, said_where_trusted.replace("Acme", "trusted"), "{claims}");
        }
        for (claims, sentence) in [
            (json!({}), "Acme gave no email address. Please ask your administrator."),
            (json!({"email": "no address", "email_verified": true}), "Acme gave no email address. Please ask your administrator."),
            (json!({"preferred_username": "ann@daybook.example", "upn": "ann@daybook.example"}), "Acme gave no email address. Please ask your administrator."),
        ] {
            assert_eq!(told(&app, &other, &claims).await, sentence, "{claims}");
        }
    }

    /// Tokens in the shapes of Keycloak, Entra, Google and authentik [S3]
    async fn tokens_of_the_usual_providers_open_the_account_with_their_address(database: &TestDatabase) {
        let person = TestApp::start(database).await.person("Ann", Role::Manager).await;
        for (claims, trust) in [
            (
                json!({"jti": "4a6", "typ": "ID", "azp": "daybook", "sid": "b21c", "at_hash": "x", "acr": "1",
                    "email_verified": true, "name": "Ann Example", "preferred_username": "ann", "given_name": "Ann",
                    "family_name": "Example", "email": "ann@daybook.example", "auth_time": 1}),
                EmailTrust::Verified,
            ),
            (
                json!({"ver": "2.0", "oid": "0000-1", "tid": "0000-2", "rh": "0.x", "uti": "u", "aio": "a",
                    "name": "Ann Example", "preferred_username": "ann@daybook.example", "email": "Ann@daybook.example", "xms_edov": true}),
                EmailTrust::Verified,
            ),
            (
                json!({"ver": "2.0", "oid": "0000-1", "tid": "0000-2", "email": "ann@daybook.example"}),
                EmailTrust::Trusted,
            ),
            (
                json!({"azp": "daybook", "hd": "daybook.example", "email": "ann@daybook.example", "email_verified": true,
                    "at_hash": "x", "name": "Ann Example", "picture": "https://example.org/p", "given_name": "Ann", "locale": "en"}),
                EmailTrust::Verified,
            ),
            (
                json!({"acr": "goauthentik.io/providers/oauth2/default", "amr": ["pwd"], "sid": "f3", "auth_time": 1,
                    "email": "ann@daybook.example", "email_verified": true, "name": "Ann", "given_name": "Ann Example",
                    "preferred_username": "ann", "nickname": "ann", "groups": ["authentik Admins"]}),
                EmailTrust::Verified,
            ),
        ] {
            // Each is the only provider that is set, so the links of the others do not count.
            let provider = TestProvider::start().await;
            let app = portal(database, Provider { email: trust, ..provider.as_set("acme") }).await;
            let client = Browser::of(&app).signed_in(&app, &provider, &claims).await;
            let user = client.get("/api/session").await.expect(200).data()["user"].clone();
            assert_eq!((&user["email"], &user["role"]), (&json!(person.email), &json!("Manager")), "{claims}");
        }
    }

    /// [S4]
    async fn the_link_is_the_subject_whatever_becomes_of_the_address(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let (person, bob) = (app.person("Ann", Role::Employee).await, app.person("Bob", Role::Employee).await);
        assert_eq!(told(&app, &provider, &ann()).await, "");
        for claims in [
            json!({"email": "ann.married@elsewhere.example", "email_verified": true}),
            json!({"email": bob.email, "email_verified": true}),
            json!({"email": "ann@daybook.example", "email_verified": false}),
        ] {
            let client = Browser::of(&app).signed_in(&app, &provider, &claims).await;
            let user = client.get("/api/auth/profile").await.expect(200).data()["user"].clone();
            assert_eq!((&user["_id"], &user["email"]), (&json!(person.id.to_string()), &json!(person.email)), "{claims}");
            let [identity] = store.identities(person.id).await.unwrap().try_into().unwrap();
            assert_eq!((identity.email.as_deref(), identity.subject.as_str()), (claims["email"].as_str(), "there-1"));
            assert_eq!(identity.last_used_at, Some(app.ports.clock.now()));
        }
        assert_eq!(store.identities(bob.id).await.unwrap(), []);
        // Another person there does not come to the account with the address.
        for claims in [json!({"sub": "there-2"}), json!({"sub": "THERE-1"}), json!({"sub": "there-1 "})] {
            let mut claims = claims;
            claims.as_object_mut().unwrap().extend(ann().as_object().unwrap().clone());
            assert_eq!(told(&app, &provider, &claims).await, ELSEWHERE, "{claims}");
        }
        assert_eq!(store.identities(person.id).await.unwrap().len(), 1);
    }

    /// [S5]
    async fn a_second_provider_with_the_same_address_does_not_link_by_itself(database: &TestDatabase, store: &Database) {
        let (provider, second) = (TestProvider::start().await, TestProvider::start().await);
        let acme = Provider { label: "Acme".to_owned(), ..provider.as_set("acme") };
        let app = portal_with(database, vec![acme, second.as_set("second")]).await;
        let person = app.person("Ann", Role::Employee).await;
        assert_eq!(told(&app, &provider, &ann()).await, "");
        let mut browser = Browser::of(&app);
        let way = browser.start("second").await;
        second.give("c", &said(&app, &second, way.nonce(), &ann()));
        let landed = browser.come_back("second", &[("state", way.state()), ("code", "c")]).await;
        assert_eq!(sentence(&browser, &landed).await, ELSEWHERE);
        assert_eq!(store.identities(person.id).await.unwrap().len(), 1);
        // Where the first provider is no longer set, nobody signs in by it.
        let app = portal(database, Provider { name: domain::sign_in::ProviderName::parse("acme").unwrap(), ..second.as_set("second") }).await;
        assert_eq!(told(&app, &second, &ann()).await, "");
        assert_eq!(store.identities(person.id).await.unwrap().len(), 2);
    }

    /// [S7]
    async fn only_addresses_of_the_set_domains_open_an_account(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let domains = Domains::parse("Daybook.Example, example.net").unwrap();
        let app = portal(database, Provider { domains, ..provider.as_set("acme") }).await;
        app.person("Ann", Role::Employee).await;
        for email in ["ann@example.org", "ann@sub.daybook.example", "ann@xdaybook.example", "ann@daybook.example.org"] {
            let claims = json!({"email": email, "email_verified": true});
            assert_eq!(told(&app, &provider, &claims).await, format!("There is no account for {email}. Please ask HR."));
        }
        assert_eq!(told(&app, &provider, &json!({"email": "ANN@DAYBOOK.EXAMPLE", "email_verified": true})).await, "");
    }
}

on_both_engines! {
    /// [S10]
    async fn an_account_that_is_blocked_or_inactive_is_neither_opened_nor_linked(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let person = app.person("Ann", Role::Employee).await;
        let admin = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let (address, blocked) = (format!("/api/users/{}/toggle-block", person.id), "Your account has been blocked. Please contact your administrator.");
        admin.patch(&address, json!({"isBlocked": true})).await.expect(200);
        assert_eq!(told(&app, &provider, &ann()).await, blocked);
        assert_eq!(store.identities(person.id).await.unwrap(), []);
        admin.patch(&address, json!({"isBlocked": false})).await.expect(200);
        let client = Browser::of(&app).signed_in(&app, &provider, &ann()).await;
        // Left while the session lives.
        let user = admin.get(&format!("/api/users/{}", person.id)).await.expect(200).data()["user"].clone();
        let mut form = json!({"firstName": "Ann", "lastName": "Example", "email": person.email, "role": "Employee", "isActive": false});
        form["updatedAt"] = user["updatedAt"].clone();
        admin.put(&format!("/api/users/{}", person.id), form).await.expect(200);
        client.get("/api/session").await.expect(401);
        assert_eq!(told(&app, &provider, &ann()).await, "Your account is inactive. Please contact HR.");
    }

    /// [S3]
    async fn a_temporary_password_is_void_after_a_sign_in_by_a_provider(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let person = app.person_with("Ann", Role::Employee, None, true).await;
        log_in(&app, &person.email, testkit::PASSWORD).await.expect(200);
        let mut browser = Browser::of(&app);
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        let data = browser.exchange(&landed).await.expect(200).data();
        assert_eq!(data["isFirstLogin"], false);
        app.anonymous().with_token(data["token"].as_str().unwrap()).get("/api/timesheets/my").await.expect(200);
        log_in(&app, &person.email, testkit::PASSWORD).await.expect(401);
        // A password of one's own stays.
        let bob = app.person("Bob", Role::Employee).await;
        let claims = json!({"sub": "there-2", "email": bob.email, "email_verified": true});
        Browser::of(&app).signed_in(&app, &provider, &claims).await;
        log_in(&app, &bob.email, testkit::PASSWORD).await.expect(200);
        assert_eq!(store.identities(bob.id).await.unwrap().len(), 1);
    }
}
