//! The manager's side: the team's weeks, and the decisions on them.

use crate::dto::envelope::Answer;
use crate::dto::requests::{ApproveRequest, RejectRequest, TeamQuery};
use crate::dto::timesheets::{TeamTimesheets, Updated};
use crate::input::{Call, Json, Params};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::DecideTimesheets;
use crate::reply::Outcome;
use application::approvals::{self, Decision, Verdict};
use application::timesheets::{self, TeamFilter};

/// The team's entries, newest first, and their weeks.
#[utoipa::path(
    get,
    path = "/api/timesheets/team",
    operation_id = "teamTimesheets",
    tag = "team",
    params(TeamQuery),
    responses((status = 200, description = "Entries and weeks", body = Answer<TeamTimesheets>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn team(call: Call<DecideTimesheets, Params<TeamQuery>>) -> Outcome<TeamTimesheets> {
    let (Params(query), call) = call.input();
    let filter = TeamFilter {
        from: query.from,
        to: query.to,
        employee: query.employee_id,
        status: query.status.map(Into::into),
    };
    let team = call.read(move |ports, caller| async move { timesheets::team(&ports, &caller, filter).await }).await?;
    Ok(Answer::of(team.into()))
}

/// Approves entries, all of them or none.
#[utoipa::path(
    post,
    path = "/api/timesheets/bulk-approve",
    operation_id = "bulkApprove",
    tag = "team",
    request_body = ApproveRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
    security(("bearer" = [])),
)]
pub async fn bulk_approve(call: Call<DecideTimesheets, Json<ApproveRequest>>) -> Outcome<Updated> {
    let (Json(ApproveRequest { ids, expected }), call) = call.input();
    let expected = expected.unwrap_or_default().into_iter().collect();
    decide(call, Decision { ids, expected, verdict: Verdict::Approve }).await
}

/// Rejects entries with a reason, all of them or none.
#[utoipa::path(
    post,
    path = "/api/timesheets/bulk-reject",
    operation_id = "bulkReject",
    tag = "team",
    request_body = RejectRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
    security(("bearer" = [])),
)]
pub async fn bulk_reject(call: Call<DecideTimesheets, Json<RejectRequest>>) -> Outcome<Updated> {
    let (Json(RejectRequest { ids, comment, expected }), call) = call.input();
    let expected = expected.unwrap_or_default().into_iter().collect();
    decide(call, Decision { ids, expected, verdict: Verdict::Reject(comment) }).await
}

async fn decide(call: Call<DecideTimesheets>, decision: Decision) -> Outcome<Updated> {
    let updated = call.write(|ports, caller| async move { approvals::decide(&ports, &caller, decision).await }).await?;
    Ok(Answer::of(Updated { updated: updated.into() }))
}
