//! Changing one's own password.

use super::events;
use crate::events::Event;
use crate::ports::{Credentials, PasswordHash};
use crate::sessions::Caller;
use crate::sessions::login::buckets;
use crate::throttling::{Bucket, give_back, give_places_back, take_places};
use crate::{Error, Invalid, Ports, Result};
use domain::Instant;
use domain::person::{NewPassword, PASSWORD_MAX, PasswordError};
use domain::rules::Rules;
use domain::throttle::KNOWN_FOR;

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
    let address = caller.request.counted_address();
    let account = ports
        .reads
        .people()
        .credentials(&caller.email, &address, now - KNOWN_FOR)
        .await?
        .ok_or(Error::NotFound("User"))?;
    let known = Some(&account).filter(|account| account.is_known_address);
    let buckets = buckets(ports, &caller.email, &address, known);
    take_places(ports, &buckets, now).await?;
    let hash = match check_and_hash(ports, &account, typed, &new).await {
        Err(Error::Overloaded) => {
            give_places_back(ports, &buckets, now).await?;
            return Err(Error::Overloaded);
        }
        answer => answer?,
    };
    save(ports, caller, &account, &hash, &buckets, now).await
}

fn read(caller: &Caller, typed: &PasswordChange, rules: &Rules) -> Result<NewPassword> {
    if typed.current.is_empty() || typed.new.is_empty() || typed.repeated.is_empty() {
        return Err(Invalid::message("All password fields are required when changing password").into());
    }
    NewPassword::parse(&typed.new, &typed.repeated, rules)
        .and_then(|new| new.not_obvious(&caller.email, caller.person.employee_id))
        .map_err(|why| {
            let (field, sentence) = match why {
                PasswordError::Mismatch => ("confirmPassword", "New passwords do not match".to_owned()),
                PasswordError::TooShort(minimum) => {
                    ("newPassword", format!("New password must be at least {minimum} characters"))
                }
                PasswordError::TooLong | PasswordError::NotAllowed | PasswordError::Obvious => {
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
    if !is_possible || !ports.passwords.verify(&typed.current, Some(account.login.hash.clone())).await? {
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
    work.people().set_password(user, hash, false, now).await?;
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
