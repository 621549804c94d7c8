//! The leave calendar: who is away on which day of a month (leave.md 4).

use crate::people::read_search;
use crate::ports::{AwayOnDate, OnLeaveFilter, PersonOnLeave};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Invalid, Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::leave::last_leave_day;
use domain::time::{DayOff, Month};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveCalendarQuery {
    pub month: Month,
    /// A part of the name, the employee ID, the department or the address; of the external ID for HR and administrators.
    pub search: Option<String>,
    /// The page, from 1.
    pub page: u32,
    pub limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaveCalendarDay {
    pub date: NaiveDate,
    /// Why the organisation does not work on it; `None` on a working day.
    pub off: Option<DayOff>,
    /// How many people have approved leave.
    pub away: u32,
    /// How many people have leave that waits for a decision.
    pub waiting: u32,
}

/// A month of leave. The days are about everybody whom the caller sees, whatever the page and the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveCalendar {
    /// The days, in order.
    pub days: Vec<LeaveCalendarDay>,
    /// How many people the caller sees.
    pub members: u32,
    pub people: Vec<PersonOnLeave>,
    /// How many people have leave in the month, by the search.
    pub total: u32,
}

/// A month of leave: of a manager's teams, or of everybody.
pub async fn leave_calendar(ports: &Ports, caller: &Caller, query: LeaveCalendarQuery) -> Result<LeaveCalendar> {
    let scope = caller.actor.scope(Capability::SeeLeaveCalendar)?;
    let moment = ports.moment();
    let LeaveCalendarQuery { month, search, page, limit } = query;
    let latest = Month::of(last_leave_day(moment.today));
    if month > latest {
        return Err(Invalid::field("month", format!("month must not be after {latest}")).into());
    }
    let search = read_search(search.as_deref())?;
    let (from, to) = (month.first(), month.last());
    let working = WorkingDays::between(ports, &moment, from, to).await?;
    let calendar = working.of_organisation();
    let reads = ports.reads.leave_calendar();
    let members = reads.members(&scope).await?;
    let away = reads.away(&scope, from, to).await?;
    let (people, total) = reads.on_leave(&OnLeaveFilter { scope, from, to, search }, page, limit).await?;
    let day = |date| {
        let found = away.iter().find(|day| day.date == date).copied();
        let AwayOnDate { away, waiting, .. } = found.unwrap_or(AwayOnDate { date, away: 0, waiting: 0 });
        LeaveCalendarDay { date, off: calendar.day_off(date), away, waiting }
    };
    Ok(LeaveCalendar { days: month.days().map(day).collect(), members, people, total })
}
