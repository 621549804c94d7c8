//! Invitations to people who have never signed in.

use crate::dto::envelope::{Answer, Nothing};
use crate::input::{Call, ask, id_in};
use crate::openapi::{PlainRefusals, WriteRefusals};
use crate::permission::ManagePeople;
use crate::reply::Outcome;
use actix_web::HttpRequest;
use application::invitations;
use serde::Serialize;
use utoipa::ToSchema;

/// How many people can be invited.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitable {
    pub count: u32,
}

/// How many people were invited.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invited {
    pub invited: u32,
}

/// Sends a link for a first password to somebody who has never signed in. An earlier link ends.
#[utoipa::path(
    post, path = "/api/users/{id}/invite",
    params(("id" = String, Path, description = "The person's `_id`")),
    responses((status = 200, description = "On its way", body = Answer<Nothing>), WriteRefusals),
)]
pub async fn invite_user(request: HttpRequest, call: Call<ManagePeople>) -> Outcome<Nothing> {
    let id = id_in(&request);
    ask!(call.write(invitations::invite_person, id)).await?;
    Ok(Answer::saying("Invitation sent", Nothing {}))
}

/// The number of people whom the caller looks after and who have never signed in.
#[utoipa::path(
    get, path = "/api/users/invite",
    responses((status = 200, description = "How many can be invited", body = Answer<Invitable>), PlainRefusals),
)]
pub async fn invitable(call: Call<ManagePeople>) -> Outcome<Invitable> {
    Ok(Answer::of(Invitable { count: ask!(call.read(invitations::invitable)).await? }))
}

/// Sends such a link to all of them.
#[utoipa::path(
    post, path = "/api/users/invite",
    responses((status = 200, description = "On their way", body = Answer<Invited>), WriteRefusals),
)]
pub async fn invite_everybody(call: Call<ManagePeople>) -> Outcome<Invited> {
    Ok(Answer::of(Invited { invited: ask!(call.write(invitations::invite_everybody)).await? }))
}
