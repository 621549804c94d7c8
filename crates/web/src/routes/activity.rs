//! Who records days and who does not.

use application::people;
use application::ports::{ApprovalCount, EntryView, FrozenDays};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::person::EmployeeId;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::dto::envelope::Answer;
use crate::input::query::read_query;
use crate::input::wire::display;
use crate::input::{Call, Params, ask};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::{ReadAllTimesheets, SeePeopleFigures};
use crate::reply::Outcome;

/// Whose counts.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ApprovalStatsQuery {
    /// At most 100 `_id`s with commas between them; everyone's where it is left out.
    #[param(value_type = Option<String>)]
    pub user_ids: Option<Vec<UserId>>,
}

read_query!(ApprovalStatsQuery, pairs => { user_ids: pairs.ids("userIds")? });

/// How many entries of somebody have which status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalStats {
    pub user_id: Uuid,
    pub pending: u32,
    pub approved: u32,
    pub rejected: u32,
    pub total: u32,
}

impl From<ApprovalCount> for ApprovalStats {
    fn from(count: ApprovalCount) -> Self {
        let ApprovalCount { user, pending, approved, rejected } = count;
        Self { user_id: user.uuid(), pending, approved, rejected, total: pending + approved + rejected }
    }
}

/// The counts of everyone who was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalStatsList {
    pub stats: Vec<ApprovalStats>,
}

/// An entry that was made lately.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LatestUser {
    pub user_name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    pub timesheet_date: NaiveDate,
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub timesheet_hours: f64,
}

impl From<EntryView> for LatestUser {
    fn from(view: EntryView) -> Self {
        Self {
            user_name: view.person.name.to_string(),
            employee_id: view.person.employee_id,
            timesheet_date: view.entry.date,
            timesheet_hours: view.entry.hours.as_f64(),
        }
    }
}

/// The 100 entries that were made last, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LatestUsers {
    pub users: Vec<LatestUser>,
}

/// Somebody with frozen days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FrozenUser {
    pub user_name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    /// Oldest first.
    pub frozen_dates: Vec<NaiveDate>,
}

impl From<FrozenDays> for FrozenUser {
    fn from(found: FrozenDays) -> Self {
        Self {
            user_name: found.person.name.to_string(),
            employee_id: found.person.employee_id,
            frozen_dates: found.days,
        }
    }
}

/// Those people, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct FrozenUsers {
    pub users: Vec<FrozenUser>,
}

/// How many entries of these people, or of everyone who has any, have which status.
#[utoipa::path(
    get, path = "/api/timesheets/approval-stats",
    params(ApprovalStatsQuery),
    responses((status = 200, description = "The counts", body = Answer<ApprovalStatsList>), QueryRefusals),
)]
pub async fn approval_stats(call: Call<ReadAllTimesheets, Params<ApprovalStatsQuery>>) -> Outcome<ApprovalStatsList> {
    let (Params(ApprovalStatsQuery { user_ids }), call) = call.input();
    let stats = ask!(call.read(people::approval_stats, user_ids)).await?.into_iter().map(ApprovalStats::from).collect();
    Ok(Answer::of(ApprovalStatsList { stats }))
}

/// The entries that were made last, newest first.
#[utoipa::path(
    get, path = "/api/timesheets/latest-users",
    responses((status = 200, description = "At most 100 entries", body = Answer<LatestUsers>), PlainRefusals),
)]
pub async fn latest_users(call: Call<SeePeopleFigures>) -> Outcome<LatestUsers> {
    let found = ask!(call.read(people::latest_entries)).await?;
    let users = found.into_iter().map(LatestUser::from).collect();
    Ok(Answer::of(LatestUsers { users }))
}

/// Active Employees with days among the last 30 that are frozen, because they recorded nothing, by name.
#[utoipa::path(
    get, path = "/api/timesheets/frozen-users",
    responses((status = 200, description = "At most 1000 people", body = Answer<FrozenUsers>), PlainRefusals),
)]
pub async fn frozen_users(call: Call<SeePeopleFigures>) -> Outcome<FrozenUsers> {
    let found = ask!(call.read(people::frozen_employees)).await?;
    let users = found.into_iter().map(FrozenUser::from).collect();
    Ok(Answer::of(FrozenUsers { users }))
}
