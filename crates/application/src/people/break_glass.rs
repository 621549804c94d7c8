//! The accounts whose password opens them while no provider can: an administrator marks those of administrators.

use super::events;
use crate::events::{Audience, Push, Topic};
use crate::ports::Login;
use crate::sessions::Caller;
use crate::sign_in::other_ways;
use crate::{Conflict, Error, Invalid, Ports, Result};
use domain::access::Capability;
use domain::id::UserId;
use domain::month::parse_reason;
use domain::person::Role;
use domain::sign_in::{PasswordUse, locks_out_last_admin};

/// Marks the account of an administrator with a second factor as a break-glass account, or any account no longer. Refused as not
/// found where passwords are not for break-glass accounts, and where the last administrator would have no way in.
pub async fn set_break_glass(
    ports: &Ports,
    caller: &Caller,
    user: UserId,
    is_break_glass: bool,
    reason: &str,
) -> Result<()> {
    caller.actor.require(Capability::BlockPeople)?;
    let reason = parse_reason(reason).map_err(|sentence| Invalid::field("reason", sentence))?;
    if ports.providers.passwords != PasswordUse::BreakGlass {
        return Err(Error::NotFound("Break-glass sign-in"));
    }
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    // Asked before any single account is locked.
    let admins = work.people().acting_admins().await?;
    let login = work.people().lock_login(user).await?.ok_or(Error::NotFound("User"))?;
    // Already as the call wants it: a repeat.
    if login.is_break_glass == is_break_glass {
        return Ok(work.commit().await?);
    }
    if is_break_glass {
        if login.role != Role::Admin {
            return Err(Invalid::message("Only the account of an administrator can be a break-glass account").into());
        }
        if work.second_factors().of(user).await?.is_none() {
            return Err(Conflict::NoSecondFactor.into());
        }
    } else {
        let links = work.identities().of(user).await?;
        let unmarked = Login { is_break_glass, ..login };
        if locks_out_last_admin(&admins, user, other_ways(&work, user, &unmarked, &links).await?) {
            return Err(Conflict::LastWayIn.into());
        }
    }
    work.people().set_break_glass(user, is_break_glass).await?;
    let pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Readers(Vec::new()) }];
    let record = if is_break_glass {
        events::break_glass_marked(user, Some(&reason))
    } else {
        events::break_glass_unmarked(user, &reason)
    };
    work.record(record, pushes).await?;
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
