//! Locked dates that are opened.

use crate::dto::envelope::Answer;
use crate::dto::unlocks::{
    DirectUnlock, DirectUnlockRequest, UnlockRequest, UnlockRequests, UnlockWindow, UnlockWindowQuery,
};
use crate::error::Failure;
use crate::input::{Call, Json, Params};
use crate::openapi::{PlainRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{RecordDays, UnlockDates};
use crate::reply::{Created, Outcome};
use application::unlocks;

/// The dates that were opened for the caller, newest first.
#[utoipa::path(
    get,
    path = "/api/timesheet-unlock/my-requests",
    operation_id = "myUnlockRequests",
    tag = "unlock",
    responses((status = 200, description = "At most 200 unlocks", body = Answer<UnlockRequests>), PlainRefusals),
    security(("bearer" = [])),
)]
pub async fn my_requests(call: Call<RecordDays>) -> Outcome<UnlockRequests> {
    let found = call.read(|ports, caller| async move { unlocks::my_requests(&ports, &caller).await }).await?;
    let unlock_requests = found.into_iter().map(UnlockRequest::from).collect();
    Ok(Answer::of(UnlockRequests { unlock_requests }))
}

/// Which dates of an employee the caller may open today, and why not others.
#[utoipa::path(
    get,
    path = "/api/timesheet-unlock/window",
    operation_id = "unlockWindow",
    tag = "unlock",
    params(UnlockWindowQuery),
    responses((status = 200, description = "The dates", body = Answer<UnlockWindow>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn window(call: Call<UnlockDates, Params<UnlockWindowQuery>>) -> Outcome<UnlockWindow> {
    let (Params(UnlockWindowQuery { employee_id }), call) = call.input();
    let offer =
        call.read(move |ports, caller| async move { unlocks::window(&ports, &caller, employee_id).await }).await?;
    Ok(Answer::of(offer.into()))
}

/// Opens a date for one entry.
#[utoipa::path(
    post,
    path = "/api/timesheet-unlock/direct-unlock",
    operation_id = "directUnlock",
    tag = "unlock",
    request_body = DirectUnlockRequest,
    responses((status = 201, description = "Open", body = Answer<DirectUnlock>), WriteRefusals),
    security(("bearer" = [])),
)]
pub async fn direct_unlock(
    call: Call<UnlockDates, Json<DirectUnlockRequest>>,
) -> Result<Created<DirectUnlock>, Failure> {
    let (Json(typed), call) = call.input();
    let done = call.write(|ports, caller| async move { unlocks::unlock(&ports, &caller, typed.into()).await }).await?;
    Ok(Created { is_new: true, answer: Answer::of(done.into()) })
}
