//! What people send about leave.

use std::collections::BTreeMap;

use application::leave as used;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{LeaveRequestId, LeaveTypeId, UserId};
use domain::leave;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::leave::DayPart;
use super::requests::{PageQuery, days};
use super::same::same_fields;
use crate::input::query::{Pairs, Query, read_query};
use crate::input::{Refused, wire};

/// Whose leave, and of which year.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct MyLeaveQuery {
    /// This year where it is left out.
    #[param(minimum = 1900, maximum = 2200)]
    pub year: Option<i32>,
    /// Somebody's `_id`; left out by an Employee.
    #[param(value_type = Option<Uuid>)]
    pub user_id: Option<UserId>,
}

read_query!(MyLeaveQuery, pairs => { year: pairs.year("year")?, user_id: pairs.id("userId")? });

/// Which requests of the caller's teams.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct TeamLeaveQuery {
    /// One status, or `waiting`: `pending` and `cancellation-asked`, the one that begins first first.
    #[param(value_type = Option<String>)]
    pub status: Option<WantedStatus>,
    /// With a date on this day or later.
    pub from: Option<NaiveDate>,
    /// With a date on this day or earlier; not before `from`.
    pub to: Option<NaiveDate>,
    /// Of the person with this `_id` alone.
    #[param(value_type = Option<Uuid>)]
    pub employee_id: Option<UserId>,
    /// From 1, which is also where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 2_147_483_647)]
    pub page: u32,
    /// Rows on a page; 20 where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub limit: u32,
}

/// One status, or whatever waits.
#[derive(Clone, Copy)]
pub enum WantedStatus {
    Waiting,
    One(leave::LeaveStatus),
}

impl Query for TeamLeaveQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let words: Vec<(&str, WantedStatus)> = std::iter::once(("waiting", WantedStatus::Waiting))
            .chain(leave::LeaveStatus::ALL.map(|status| (status.name(), WantedStatus::One(status))))
            .collect();
        let (from, to) = days(pairs)?;
        let PageQuery { page, limit } = PageQuery::read(pairs)?;
        let (status, employee_id) = (pairs.one_of("status", &words)?, pairs.id("employeeId")?);
        Ok(Self { status, from, to, employee_id, page, limit })
    }
}

/// Leave that is asked for.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewLeaveRequest {
    #[serde(deserialize_with = "wire::id")]
    #[schema(value_type = Uuid)]
    pub leave_type_id: LeaveTypeId,
    #[serde(deserialize_with = "wire::date")]
    pub start_date: NaiveDate,
    /// `full` where it is left out.
    #[serde(default, deserialize_with = "wire::day_part")]
    #[schema(value_type = DayPart, required = false)]
    pub start_part: leave::DayPart,
    #[serde(deserialize_with = "wire::date")]
    pub end_date: NaiveDate,
    /// `full` where it is left out.
    #[serde(default, deserialize_with = "wire::day_part")]
    #[schema(value_type = DayPart, required = false)]
    pub end_part: leave::DayPart,
    /// For whom; left out by an Employee.
    #[serde(default, deserialize_with = "wire::optional_id")]
    #[schema(value_type = Option<Uuid>, required = false)]
    pub user_id: Option<UserId>,
    #[serde(default)]
    #[schema(max_length = 500, required = false)]
    pub reason: Option<String>,
}

/// How much of a request is given up.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelLeaveRequest {
    /// The last day that is kept. All is given up where it is left out.
    #[serde(default, deserialize_with = "wire::optional_date")]
    #[schema(required = false)]
    pub last_day: Option<NaiveDate>,
    /// A decider who takes back approved leave says why.
    #[serde(default)]
    #[schema(max_length = 500, required = false)]
    pub comment: Option<String>,
    /// The `updatedAt` of the request as it was on the screen. A request that has changed since refuses the call.
    #[serde(default, deserialize_with = "wire::given_instant")]
    #[schema(value_type = DateTime<Utc>, required = false)]
    pub expected: Option<DateTime<Utc>>,
}

/// Why leave stays.
#[derive(Clone, Deserialize, ToSchema)]
pub struct KeepLeaveRequest {
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub comment: String,
    /// As for a cancellation.
    #[serde(default, deserialize_with = "wire::given_instant")]
    #[schema(value_type = DateTime<Utc>, required = false)]
    pub expected: Option<DateTime<Utc>>,
}

type Expected = BTreeMap<LeaveRequestId, DateTime<Utc>>;

/// The requests to approve: all of them or none.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ApproveLeaveRequest {
    #[serde(deserialize_with = "wire::ids")]
    #[schema(min_items = 1, max_items = 500, value_type = Vec<Uuid>)]
    pub ids: Vec<LeaveRequestId>,
    /// The `updatedAt` of each request as it was on the screen. A request that has changed since refuses the call.
    #[serde(default, deserialize_with = "wire::instants")]
    #[schema(required = false, value_type = BTreeMap<Uuid, DateTime<Utc>>)]
    pub expected: Option<Expected>,
}

/// The requests to reject, and why: all of them or none.
#[derive(Clone, Deserialize, ToSchema)]
pub struct RejectLeaveRequest {
    #[serde(deserialize_with = "wire::ids")]
    #[schema(min_items = 1, max_items = 500, value_type = Vec<Uuid>)]
    pub ids: Vec<LeaveRequestId>,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub comment: String,
    /// As for an approval.
    #[serde(default, deserialize_with = "wire::instants")]
    #[schema(required = false, value_type = BTreeMap<Uuid, DateTime<Utc>>)]
    pub expected: Option<Expected>,
}

same_fields! {
    NewLeaveRequest => used::LeaveForm {
        user: user_id, leave_type: leave_type_id, start: start_date, start_part, end: end_date, end_part, reason,
    }
}
