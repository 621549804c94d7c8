//! Who is on leave when.

use super::{LeaveOfDay, PersonName, Result};
use chrono::NaiveDate;
use domain::access::Scope;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonOnLeave {
    pub person: PersonName,
    pub department: Option<String>,
    /// Their leave, in order.
    pub leave: Vec<LeaveOfDay>,
}

/// How many people have leave that counts on a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AwayOnDate {
    pub date: NaiveDate,
    /// Those with approved leave.
    pub away: u32,
    /// Those with leave that waits for a decision.
    pub waiting: u32,
}

/// Whose leave a page of the calendar has, and of when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnLeaveFilter {
    pub scope: Scope,
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// As in [`PeopleFilter`](super::PeopleFilter).
    pub search: Option<String>,
}

port! { Reads::leave_calendar =>
    /// Reads who is on leave when. All of it is about active Employees, and about live leave that counts.
    pub trait LeaveCalendarReads: Send + Sync {
        /// How many active Employees there are in `scope`.
        async fn members(&self, scope: &Scope) -> Result<u32>;
        /// The dates from `from` to `to`, both included, on which somebody in `scope` has leave, in order. One statement.
        async fn away(&self, scope: &Scope, from: NaiveDate, to: NaiveDate) -> Result<Vec<AwayOnDate>>;
        /// A page (from 1) of the people with leave whom the filter lets through, by first name, last name and employee ID, each
        /// with all their leave of these dates, and how many there are in all. A fixed number of statements, whatever the number of
        /// people.
        async fn on_leave(
            &self,
            filter: &OnLeaveFilter,
            page: u32,
            limit: u32,
        ) -> Result<(Vec<PersonOnLeave>, u32)>;
    }
}
