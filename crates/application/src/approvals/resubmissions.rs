//! A manager is told of rejected days that came back.

use crate::events::{Audience, Event, Happening, Push, Topic};
use crate::ports::ResubmissionView;
use crate::selection::picked;
use crate::sessions::Caller;
use crate::{Error, Ports};
use domain::access::{Capability, Forbidden};
use domain::id::{EventId, ResubmissionId};

/// How long a viewed notification stays in the list.
const VIEWED_FOR: chrono::Duration = chrono::Duration::days(30);

/// The pending notifications of the caller's team, and those viewed in the last thirty days.
pub async fn resubmissions(ports: &Ports, caller: &Caller) -> Result<Vec<ResubmissionView>, Error> {
    caller.actor.require(Capability::DecideTimesheets)?;
    Ok(ports.inbox.resubmissions(caller.actor.id, ports.clock.now() - VIEWED_FOR).await?)
}

/// Marks notifications as viewed, all of them or none, and says how many were pending.
pub async fn mark_viewed(ports: &Ports, caller: &Caller, ids: &[ResubmissionId]) -> Result<u32, Error> {
    caller.actor.require(Capability::DecideTimesheets)?;
    let ids = picked("notificationIds", "notifications", ids)?;
    let work = ports.store.begin().await?;
    let managers = work.inbox().resubmission_managers(&ids).await?;
    if managers.len() != ids.len() {
        return Err(Error::NotFound("Notification"));
    }
    if managers.iter().any(|(_, manager)| *manager != Some(caller.actor.id)) {
        return Err(Forbidden::NotInTeam.into());
    }
    let now = ports.clock.now();
    let updated = work.inbox().view_resubmissions(&ids, now).await?;
    if updated > 0 {
        work.events()
            .append(&[Event {
                id: EventId::new(ports.ids.next()),
                at: now,
                actor: Some(caller.actor.id),
                what: Happening::ResubmissionsViewed { ids },
                pushes: vec![Push::Changed {
                    topic: Topic::Notifications,
                    audience: Audience::Users(vec![caller.actor.id]),
                }],
            }])
            .await?;
    }
    work.commit().await?;
    Ok(updated)
}

#[cfg(test)]
mod tests;
