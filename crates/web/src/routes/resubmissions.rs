//! Entries that came back to the manager after a rejection.

use crate::dto::envelope::Answer;
use crate::dto::requests::ViewedRequest;
use crate::dto::timesheets::{ResubmissionList, Updated};
use crate::input::{Call, Json, ask};
use crate::openapi::{PlainRefusals, WriteRefusals};
use crate::permission::DecideTimesheets;
use crate::reply::Outcome;
use application::approvals;
use domain::id::ResubmissionId;

/// Resubmissions that are pending, or were viewed in the last 30 days, newest first.
#[utoipa::path(
    get, path = "/api/timesheets/notifications/resubmissions",
    responses((status = 200, description = "Resubmissions", body = Answer<ResubmissionList>), PlainRefusals),
)]
pub async fn resubmissions(call: Call<DecideTimesheets>) -> Outcome<ResubmissionList> {
    let found = ask!(call.read(approvals::resubmissions)).await?;
    Ok(Answer::of(found.into()))
}

/// Marks resubmissions as viewed, all of them or none.
#[utoipa::path(
    post, path = "/api/timesheets/notifications/viewed",
    request_body = ViewedRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
)]
pub async fn view_resubmissions(call: Call<DecideTimesheets, Json<ViewedRequest>>) -> Outcome<Updated> {
    let (Json(request), call) = call.input();
    let ids: Vec<ResubmissionId> = request.notification_ids.into_iter().map(ResubmissionId::new).collect();
    let updated = ask!(call.write(approvals::mark_viewed, &ids)).await?;
    Ok(Answer::of(Updated { updated: updated.into() }))
}
