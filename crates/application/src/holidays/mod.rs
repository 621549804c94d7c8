//! The organisation's holidays: for everyone who is signed in to see, for HR and administrators to keep.

pub mod events;
mod manage;
mod save;

pub use manage::{Draft, add, change, delete};
pub(crate) use save::{check_free, save, validate};

use crate::ports::HolidayView;
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::holiday::a_year_after;
use domain::time::Month;

/// A holiday on one of its dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolidayOn {
    /// The date in the period asked for; a recurring holiday's first date stands in the holiday itself.
    pub date: NaiveDate,
    pub view: HolidayView,
}

/// The holidays from today to the same date next year, soonest first.
pub async fn upcoming(ports: &Ports, caller: &Caller) -> Result<Vec<HolidayOn>> {
    let today = ports.moment().today;
    between(ports, caller, today, a_year_after(today)).await
}

/// The holidays of `year`, or of one month of it, in order.
pub async fn of_period(ports: &Ports, caller: &Caller, first: Month, last: Month) -> Result<Vec<HolidayOn>> {
    between(ports, caller, first.first(), last.last()).await
}

async fn between(ports: &Ports, caller: &Caller, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayOn>> {
    caller.actor.require(Capability::ReadHolidays)?;
    let found = ports.reads.holidays().between(from, to).await?;
    let mut dated: Vec<HolidayOn> = found
        .into_iter()
        .filter_map(|view| view.holiday.next_between(from, to).map(|date| HolidayOn { date, view }))
        .collect();
    dated.sort_by_key(|holiday| holiday.date);
    Ok(dated)
}

#[cfg(test)]
mod tests;
