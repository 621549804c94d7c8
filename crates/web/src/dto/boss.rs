//! The dashboard of a Boss.

use application::people_reports as used;
use chrono::{DateTime, Utc};
use domain::oversight::reports as rules;
use domain::time::Month;
use serde::Serialize;
use utoipa::ToSchema;

use super::reports::{Age, halves, median, rate};
use crate::input::wire::display;

/// The attendance of everybody in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttendanceMonth {
    /// `YYYY-MM`
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub month: Month,
    /// Null where the month is not closed and too old to be counted anew.
    #[schema(required = true, minimum = 0, multiple_of = 0.5)]
    pub working_days: Option<f64>,
    #[schema(required = true, minimum = 0, multiple_of = 0.5)]
    pub present_days: Option<f64>,
    /// Per cent with one decimal; null without working days, too.
    #[schema(required = true, minimum = 0, maximum = 100)]
    pub rate: Option<f64>,
    pub is_closed: bool,
}

impl From<&used::AttendanceOfMonth> for AttendanceMonth {
    fn from(used::AttendanceOfMonth { month, attendance, is_closed }: &used::AttendanceOfMonth) -> Self {
        Self {
            month: *month,
            working_days: attendance.map(|attendance| halves(attendance.working)),
            present_days: attendance.map(|attendance| halves(attendance.present)),
            rate: attendance.and_then(rate),
            is_closed: *is_closed,
        }
    }
}

/// The figures of the whole organisation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BossDashboard {
    /// The people in service in this month.
    pub employees: u32,
    /// Of this month so far, in per cent with one decimal; null without working days.
    #[schema(required = true, minimum = 0, maximum = 100)]
    pub attendance_rate: Option<f64>,
    /// Of this month.
    pub missing_days: u32,
    /// The median over the decisions of this month.
    #[schema(required = true, minimum = 0, multiple_of = 0.5)]
    pub days_to_decide: Option<f64>,
    /// Entries that wait now, of months that are not closed.
    pub waiting: u32,
    /// Active Employees with approved leave that counts today.
    pub on_leave_today: u32,
    /// The last twelve months, oldest first.
    pub attendance_by_month: Vec<AttendanceMonth>,
    pub ages: Vec<Age>,
    /// When it was counted: a minute ago at most.
    pub as_of: DateTime<Utc>,
}

impl From<used::Counted<used::BossDashboard>> for BossDashboard {
    fn from(counted: used::Counted<used::BossDashboard>) -> Self {
        let used::BossDashboard { figures, by_month } = &*counted.found;
        Self {
            employees: figures.employees,
            attendance_rate: counted.found.attendance().and_then(rate),
            missing_days: figures.missing_days,
            days_to_decide: median(figures.days_to_decide),
            waiting: figures.waiting(),
            on_leave_today: figures.on_leave_today,
            attendance_by_month: by_month.iter().map(AttendanceMonth::from).collect(),
            ages: rules::Age::ALL.into_iter().zip(figures.ages).map(Age::from).collect(),
            as_of: counted.as_of,
        }
    }
}
