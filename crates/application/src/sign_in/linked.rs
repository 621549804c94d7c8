//! Accounts at providers that are linked: their owners see, add and remove them, and administrators see and remove them.

use super::events::identity_removed;
use super::passwords::other_ways;
use super::{KeptFlow, Purpose, Started, begin};
use crate::events::{Audience, Push, Topic};
use crate::ports::{Identity, ProviderSignIns};
use crate::sessions::Caller;
use crate::{Conflict, Error, Invalid, Ports, Result};
use domain::Instant;
use domain::access::Capability;
use domain::id::UserId;
use domain::month::parse_reason;
use domain::session::SessionEnd;
use domain::sign_in::{locks_out_last_admin, masked_subject, may_link};

/// An account at a provider, as its owner and administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedAccount {
    /// The provider's name in addresses.
    pub provider: String,
    /// What people call the provider.
    pub name: String,
    /// As much of the subject as is shown.
    pub subject: String,
    /// The address in the provider's words.
    pub email: Option<String>,
    pub linked_at: Instant,
    pub last_used_at: Option<Instant>,
}

/// The linked accounts of a person, in the order in which they were linked. Where there is no provider, nobody sees any.
pub(crate) async fn linked_accounts(ports: &Ports, user: UserId) -> Result<Vec<LinkedAccount>> {
    if ports.providers.is_empty() {
        return Ok(Vec::new());
    }
    let shown = |link: Identity| {
        let (provider, name) = ports.providers.names_of(&link);
        LinkedAccount {
            provider,
            name,
            subject: masked_subject(&link.subject),
            email: link.email,
            linked_at: link.linked_at,
            last_used_at: link.last_used_at,
        }
    };
    Ok(ports.reads.identities().identities(user).await?.into_iter().map(shown).collect())
}

/// Begins to link the caller's account at the provider with this name. `kept`: the flows of the browser.
pub async fn begin_link(ports: &Ports, caller: &Caller, name: &str, kept: &[KeptFlow]) -> Result<Started> {
    ports.providers.named(name)?;
    let moment = ports.moment();
    let session = ports.reads.sessions().session(caller.session, moment.today).await?;
    let session = session.ok_or(Error::SessionEnded(SessionEnd::Expired))?;
    may_link(session.created_at, moment.now)?;
    let purpose = Purpose::Link { user: caller.actor.id, session: caller.session };
    begin(ports, name, None, purpose, kept).await
}

/// Removes the caller's own link to the provider with this name. Their session ends if it began there.
pub async fn remove_own_link(ports: &Ports, caller: &Caller, name: &str) -> Result<()> {
    remove(ports, caller, caller.actor.id, name, None).await
}

/// Removes somebody's link, for administrators.
pub async fn remove_link(ports: &Ports, caller: &Caller, user: UserId, name: &str, reason: &str) -> Result<()> {
    caller.actor.require(Capability::BlockPeople)?;
    let reason = parse_reason(reason).map_err(|sentence| Invalid::field("reason", sentence))?;
    remove(ports, caller, user, name, Some(&reason)).await
}

async fn remove(ports: &Ports, caller: &Caller, user: UserId, name: &str, reason: Option<&str>) -> Result<()> {
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    // Asked before any single account is locked.
    let admins = work.people().acting_admins().await?;
    let login = work.people().lock_login(user).await?.ok_or(Error::NotFound("User"))?;
    let (removed, others): (Vec<Identity>, Vec<Identity>) =
        work.identities().of(user).await?.into_iter().partition(|link| ports.providers.names_of(link).0 == name);
    if removed.is_empty() {
        return Err(Error::NotFound("Provider"));
    }
    if locks_out_last_admin(&admins, user, other_ways(&work, user, &login, &others).await?) {
        return Err(Conflict::LastWayIn.into());
    }
    let end = SessionEnd::Expired;
    let mut pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Readers(vec![user]) }];
    let which = ProviderSignIns::OfUser(user);
    for link in &removed {
        work.identities().unlink(link.id).await?;
        for (_, session) in work.sessions().end_of_provider(&link.issuer, &which, end, moment.now).await? {
            pushes.push(Push::SessionEnded { session, end });
        }
    }
    work.record(identity_removed(user, name, reason), pushes).await?;
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
