//! The leave calendar and its feed.

use application::leave_calendar as used;
use application::ports;
use chrono::{DateTime, NaiveDate, Utc};
use domain::person::{EMAIL_MAX, EmployeeId};
use domain::time::DayOff;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::envelope::Pagination;
use super::fast;
use super::leave_days::LeaveOfDay;
use super::requests::{MonthQuery, PageQuery};
use crate::input::Refused;
use crate::input::query::{Pairs, Query};
use crate::input::wire::display;

/// Which page of which month.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct LeaveCalendarQuery {
    #[param(minimum = 1, maximum = 12)]
    pub month: u32,
    /// To the next year.
    #[param(minimum = 1900, maximum = 2200)]
    pub year: i32,
    /// A part of the name, the employee ID, the department or the e-mail address, in any case.
    #[param(max_length = 254)]
    pub search: Option<String>,
    /// From 1, which is also where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 2_147_483_647)]
    pub page: u32,
    /// People on a page; 20 where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub limit: u32,
}

impl Query for LeaveCalendarQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let MonthQuery { month, year } = MonthQuery::read(pairs)?;
        let search = pairs.search("search", EMAIL_MAX)?;
        let PageQuery { page, limit } = PageQuery::read(pairs)?;
        Ok(Self { month, year, search, page, limit })
    }
}

impl LeaveCalendarQuery {
    /// What is asked for.
    pub fn wanted(self) -> Result<used::LeaveCalendarQuery, Refused> {
        let month = MonthQuery { month: self.month, year: self.year }.month()?;
        Ok(used::LeaveCalendarQuery { month, search: self.search, page: self.page, limit: self.limit })
    }
}

/// What a day is to the organisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeaveDayKind {
    Working,
    Holiday,
    Weekend,
    DayOff,
}

impl From<Option<DayOff>> for LeaveDayKind {
    fn from(off: Option<DayOff>) -> Self {
        match off {
            None => Self::Working,
            Some(DayOff::Holiday) => Self::Holiday,
            Some(DayOff::Weekend) => Self::Weekend,
            Some(DayOff::ByPattern) => Self::DayOff,
        }
    }
}

/// A day of the leave calendar, over everybody whom the caller sees.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveCalendarDay {
    #[serde(serialize_with = "fast::day")]
    pub date: NaiveDate,
    pub kind: LeaveDayKind,
    /// People with approved leave that counts.
    pub away: u32,
    /// People with leave that counts and waits for a decision.
    pub waiting: u32,
    /// Active Employees.
    pub members: u32,
}

/// Somebody with leave in the month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveCalendarPerson {
    pub user_id: Uuid,
    pub first_name: String,
    pub last_name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    #[schema(required = true)]
    pub department: Option<String>,
    pub leave: Vec<LeaveOfDay>,
}

impl From<ports::PersonOnLeave> for LeaveCalendarPerson {
    fn from(found: ports::PersonOnLeave) -> Self {
        Self {
            user_id: found.person.id.uuid(),
            first_name: found.person.name.first,
            last_name: found.person.name.last,
            employee_id: found.person.employee_id,
            department: found.department,
            leave: found.leave.into_iter().map(LeaveOfDay::from).collect(),
        }
    }
}

/// A month of leave, and a page of the people who have some, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveCalendar {
    pub days: Vec<LeaveCalendarDay>,
    pub people: Vec<LeaveCalendarPerson>,
    pub pagination: Pagination,
}

impl LeaveCalendar {
    pub fn new(found: used::LeaveCalendar, page: u32, limit: u32) -> Self {
        let members = found.members;
        let day = |day: used::LeaveCalendarDay| LeaveCalendarDay {
            date: day.date,
            kind: day.off.into(),
            away: day.away,
            waiting: day.waiting,
            members,
        };
        Self {
            days: found.days.into_iter().map(day).collect(),
            people: found.people.into_iter().map(LeaveCalendarPerson::from).collect(),
            pagination: Pagination::new(page, limit, found.total),
        }
    }
}

/// The link to a calendar feed, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveFeed {
    #[serde(serialize_with = "fast::instant")]
    pub created_at: DateTime<Utc>,
}

/// The caller's link.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveFeedData {
    #[schema(required = true)]
    pub feed: Option<LeaveFeed>,
}

/// The address of a new feed. No other answer has it.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveFeedUrl {
    pub url: String,
}
