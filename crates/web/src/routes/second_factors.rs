//! The second factor of a sign-in: one's own, and those of others for administrators.

use crate::dto::envelope::{Answer, Nothing};
use crate::dto::ways_in::{
    BeginTotpRequest, BreakGlassRequest, ConfirmTotpRequest, OwnCredentials, ProofRequest, RecoveryCodes,
    ResetSecondFactorRequest, TotpKey, WaysIn,
};
use crate::input::{Call, Json, ask, id_in};
use crate::openapi::{NamedRefusals, PasswordRefusals, PlainRefusals, WriteRefusals};
use crate::permission::{ChangePassword, KeepFactors, SeeWaysIn, SetUpFactor};
use crate::reply::Outcome;
use actix_web::HttpRequest;
use application::{people, second_factors};

/// How the caller signs in, beside a password.
#[utoipa::path(
    get, path = "/api/auth/credentials",
    responses((status = 200, description = "What is set up", body = Answer<OwnCredentials>), PlainRefusals),
)]
pub async fn credentials(call: Call<SeeWaysIn>) -> Outcome<OwnCredentials> {
    let own = ask!(call.read(second_factors::own_ways_in)).await?;
    Ok(Answer::of(own.into()))
}

/// Makes a key for the caller's app, which waits for its first code.
#[utoipa::path(
    post, path = "/api/auth/totp/begin",
    request_body = BeginTotpRequest,
    responses((status = 200, description = "The key", body = Answer<TotpKey>), PasswordRefusals),
)]
pub async fn begin_totp(call: Call<SetUpFactor, Json<BeginTotpRequest>>) -> Outcome<TotpKey> {
    let (Json(BeginTotpRequest { password }), call) = call.input();
    let new = ask!(call.attempt(second_factors::begin, &password)).await?;
    Ok(Answer::of(new.into()))
}

/// Makes the key the caller's second factor, with the first code of the app.
#[utoipa::path(
    post, path = "/api/auth/totp/confirm",
    request_body = ConfirmTotpRequest,
    responses((status = 200, description = "The recovery codes", body = Answer<RecoveryCodes>), PasswordRefusals),
)]
pub async fn confirm_totp(call: Call<SeeWaysIn, Json<ConfirmTotpRequest>>) -> Outcome<RecoveryCodes> {
    let (Json(ConfirmTotpRequest { code }), call) = call.input();
    let recovery_codes = ask!(call.attempt(second_factors::confirm, &code)).await?;
    Ok(Answer::of(RecoveryCodes { recovery_codes }))
}

/// Turns the caller's second factor off.
#[utoipa::path(
    delete, path = "/api/auth/totp",
    request_body = ProofRequest,
    responses((status = 200, description = "Turned off", body = Answer<Nothing>), PasswordRefusals),
)]
pub async fn turn_off_totp(call: Call<ChangePassword, Json<ProofRequest>>) -> Outcome<Nothing> {
    let (Json(typed), call) = call.input();
    let proof = typed.into();
    ask!(call.attempt(second_factors::turn_off, &proof)).await?;
    Ok(Answer::of(Nothing {}))
}

/// Replaces the caller's recovery codes.
#[utoipa::path(
    post, path = "/api/auth/recovery-codes",
    request_body = ProofRequest,
    responses((status = 200, description = "The new codes", body = Answer<RecoveryCodes>), PasswordRefusals),
)]
pub async fn make_recovery_codes(call: Call<ChangePassword, Json<ProofRequest>>) -> Outcome<RecoveryCodes> {
    let (Json(typed), call) = call.input();
    let proof = typed.into();
    let recovery_codes = ask!(call.attempt(second_factors::new_recovery_codes, &proof)).await?;
    Ok(Answer::of(RecoveryCodes { recovery_codes }))
}

/// How a person signs in, beside a password.
#[utoipa::path(
    get, path = "/api/users/{id}/identities",
    params(("id" = String, Path, description = "The person's `_id`")),
    responses((status = 200, description = "What is set up", body = Answer<WaysIn>), NamedRefusals),
)]
pub async fn identities(request: HttpRequest, call: Call<KeepFactors>) -> Outcome<WaysIn> {
    let id = id_in(&request);
    let ways = ask!(call.read(people::ways_in, id)).await?;
    Ok(Answer::of(ways.into()))
}

/// Takes somebody's second factor away, who has lost it. Their session ends.
#[utoipa::path(
    delete, path = "/api/users/{id}/second-factor",
    params(("id" = String, Path, description = "The person's `_id`")),
    request_body = ResetSecondFactorRequest,
    responses((status = 200, description = "Taken away", body = Answer<Nothing>), WriteRefusals),
)]
pub async fn reset_second_factor(
    request: HttpRequest,
    call: Call<KeepFactors, Json<ResetSecondFactorRequest>>,
) -> Outcome<Nothing> {
    let id = id_in(&request);
    let (Json(ResetSecondFactorRequest { reason }), call) = call.input();
    ask!(call.write(people::reset_second_factor, id, &reason)).await?;
    Ok(Answer::of(Nothing {}))
}

/// Marks the account of an administrator as a break-glass account, whose password opens it where others do not, or no longer.
#[utoipa::path(
    put, path = "/api/users/{id}/break-glass",
    params(("id" = String, Path, description = "The person's `_id`")),
    request_body = BreakGlassRequest,
    responses((status = 200, description = "Marked, or no longer", body = Answer<Nothing>), WriteRefusals),
)]
pub async fn mark_break_glass(
    request: HttpRequest,
    call: Call<KeepFactors, Json<BreakGlassRequest>>,
) -> Outcome<Nothing> {
    let id = id_in(&request);
    let (Json(BreakGlassRequest { is_break_glass, reason }), call) = call.input();
    ask!(call.write(people::set_break_glass, id, is_break_glass, &reason)).await?;
    Ok(Answer::of(Nothing {}))
}
