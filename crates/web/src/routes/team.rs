//! The manager's side: the team's weeks, and the decisions on them.

use crate::dto::envelope::Answer;
use crate::dto::fast;
use crate::dto::leave_days::TeamLeaveOfDay;
use crate::dto::names::wire_names;
use crate::dto::people::ManagerRef;
use crate::dto::requests::{ApproveRequest, RejectRequest, TeamQuery};
use crate::dto::timesheets::{Timesheet, Updated, WeekStatus, hours, sheets};
use crate::input::{Call, Json, Params, ask};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::DecideTimesheets;
use crate::reply::Outcome;
use application::approvals::{self, Decision, Verdict};
use application::timesheets::{self, TeamFilter};
use chrono::NaiveDate;
use domain::timesheet;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// One week of one member of the team, over the whole week whatever the filters.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamWeek {
    pub user_id: Uuid,
    /// The Monday.
    #[serde(serialize_with = "fast::day")]
    pub week_start: NaiveDate,
    pub status: WeekStatus,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub total_hours: f64,
    /// The days on which the member does not work, each by the work pattern that holds on it; holidays do not count.
    pub days_off: Vec<NaiveDate>,
    /// What is unusual about a week that holds an entry that waits; without any it can be approved unseen.
    pub remarks: Vec<Remark>,
    /// The manager for whom the caller stands in; null for the caller's own team.
    #[schema(required = true)]
    pub for_manager: Option<ManagerRef>,
}

/// Something unusual about a week.
#[derive(Debug, Serialize, ToSchema)]
pub struct Remark {
    pub kind: RemarkKind,
    /// The sentence for a person, with the days that it is about.
    pub sentence: String,
}

wire_names! {
    /// What is unusual.
    pub struct RemarkKind(timesheet::RemarkKind);
}

impl From<timesheet::Remark> for Remark {
    fn from(remark: timesheet::Remark) -> Self {
        Self { kind: remark.kind.into(), sentence: remark.sentence }
    }
}

/// The team's entries, newest first, the weeks they lie in, and the team's leave.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamTimesheets {
    pub timesheets: Vec<Timesheet>,
    pub weeks: Vec<TeamWeek>,
    /// The live leave of the team that counts on these days, by person and in order.
    pub leave: Vec<TeamLeaveOfDay>,
    /// The closed months (`YYYY-MM`) of these days, in order.
    pub closed_months: Vec<String>,
}

impl From<timesheets::Team> for TeamTimesheets {
    fn from(mut team: timesheets::Team) -> Self {
        let into_remarks = |found: Option<Vec<_>>| found.unwrap_or_default().into_iter().map(Remark::from).collect();
        let mut week = |of: timesheets::PersonWeek| TeamWeek {
            user_id: of.user.uuid(),
            week_start: of.week.start,
            status: of.week.status.into(),
            total_hours: hours(of.week.half_hours),
            days_off: team.days_off.remove(&(of.user, of.week.start)).unwrap_or_default(),
            remarks: into_remarks(team.remarks.remove(&(of.user, of.week.start))),
            for_manager: team.stood_in_for.get(&of.user).cloned().map(Into::into),
        };
        let weeks = team.weeks.into_iter().map(&mut week).collect();
        let leave = team.leave.into_iter().map(TeamLeaveOfDay::from).collect();
        let closed_months = team.closed_months.iter().map(ToString::to_string).collect();
        Self { timesheets: sheets(team.entries), weeks, leave, closed_months }
    }
}

/// The team's entries, newest first, and their weeks.
#[utoipa::path(
    get, path = "/api/timesheets/team",
    params(TeamQuery),
    responses((status = 200, description = "Entries and weeks", body = Answer<TeamTimesheets>), QueryRefusals),
)]
pub async fn team_timesheets(call: Call<DecideTimesheets, Params<TeamQuery>>) -> Outcome<TeamTimesheets> {
    let (Params(query), call) = call.input();
    let filter = TeamFilter {
        from: query.from,
        to: query.to,
        employee: query.employee_id,
        status: query.status.map(|status| status.0),
        is_waiting: query.waiting,
    };
    let team = ask!(call.read(timesheets::team, filter)).await?;
    Ok(Answer::of(team.into()))
}

/// Approves entries, all of them or none.
#[utoipa::path(
    post, path = "/api/timesheets/bulk-approve",
    request_body = ApproveRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
)]
pub async fn bulk_approve(call: Call<DecideTimesheets, Json<ApproveRequest>>) -> Outcome<Updated> {
    let (Json(ApproveRequest { ids, expected }), call) = call.input();
    let expected = expected.unwrap_or_default().into_iter().collect();
    decide(call, Decision { ids, expected, verdict: Verdict::Approve }).await
}

/// Rejects entries with a reason, all of them or none.
#[utoipa::path(
    post, path = "/api/timesheets/bulk-reject",
    request_body = RejectRequest,
    responses((status = 200, description = "How many changed; a repeat changes none", body = Answer<Updated>), WriteRefusals),
)]
pub async fn bulk_reject(call: Call<DecideTimesheets, Json<RejectRequest>>) -> Outcome<Updated> {
    let (Json(RejectRequest { ids, comment, expected }), call) = call.input();
    let expected = expected.unwrap_or_default().into_iter().collect();
    decide(call, Decision { ids, expected, verdict: Verdict::Reject(comment) }).await
}

async fn decide(call: Call<DecideTimesheets>, decision: Decision) -> Outcome<Updated> {
    let updated = ask!(call.write(approvals::decide, decision)).await?;
    Ok(Answer::of(Updated { updated: updated.into() }))
}
