//! Changing one's own password.

use super::events;
use crate::events::Event;
use crate::ports::{Credentials, PasswordHash};
use crate::sessions::Caller;
use crate::sessions::places::own_account;
use crate::sign_in::may_have_password;
use crate::throttling::{Bucket, give_back, take_places, unless_overloaded};
use crate::{Error, Invalid, Ports, Result};
use domain::Instant;
use domain::person::{NewPassword, PASSWORD_MAX, PasswordError};
use domain::rules::Rules;

#[derive(Clone, Default)]
pub struct PasswordChange {
    pub current: String,
    pub new: String,
    pub repeated: String,
}

/// Sets the caller's new password; the session goes on, and an open reset link is void.
///
/// Checking the current password is a password check like any other, and shares the budgets of the login.
pub async fn change_password(ports: &Ports, caller: &Caller, typed: &PasswordChange) -> Result<()> {
    let moment = ports.moment();
    let new = read(caller, typed, &moment.rules)?;
    let now = moment.now;
    let (account, buckets) = own_account(ports, caller, now).await?;
    may_have_password(ports, &account.login)?;
    take_places(ports, &buckets, now).await?;
    let hash = unless_overloaded(ports, &buckets, now, check_and_hash(ports, &account, typed, &new)).await?;
    save(ports, caller, &account, &hash, &buckets, now).await
}

fn read(caller: &Caller, typed: &PasswordChange, rules: &Rules) -> Result<NewPassword> {
    if typed.current.is_empty() || typed.new.is_empty() || typed.repeated.is_empty() {
        return Err(Invalid::message("All password fields are required when changing password").into());
    }
    NewPassword::parse(&typed.new, &typed.repeated, rules)
        .and_then(|new| new.hard_to_guess(&caller.person.name, &caller.email, caller.person.employee_id))
        .map_err(|why| {
            let (field, sentence) = match why {
                PasswordError::Mismatch => ("confirmPassword", "New passwords do not match".to_owned()),
                PasswordError::TooShort(minimum) => {
                    ("newPassword", format!("New password must be at least {minimum} characters"))
                }
                PasswordError::TooLong | PasswordError::NotAllowed | PasswordError::TooEasy => {
                    ("newPassword", why.sentence())
                }
            };
            Invalid::field(field, sentence).into()
        })
}

async fn check_and_hash(
    ports: &Ports,
    account: &Credentials,
    typed: &PasswordChange,
    new: &NewPassword,
) -> Result<PasswordHash> {
    let is_possible = typed.current.chars().count() <= PASSWORD_MAX;
    if !is_possible || !ports.passwords.verify(&typed.current, account.login.hash.clone()).await? {
        return Err(incorrect());
    }
    Ok(ports.passwords.hash(new).await?)
}

async fn save(
    ports: &Ports,
    caller: &Caller,
    account: &Credentials,
    hash: &PasswordHash,
    buckets: &[Bucket],
    now: Instant,
) -> Result<()> {
    let user = caller.actor.id;
    let work = ports.store.begin().await?;
    give_back(work.as_ref(), buckets, now).await?;
    // Asked again under the lock: it may have been changed elsewhere while it was hashed.
    if work.people().lock_login(user).await?.is_none_or(|login| login.hash != account.login.hash) {
        return Err(incorrect());
    }
    work.people().set_password(user, Some(hash), false, now).await?;
    work.resets().drop_link(user).await?;
    let event = Event::new(ports, now, caller, events::password_changed(user), Vec::new());
    work.events().append(&[event]).await?;
    Ok(work.commit().await?)
}

fn incorrect() -> Error {
    Invalid::field("currentPassword", "Current password is incorrect").into()
}

#[cfg(test)]
mod tests;
