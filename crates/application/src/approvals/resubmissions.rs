//! A manager is told of rejected days that came back.

use super::events::ResubmissionsViewed;
use crate::events::{Audience, Event, Push, Topic};
use crate::ports::ResubmissionView;
use crate::selection::picked;
use crate::sessions::Caller;
use crate::{Error, Ports};
use domain::access::{Capability, Forbidden};
use domain::id::ResubmissionId;
use domain::timesheet::RESUBMISSION_VIEWED_FOR;

/// The pending notifications of the caller's team, and those viewed in the last thirty days.
pub async fn resubmissions(ports: &Ports, caller: &Caller) -> Result<Vec<ResubmissionView>, Error> {
    let leads = caller.actor.teams(Capability::DecideTimesheets)?;
    Ok(ports.reads.inbox().resubmissions(leads, ports.clock.now() - RESUBMISSION_VIEWED_FOR).await?)
}

/// Marks notifications as viewed, all of them or none, and says how many were pending.
pub async fn mark_viewed(ports: &Ports, caller: &Caller, ids: &[ResubmissionId]) -> Result<u32, Error> {
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
        let manager = caller.actor.id;
        let what = ResubmissionsViewed { manager, count: updated };
        let pushes = vec![Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![manager]) }];
        work.events().append(&[Event::new(ports, now, caller, what, pushes)]).await?;
    }
    work.commit().await?;
    Ok(updated)
}

#[cfg(test)]
mod tests;
