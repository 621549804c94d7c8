//! Signing out.

use super::Caller;
use super::events;
use crate::events::{Event, Push};
use crate::{Error, Ports, Result};
use domain::session::SessionEnd;

/// Ends the caller's session, here and on every open page.
pub async fn logout(ports: &Ports, caller: &Caller) -> Result<()> {
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    if !work.sessions().end(caller.session, SessionEnd::Logout, now).await? {
        return Err(Error::SessionEnded(SessionEnd::Logout));
    }
    let what = events::signed_out(caller.actor.id, caller.session);
    let pushes = vec![Push::SessionEnded { session: caller.session, end: SessionEnd::Logout }];
    work.events().append(&[Event::new(ports, now, caller, what, pushes)]).await?;
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
