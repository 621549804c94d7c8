//! The session as its page asks for it: who, what day it is, and what the badge counts.

use crate::leave::count_waiting;
use crate::ports::{Badge, StoodInFor};
use crate::sessions::Caller;
use crate::substitutions::stood_in_for;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::settings::Key;

/// What the page shell shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Current {
    /// The organisation's day. A browser never decides what day it is.
    pub today: NaiveDate,
    /// The organisation's zone, by its IANA name.
    pub timezone: &'static str,
    /// The badge: the unread notices of an employee or a manager, and the pending resubmissions of the teams that somebody decides for;
    /// nothing for others.
    pub notifications: u32,
    /// How many requests for leave wait for the caller, nothing for who decides on none.
    pub leave: u32,
    /// The managers for whom the caller stands in today, by name.
    pub substitute_for: Vec<StoodInFor>,
    /// The ISO 4217 code of every amount, for those who see salaries.
    pub currency: Option<String>,
}

/// The facts that every screen of the session shows.
pub async fn current(ports: &Ports, caller: &Caller) -> Result<Current> {
    let notices = caller.actor.require(Capability::ReadNotices).ok().map(|()| Badge::UnreadNotices(caller.actor.id));
    let teams = caller.actor.teams(Capability::DecideTimesheets).ok();
    let badges: Vec<Badge> = notices.into_iter().chain(teams.cloned().map(Badge::PendingResubmissions)).collect();
    // The generated password comes first, and then a second factor that is overdue: until then nothing else is answered.
    let (mut notifications, mut leave, mut substitute_for) = (0, 0, Vec::new());
    if !badges.is_empty() && !caller.is_first_login && !caller.must_set_up_second_factor {
        for badge in badges {
            notifications += ports.reads.inbox().count(badge).await?;
        }
        leave = count_waiting(ports, &caller.actor).await?;
        substitute_for = stood_in_for(ports, caller).await?;
    }
    let sees_amounts = caller.actor.require(Capability::SeeSalaries).is_ok();
    let currency = sees_amounts.then(|| ports.policy.in_force().settings.text(Key::Currency).to_owned());
    let moment = ports.moment();
    let (today, timezone) = (moment.today, moment.rules.zones.on(moment.today).name());
    Ok(Current { today, timezone, notifications, leave, substitute_for, currency })
}

#[cfg(test)]
mod tests;
