//! Who records days and who does not.

use crate::dto::activity::{
    ApprovalStats, ApprovalStatsList, ApprovalStatsQuery, FrozenUser, FrozenUsers, LatestUser, LatestUsers,
};
use crate::dto::envelope::Answer;
use crate::input::{Call, Params};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::SeePeopleFigures;
use crate::reply::Outcome;
use application::people;

/// How many entries of these people, or of everyone who has any, have which status.
#[utoipa::path(
    get,
    path = "/api/timesheets/approval-stats",
    operation_id = "approvalStats",
    tag = "people",
    params(ApprovalStatsQuery),
    responses((status = 200, description = "The counts", body = Answer<ApprovalStatsList>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn approval_stats(call: Call<SeePeopleFigures, Params<ApprovalStatsQuery>>) -> Outcome<ApprovalStatsList> {
    let (Params(ApprovalStatsQuery { user_ids }), call) = call.input();
    let stats = call
        .read(|ports, caller| async move { people::approval_stats(&ports, &caller, user_ids).await })
        .await?
        .into_iter()
        .map(ApprovalStats::from)
        .collect();
    Ok(Answer::of(ApprovalStatsList { stats }))
}

/// The entries that were made last, newest first.
#[utoipa::path(
    get,
    path = "/api/timesheets/latest-users",
    operation_id = "latestUsers",
    tag = "people",
    responses((status = 200, description = "At most 100 entries", body = Answer<LatestUsers>), PlainRefusals),
    security(("bearer" = [])),
)]
pub async fn latest_users(call: Call<SeePeopleFigures>) -> Outcome<LatestUsers> {
    let found = call.read(|ports, caller| async move { people::latest_entries(&ports, &caller).await }).await?;
    let users = found.into_iter().map(LatestUser::from).collect();
    Ok(Answer::of(LatestUsers { users }))
}

/// Active Employees with days among the last 30 that are frozen, because they recorded nothing, by name.
#[utoipa::path(
    get,
    path = "/api/timesheets/frozen-users",
    operation_id = "frozenUsers",
    tag = "people",
    responses((status = 200, description = "At most 1000 people", body = Answer<FrozenUsers>), PlainRefusals),
    security(("bearer" = [])),
)]
pub async fn frozen_users(call: Call<SeePeopleFigures>) -> Outcome<FrozenUsers> {
    let found = call.read(|ports, caller| async move { people::frozen_employees(&ports, &caller).await }).await?;
    let users = found.into_iter().map(FrozenUser::from).collect();
    Ok(Answer::of(FrozenUsers { users }))
}
