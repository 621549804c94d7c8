//! Signing in and out, the first password, and the caller's own account.

use std::sync::Arc;

use actix_web::web::Data;

use super::sign_in::address_of;
use crate::dto::accounts::UpdateProfileRequest;
use crate::dto::envelope::{Answer, Nothing};
use crate::dto::people::{User, UserData};
use crate::dto::requests::{FirstPasswordRequest, LoginRequest, SecondStepRequest};
use crate::dto::sessions::{LoginAnswer, LoginData, SignedOut};
use crate::input::{Call, Json, Open, PasswordJson, ask};
use crate::openapi::{LoginRefusals, PasswordRefusals, PlainRefusals, WriteRefusals};
use crate::permission::{OwnPassword, SetPassword, SignedIn};
use crate::portal::Portal;
use crate::reply::Outcome;
use crate::runner::Deadline;
use application::people;
use application::sessions::{self, Credentials, SecondStep};
use application::sign_in;

/// Signs in, or asks for a code where the account has a second factor. An earlier session of the same person ends with the sign-in.
#[utoipa::path(
    post, path = "/api/auth/login",
    request_body = LoginRequest,
    responses((status = 200, description = "Signed in, or a code has to follow", body = Answer<LoginAnswer>), LoginRefusals),
    security(()),
)]
pub async fn login(open: Open<PasswordJson<LoginRequest>>) -> Outcome<LoginAnswer> {
    let PasswordJson(LoginRequest { email, password }) = open.input;
    let credentials = Credentials { email, password, request: open.arrival.request() };
    let ports = Arc::clone(&open.portal.ports);
    let asking = async move { sessions::login(&ports, credentials).await };
    let login = open.portal.runner.write(Deadline::password(), asking).await?;
    Ok(Answer::of(login.into()))
}

/// Signs in with the ticket of a right password and a code of the app, or a recovery code.
#[utoipa::path(
    post, path = "/api/auth/second-factor",
    request_body = SecondStepRequest,
    responses((status = 200, description = "Signed in", body = Answer<LoginData>), LoginRefusals),
    security(()),
)]
pub async fn second_factor(open: Open<Json<SecondStepRequest>>) -> Outcome<LoginData> {
    let Json(SecondStepRequest { ticket, code }) = open.input;
    let typed = SecondStep { ticket, code, request: open.arrival.request() };
    let ports = Arc::clone(&open.portal.ports);
    let asking = async move { sessions::second_step(&ports, typed).await };
    let login = open.portal.runner.write(Deadline::usual(), asking).await?;
    Ok(Answer::of(login.into()))
}

/// Ends the session.
#[utoipa::path(
    post, path = "/api/auth/logout",
    responses((status = 200, description = "Signed out", body = Answer<SignedOut>), PlainRefusals),
)]
pub async fn logout(portal: Data<Portal>, call: Call<SignedIn>) -> Outcome<SignedOut> {
    let deadline = Deadline::usual();
    let Some(began) = ask!(call.write(sessions::logout)).await? else {
        return Ok(Answer::of(SignedOut { continue_at: None }));
    };
    let ports = Arc::clone(&portal.ports);
    let leaving = async move { Ok(sign_in::leaving(&ports, began).await) };
    // They are signed out here, even if the provider is too slow to be asked.
    let leaving = portal.runner.read(deadline, leaving).await.ok().flatten();
    let continue_at = leaving.map(|leaving| address_of(&leaving.endpoint, &leaving.query));
    Ok(Answer::of(SignedOut { continue_at }))
}

/// Replaces a generated password. The session goes on.
#[utoipa::path(
    put, path = "/api/auth/change-first-login-password",
    request_body = FirstPasswordRequest,
    responses((status = 200, description = "Changed", body = Answer<Nothing>), PasswordRefusals),
)]
pub async fn change_first_login_password(
    call: Call<SetPassword, PasswordJson<FirstPasswordRequest>>,
) -> Outcome<Nothing> {
    let (PasswordJson(new), call) = call.input();
    let FirstPasswordRequest { new_password, confirm_password } = new;
    ask!(call.attempt(sessions::first_password, &new_password, &confirm_password)).await?;
    Ok(Answer::of(Nothing {}))
}

/// The caller's own account.
#[utoipa::path(
    get, path = "/api/auth/profile",
    responses((status = 200, description = "The account", body = Answer<UserData>), PlainRefusals),
)]
pub async fn profile(call: Call<SignedIn>) -> Outcome<UserData> {
    let found =
        call.read(|ports, caller| async move { people::person(&ports, &caller, caller.actor.id).await }).await?;
    Ok(Answer::of(UserData { user: User::from(found) }))
}

/// Changes the caller's own department and position. Any other field is ignored.
#[utoipa::path(
    put, path = "/api/auth/profile",
    request_body = UpdateProfileRequest,
    responses((status = 200, description = "The account as it is now", body = Answer<UserData>), WriteRefusals),
)]
pub async fn update_profile(call: Call<OwnPassword, Json<UpdateProfileRequest>>) -> Outcome<UserData> {
    let (Json(typed), call) = call.input();
    let user = User::from(ask!(call.write(people::update_profile, typed.into())).await?);
    Ok(Answer::of(UserData { user }))
}
