//! Changing accounts.

use crate::dto::accounts::{
    AssignManagerRequest, ResetPasswordForRequest, TemporaryPassword, ToggleBlockRequest, UpdateUserRequest,
};
use crate::dto::envelope::Answer;
use crate::dto::people::{User, UserData};
use crate::input::{Call, Json, PasswordJson, ask, id_in};
use crate::openapi::WriteRefusals;
use crate::permission::{BlockPeople, ManagePeople, ResetPasswords};
use crate::reply::Outcome;
use actix_web::HttpRequest;
use application::people;

/// Changes an account, including its role and whether it is active.
#[utoipa::path(
    put, path = "/api/users/{id}",
    params(("id" = String, Path, description = "The person's `_id`")),
    request_body = UpdateUserRequest,
    responses((status = 200, description = "The account as it is now", body = Answer<UserData>), WriteRefusals),
)]
pub async fn update_user(request: HttpRequest, call: Call<ManagePeople, Json<UpdateUserRequest>>) -> Outcome<UserData> {
    let id = id_in(&request);
    let (Json(typed), call) = call.input();
    let user = User::from(ask!(call.write(people::update_account, id, typed.into())).await?);
    Ok(Answer::of(UserData { user }))
}

/// Blocks an account, which ends its session at once, or lets it in again.
#[utoipa::path(
    patch, path = "/api/users/{id}/toggle-block",
    params(("id" = String, Path, description = "The person's `_id`")),
    request_body = ToggleBlockRequest,
    responses((status = 200, description = "The account as it is now", body = Answer<UserData>), WriteRefusals),
)]
pub async fn toggle_block(
    request: HttpRequest,
    call: Call<BlockPeople, Json<ToggleBlockRequest>>,
) -> Outcome<UserData> {
    let id = id_in(&request);
    let (Json(ToggleBlockRequest { is_blocked }), call) = call.input();
    let user = User::from(ask!(call.write(people::toggle_block, id, is_blocked)).await?);
    Ok(Answer::of(UserData { user }))
}

/// Gives somebody a temporary password, and returns it once. Their session ends, and they have to change it at the next sign-in.
#[utoipa::path(
    post, path = "/api/users/{id}/reset-password",
    params(("id" = String, Path, description = "The person's `_id`")),
    request_body = ResetPasswordForRequest,
    responses((status = 200, description = "The temporary password", body = Answer<TemporaryPassword>), WriteRefusals),
)]
pub async fn reset_password_for(
    request: HttpRequest,
    call: Call<ResetPasswords, PasswordJson<ResetPasswordForRequest>>,
) -> Outcome<TemporaryPassword> {
    let id = id_in(&request);
    let (PasswordJson(typed), call) = call.input();
    let password = ask!(call.write(people::reset_password_for, id, typed.into())).await?;
    Ok(Answer::of(TemporaryPassword { temporary_password: password.0 }))
}

/// Gives an Employee a manager, another one, or none.
#[utoipa::path(
    post, path = "/api/users/assign-manager",
    request_body = AssignManagerRequest,
    responses((status = 200, description = "The Employee's account as it is now", body = Answer<UserData>), WriteRefusals),
)]
pub async fn assign_manager(call: Call<ManagePeople, Json<AssignManagerRequest>>) -> Outcome<UserData> {
    let (Json(AssignManagerRequest { employee_id, manager_id }), call) = call.input();
    let user = User::from(ask!(call.write(people::assign_manager, employee_id, manager_id)).await?);
    Ok(Answer::of(UserData { user }))
}
