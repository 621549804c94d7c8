//! Which dates of an employee the caller may open, for the form in which one is chosen.

use super::check_standing;
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Error, Ports, Result, months};
use chrono::NaiveDate;
use domain::access::{Capability, Forbidden};
use domain::id::UserId;
use domain::person::{Standing, check_first_day};
use domain::time::Month;
use domain::unlock::{self, Window};

/// How many older rejected days are named.
const MOST_REJECTED: u32 = 100;

/// The dates that may be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub window: Window,
    /// Why not further.
    pub reason: String,
    /// Older days that may be opened too, because their entry is rejected; oldest first.
    pub rejected: Vec<NaiveDate>,
    /// The closed months of the window, in order: nobody opens a date of theirs.
    pub closed_months: Vec<Month>,
}

/// The dates of `employee` that the caller may open today.
pub async fn window(ports: &Ports, caller: &Caller, employee: UserId) -> Result<Offer> {
    let scope = caller.actor.scope(Capability::UnlockDates)?;
    let person = ports.reads.people().person(employee).await?.ok_or(Error::NotFound("User"))?;
    check_standing(Standing { role: person.role, is_active: person.is_active, is_blocked: person.is_blocked })?;
    if !scope.covers(employee, person.manager.as_ref().map(|(manager, _)| *manager)) {
        return Err(Forbidden::UnlockOutsideTeam.into());
    }
    let moment = ports.moment();
    let working = WorkingDays::of_windows(ports, &moment).await?;
    let (role, rules) = (caller.actor.role, &moment.rules);
    let first_day = person.beginning().first_day();
    let window =
        unlock::window(role, moment.today, first_day, working.of(employee), rules).ok_or(Forbidden::NoUnlock)?;
    let mut rejected = ports.reads.timesheets().rejected_days(employee, window.earliest, MOST_REJECTED).await?;
    // However old. Only a date before the first day is opened by nobody.
    rejected.retain(|day| check_first_day(first_day, *day).is_ok());
    let closed = months::closed_between(ports.reads.as_ref(), window.earliest, window.latest).await?;
    let reason = unlock::explain(role, first_day, window, rules);
    Ok(Offer { window, reason, rejected, closed_months: closed.into_iter().collect() })
}

#[cfg(test)]
mod tests;
