//! Leave types.

use application::leave_types::{LeaveTypeView, LeaveTypeWish};
use domain::leave::{self, LeaveDays, TypedEdit, TypedLeaveType};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::same::same_fields;
use crate::input::wire;

/// A leave type by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveTypeRef {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
}

/// A kind of leave. The days and the month are those of this leave year.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the contract has them")]
pub struct LeaveType {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub is_paid: bool,
    /// Whether somebody decides on a request.
    pub needs_approval: bool,
    /// Whether a year gives a limited number of days.
    pub is_limited: bool,
    /// None without a limit.
    #[schema(required = true, minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub annual_days: Option<f64>,
    /// The most that goes into the next year.
    #[schema(minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub carry_over_days: f64,
    /// The month of the next year at whose end carried days lapse. None where they do not lapse by themselves.
    #[schema(required = true, minimum = 1, maximum = 12)]
    pub carry_over_until: Option<u32>,
    /// How many calendar days before today a request of an Employee may begin.
    #[schema(maximum = 366)]
    pub backdate_days: u32,
    /// Whether there are new requests.
    pub is_active: bool,
    /// How often it was changed.
    pub version: u32,
    /// What holds next year, where that is something else.
    #[schema(required = true)]
    pub next: Option<NextTerms>,
}

/// What a leave type gives from the next leave year on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextTerms {
    pub from_year: i32,
    /// None without a limit.
    #[schema(required = true, minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub annual_days: Option<f64>,
    #[schema(minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub carry_over_days: f64,
    #[schema(required = true, minimum = 1, maximum = 12)]
    pub carry_over_until: Option<u32>,
}

/// By name: all of them for HR and administrators, the active ones for everybody else.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveTypes {
    pub types: Vec<LeaveType>,
}

/// One type under the name `leaveType`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveTypeData {
    pub leave_type: LeaveType,
}

/// A new leave type as typed.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewLeaveTypeRequest {
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub name: String,
    /// None without a limit. Whether there is one is settled from then on.
    #[serde(deserialize_with = "wire::nullable")]
    #[schema(required = true, minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub annual_days: Option<f64>,
    /// Settled from then on.
    pub is_paid: bool,
    pub needs_approval: bool,
    /// 0 where it is left out, and without a limit.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 366, multiple_of = 0.5)]
    pub carry_over_days: f64,
    /// None where it is left out.
    #[schema(minimum = 1, maximum = 12)]
    pub carry_over_until: Option<f64>,
    /// 0 where it is left out.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 366)]
    pub backdate_days: f64,
    /// True where it is left out.
    #[serde(default = "active")]
    pub is_active: bool,
}

const fn active() -> bool {
    true
}

/// What is to be changed of a leave type. What is left out stays.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveTypeRequest {
    /// As it was when the type was looked at.
    pub version: u32,
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = String, min_length = 1, max_length = 100, required = false)]
    pub name: Option<String>,
    /// A number where there is a limit, and null where there is none.
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 366, multiple_of = 0.5, required = false)]
    pub annual_days: Option<Option<f64>>,
    /// As it is: it can no longer be changed.
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = bool, required = false)]
    pub is_paid: Option<bool>,
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = bool, required = false)]
    pub needs_approval: Option<bool>,
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = f64, minimum = 0, maximum = 366, multiple_of = 0.5, required = false)]
    pub carry_over_days: Option<f64>,
    #[serde(default, deserialize_with = "wire::patch")]
    #[schema(value_type = Option<f64>, minimum = 1, maximum = 12, required = false)]
    pub carry_over_until: Option<Option<f64>>,
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = f64, minimum = 0, maximum = 366, required = false)]
    pub backdate_days: Option<f64>,
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = bool, required = false)]
    pub is_active: Option<bool>,
    /// The leave year from which days and month hold, this year or the next; this year where it is left out.
    #[serde(default, deserialize_with = "wire::given")]
    #[schema(value_type = i32, required = false)]
    pub from_year: Option<i32>,
}

same_fields! {
    NewLeaveTypeRequest => TypedLeaveType {
        name, annual_days, is_paid, needs_approval, carry_over_days, carry_over_until, backdate_days, is_active,
    }
    LeaveTypeRequest => TypedEdit {
        name, annual_days, is_paid, needs_approval, carry_over_days, carry_over_until, backdate_days, is_active,
        from_year,
    }
}

impl From<LeaveTypeRequest> for LeaveTypeWish {
    fn from(wanted: LeaveTypeRequest) -> Self {
        Self { version: wanted.version, typed: wanted.into() }
    }
}

impl From<LeaveTypeView> for LeaveType {
    fn from(LeaveTypeView { leave_type, terms, next }: LeaveTypeView) -> Self {
        Self {
            id: leave_type.id.uuid(),
            is_paid: leave_type.is_paid,
            needs_approval: leave_type.needs_approval,
            is_limited: leave_type.is_limited(),
            annual_days: terms.annual.map(LeaveDays::as_f64),
            carry_over_days: terms.carry_over.as_f64(),
            carry_over_until: terms.carry_over_until,
            backdate_days: leave_type.backdate_days,
            is_active: leave_type.is_active,
            version: leave_type.version,
            name: leave_type.name,
            next: next.map(NextTerms::from),
        }
    }
}

impl From<(i32, leave::LeaveTerms)> for NextTerms {
    fn from((from_year, terms): (i32, leave::LeaveTerms)) -> Self {
        Self {
            from_year,
            annual_days: terms.annual.map(LeaveDays::as_f64),
            carry_over_days: terms.carry_over.as_f64(),
            carry_over_until: terms.carry_over_until,
        }
    }
}
