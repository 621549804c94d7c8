//! Which dates of an employee the caller may open, for the form in which one is chosen.

use super::check_standing;
use crate::sessions::Caller;
use crate::{Error, Ports};
use chrono::NaiveDate;
use domain::access::{Capability, Forbidden};
use domain::id::UserId;
use domain::person::Standing;
use domain::time::{WorkingCalendar, days_before};
use domain::unlock::{self, ADMIN_FALLBACK_DAYS, Window};

/// How many older rejected days are named.
const MOST_REJECTED: u32 = 100;

/// The dates that may be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// From when to when.
    pub window: Window,
    /// Why not further.
    pub reason: String,
    /// Older days that may be opened too, because their entry is rejected; oldest first.
    pub rejected: Vec<NaiveDate>,
}

/// The dates of `employee` that the caller may open today.
pub async fn window(ports: &Ports, caller: &Caller, employee: UserId) -> Result<Offer, Error> {
    let scope = caller.actor.scope(Capability::UnlockDates)?;
    let person = ports.people.person(employee).await?.ok_or(Error::NotFound("User"))?;
    check_standing(Standing { role: person.role, is_active: person.is_active, is_blocked: person.is_blocked })?;
    if !scope.covers(employee, person.manager.map(|(manager, _)| manager)) {
        return Err(Forbidden::UnlockOutsideTeam.into());
    }
    let today = ports.today();
    // A window in working days reaches back over holidays; none of them lies further back than a year.
    let holidays = ports.holidays.between(days_before(today, ADMIN_FALLBACK_DAYS), today).await?;
    let calendar = WorkingCalendar::new(holidays.iter().map(|view| &view.holiday));
    let role = caller.actor.role;
    let window = unlock::window(role, today, person.joining_date, &calendar).ok_or(Forbidden::NoUnlock)?;
    let mut rejected = ports.timesheets.rejected_days(employee, window.earliest, MOST_REJECTED).await?;
    // However old: but a date before joining is opened by nobody.
    rejected.retain(|day| person.joining_date.is_none_or(|joined| joined <= *day));
    Ok(Offer { window, reason: unlock::explain(role, person.joining_date, window), rejected })
}

#[cfg(test)]
mod tests;
