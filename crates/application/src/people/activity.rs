//! Who records days and who does not, for those who look after everybody.

use crate::ports::{ApprovalCount, EntryView, FrozenDays};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Invalid, Ports, Result};
use domain::absence::shown_since;
use domain::access::Capability;
use domain::id::UserId;
use std::collections::{BTreeSet, HashMap};

/// How many people the counts can be asked for at once.
pub const MOST_STATS: usize = 100;
/// How many of the newest entries are shown.
const NEWEST: u32 = 100;
/// How many people with frozen days are named.
const MOST_PEOPLE: u32 = 1_000;

/// How many entries of each of `users` have which status: of at most [`MOST_STATS`] people, or of everyone who has any.
pub async fn approval_stats(ports: &Ports, caller: &Caller, users: Option<Vec<UserId>>) -> Result<Vec<ApprovalCount>> {
    caller.actor.require(Capability::ReadAllTimesheets)?;
    let Some(users) = users else { return Ok(ports.reads.timesheets().approval_counts(None).await?) };
    let users: Vec<UserId> = users.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    if users.len() > MOST_STATS {
        return Err(Invalid::field("userIds", format!("Select at most {MOST_STATS} people")).into());
    }
    let counted = ports.reads.timesheets().approval_counts(Some(&users)).await?;
    let counted: HashMap<UserId, ApprovalCount> = counted.into_iter().map(|count| (count.user, count)).collect();
    let none = |user| ApprovalCount { user, pending: 0, approved: 0, rejected: 0 };
    Ok(users.into_iter().map(|user| counted.get(&user).copied().unwrap_or_else(|| none(user))).collect())
}

/// The entries that were made last, newest first.
pub async fn latest_entries(ports: &Ports, caller: &Caller) -> Result<Vec<EntryView>> {
    caller.actor.require(Capability::SeePeopleFigures)?;
    Ok(ports.reads.timesheets().newest(NEWEST).await?)
}

/// The Employees with frozen days among the last thirty days, by name. A day that became a holiday or a day off later does not count.
pub async fn frozen_employees(ports: &Ports, caller: &Caller) -> Result<Vec<FrozenDays>> {
    caller.actor.require(Capability::SeePeopleFigures)?;
    let moment = ports.moment();
    let since = shown_since(moment.today);
    let working = WorkingDays::between(ports, &moment, since, moment.today).await?;
    let mut found = ports.reads.people().frozen(since, MOST_PEOPLE).await?;
    found.retain_mut(|employee| working.keep_working_days(employee.person.id, &mut employee.days));
    Ok(found)
}

#[cfg(test)]
mod tests;
