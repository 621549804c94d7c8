//! The reports about people and their days.

use application::people_reports as used;
use application::ports::{CountedMonth, MissingOf};
use chrono::{DateTime, NaiveDate, Utc};
use domain::oversight::reports::{self as rules, Attendance};
use domain::person::EmployeeId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::envelope::Pagination;
use super::names::wire_names;
use super::people::ManagerRef;
use super::requests::PageQuery;
use crate::input::wire::display;

impl PageQuery {
    /// A page of what was found.
    fn page_of<'a, T, R: From<&'a T>>(&self, all: &'a [T]) -> (Vec<R>, Pagination) {
        let [before, limit] = [u64::from(self.page.saturating_sub(1)) * u64::from(self.limit), self.limit.into()]
            .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let rows = all.iter().skip(before).take(limit).map(R::from).collect();
        (rows, Pagination::new(self.page, self.limit, total))
    }
}

/// Half days as days, or half hours as hours.
#[expect(clippy::cast_precision_loss, reason = "no sum of days or hours comes near the 53 bits of a float")]
pub(super) fn halves(halves: u64) -> f64 {
    halves as f64 / 2.0
}

pub(super) fn rate(attendance: Attendance) -> Option<f64> {
    attendance.rate_tenths().map(|tenths| f64::from(tenths) / 10.0)
}

pub(super) fn median(halves: Option<u32>) -> Option<f64> {
    halves.map(|halves| f64::from(halves) / 2.0)
}

/// One person of a team in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamRow {
    pub user_id: Uuid,
    pub name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    /// The manager for whom the caller stands in; null for the caller's own team.
    #[schema(required = true)]
    pub for_manager: Option<ManagerRef>,
    /// Entries of any status.
    pub entries: u32,
    /// The hours of those that are not rejected.
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub hours: f64,
    pub approved: u32,
    pub pending: u32,
    pub rejected: u32,
    /// The days that are frozen, because nothing was recorded on them, oldest first.
    pub missing_dates: Vec<NaiveDate>,
    /// The median of the calendar days from the last submission to the decision, of the entries whose newest decision lies in the month.
    #[schema(required = true, minimum = 0, multiple_of = 0.5)]
    pub days_to_decide: Option<f64>,
}

/// The sums over a team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamSummary {
    pub entries: u32,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub hours: f64,
    pub approved: u32,
    pub pending: u32,
    pub rejected: u32,
    /// Pending entries that somebody can still decide on: none in a closed month.
    pub waiting: u32,
    pub missing_days: u32,
    #[schema(required = true, minimum = 0, multiple_of = 0.5)]
    pub days_to_decide: Option<f64>,
}

/// The hours of a week, of its days in the month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoursOfWeek {
    /// The Monday.
    pub week_start: NaiveDate,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub approved_hours: f64,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub pending_hours: f64,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub rejected_hours: f64,
}

/// The days and hours of a team in a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamReport {
    pub summary: TeamSummary,
    /// The weeks with a day in the month, in order.
    pub weeks: Vec<HoursOfWeek>,
    /// A page of people, by name.
    pub rows: Vec<TeamRow>,
    pub pagination: Pagination,
}

impl From<&used::TeamRow> for TeamRow {
    fn from(used::TeamRow { month, for_manager, missing, days_to_decide }: &used::TeamRow) -> Self {
        let CountedMonth { person, approved, pending, rejected, half_hours } = month;
        Self {
            user_id: person.id.uuid(),
            name: person.name.to_string(),
            employee_id: person.employee_id,
            for_manager: for_manager.clone().map(ManagerRef::from),
            entries: month.entries(),
            hours: halves((*half_hours).into()),
            approved: *approved,
            pending: *pending,
            rejected: *rejected,
            missing_dates: missing.clone(),
            days_to_decide: median(*days_to_decide),
        }
    }
}

impl TeamReport {
    pub fn new(used::TeamReport { sums, weeks, rows }: &used::TeamReport, query: &PageQuery) -> Self {
        let week = |(week, hours): &(domain::time::Week, rules::HoursByStatus)| HoursOfWeek {
            week_start: week.monday(),
            approved_hours: halves(hours.approved),
            pending_hours: halves(hours.pending),
            rejected_hours: halves(hours.rejected),
        };
        let (rows, pagination) = query.page_of(rows);
        let summary = TeamSummary {
            entries: sums.entries(),
            hours: halves(sums.half_hours),
            approved: sums.approved,
            pending: sums.pending,
            rejected: sums.rejected,
            waiting: sums.waiting,
            missing_days: sums.missing_days,
            days_to_decide: median(sums.days_to_decide),
        };
        Self { summary, weeks: weeks.iter().map(week).collect(), rows, pagination }
    }
}

/// A department in a month. People belong to the one that they are in today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Department {
    /// Null for the people without a department.
    #[schema(required = true)]
    pub department: Option<String>,
    /// The people in service in the month.
    pub employees: u32,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub working_days: f64,
    #[schema(minimum = 0, multiple_of = 0.5)]
    pub present_days: f64,
    /// Per cent with one decimal; null without working days.
    #[schema(required = true, minimum = 0, maximum = 100)]
    pub rate: Option<f64>,
    pub missing_days: u32,
    /// Entries that wait now, of months that are not closed.
    pub waiting: u32,
}

/// A page of departments, by name, those without a department last.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Departments {
    pub rows: Vec<Department>,
    pub pagination: Pagination,
    /// When it was counted: a minute ago at most.
    pub as_of: DateTime<Utc>,
}

impl From<&used::Department> for Department {
    fn from(found: &used::Department) -> Self {
        Self {
            department: found.name.clone(),
            employees: found.employees,
            working_days: halves(found.attendance.working),
            present_days: halves(found.attendance.present),
            rate: rate(found.attendance),
            missing_days: found.missing_days,
            waiting: found.waiting,
        }
    }
}

impl Departments {
    pub fn new(counted: &used::Counted<Vec<used::Department>>, query: &PageQuery) -> Self {
        let (rows, pagination) = query.page_of(&counted.found);
        Self { rows, pagination, as_of: counted.as_of }
    }
}

/// How many people came, left and were there in a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeadcountMonth {
    /// `YYYY-MM`
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub month: domain::time::Month,
    /// In service on the last day and not before the first.
    pub joined: u32,
    /// In service before the first day and not on the last.
    pub left: u32,
    /// In service on the last day; in this month today.
    pub active: u32,
}

/// The last twelve months, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Headcount {
    pub months: Vec<HeadcountMonth>,
}

impl From<used::HeadcountOfMonth> for HeadcountMonth {
    fn from(used::HeadcountOfMonth { month, people }: used::HeadcountOfMonth) -> Self {
        Self { month, joined: people.joined, left: people.left, active: people.active }
    }
}

/// Somebody with missing days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingRow {
    pub user_id: Uuid,
    pub name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    #[schema(required = true)]
    pub department: Option<String>,
    #[schema(required = true)]
    pub manager: Option<ManagerRef>,
    /// Oldest first.
    pub dates: Vec<NaiveDate>,
}

/// A page of people with missing days, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct MissingDaysReport {
    pub rows: Vec<MissingRow>,
    pub pagination: Pagination,
}

impl From<&MissingOf> for MissingRow {
    fn from(MissingOf { person, department, manager, days }: &MissingOf) -> Self {
        Self {
            user_id: person.id.uuid(),
            name: person.name.to_string(),
            employee_id: person.employee_id,
            department: department.clone(),
            manager: manager.clone().map(ManagerRef::from),
            dates: days.clone(),
        }
    }
}

impl MissingDaysReport {
    pub fn new(found: &[MissingOf], query: &PageQuery) -> Self {
        let (rows, pagination) = query.page_of(found);
        Self { rows, pagination }
    }
}

wire_names! {
    /// For how many calendar days entries have waited.
    pub struct AgeName(rules::Age);
}

/// How many entries have waited for so many calendar days.
#[derive(Debug, Serialize, ToSchema)]
pub struct Age {
    pub age: AgeName,
    pub entries: u32,
}

impl From<(rules::Age, u32)> for Age {
    fn from((age, entries): (rules::Age, u32)) -> Self {
        Self { age: age.into(), entries }
    }
}
