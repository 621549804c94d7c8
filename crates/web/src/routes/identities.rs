//! Accounts at providers that are linked, and what a provider tells of somebody who signed out there.

use std::sync::Arc;

use actix_web::http::header::SET_COOKIE;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, Responder};
use application::sign_in::{self, LogoutThere};

use super::sign_in::address_of;
use crate::dto::envelope::{Answer, Nothing};
use crate::dto::requests::LogoutForm;
use crate::dto::sessions::Continuation;
use crate::dto::ways_in::RemoveIdentityRequest;
use crate::error::{Code, Failure};
use crate::flow_cookies::FlowCookies;
use crate::input::query::Pairs;
use crate::input::{Call, Form, Json, Open, ask, closing, id_in, segment};
use crate::openapi::{EndRefusals, NamedRefusals, ProviderRefusals, WriteRefusals};
use crate::permission::{KeepFactors, LinkAccounts, OwnPassword};
use crate::portal::Portal;
use crate::reply::Outcome;
use crate::runner::{Deadline, Patience};

/// Begins to link the caller's account at a provider. The browser goes on to the address in the answer.
#[utoipa::path(
    post, path = "/api/auth/identities/{name}/begin",
    params(("name" = String, Path, description = "The provider")),
    responses((status = 200, description = "Begun", body = Answer<Continuation>), NamedRefusals),
)]
pub async fn begin_identity(
    request: HttpRequest,
    portal: Data<Portal>,
    call: Call<LinkAccounts>,
) -> Result<HttpResponse, Failure> {
    let cookies = FlowCookies::of(&portal.operator.public_url);
    let (name, kept) = (segment(&request, "name").to_owned(), cookies.kept(&request));
    let started = ask!(call.read(sign_in::begin_link, &name, &kept)).await?;
    let continue_at = address_of(&started.endpoint, &started.query);
    let mut answer = Answer::of(Continuation { continue_at }).respond_to(&request);
    for cookie in cookies.of_start(&started)? {
        answer.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(answer)
}

/// Removes the caller's link to a provider. Their session ends if it began there.
#[utoipa::path(
    delete, path = "/api/auth/identities/{name}",
    params(("name" = String, Path, description = "The provider")),
    responses((status = 200, description = "Removed", body = Answer<Nothing>), EndRefusals),
)]
pub async fn remove_identity(request: HttpRequest, call: Call<OwnPassword>) -> Outcome<Nothing> {
    let name = segment(&request, "name").to_owned();
    ask!(call.write(sign_in::remove_own_link, &name)).await?;
    Ok(Answer::of(Nothing {}))
}

/// Removes somebody's link to a provider. Their session ends if it began there.
#[utoipa::path(
    delete, path = "/api/users/{id}/identities/{name}",
    params(
        ("id" = String, Path, description = "The person's `_id`"),
        ("name" = String, Path, description = "The provider"),
    ),
    request_body = RemoveIdentityRequest,
    responses((status = 200, description = "Removed", body = Answer<Nothing>), WriteRefusals),
)]
pub async fn remove_user_identity(
    request: HttpRequest,
    call: Call<KeepFactors, Json<RemoveIdentityRequest>>,
) -> Outcome<Nothing> {
    let (id, name) = (id_in(&request), segment(&request, "name").to_owned());
    let (Json(RemoveIdentityRequest { reason }), call) = call.input();
    ask!(call.write(sign_in::remove_link, id, &name, &reason)).await?;
    Ok(Answer::of(Nothing {}))
}

/// Ends the sessions of somebody who signed out at the provider (OpenID Connect Back-Channel Logout 1.0). The answer is empty.
#[utoipa::path(
    post, path = "/api/auth/oidc/{name}/logout",
    params(("name" = String, Path, description = "The provider")),
    request_body(content = LogoutForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "Ended"), ProviderRefusals),
    security(()),
)]
pub async fn log_out_there(request: HttpRequest, open: Open<Form>) -> Result<HttpResponse, Failure> {
    let Open { portal, arrival, input: Form(form) } = open;
    let name = segment(&request, "name").to_owned();
    let token = Pairs::parse(&form).text("logout_token")?.unwrap_or_default().to_owned();
    let (ports, by) = (Arc::clone(&portal.ports), arrival.request());
    let asking = move || {
        let (ports, name, token) = (Arc::clone(&ports), name.clone(), token.clone());
        async move { sign_in::end_there(&ports, &name, &token, by).await }
    };
    match portal.runner.write_again(Deadline::of(Patience::Provider), closing(&portal), asking).await? {
        LogoutThere::Done => Ok(HttpResponse::Ok().finish()),
        LogoutThere::Refused(why) => {
            Err(Failure::saying(Code::InvalidRequest, "The logout token does not count").caused_by(why))
        }
    }
}
