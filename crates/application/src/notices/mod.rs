//! What employees are told about their own days, and managers about months of their teams.

pub mod events;

use crate::events::{Audience, Event, Push, Topic};
use crate::ports::{Badge, NoticeView};
use crate::selection::picked;
use crate::sessions::Caller;
use crate::{Error, Ports, Result};
use domain::access::{Capability, Forbidden};
use domain::id::NoticeId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notices {
    /// The page, newest first.
    pub notices: Vec<NoticeView>,
    pub total: u32,
    pub unread: u32,
}

/// The caller's notices: page `page` (from 1) of `limit` each.
pub async fn notices(ports: &Ports, caller: &Caller, page: u32, limit: u32) -> Result<Notices> {
    caller.actor.require(Capability::ReadNotices)?;
    let (notices, total) = ports.reads.inbox().notices(caller.actor.id, page, limit).await?;
    let unread = ports.reads.inbox().count(Badge::UnreadNotices(caller.actor.id)).await?;
    Ok(Notices { notices, total, unread })
}

/// Marks notices as read, all of them or none, and says how many were unread.
pub async fn mark_read(ports: &Ports, caller: &Caller, ids: &[NoticeId]) -> Result<u32> {
    caller.actor.require(Capability::ReadNotices)?;
    let ids = picked("notificationIds", "notifications", ids)?;
    let work = ports.store.begin().await?;
    let owners = work.inbox().notice_owners(&ids).await?;
    if owners.len() != ids.len() {
        return Err(Error::NotFound("Notification"));
    }
    if owners.iter().any(|(_, owner)| *owner != caller.actor.id) {
        return Err(Forbidden::Role.into());
    }
    let now = ports.clock.now();
    let updated = work.inbox().read_notices(&ids, now).await?;
    if updated > 0 {
        let user = caller.actor.id;
        let what = events::notices_read(user, updated);
        let pushes = vec![Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user]) }];
        work.events().append(&[Event::new(ports, now, caller, what, pushes)]).await?;
    }
    work.commit().await?;
    Ok(updated)
}

#[cfg(test)]
mod tests;
