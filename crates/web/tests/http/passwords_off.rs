//! A portal whose people sign in with a provider: no password counts, or those of break-glass accounts alone (sign-in.md 1.4; §6, 12).

use application::accounts::AccountCreatedLetter;
use application::ports::ClaimedMail;
use application::sessions::BreakGlassUsedLetter;
use domain::person::Role;
use domain::sign_in::{PasswordUse, Provider};
use serde_json::{Value, json};
use testkit::provider::TestProvider;
use testkit::{Client, PASSWORD, Response, Setup, TestApp, TestPerson, on_both_engines, on_one_engine};

use super::second_factors::set_up;
use super::{log_in, signed_in, text};

const BETTER: &str = "a better one";

/// A portal with a provider called Acme, beside which these passwords count.
pub(super) async fn where_passwords_are(passwords: PasswordUse) -> Setup {
    let acme = Provider { label: "Acme".to_owned(), ..TestProvider::start().await.as_set("acme") };
    Setup { providers: vec![acme], passwords, self_registration: true, ..Setup::default() }
}

#[track_caller]
fn assert_says(answer: &Response, status: u16, code: &str, message: &str) {
    assert_eq!((answer.status, answer.code().as_str(), answer.message().as_str()), (status, code, message));
}

#[track_caller]
fn assert_off(answer: &Response) {
    assert_says(answer, 403, "PASSWORDS_OFF", "Please sign in with Acme.");
}

async fn mark(client: &Client, person: &TestPerson, is_break_glass: bool) -> Response {
    let body = json!({"isBreakGlass": is_break_glass, "reason": "In the safe"});
    client.put(&format!("/api/users/{}/break-glass", person.id), body).await
}

fn change() -> Value {
    json!({"currentPassword": PASSWORD, "newPassword": BETTER, "confirmPassword": BETTER})
}

fn letters<A: application::mail::About>(mails: &[ClaimedMail]) -> Vec<(String, A)> {
    mails.iter().filter_map(|mail| Some((mail.to.clone(), mail.letter.about::<A>()?))).collect()
}

on_both_engines! {
    /// Whatever is sent with it, and whoever calls [H7]
    async fn where_passwords_are_off_every_call_by_password_says_so(database: &TestDatabase) {
        let before = TestApp::start(database).await;
        let (ann, new) = (before.person("Ann", Role::Employee).await, before.person_with("New", Role::Employee, None, true).await);
        before.anonymous().post("/api/auth/forgot-password", json!({"email": ann.email})).await.expect(200);
        let link = before.reset_token().await.expect("a link");
        before.anonymous().post("/api/auth/forgot-password", json!({"email": ann.email})).await.expect(200);

        let app = TestApp::start_as(database, where_passwords_are(PasswordUse::Nobody).await).await;
        let (visitor, hal) = (app.anonymous(), signed_in(&app, "Hal", Role::Hr).await);
        let (client, newcomer) = (app.sign_in(&ann).await, app.sign_in(&new).await);
        let first = json!({"newPassword": BETTER, "confirmPassword": BETTER});
        let reset_for = format!("/api/users/{}/reset-password", ann.id);
        for (caller, method, address, body) in [
            (&visitor, "POST", "/api/auth/login", json!({"email": ann.email, "password": PASSWORD})),
            (&visitor, "POST", "/api/auth/forgot-password", json!({"email": ann.email})),
            (&visitor, "POST", &format!("/api/auth/reset-password/{link}"), json!({"password": BETTER})),
            (&newcomer, "PUT", "/api/auth/change-first-login-password", first.clone()),
            (&client, "PUT", "/api/auth/change-first-login-password", first),
            (&client, "PATCH", "/api/users/change-password", change()),
            (&hal, "POST", &reset_for, json!({"reason": "Lost", "mail": true})),
        ] {
            for body in [body.to_string(), "{}".to_owned(), "no JSON".to_owned()] {
                assert_off(&caller.send(method, address, Some(body.as_bytes())).await);
            }
        }
        // In the order of the house: who calls comes first, then what cannot be read at all, then the role.
        assert_eq!(visitor.send("PATCH", "/api/users/change-password", Some(b"{}")).await.code(), "UNAUTHENTICATED");
        assert_eq!(newcomer.send("PATCH", "/api/users/change-password", Some(b"{}")).await.code(), "PASSWORD_CHANGE_REQUIRED");
        assert_eq!(visitor.with_header("Content-Encoding", "br").post("/api/auth/login", json!({})).await.status, 415);
        assert_eq!(client.send("POST", &reset_for, Some(b"{}")).await.code(), "FORBIDDEN");

        assert_eq!(app.reset_token().await, None, "a request from before is answered by no link");
        let known = app.ports.reads.people().credentials(&ann.email, "", app.ports.clock.now()).await.unwrap().unwrap();
        let hash = known.login.hash.expect("the password from before");
        assert_eq!(app.ports.passwords.verify(PASSWORD, Some(hash)).await, Ok(true), "nothing was set");
    }

    /// With its code too, and all administrators hear of it [H8]
    async fn a_marked_administrator_signs_in_with_a_password(database: &TestDatabase) {
        let app = TestApp::start_as(database, where_passwords_are(PasswordUse::BreakGlass).await).await;
        let (ada, abe) = (app.person("Ada", Role::Admin).await, app.person("Abe", Role::Admin).await);
        let ann = app.person("Ann", Role::Employee).await;
        let (owner, admin) = (app.sign_in(&ada).await, app.sign_in(&abe).await);
        assert_says(&mark(&admin, &ada, true).await, 409, "CONFLICT", "Two-step sign-in is not set up");
        let (key, _) = set_up(&app, &owner).await;
        for person in [&ada, &abe, &ann] {
            assert_off(&log_in(&app, &person.email, PASSWORD).await);
            let guess = log_in(&app, &person.email, "a guess").await;
            assert_says(&guess, 401, "INVALID_CREDENTIALS", "Invalid email or password");
        }
        assert_off(&owner.patch("/api/users/change-password", change()).await);
        assert_off(&admin.post(&format!("/api/users/{}/reset-password", ann.id), json!({"reason": "Lost"})).await);
        let wrong = "Only the account of an administrator can be a break-glass account";
        assert_says(&mark(&admin, &ann, true).await, 400, "VALIDATION_FAILED", wrong);
        let identities = format!("/api/users/{}/identities", ada.id);
        assert_eq!(admin.get(&identities).await.expect(200).data()["isBreakGlass"], false);
        assert_eq!(mark(&admin, &ada, true).await.expect(200).data(), json!({}));
        assert_eq!(admin.get(&identities).await.expect(200).data()["isBreakGlass"], true);
        app.mails().await;

        let data = log_in(&app, &ada.email, PASSWORD).await.expect(200).data();
        let code = testkit::app::code(&key, app.ports.clock.now());
        let body = json!({"ticket": text(&data["secondFactor"], "ticket"), "code": code});
        let data = app.anonymous().post("/api/auth/second-factor", body).await.expect(200).data();
        let used = letters::<BreakGlassUsedLetter>(&app.mails().await);
        let mut told: Vec<_> = used.iter().map(|(to, letter)| (to.as_str(), letter.email.as_str())).collect();
        told.sort_unstable();
        assert_eq!(told, [(abe.email.as_str(), ada.email.as_str()), (&ada.email, &ada.email)]);
        let owner = app.anonymous().with_token(text(&data, "token"));
        owner.patch("/api/users/change-password", change()).await.expect(200);
        let needed = json!({"password": BETTER, "code": testkit::app::code(&key, app.ports.clock.now() + chrono::Duration::seconds(30))});
        let refused = owner.send("DELETE", "/api/auth/totp", Some(needed.to_string().as_bytes())).await;
        assert_says(&refused, 409, "CONFLICT", "Two-step sign-in is required for your role");
        app.anonymous().post("/api/auth/forgot-password", json!({"email": ada.email})).await.expect(200);
        assert!(app.reset_token().await.is_some());
        app.anonymous().post("/api/auth/forgot-password", json!({"email": ann.email})).await.expect(200);
        assert_eq!(app.reset_token().await, None);

        mark(&admin, &ada, false).await.expect(200);
        assert_off(&log_in(&app, &ada.email, BETTER).await);
    }
}

on_one_engine! {
    async fn new_people_get_no_password_but_learn_how_to_sign_in(database: &TestDatabase) {
        for passwords in [PasswordUse::Nobody, PasswordUse::BreakGlass] {
            let app = TestApp::start_as(database, where_passwords_are(passwords).await).await;
            assert_eq!(app.anonymous().get("/api/portal").await.expect(200).data()["selfRegistration"], false);
            let typed = json!({"firstName": "Nia", "lastName": "Example", "email": format!("nia.{}@daybook.example", passwords.name()), "role": "Employee"});
            let refused = app.anonymous().post("/api/auth/register", typed.clone()).await;
            assert_says(&refused, 403, "FORBIDDEN", "Self-registration is closed. Please contact HR.");

            let hal = signed_in(&app, passwords.name(), Role::Hr).await;
            let made = hal.post("/api/auth/register", typed.clone()).await.expect(201);
            assert_eq!(made.message(), "Registration successful! Please check your email for how to sign in.");
            assert!(made.data().get("generatedCredentials").is_none(), "{}", made.text());
            assert_eq!(made.data()["user"]["isFirstLogin"], false);
            let sent = letters::<AccountCreatedLetter>(&app.mails().await);
            let [(to, letter)] = sent.as_slice() else { panic!("{sent:?}") };
            assert_eq!((to.as_str(), letter.providers.as_slice()), (text(&typed, "email"), ["Acme".to_owned()].as_slice()));
        }
    }

    async fn where_everybody_has_a_password_nobody_is_marked(app: &TestApp) {
        let ada = app.person("Ada", Role::Admin).await;
        let client = app.sign_in(&ada).await;
        set_up(app, &client).await;
        assert_says(&mark(&client, &ada, true).await, 404, "NOT_FOUND", "Break-glass sign-in not found");
        let seen = client.get(&format!("/api/users/{}/identities", ada.id)).await.expect(200).data();
        assert!(seen.get("isBreakGlass").is_none(), "{seen}");
    }
}
