//! People without an account, and the roles that groups give (sign-in.md 1.3; §6, cases 6 and 8).

use application::ports::{EventReads, IdentityReads, SessionReads};
use domain::id::UserId;
use domain::person::Role;
use domain::sign_in::{Provider, RoleMapping, UnknownPeople};
use persistence::Database;
use serde_json::{Value, json};
use testkit::provider::TestProvider;
use testkit::{Client, TestApp, TestDatabase, at_once, on_both_engines, on_one_engine};

use super::super::{TODAY, submit};
use super::ann;
use super::support::{Browser, portal, said, sentence};

/// The account of whoever has this session.
async fn own(client: &Client) -> Value {
    client.get("/api/auth/profile").await.expect(200).data()["user"].clone()
}

fn admitting(provider: &TestProvider) -> Provider {
    Provider { unknown_people: UnknownPeople::BecomeEmployees, ..provider.as_set("acme") }
}

/// A portal in which the groups of the claim at `path` decide the roles.
async fn with_roles(database: &TestDatabase, provider: &TestProvider, mapping: &str) -> TestApp {
    let roles = Some(RoleMapping::parse(mapping).unwrap());
    portal(database, Provider { roles, ..admitting(provider) }).await
}

/// The events of these kinds that are about somebody, oldest first: the kind, and the role that they tell.
async fn mapped(store: &Database, user: UserId) -> Vec<(String, String)> {
    let events = store.events(None, None, 100).await.unwrap();
    let about = events.iter().rev().map(|event| &event.record).filter(|record| record.subjects.contains(&user));
    let of_kinds = about.filter(|record| record.kind.starts_with("role-"));
    of_kinds.map(|record| (record.kind.to_string(), record.details.text("role").unwrap())).collect()
}

on_both_engines! {
    /// [S6]
    async fn somebody_unknown_becomes_an_employee_where_the_operator_wants_it(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, admitting(&provider)).await;
        let claims = json!({"email": "Nina@Example.org", "email_verified": true, "given_name": " Nina ", "family_name": "Nováková"});
        let client = Browser::of(&app).signed_in(&app, &provider, &claims).await;
        let user = own(&client).await;
        for (field, value) in [
            ("firstName", json!("Nina")),
            ("lastName", json!("Nováková")),
            ("email", json!("nina@example.org")),
            ("role", json!("Employee")),
            ("joiningDate", Value::Null),
            ("isFirstLogin", json!(false)),
            ("isActive", json!(true)),
        ] {
            assert_eq!(user[field], value, "{field}");
        }
        assert!(app.mails().await.iter().all(|mail| mail.letter.kind() != "credentials"), "there is no password to send");
        // Once there, they are known.
        assert_eq!(own(&Browser::of(&app).signed_in(&app, &provider, &claims).await).await["_id"], user["_id"]);
        let id: UserId = user["_id"].as_str().unwrap().parse().unwrap();
        assert_eq!(store.identities(id).await.unwrap().len(), 1);
        for (claims, first, last) in [
            (json!({"sub": "2", "email": "ann.lee@example.org"}), "Ann", "Lee"),
            (json!({"sub": "3", "email": "kim@example.org", "given_name": "x".repeat(200), "family_name": 7}), "Kim", "Kim"),
        ] {
            let mut claims = claims;
            claims["email_verified"] = json!(true);
            let user = own(&Browser::of(&app).signed_in(&app, &provider, &claims).await).await;
            assert_eq!((user["firstName"].as_str(), user["lastName"].as_str()), (Some(first), Some(last)));
        }
        for refused in [json!({"sub": "4", "email": "eve@example.org"}), json!({"sub": "5"})] {
            let mut browser = Browser::of(&app);
            let landed = browser.sign_in(&app, &provider, &refused).await;
            assert!(sentence(&browser, &landed).await.ends_with("Please ask your administrator."));
        }
    }

    /// [S6]
    async fn fifty_callbacks_of_one_person_at_once_make_one_account(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, admitting(&provider)).await;
        let claims = json!({"email": "nina@example.org", "email_verified": true, "given_name": "Nina", "family_name": "New"});
        let mut callbacks = Vec::new();
        for n in 0..50 {
            let mut browser = Browser::of(&app);
            let (way, code) = (browser.start("acme").await, format!("code {n}"));
            provider.give(&code, &said(&app, &provider, way.nonce(), &claims));
            let state = way.state().to_owned();
            callbacks.push(async move { (browser.come_back("acme", &[("state", &state), ("code", &code)]).await, browser) });
        }
        let mut signed_in = 0;
        for (landed, browser) in at_once(callbacks).await {
            assert!(landed.fragment.contains_key("code"), "{landed:?}");
            signed_in += usize::from(browser.exchange(&landed).await.status == 200);
        }
        assert_eq!(signed_in, 50);
        assert_eq!(store.count_live(app.ports.clock.now()).await.unwrap(), 1);
        let events = store.events(None, None, 200).await.unwrap();
        let count = |kind: &str| events.iter().filter(|event| event.record.kind == kind).count();
        assert_eq!((count("account-created"), count("identity-linked")), (1, 1));
    }
}

on_one_engine! {
    /// [S6]
    async fn somebody_unknown_is_refused_where_the_operator_does_not_want_them(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = portal(database, provider.as_set("acme")).await;
        let mut browser = Browser::of(&app);
        let landed = browser.sign_in(&app, &provider, &ann()).await;
        let told = "There is no account for ann@daybook.example. Please ask HR.";
        assert_eq!(sentence(&browser, &landed).await, told);
        let events = store.events(None, None, 10).await.unwrap();
        assert_eq!(events[0].record.details.text("outcome").as_deref(), Some("no-account"));
        assert!(events.iter().all(|event| event.record.kind != "account-created"));
    }

    /// [S8]
    async fn groups_give_roles_at_every_sign_in(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = with_roles(database, &provider, "claim=realm_access.roles; hr team=HR; leads=Manager; staff=Employee").await;
        app.person("Ada", Role::Admin).await;
        let role_of = async |subject: &str, groups: Value| {
            let mut claims = json!({"sub": subject, "email": format!("{subject}@example.org"), "email_verified": true});
            if !groups.is_null() {
                claims["realm_access"] = json!({"roles": groups});
            }
            let user = own(&Browser::of(&app).signed_in(&app, &provider, &claims).await).await;
            (user["role"].as_str().unwrap().to_owned(), user["_id"].as_str().unwrap().parse::<UserId>().unwrap())
        };
        let (role, nina) = role_of("nina", json!(["none", "leads", "hr team"])).await;
        assert_eq!(role, "HR", "the first mapping that fits, of somebody new");
        for (groups, role) in [
            (json!(["staff"]), "Employee"),
            (json!("leads"), "Manager"),
            (Value::Null, "Manager"),
            (json!([]), "Manager"),
            (json!(["STAFF"]), "Manager"),
            (json!({"staff": true}), "Manager"),
            (json!(["staff", "leads"]), "Manager"),
        ] {
            assert_eq!(role_of("nina", groups.clone()).await, (role.to_owned(), nina), "{groups}");
        }
        let role_mapped = |role: &str| ("role-mapped".to_owned(), role.to_owned());
        assert_eq!(mapped(store, nina).await, ["HR", "Employee", "Manager"].map(role_mapped));
        assert_eq!(role_of("new", json!([])).await.0, "Employee");
    }

    /// [S8]
    async fn a_role_is_not_changed_that_could_not_be_changed_by_hand_or_be_given_back(database: &TestDatabase, store: &Database) {
        let provider = TestProvider::start().await;
        let app = with_roles(database, &provider, "claim=groups; admins=Admin; hr=HR; staff=Employee").await;
        let ada = app.person("Ada", Role::Admin).await;
        let role_of = async |name: &str, groups: Value| {
            let claims = json!({"sub": name, "email": format!("{name}@daybook.example"), "email_verified": true, "groups": groups});
            let client = Browser::of(&app).signed_in(&app, &provider, &claims).await;
            own(&client).await["role"].as_str().unwrap().to_owned()
        };
        let not_mapped = |role: &str| ("role-not-mapped".to_owned(), role.to_owned());
        assert_eq!(role_of("ada", json!(["staff"])).await, "Admin", "the last administrator");
        assert_eq!(mapped(store, ada.id).await, [not_mapped("Employee")]);
        app.person("Adrian", Role::Admin).await;
        assert_eq!(role_of("ada", json!(["staff"])).await, "Employee");

        let manager = app.person("Max", Role::Manager).await;
        let bob = app.member("Bob", &manager).await;
        submit(&app.sign_in(&bob).await, TODAY).await;
        assert_eq!(role_of("bob", json!(["hr"])).await, "Employee", "entries wait");
        assert_eq!(mapped(store, bob.id).await, [not_mapped("HR")]);

        let boss = app.person("Bea", Role::Boss).await;
        assert_eq!(role_of("bea", json!(["staff"])).await, "Boss", "no group there gives it back");
        assert_eq!(mapped(store, boss.id).await, [not_mapped("Employee")]);
    }

    /// [S8]
    async fn a_role_that_groups_have_given_is_changed_by_nobody_here(database: &TestDatabase) {
        let provider = TestProvider::start().await;
        let app = with_roles(database, &provider, "claim=groups; leads=Manager").await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let person = app.person("Ann", Role::Employee).await;
        let change = async |role: &str| {
            let form = json!({"firstName": "Ann", "lastName": "Example", "email": person.email, "role": role});
            ada.put(&format!("/api/users/{}", person.id), form).await
        };
        change("HR").await.expect(200);
        let mut claims = ann();
        claims["groups"] = json!(["leads"]);
        Browser::of(&app).signed_in(&app, &provider, &claims).await;
        let refused = change("HR").await.expect(400);
        assert_eq!(refused.json()["errors"], json!({"role": "Set by Acme"}));
        change("Manager").await.expect(200);
        claims["groups"] = json!([]);
        Browser::of(&app).signed_in(&app, &provider, &claims).await;
        change("HR").await.expect(200);
    }
}
