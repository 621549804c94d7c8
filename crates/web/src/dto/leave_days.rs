//! What of each day is leave.

use application::ports;
use chrono::NaiveDate;
use domain::id::UserId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::fast;
use super::leave::{DayPart, LeaveStatus};

/// What counts of a live request on a date.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveOfDay {
    pub request_id: Uuid,
    #[serde(serialize_with = "fast::day")]
    pub date: NaiveDate,
    pub part: DayPart,
    /// Its name; null to readers of the days who may not read leave.
    #[schema(required = true)]
    pub leave_type: Option<String>,
    pub status: LeaveStatus,
}

impl From<ports::LeaveOfDay> for LeaveOfDay {
    fn from(leave: ports::LeaveOfDay) -> Self {
        Self {
            request_id: leave.request.uuid(),
            date: leave.date,
            part: leave.part.into(),
            leave_type: leave.leave_type,
            status: leave.status.into(),
        }
    }
}

/// The same of a member of a team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamLeaveOfDay {
    pub user_id: Uuid,
    #[serde(flatten)]
    pub leave: LeaveOfDay,
}

impl From<(UserId, ports::LeaveOfDay)> for TeamLeaveOfDay {
    fn from((user, leave): (UserId, ports::LeaveOfDay)) -> Self {
        Self { user_id: user.uuid(), leave: leave.into() }
    }
}
