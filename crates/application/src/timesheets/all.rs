//! Everyone's entries, a page at a time.

use super::check_length;
use crate::ports::EntryView;
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::time::Month;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllTimesheets {
    /// The page, newest first.
    pub entries: Vec<EntryView>,
    pub total: u32,
}

/// The period between two days, either of which may be left out; `None` if both are. A first day alone reaches until today, a
/// last day alone back to the first of this month.
pub fn period(ports: &Ports, from: Option<NaiveDate>, to: Option<NaiveDate>) -> Option<(NaiveDate, NaiveDate)> {
    let today = ports.moment().today;
    match (from, to) {
        (None, None) => None,
        (Some(from), None) => Some((from, today.max(from))),
        (None, Some(to)) => Some((Month::of(today).first().min(to), to)),
        (Some(from), Some(to)) => Some((from, to)),
    }
}

/// The entries of everyone from the first to the last day of `period`, both included, or of this month where there is none: page
/// `page` (from 1) of `limit` each.
pub async fn all(
    ports: &Ports,
    caller: &Caller,
    period: Option<(NaiveDate, NaiveDate)>,
    page: u32,
    limit: u32,
) -> Result<AllTimesheets> {
    caller.actor.require(Capability::ReadAllTimesheets)?;
    let this_month = Month::of(ports.moment().today);
    let (from, to) = period.unwrap_or((this_month.first(), this_month.last()));
    check_length(from, to)?;
    let (entries, total) = ports.reads.timesheets().page(from, to, page, limit).await?;
    Ok(AllTimesheets { entries, total })
}

#[cfg(test)]
mod tests;
