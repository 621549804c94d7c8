//! Replacing the generated password, which comes before everything else.

use super::Caller;
use super::events;
use super::places::own_account;
use crate::events::Event;
use crate::ports::PasswordHash;
use crate::sign_in::may_have_password;
use crate::throttling::{give_back, take_places, unless_overloaded};
use crate::{Conflict, Invalid, Ports, Result};
use domain::person::{NewPassword, PasswordError};

/// Sets the caller's own password; the session goes on, and an open reset link is void.
pub async fn first_password(ports: &Ports, caller: &Caller, new: &str, repeated: &str) -> Result<()> {
    let moment = ports.moment();
    let new = NewPassword::parse(new, repeated, &moment.rules)
        .and_then(|new| new.hard_to_guess(&caller.person.name, &caller.email, caller.person.employee_id))
        .map_err(|why| {
            let field = if why == PasswordError::Mismatch { "confirmPassword" } else { "newPassword" };
            Invalid::field(field, why.sentence())
        })?;
    if !caller.is_first_login {
        return Err(Conflict::NotFirstLogin.into());
    }
    let now = moment.now;
    let user = caller.actor.id;
    let (account, buckets) = own_account(ports, caller, now).await?;
    let current = &account.login;
    may_have_password(ports, current)?;
    // The password may have been set since this request was let in, by the same form sent twice.
    if !current.is_first_login {
        return Err(Conflict::NotFirstLogin.into());
    }
    // Comparing with the generated password is a password check like any other, and shares its budgets.
    take_places(ports, &buckets, now).await?;
    let hash = unless_overloaded(ports, &buckets, now, replacement(ports, &new, current.hash.clone())).await?;

    let work = ports.store.begin().await?;
    give_back(work.as_ref(), &buckets, now).await?;
    match work.people().lock_login(user).await? {
        Some(login) if login.is_first_login && login.hash == current.hash => {}
        _ => return Err(Conflict::NotFirstLogin.into()),
    }
    work.people().set_password(user, Some(&hash), false, now).await?;
    work.resets().drop_link(user).await?;
    work.events().append(&[Event::new(ports, now, caller, events::first_password_set(user), Vec::new())]).await?;
    Ok(work.commit().await?)
}

/// The hash of the new password, which must not be the generated one.
async fn replacement(ports: &Ports, new: &NewPassword, generated: Option<PasswordHash>) -> Result<PasswordHash> {
    if ports.passwords.verify(new.reveal(), generated).await? {
        return Err(Invalid::field("newPassword", "New password must be different from the temporary password").into());
    }
    Ok(ports.passwords.hash(new).await?)
}

#[cfg(test)]
mod tests;
