//! Locked dates that are opened, and the requests to open them.

use actix_web::HttpRequest;
use application::unlocks;

use crate::dto::envelope::{Answer, Pagination};
use crate::dto::requests::PageQuery;
use crate::dto::unlocks::{
    AskForUnlockRequest, DeclineUnlockRequest, DirectUnlock, DirectUnlockRequest, UnlockRequest, UnlockRequestData,
    UnlockRequests, UnlockWindow, UnlockWindowQuery, WaitingRequests,
};
use crate::input::{Call, Json, Params, ask, id_in};
use crate::openapi::{DecisionRefusals, PlainRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{RecordDays, UnlockDates};
use crate::reply::{Created, Made, Outcome};

/// The caller's requests, and the dates that were opened for them without one, newest first.
#[utoipa::path(
    get, path = "/api/timesheet-unlock/my-requests",
    responses((status = 200, description = "At most 200 of them", body = Answer<UnlockRequests>), PlainRefusals),
)]
pub async fn my_unlock_requests(call: Call<RecordDays>) -> Outcome<UnlockRequests> {
    let found = ask!(call.read(unlocks::my_requests)).await?;
    let unlock_requests = found.into_iter().map(UnlockRequest::from).collect();
    Ok(Answer::of(UnlockRequests { unlock_requests }))
}

/// Asks for a date of the caller's own to be opened for one entry.
#[utoipa::path(
    post, path = "/api/timesheet-unlock/request",
    request_body = AskForUnlockRequest,
    responses((status = 201, description = "It waits", body = Answer<UnlockRequestData>), WriteRefusals),
)]
pub async fn ask_for_unlock(call: Call<RecordDays, Json<AskForUnlockRequest>>) -> Made<UnlockRequestData> {
    let (Json(typed), call) = call.input();
    let asked = ask!(call.write(unlocks::ask, typed.into())).await?;
    let data = UnlockRequestData { unlock_request: asked.into() };
    Ok(Created::new(Answer::saying("Unlock request sent", data)))
}

/// The requests that wait for the caller, oldest first.
#[utoipa::path(
    get, path = "/api/timesheet-unlock/requests",
    params(PageQuery),
    responses((status = 200, description = "A page of requests", body = Answer<WaitingRequests>), QueryRefusals),
)]
pub async fn unlock_requests(call: Call<UnlockDates, Params<PageQuery>>) -> Outcome<WaitingRequests> {
    let (Params(PageQuery { page, limit }), call) = call.input();
    let found = ask!(call.read(unlocks::waiting, page, limit)).await?;
    let pagination = Pagination::new(page, limit, found.total);
    Ok(Answer::of(WaitingRequests { requests: found.requests.into_iter().map(Into::into).collect(), pagination }))
}

/// Opens the date that was asked for.
#[utoipa::path(
    post, path = "/api/timesheet-unlock/requests/{id}/approve",
    params(("id" = String, Path, description = "The request's `_id`")),
    responses((status = 200, description = "Open", body = Answer<DirectUnlock>), DecisionRefusals),
)]
pub async fn approve_unlock_request(request: HttpRequest, call: Call<UnlockDates>) -> Outcome<DirectUnlock> {
    let id = id_in(&request);
    let done = ask!(call.write(unlocks::approve, id)).await?;
    Ok(Answer::of(done.into()))
}

/// Leaves the date that was asked for locked.
#[utoipa::path(
    post, path = "/api/timesheet-unlock/requests/{id}/decline",
    params(("id" = String, Path, description = "The request's `_id`")),
    request_body = DeclineUnlockRequest,
    responses((status = 200, description = "It stays locked", body = Answer<UnlockRequestData>), WriteRefusals),
)]
pub async fn decline_unlock_request(
    request: HttpRequest,
    call: Call<UnlockDates, Json<DeclineUnlockRequest>>,
) -> Outcome<UnlockRequestData> {
    let id = id_in(&request);
    let (Json(DeclineUnlockRequest { comment }), call) = call.input();
    let declined = ask!(call.write(unlocks::decline, id, &comment)).await?;
    Ok(Answer::saying("Request declined", UnlockRequestData { unlock_request: declined.into() }))
}

/// Which dates of an employee the caller may open today, and why not others.
#[utoipa::path(
    get, path = "/api/timesheet-unlock/window",
    params(UnlockWindowQuery),
    responses((status = 200, description = "The dates", body = Answer<UnlockWindow>), QueryRefusals),
)]
pub async fn unlock_window(call: Call<UnlockDates, Params<UnlockWindowQuery>>) -> Outcome<UnlockWindow> {
    let (Params(UnlockWindowQuery { employee_id }), call) = call.input();
    let offer = ask!(call.read(unlocks::window, employee_id)).await?;
    Ok(Answer::of(offer.into()))
}

/// Opens a date for one entry. Where its employee has asked for it, this approves the request.
#[utoipa::path(
    post, path = "/api/timesheet-unlock/direct-unlock",
    request_body = DirectUnlockRequest,
    responses((status = 201, description = "Open", body = Answer<DirectUnlock>), WriteRefusals),
)]
pub async fn direct_unlock(call: Call<UnlockDates, Json<DirectUnlockRequest>>) -> Made<DirectUnlock> {
    let (Json(typed), call) = call.input();
    let done = ask!(call.write(unlocks::unlock, typed.into())).await?;
    Ok(Created::new(Answer::of(done.into())))
}
