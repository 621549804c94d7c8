//! Signing out.

use super::Caller;
use crate::events::{Event, Happening, Push};
use crate::{Error, Ports};
use domain::id::EventId;
use domain::session::SessionEnd;

/// Ends the caller's session, here and on every open page.
pub async fn logout(ports: &Ports, caller: &Caller) -> Result<(), Error> {
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    if !work.sessions().end(caller.session, SessionEnd::Logout, now).await? {
        return Err(Error::SessionEnded(SessionEnd::Logout));
    }
    work.events()
        .append(&[Event {
            id: EventId::new(ports.ids.next()),
            at: now,
            actor: Some(caller.actor.id),
            what: Happening::SignedOut { session: caller.session },
            pushes: vec![Push::SessionEnded { session: caller.session, end: SessionEnd::Logout }],
        }])
        .await?;
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
