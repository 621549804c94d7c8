//! Requests for leave.

use application::leave as used;
use application::ports::{AlsoAway, LeaveStepView};
use chrono::{DateTime, NaiveDate, Utc};
use domain::leave;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::envelope::Pagination;
use super::leave_ledger::LeaveBalance;
use super::leave_types::LeaveTypeRef;
use super::names::wire_names;
use super::people::{ManagerRef, PersonName, PersonRef};
use crate::error::{Code, Failure};

wire_names! {
    /// A date, or one half of it.
    pub struct DayPart(leave::DayPart);
    /// Where a request stands.
    pub struct LeaveStatus(leave::LeaveStatus);
    /// Whether the whole of a request can be cancelled by its reader.
    pub struct MayCancel(leave::MayCancel);
    /// What happened to a request.
    pub struct LeaveStep(leave::LeaveStep);
}

/// A step in the history of a request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveHistory {
    pub at: DateTime<Utc>,
    pub what: LeaveStep,
    /// Nobody where the portal did it.
    #[schema(required = true)]
    pub by: Option<PersonName>,
    /// The manager for whom they stood in.
    #[schema(required = true)]
    pub on_behalf_of: Option<PersonName>,
    #[schema(required = true)]
    pub comment: Option<String>,
}

/// A request for leave.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveRequest {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub user: PersonRef,
    pub leave_type: LeaveTypeRef,
    pub start_date: NaiveDate,
    pub start_part: DayPart,
    pub end_date: NaiveDate,
    pub end_part: DayPart,
    /// What counts of it; of one that is no longer live, what counted last.
    #[schema(minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub days: f64,
    #[schema(required = true)]
    pub reason: Option<String>,
    pub status: LeaveStatus,
    /// Where a cancellation is asked for, the last day that is kept; null also where all is given up.
    #[schema(required = true)]
    pub asked_last_day: Option<NaiveDate>,
    pub may_cancel: MayCancel,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Oldest first.
    pub history: Vec<LeaveHistory>,
}

/// One request under the name `request`.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveRequestData {
    pub request: LeaveRequest,
}

/// What a request comes to in a leave year.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveYear {
    pub year: i32,
    #[schema(minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub days: f64,
    /// What is left with these days taken off; null without a limit.
    #[schema(required = true, multiple_of = 0.5)]
    pub left: Option<f64>,
}

/// Leave of somebody else in the team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AwayMember {
    pub first_name: String,
    pub last_name: String,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub status: LeaveStatus,
}

/// The date of a request on which most of the team are away.
#[derive(Debug, Serialize, ToSchema)]
pub struct Coverage {
    pub date: NaiveDate,
    /// The person who asks, and all with approved leave that counts then.
    pub away: u32,
    /// The active Employees of the team.
    pub members: u32,
}

/// A request of the team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamLeave {
    #[serde(flatten)]
    pub request: LeaveRequest,
    pub years: Vec<LeaveYear>,
    /// The manager for whom the caller stands in; null for the caller's own team.
    #[schema(required = true)]
    pub for_manager: Option<ManagerRef>,
    /// Where it waits: who else in the team has leave on the dates on which it counts, at most 20.
    pub also_away: Vec<AwayMember>,
    /// Where it waits and something counts of it.
    #[schema(required = true)]
    pub coverage: Option<Coverage>,
}

/// A page of requests of the caller's teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamLeaves {
    pub requests: Vec<TeamLeave>,
    pub pagination: Pagination,
}

/// A person's leave in a year.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyLeave {
    /// Those with a date in the year, the one that begins last first.
    pub requests: Vec<LeaveRequest>,
    /// Of each active type, and of others in which something was entered, by name.
    pub balances: Vec<LeaveBalance>,
    /// Whether somebody could decide on a request now.
    pub has_decider: bool,
}

/// A date of leave that is looked at before it is asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewDay {
    pub date: NaiveDate,
    pub part: DayPart,
    /// 0, 0.5 or 1.
    #[schema(minimum = 0, maximum = 1, multiple_of = 0.5)]
    pub counts: f64,
    /// Why nobody is expected to work on it; null on a working day.
    #[schema(required = true)]
    pub reason: Option<String>,
}

/// Why a request would not be taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewProblem {
    pub code: Code,
    /// The sentence for a person.
    pub message: String,
}

/// What a request would come to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeavePreview {
    /// None where it has more calendar days than leave may have.
    pub days: Vec<PreviewDay>,
    #[schema(minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub total: f64,
    pub years: Vec<LeaveYear>,
    pub needs_approval: bool,
    #[schema(required = true)]
    pub problem: Option<PreviewProblem>,
}

impl From<LeaveStepView> for LeaveHistory {
    fn from(step: LeaveStepView) -> Self {
        let LeaveStepView { at, what, by, on_behalf_of, comment, .. } = step;
        Self { at, what: what.into(), by: by.map(Into::into), on_behalf_of: on_behalf_of.map(Into::into), comment }
    }
}

impl From<used::Leave> for LeaveRequest {
    fn from(used::Leave { stored, history, may_cancel }: used::Leave) -> Self {
        Self {
            id: stored.id.uuid(),
            user: stored.person.into(),
            leave_type: LeaveTypeRef { id: stored.leave_type.uuid(), name: stored.type_name },
            start_date: stored.period.start(),
            start_part: stored.period.start_part().into(),
            end_date: stored.period.end(),
            end_part: stored.period.end_part().into(),
            days: stored.days.as_f64(),
            reason: stored.reason,
            status: stored.status.into(),
            asked_last_day: stored.asked_last_day,
            may_cancel: may_cancel.into(),
            created_at: stored.created_at,
            updated_at: stored.updated_at,
            history: history.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<leave::YearAfter> for LeaveYear {
    fn from(leave::YearAfter { year, days, left }: leave::YearAfter) -> Self {
        Self { year, days: days.as_f64(), left: left.map(leave::LeaveDays::as_f64) }
    }
}

impl From<AlsoAway> for AwayMember {
    fn from(AlsoAway { name, from, to, status, .. }: AlsoAway) -> Self {
        Self { first_name: name.first, last_name: name.last, start_date: from, end_date: to, status: status.into() }
    }
}

impl From<used::TeamLeave> for TeamLeave {
    fn from(found: used::TeamLeave) -> Self {
        let coverage = |used::Coverage { date, away, members }: used::Coverage| Coverage { date, away, members };
        Self {
            request: found.leave.into(),
            years: found.years.into_iter().map(Into::into).collect(),
            for_manager: found.for_manager.map(Into::into),
            also_away: found.also_away.into_iter().map(Into::into).collect(),
            coverage: found.coverage.map(coverage),
        }
    }
}

impl From<used::MyLeave> for MyLeave {
    fn from(used::MyLeave { requests, balances }: used::MyLeave) -> Self {
        Self {
            requests: requests.into_iter().map(Into::into).collect(),
            balances: balances.balances.into_iter().map(Into::into).collect(),
            has_decider: balances.has_decider,
        }
    }
}

impl From<used::Preview> for LeavePreview {
    fn from(preview: used::Preview) -> Self {
        let day = |day: used::PreviewDay| PreviewDay {
            date: day.date,
            part: day.part.into(),
            counts: day.counts.as_f64(),
            reason: day.reason,
        };
        let problem = |why| {
            let failure = Failure::from(why);
            PreviewProblem { code: failure.code(), message: failure.message().to_owned() }
        };
        Self {
            days: preview.days.into_iter().map(day).collect(),
            total: preview.total.as_f64(),
            years: preview.years.into_iter().map(Into::into).collect(),
            needs_approval: preview.needs_approval,
            problem: preview.problem.map(problem),
        }
    }
}
