//! A person's entries, with the status of their weeks.

use super::{Week, owner, weeks_of, with_owner};
use crate::ports::EntryView;
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::time::{Month, Week as CalendarWeek};

/// Entries of one person, newest first, and the weeks they lie in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mine {
    pub entries: Vec<EntryView>,
    /// Their weeks, each judged over all of its seven days, also where the period cuts it.
    pub weeks: Vec<Week>,
}

/// The entries from the first to the last month of `period`, or of the last twelve months where there is none; the
/// caller's own, or those of `user`.
pub async fn mine(
    ports: &Ports,
    caller: &Caller,
    period: Option<(Month, Month)>,
    user: Option<UserId>,
) -> Result<Mine> {
    let owner = owner(ports, caller, user).await?;
    let this_month = Month::of(ports.moment().today);
    let (first, last) = period.unwrap_or((this_month.earlier_by(11), this_month));
    let (from, to) = (first.first(), last.last());
    let found = ports
        .reads
        .timesheets()
        .of_user(owner.id, CalendarWeek::of(from).monday(), CalendarWeek::of(to).sunday())
        .await?;
    let in_period = |date: NaiveDate| from <= date && date <= to;
    let mut weeks = weeks_of(&found);
    weeks.retain(|week| found.iter().any(|e| in_period(e.date) && CalendarWeek::of(e.date).monday() == week.start));
    let entries = with_owner(found.into_iter().filter(|entry| in_period(entry.date)).collect(), &owner);
    Ok(Mine { entries, weeks })
}

#[cfg(test)]
mod tests;
