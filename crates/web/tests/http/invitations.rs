//! Invitations to people who have never signed in (moving-in.md 1.4; §7, 13).

use application::accounts::AccountCreatedLetter;
use domain::person::Role;
use domain::sign_in::PasswordUse;
use serde_json::{Value, json};
use testkit::{Client, Response, Setup, TestApp, TestPerson, on_both_engines, on_one_engine};

use super::passwords_off::where_passwords_are;
use super::{log_in, signed_in};

const CHOSEN: &str = "harbour light";
const BAD_LINK: &str = "This reset link is invalid or has expired";

async fn invite(client: &Client, person: &TestPerson) -> Response {
    client.post(&format!("/api/users/{}/invite", person.id), json!({})).await
}

async fn set(app: &TestApp, token: &str) -> Response {
    app.anonymous().post(&format!("/api/auth/reset-password/{token}"), json!({"password": CHOSEN})).await
}

async fn profile(client: &Client, person: &TestPerson) -> Value {
    client.get(&format!("/api/users/{}", person.id)).await.expect(200).data()["user"].clone()
}

#[track_caller]
fn assert_says(answer: &Response, status: u16, message: &str) {
    assert_eq!((answer.status, answer.message().as_str()), (status, message));
}

on_both_engines! {
    /// Also where nobody registers themselves.
    async fn an_invited_person_sets_their_first_password_and_signs_in(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { self_registration: false, ..Setup::default() }).await;
        let (hal, ivy) = (signed_in(&app, "Hal", Role::Hr).await, app.imported("Ivy", Role::Employee).await);
        assert_says(&log_in(&app, &ivy.email, CHOSEN).await, 401, "Invalid email or password");
        assert_eq!(profile(&hal, &ivy).await["canBeInvited"], true);
        assert_says(&invite(&hal, &ivy).await, 200, "Invitation sent");
        let first = app.invitation_token().await.expect("an invitation");
        assert_says(&log_in(&app, &ivy.email, CHOSEN).await, 401, "Invalid email or password");
        invite(&hal, &ivy).await.expect(200);
        let second = app.invitation_token().await.expect("another one");
        assert_says(&set(&app, &first).await, 400, BAD_LINK);
        app.clock.pass(14 * 24 * 3600 - 1);
        set(&app, &second).await.expect(200);
        assert_says(&set(&app, &second).await, 400, BAD_LINK);
        let data = log_in(&app, &ivy.email, CHOSEN).await.expect(200).data();
        assert_eq!(data["isFirstLogin"], false);

        let hal = signed_in(&app, "Hel", Role::Hr).await;
        assert!(profile(&hal, &ivy).await.get("canBeInvited").is_none());
        assert_says(&invite(&hal, &ivy).await, 409, "Ivy Example has signed in already");
    }

    async fn everybody_who_has_never_signed_in_is_invited_at_once(app: &TestApp) {
        let (hal, ivy) = (signed_in(app, "Hal", Role::Hr).await, app.imported("Ivy", Role::Employee).await);
        let (max, abe) = (app.imported("Max", Role::Manager).await, app.imported("Abe", Role::Admin).await);
        let gone = app.imported("Gus", Role::Employee).await;
        let change = json!({"firstName": "Gus", "lastName": "Example", "email": gone.email, "role": "Employee", "isActive": false});
        hal.put(&format!("/api/users/{}", gone.id), change).await.expect(200);
        assert_says(&invite(&hal, &gone).await, 409, "Gus Example is inactive. Activate the account first.");
        assert_says(&invite(&hal, &abe).await, 403, "Only an administrator can manage this account");
        let ada = signed_in(app, "Ada", Role::Admin).await;
        let blocked = app.imported("Bo", Role::Employee).await;
        ada.patch(&format!("/api/users/{}/toggle-block", blocked.id), json!({"isBlocked": true})).await.expect(200);
        assert_says(&invite(&hal, &blocked).await, 409, "Bo Example is blocked. Unblock the account first.");

        assert_eq!(hal.get("/api/users/invite").await.expect(200).data(), json!({"count": 2}));
        assert_eq!(hal.post("/api/users/invite", json!({})).await.expect(200).data(), json!({"invited": 2}));
        application::invitations::send_due(&app.ports).await.unwrap();
        let mut told: Vec<String> = app.mails().await.into_iter().filter(|mail| mail.letter.kind() == "invitation").map(|mail| mail.to).collect();
        told.sort_unstable();
        assert_eq!(told, [ivy.email, max.email]);
        assert_eq!(ada.get("/api/users/invite").await.expect(200).data(), json!({"count": 3}));
    }
}

on_one_engine! {
    async fn somebody_whose_invitation_is_over_asks_for_another_one(app: &TestApp) {
        let (hal, ivy) = (signed_in(app, "Hal", Role::Hr).await, app.imported("Ivy", Role::Employee).await);
        invite(&hal, &ivy).await.expect(200);
        let link = app.invitation_token().await.expect("an invitation");
        app.clock.pass(14 * 24 * 3600);
        assert_says(&set(app, &link).await, 400, BAD_LINK);
        let asked = app.anonymous().post("/api/auth/forgot-password", json!({"email": ivy.email})).await.expect(200);
        assert_eq!(asked.message(), "Password reset email sent. Check your inbox!");
        application::passwords::answer_resets(&app.ports).await.unwrap();
        let link = app.invitation_token().await.expect("an invitation again");
        set(app, &link).await.expect(200);
        log_in(app, &ivy.email, CHOSEN).await.expect(200);
    }

    async fn where_passwords_are_off_the_mail_says_how_to_sign_in(database: &TestDatabase) {
        let app = TestApp::start_as(database, where_passwords_are(PasswordUse::Nobody).await).await;
        let (hal, ivy) = (signed_in(&app, "Hal", Role::Hr).await, app.imported("Ivy", Role::Employee).await);
        invite(&hal, &ivy).await.expect(200);
        assert_eq!(app.invitation_token().await, None);
        invite(&hal, &ivy).await.expect(200);
        application::invitations::send_due(&app.ports).await.unwrap();
        let mails = app.mails().await;
        let letter: AccountCreatedLetter = mails[0].letter.about().expect("how to sign in");
        assert_eq!((letter.email, letter.providers), (ivy.email, vec!["Acme".to_owned()]));
    }
}
