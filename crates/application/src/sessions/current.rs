//! The session as its page asks for it: who, what day it is, and what the badge counts.

use super::Caller;
use crate::ports::Badge;
use crate::{Error, Ports};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::person::Role;
use domain::settings::Key;

/// What the page shell shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Current {
    /// The organisation's day. A browser never decides what day it is.
    pub today: NaiveDate,
    /// The organisation's zone, by its IANA name.
    pub timezone: &'static str,
    /// The badge: an employee's unread notices, a manager's pending resubmissions, nothing for other roles.
    pub notifications: u32,
    /// The ISO 4217 code of every amount, for those who see salaries.
    pub currency: Option<String>,
}

/// The current session's surroundings.
pub async fn current(ports: &Ports, caller: &Caller) -> Result<Current, Error> {
    let badge = match caller.actor.role {
        Role::Employee => Some(Badge::UnreadNotices(caller.actor.id)),
        Role::Manager => Some(Badge::PendingResubmissions(caller.actor.leads.clone())),
        Role::Hr | Role::Admin => None,
    };
    let notifications = match badge {
        // The generated password comes first: until it is changed nothing else is answered.
        Some(badge) if !caller.is_first_login => ports.reads.inbox().count(badge).await?,
        _ => 0,
    };
    let sees_amounts = caller.actor.require(Capability::SeeSalaries).is_ok();
    let currency = sees_amounts.then(|| ports.policy.in_force().settings.text(Key::Currency).to_owned());
    Ok(Current { today: ports.moment().today, timezone: ports.zone.name(), notifications, currency })
}

#[cfg(test)]
mod tests;
