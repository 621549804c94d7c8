//! Leave that people ask for, and the decisions on it.

use actix_web::HttpRequest;
use application::leave::{self, CancelForm, KeepForm, LeaveDecision, LeaveVerdict, TeamLeaveFilter};
use domain::leave::LeaveStep;

use crate::dto::envelope::{Answer, Pagination};
use crate::dto::leave::{LeavePreview, LeaveRequestData, MyLeave, TeamLeaves};
use crate::dto::leave_forms::{
    ApproveLeaveRequest, CancelLeaveRequest, KeepLeaveRequest, MyLeaveQuery, NewLeaveRequest, RejectLeaveRequest,
    TeamLeaveQuery, WantedStatus,
};
use crate::dto::timesheets::Updated;
use crate::input::{Call, Json, Params, ask, id_in};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::{AskForLeave, CancelLeave, DecideLeave, ReadLeave};
use crate::reply::{Created, Made, Outcome};

/// The requests of an Employee with a date in a year.
#[utoipa::path(
    get, path = "/api/leave/my",
    params(MyLeaveQuery),
    responses((status = 200, description = "The requests", body = Answer<MyLeave>), QueryRefusals),
)]
pub async fn my_leave(call: Call<ReadLeave, Params<MyLeaveQuery>>) -> Outcome<MyLeave> {
    let (Params(MyLeaveQuery { year, user_id }), call) = call.input();
    let found = ask!(call.read(leave::my, year, user_id)).await?;
    Ok(Answer::of(found.into()))
}

/// Says what a request would come to, and why it would not be taken. Nothing is saved.
#[utoipa::path(
    post, path = "/api/leave/preview",
    request_body = NewLeaveRequest,
    responses((status = 200, description = "What it comes to", body = Answer<LeavePreview>), WriteRefusals),
)]
pub async fn preview_leave(call: Call<AskForLeave, Json<NewLeaveRequest>>) -> Outcome<LeavePreview> {
    let (Json(typed), call) = call.input();
    let found = ask!(call.read(leave::preview, typed.into())).await?;
    Ok(Answer::of(found.into()))
}

/// Asks for leave, or records it for an Employee.
#[utoipa::path(
    post, path = "/api/leave/requests",
    request_body = NewLeaveRequest,
    responses((status = 201, description = "It waits, or is approved at once", body = Answer<LeaveRequestData>), WriteRefusals),
)]
pub async fn ask_for_leave(call: Call<AskForLeave, Json<NewLeaveRequest>>) -> Made<LeaveRequestData> {
    let (Json(typed), call) = call.input();
    let asked = ask!(call.write(leave::request, typed.into())).await?;
    let message = if asked.waits { "Leave request submitted successfully!" } else { "Leave recorded successfully!" };
    let data = LeaveRequestData { request: asked.leave.into() };
    Ok(Created::new(Answer::saying(message, data)))
}

/// Cancels leave or its last days, asks for that, or accepts that it was asked for.
#[utoipa::path(
    post, path = "/api/leave/requests/{id}/cancel",
    params(("id" = String, Path, description = "The request's `_id`")),
    request_body = CancelLeaveRequest,
    responses((status = 200, description = "The request as it is now", body = Answer<LeaveRequestData>), WriteRefusals),
)]
pub async fn cancel_leave(
    request: HttpRequest,
    call: Call<CancelLeave, Json<CancelLeaveRequest>>,
) -> Outcome<LeaveRequestData> {
    let id = id_in(&request);
    let (Json(CancelLeaveRequest { last_day, comment, expected }), call) = call.input();
    let form = CancelForm { last_day, comment, expected };
    let done = ask!(call.write(leave::cancel, id, form)).await?;
    let message = match done.step {
        LeaveStep::CancellationAsked => "Cancellation asked for. Your manager decides.",
        LeaveStep::Shortened => "Leave shortened successfully!",
        _ => "Leave cancelled successfully!",
    };
    Ok(Answer::saying(message, LeaveRequestData { request: done.leave.into() }))
}

/// Refuses a cancellation that is asked for.
#[utoipa::path(
    post, path = "/api/leave/requests/{id}/keep",
    params(("id" = String, Path, description = "The request's `_id`")),
    request_body = KeepLeaveRequest,
    responses((status = 200, description = "The request as it is now", body = Answer<LeaveRequestData>), WriteRefusals),
)]
pub async fn keep_leave(
    request: HttpRequest,
    call: Call<DecideLeave, Json<KeepLeaveRequest>>,
) -> Outcome<LeaveRequestData> {
    let id = id_in(&request);
    let (Json(KeepLeaveRequest { comment, expected }), call) = call.input();
    let form = KeepForm { comment, expected };
    let kept = ask!(call.write(leave::keep, id, form)).await?;
    Ok(Answer::saying("The leave stays as it is.", LeaveRequestData { request: kept.into() }))
}

/// The requests of the caller's teams.
#[utoipa::path(
    get, path = "/api/leave/team",
    params(TeamLeaveQuery),
    responses((status = 200, description = "A page of requests", body = Answer<TeamLeaves>), QueryRefusals),
)]
pub async fn team_leave(call: Call<DecideLeave, Params<TeamLeaveQuery>>) -> Outcome<TeamLeaves> {
    let (Params(query), call) = call.input();
    let (page, limit) = (query.page, query.limit);
    let (status, is_waiting) = match query.status {
        None => (None, false),
        Some(WantedStatus::Waiting) => (None, true),
        Some(WantedStatus::One(status)) => (Some(status), false),
    };
    let (from, to, employee) = (query.from, query.to, query.employee_id);
    let filter = TeamLeaveFilter { status, is_waiting, from, to, employee, page, limit };
    let found = ask!(call.read(leave::team, filter)).await?;
    let pagination = Pagination::new(page, limit, found.total);
    Ok(Answer::of(TeamLeaves { requests: found.requests.into_iter().map(Into::into).collect(), pagination }))
}

/// Approves requests, all of them or none.
#[utoipa::path(
    post, path = "/api/leave/bulk-approve",
    request_body = ApproveLeaveRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
)]
pub async fn approve_leave(call: Call<DecideLeave, Json<ApproveLeaveRequest>>) -> Outcome<Updated> {
    let (Json(ApproveLeaveRequest { ids, expected }), call) = call.input();
    let expected = expected.unwrap_or_default().into_iter().collect();
    decide(call, LeaveDecision { ids, expected, verdict: LeaveVerdict::Approve }).await
}

/// Rejects requests with a reason, all of them or none.
#[utoipa::path(
    post, path = "/api/leave/bulk-reject",
    request_body = RejectLeaveRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
)]
pub async fn reject_leave(call: Call<DecideLeave, Json<RejectLeaveRequest>>) -> Outcome<Updated> {
    let (Json(RejectLeaveRequest { ids, comment, expected }), call) = call.input();
    let expected = expected.unwrap_or_default().into_iter().collect();
    decide(call, LeaveDecision { ids, expected, verdict: LeaveVerdict::Reject(comment) }).await
}

async fn decide(call: Call<DecideLeave>, decision: LeaveDecision) -> Outcome<Updated> {
    let updated = ask!(call.write(leave::decide, decision)).await?;
    Ok(Answer::of(Updated { updated: updated.into() }))
}
