//! Passwords that are forgotten or changed.

use std::sync::Arc;

use crate::dto::accounts::{ChangePasswordRequest, ForgotPasswordRequest, ResetPasswordRequest};
use crate::dto::envelope::{Answer, Nothing};
use crate::input::{Call, Open, PasswordJson, ask, segment};
use crate::openapi::{LoginRefusals, ResetRequestRefusals, TryRefusals};
use crate::permission::ChangePassword;
use crate::reply::Outcome;
use crate::runner::Deadline;
use actix_web::HttpRequest;
use application::passwords;

const SENT: &str = "Password reset email sent. Check your inbox!";
const RESET: &str = "Password reset successful. Please log in.";

/// Asks for a mail with a link that sets a new password. The answer is the same whether the address is known or not.
#[utoipa::path(
    post, path = "/api/auth/forgot-password",
    request_body = ForgotPasswordRequest,
    responses((status = 200, description = "Noted", body = Answer<Nothing>), ResetRequestRefusals),
    security(()),
)]
pub async fn forgot_password(open: Open<PasswordJson<ForgotPasswordRequest>>) -> Outcome<Nothing> {
    let PasswordJson(ForgotPasswordRequest { email }) = open.input;
    let (ports, request) = (Arc::clone(&open.portal.ports), open.arrival.request());
    let asking = async move { passwords::forgot_password(&ports, &email, request).await };
    open.portal.runner.write(Deadline::usual(), asking).await?;
    Ok(Answer::saying(SENT, Nothing {}))
}

/// Sets a new password with the link from the mail, once. The person's session ends.
#[utoipa::path(
    post, path = "/api/auth/reset-password/{token}",
    params(("token" = String, Path, description = "The last part of the link")),
    request_body = ResetPasswordRequest,
    responses((status = 200, description = "Set", body = Answer<Nothing>), TryRefusals),
    security(()),
)]
pub async fn reset_password(request: HttpRequest, open: Open<PasswordJson<ResetPasswordRequest>>) -> Outcome<Nothing> {
    let PasswordJson(ResetPasswordRequest { password }) = open.input;
    let token = segment(&request, "token").to_owned();
    let (ports, request) = (Arc::clone(&open.portal.ports), open.arrival.request());
    let asking = async move { passwords::reset_password(&ports, &token, &password, request).await };
    open.portal.runner.write(Deadline::password(), asking).await?;
    Ok(Answer::saying(RESET, Nothing {}))
}

/// Changes the caller's own password. The session goes on.
#[utoipa::path(
    patch, path = "/api/users/change-password",
    request_body = ChangePasswordRequest,
    responses((status = 200, description = "Changed", body = Answer<Nothing>), LoginRefusals),
)]
pub async fn change_password(call: Call<ChangePassword, PasswordJson<ChangePasswordRequest>>) -> Outcome<Nothing> {
    let (PasswordJson(typed), call) = call.input();
    let change = typed.into();
    ask!(call.attempt(passwords::change_password, &change)).await?;
    Ok(Answer::of(Nothing {}))
}
