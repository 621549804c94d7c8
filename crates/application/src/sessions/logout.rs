//! Signing out.

use super::Caller;
use super::events;
use crate::events::{Event, Push};
use crate::ports::ProviderSession;
use crate::{Error, Ports, Result};
use domain::session::SessionEnd;

/// Ends the caller's session, here and on every open page, and returns by which provider it began.
pub async fn logout(ports: &Ports, caller: &Caller) -> Result<Option<ProviderSession>> {
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    let began = if ports.providers.is_empty() { None } else { work.sessions().provider_of(caller.session).await? };
    if !work.sessions().end(caller.session, SessionEnd::Logout, now).await? {
        return Err(Error::SessionEnded(SessionEnd::Logout));
    }
    let what = events::signed_out(caller.actor.id, caller.session, None);
    let pushes = vec![Push::SessionEnded { session: caller.session, end: SessionEnd::Logout }];
    work.events().append(&[Event::new(ports, now, caller, what, pushes)]).await?;
    work.commit().await?;
    Ok(began)
}

#[cfg(test)]
mod tests;
