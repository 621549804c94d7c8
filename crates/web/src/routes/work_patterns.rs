//! Work patterns.

use application::work_patterns as patterns;

use crate::dto::envelope::Answer;
use crate::dto::pattern::{WorkPatternRequest, WorkPatterns, WorkPatternsQuery, owner};
use crate::input::{Call, Json, Params, ask};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::{ChangeWorkPatterns, KeepHrSettings};
use crate::reply::Outcome;

/// The work patterns of the organisation, or of an Employee.
#[utoipa::path(
    get, path = "/api/work-patterns",
    params(WorkPatternsQuery),
    responses((status = 200, description = "The patterns", body = Answer<WorkPatterns>), QueryRefusals),
)]
pub async fn work_patterns(call: Call<KeepHrSettings, Params<WorkPatternsQuery>>) -> Outcome<WorkPatterns> {
    let (Params(WorkPatternsQuery { user_id }), call) = call.input();
    let found = ask!(call.read(patterns::list, owner(user_id))).await?;
    Ok(Answer::of(found.into()))
}

/// Decides the pattern from a day on until the next change. A call for the present pattern changes nothing; the pattern that holds
/// before a change, sent for its day, takes the change back.
#[utoipa::path(
    put, path = "/api/work-patterns",
    request_body = WorkPatternRequest,
    responses((status = 200, description = "The patterns as they are now", body = Answer<WorkPatterns>), WriteRefusals),
)]
pub async fn change_work_pattern(call: Call<ChangeWorkPatterns, Json<WorkPatternRequest>>) -> Outcome<WorkPatterns> {
    let (Json(wanted), call) = call.input();
    let owner = owner(wanted.user_id);
    let found = ask!(call.write(patterns::change, owner, wanted.into())).await?;
    Ok(Answer::saying("Work pattern saved", found.into()))
}
