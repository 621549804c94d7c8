//! The figures of a role's first screen.

use application::dashboards as used;
use application::people::PeopleDashboard as PeopleFigures;
use application::{dashboards, people, people_reports};
use chrono::NaiveDate;
use domain::access::Capability;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::dto::boss::BossDashboard;
use crate::dto::envelope::Answer;
use crate::dto::people::ManagerRef;
use crate::dto::same::same_fields;
use crate::dto::timesheets::{WeekStatus, hours};
use crate::input::{Call, Json, ask};
use crate::openapi::{PlainRefusals, WriteRefusals};
use crate::permission::{KeepFigures, SeeDashboard};
use crate::reply::Outcome;

/// The figures of the caller's role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Dashboard {
    /// To managers.
    Manager(ManagerDashboard),
    /// To HR and administrators.
    People(PeopleDashboard),
    /// To a Boss.
    Boss(BossDashboard),
}

/// The figures of HR and administrators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeopleDashboard {
    /// Active Employees.
    pub total_employees: u32,
    /// Those of them who joined in the last 30 days.
    pub new_hires: u32,
    /// In per cent with one decimal; null where there are too few people to speak of one.
    #[schema(required = true, minimum = 0)]
    pub turnover_rate: Option<f64>,
    pub open_positions: u32,
    /// Active Employees without a manager that can act.
    pub without_manager: u32,
    /// Requests to unlock a day that wait for the caller.
    pub unlock_requests: u32,
    /// Active Employees with approved leave that counts today.
    pub on_leave_today: u32,
}

same_fields! {
    PeopleFigures => PeopleDashboard {
        total_employees, new_hires, turnover_rate, open_positions, without_manager, unlock_requests, on_leave_today,
    }
}

/// How many positions are to be open from now on.
#[derive(Deserialize, ToSchema)]
pub struct OpenPositionsRequest {
    #[schema(minimum = 0, maximum = 10000)]
    pub value: u32,
}

/// How many positions are open.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenPositions {
    pub value: u32,
}

/// The manager's figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerDashboard {
    pub team_members: u64,
    pub entries_to_approve: u64,
    /// Resubmissions not looked at yet.
    pub resubmissions: u64,
    /// Members without an entry today, those left out who are on leave for the whole day; none where today is not a working day.
    pub absent_today: u64,
    /// Active Employees of the team with approved leave that counts today.
    pub on_leave_today: u64,
    /// Requests for leave that wait for the manager.
    pub leave_to_decide: u64,
    /// Waiting entries from before this month.
    pub older_waiting: u64,
    /// Requests to unlock a day that wait for the manager.
    pub unlock_requests: u64,
    /// The weeks that wait for approval, oldest first.
    pub weeks: Vec<WaitingWeek>,
}

/// A week that waits for approval.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingWeek {
    pub user_id: Uuid,
    pub name: String,
    /// The Monday.
    pub week_start: NaiveDate,
    pub status: WeekStatus,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub total_hours: f64,
    /// The manager for whom the caller stands in; null for the caller's own team.
    #[schema(required = true)]
    pub for_manager: Option<ManagerRef>,
}

impl From<used::ManagerDashboard> for ManagerDashboard {
    fn from(dashboard: used::ManagerDashboard) -> Self {
        let week = |waiting: used::WaitingWeek| WaitingWeek {
            user_id: waiting.week.user.uuid(),
            name: waiting.name.to_string(),
            week_start: waiting.week.week.start,
            status: waiting.week.week.status.into(),
            total_hours: hours(waiting.week.week.half_hours),
            for_manager: dashboard.stood_in_for.get(&waiting.week.user).cloned().map(Into::into),
        };
        Self {
            team_members: dashboard.team_members.into(),
            entries_to_approve: dashboard.entries_to_approve.into(),
            resubmissions: dashboard.resubmissions.into(),
            absent_today: dashboard.absent_today.into(),
            on_leave_today: dashboard.on_leave_today.into(),
            leave_to_decide: dashboard.leave_to_decide.into(),
            older_waiting: dashboard.older_waiting.into(),
            unlock_requests: dashboard.unlock_requests.into(),
            weeks: dashboard.weeks.into_iter().map(week).collect(),
        }
    }
}

/// The figures of the caller's role: a manager's team and the weeks that wait for approval, oldest first; all people to
/// HR and administrators; those of the whole organisation to a Boss.
#[utoipa::path(
    get, path = "/api/dashboard",
    responses((status = 200, description = "The figures", body = Answer<Dashboard>), PlainRefusals),
)]
pub async fn dashboard(call: Call<SeeDashboard>) -> Outcome<Dashboard> {
    let can = |capability| call.caller().actor.require(capability).is_ok();
    let (has_team, sees_all, keeps_people) =
        (can(Capability::SeeTeamDashboard), can(Capability::SeeReports), can(Capability::SeePeopleFigures));
    let figures = if has_team {
        Dashboard::Manager(ask!(call.read(dashboards::manager_dashboard)).await?.into())
    } else if sees_all && !keeps_people {
        Dashboard::Boss(ask!(call.read(people_reports::boss_dashboard)).await?.into())
    } else {
        Dashboard::People(ask!(call.read(people::people_dashboard)).await?.into())
    };
    Ok(Answer::of(figures))
}

/// Sets how many positions are open.
#[utoipa::path(
    put, path = "/api/settings/open-positions",
    request_body = OpenPositionsRequest,
    responses((status = 200, description = "The number as it is now", body = Answer<OpenPositions>), WriteRefusals),
)]
pub async fn set_open_positions(call: Call<KeepFigures, Json<OpenPositionsRequest>>) -> Outcome<OpenPositions> {
    let (Json(OpenPositionsRequest { value }), call) = call.input();
    let value = ask!(call.write(people::set_open_positions, value)).await?;
    Ok(Answer::of(OpenPositions { value }))
}
