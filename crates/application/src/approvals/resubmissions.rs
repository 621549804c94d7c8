//! A manager is told of rejected days that came back.

use super::events;
use crate::events::{Audience, Event, Push, Topic};
use crate::ports::ResubmissionView;
use crate::selection::picked;
use crate::sessions::Caller;
use crate::substitutions::{ManagersStoodInFor, managers_stood_in_for};
use crate::{Error, Ports, Result};
use domain::access::{Capability, Forbidden};
use domain::id::ResubmissionId;
use domain::timesheet::RESUBMISSION_VIEWED_FOR;
use std::collections::BTreeSet;

/// The entries that a team corrected after a rejection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resubmissions {
    /// The notifications, newest first.
    pub notifications: Vec<ResubmissionView>,
    /// The managers for whom the caller stands in, by the people of their teams.
    pub stood_in_for: ManagersStoodInFor,
}

/// The pending notifications of the caller's teams, and those viewed in the last thirty days.
pub async fn resubmissions(ports: &Ports, caller: &Caller) -> Result<Resubmissions> {
    let leads = caller.actor.teams(Capability::DecideTimesheets)?;
    let since = ports.clock.now() - RESUBMISSION_VIEWED_FOR;
    Ok(Resubmissions {
        notifications: ports.reads.inbox().resubmissions(leads, since).await?,
        stood_in_for: managers_stood_in_for(ports, leads).await?,
    })
}

/// Marks notifications as viewed, all of them or none, and says how many were pending.
pub async fn mark_viewed(ports: &Ports, caller: &Caller, ids: &[ResubmissionId]) -> Result<u32> {
    let leads = caller.actor.teams(Capability::DecideTimesheets)?;
    let ids = picked("notificationIds", "notifications", ids)?;
    let work = ports.store.begin().await?;
    let managers = work.inbox().resubmission_managers(&ids).await?;
    if managers.len() != ids.len() {
        return Err(Error::NotFound("Notification"));
    }
    if managers.iter().any(|(_, manager)| !leads.cover(*manager)) {
        return Err(Forbidden::NotInTeam.into());
    }
    let now = ports.clock.now();
    let updated = work.inbox().view_resubmissions(&ids, now).await?;
    if updated > 0 {
        let viewer = caller.actor.id;
        let what = events::resubmissions_viewed(viewer, updated);
        // What one of a manager and their substitute has viewed, both have.
        let both = managers.iter().filter_map(|(_, manager)| *manager).chain([viewer]).collect::<BTreeSet<_>>();
        let audience = Audience::Users(both.into_iter().collect());
        let pushes = vec![Push::Changed { topic: Topic::Notifications, audience }];
        work.events().append(&[Event::new(ports, now, caller, what, pushes)]).await?;
    }
    work.commit().await?;
    Ok(updated)
}

#[cfg(test)]
mod tests;
