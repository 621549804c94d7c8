//! Who records days and who does not, for HR and administrators.

use crate::ports::{ApprovalCount, EmployeeDays, EntryView, PersonName};
use crate::sessions::Caller;
use crate::{Error, Invalid, Ports};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::UserId;
use domain::time::{WorkingCalendar, day_in, days_before};
use std::collections::{BTreeSet, HashMap};

/// How many people the counts can be asked for at once.
pub const MOST_STATS: usize = 100;
/// How many of the newest entries are shown.
const NEWEST: u32 = 100;
/// How far back days without an entry are looked for.
const LOOK_BACK: u64 = 30;
/// How many people with missing days are named.
const MOST_PEOPLE: u32 = 1_000;

/// An Employee with past working days that have no entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenEmployee {
    /// Who it is.
    pub person: PersonName,
    /// The days, oldest first.
    pub days: Vec<NaiveDate>,
}

/// How many entries of each of `users` stand where: of at most [`MOST_STATS`] people, or of everyone who has any.
pub async fn approval_stats(
    ports: &Ports,
    caller: &Caller,
    users: Option<Vec<UserId>>,
) -> Result<Vec<ApprovalCount>, Error> {
    caller.actor.require(Capability::SeePeopleFigures)?;
    let Some(users) = users else { return Ok(ports.timesheets.approval_counts(None).await?) };
    let users: Vec<UserId> = users.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    if users.len() > MOST_STATS {
        return Err(Invalid::field("userIds", format!("Select at most {MOST_STATS} people")).into());
    }
    let counted = ports.timesheets.approval_counts(Some(&users)).await?;
    let counted: HashMap<UserId, ApprovalCount> = counted.into_iter().map(|count| (count.user, count)).collect();
    let none = |user| ApprovalCount { user, pending: 0, approved: 0, rejected: 0 };
    Ok(users.into_iter().map(|user| counted.get(&user).copied().unwrap_or_else(|| none(user))).collect())
}

/// The entries that were made last, newest first.
pub async fn latest_entries(ports: &Ports, caller: &Caller) -> Result<Vec<EntryView>, Error> {
    caller.actor.require(Capability::SeePeopleFigures)?;
    Ok(ports.timesheets.newest(NEWEST).await?)
}

/// The Employees who have left working days of the last thirty days without an entry, from joining or from the creation of the
/// account on, whichever is later.
pub async fn frozen_employees(ports: &Ports, caller: &Caller) -> Result<Vec<FrozenEmployee>, Error> {
    caller.actor.require(Capability::SeePeopleFigures)?;
    let today = ports.today();
    let (from, to) = (days_before(today, LOOK_BACK), days_before(today, 1));
    let holidays = ports.holidays.between(from, to).await?;
    let calendar = WorkingCalendar::new(holidays.iter().map(|view| &view.holiday));
    let days: Vec<NaiveDate> =
        from.iter_days().take_while(|day| *day <= to).filter(|day| calendar.is_working_day(*day)).collect();
    if days.is_empty() {
        return Ok(Vec::new());
    }
    let found = ports.people.days_with_entries(&days, MOST_PEOPLE).await?;
    let missing = |employee: EmployeeDays| {
        let created = day_in(ports.organisation.zone, employee.created_at);
        let since = employee.joining_date.map_or(created, |joined| joined.max(created));
        let filled: BTreeSet<NaiveDate> = employee.days.into_iter().collect();
        let days: Vec<NaiveDate> = days.iter().copied().filter(|day| *day >= since && !filled.contains(day)).collect();
        (!days.is_empty()).then_some(FrozenEmployee { person: employee.person, days })
    };
    Ok(found.into_iter().filter_map(missing).collect())
}

#[cfg(test)]
mod tests;
