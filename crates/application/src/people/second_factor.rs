//! How somebody signs in. Where they have lost their second factor an administrator takes it away, so that the password alone
//! lets them in again.

use super::author::Author;
use crate::events::{Audience, Push, Topic};
use crate::ports::SecondFactorView;
use crate::second_factors::events::second_factor_reset;
use crate::second_factors::{SecondFactorNews, tell};
use crate::sessions::Caller;
use crate::sign_in::{LinkedAccount, linked_accounts};
use crate::{Conflict, Error, Invalid, Ports, Result};
use domain::access::Capability;
use domain::access::accounts::may_reset_second_factor;
use domain::id::UserId;
use domain::month::parse_reason;
use domain::session::SessionEnd;
use domain::sign_in::PasswordUse;

/// How somebody signs in, for administrators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaysIn {
    pub factor: Option<SecondFactorView>,
    pub linked: Vec<LinkedAccount>,
    /// Whether it is marked as a break-glass account; `None` where passwords are not for those.
    pub is_break_glass: Option<bool>,
}

pub async fn ways_in(ports: &Ports, caller: &Caller, user: UserId) -> Result<WaysIn> {
    caller.actor.require(Capability::BlockPeople)?;
    let person = ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))?;
    let is_break_glass = if ports.providers.passwords == PasswordUse::BreakGlass {
        let found = ports.reads.people().credentials(&person.email, "", ports.clock.now()).await?;
        Some(found.is_some_and(|account| account.login.is_break_glass))
    } else {
        None
    };
    let linked = linked_accounts(ports, user).await?;
    Ok(WaysIn { factor: ports.reads.second_factors().factor(user).await?, linked, is_break_glass })
}

/// Takes the second factor of a person away, with its recovery codes. Their session ends, and they are told by mail.
pub async fn reset_second_factor(ports: &Ports, caller: &Caller, user: UserId, reason: &str) -> Result<()> {
    caller.actor.require(Capability::BlockPeople)?;
    let reason = parse_reason(reason).map_err(|sentence| Invalid::field("reason", sentence))?;
    reset(ports, &caller.into(), user, Some(&reason)).await
}

/// The same, by anybody who may.
pub(super) async fn reset(ports: &Ports, author: &Author, user: UserId, reason: Option<&str>) -> Result<()> {
    if !may_reset_second_factor(&author.actor, user)? {
        return Err(Invalid::message("Turn off your own two-step sign-in in your profile").into());
    }
    let moment = ports.moment();
    let work = ports.begin(&moment, author.origin).await?;
    work.people().lock_login(user).await?.ok_or(Error::NotFound("User"))?;
    if !work.second_factors().remove(user).await? {
        return Err(Conflict::NoSecondFactor.into());
    }
    let end = SessionEnd::Expired;
    let ended = work.sessions().end_live(user, end, moment.now).await?;
    let mut pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Readers(Vec::new()) }];
    pushes.extend(ended.map(|session| Push::SessionEnded { session, end }));
    tell(&work, user, SecondFactorNews::Reset).await?;
    work.record(second_factor_reset(user, reason), pushes).await?;
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
