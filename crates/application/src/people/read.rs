//! One person.

use crate::sessions::{Caller, Profile};
use crate::{Error, Ports, Result};
use domain::access::accounts::may_read;
use domain::access::{Capability, Forbidden};
use domain::id::UserId;
use domain::person::Role;

/// A person, as far as the caller may see. An Employee who names somebody else learns nothing, not even whether there is such a person.
pub async fn person(ports: &Ports, caller: &Caller, user: UserId) -> Result<Profile> {
    if caller.actor.role == Role::Employee && caller.actor.id != user {
        return Err(Forbidden::Role.into());
    }
    let person = ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))?;
    may_read(&caller.actor, user, person.role, person.manager.as_ref().map(|(id, _)| *id))?;
    let moment = ports.moment();
    let salary = if caller.actor.require(Capability::SeeSalaries).is_ok() {
        Some(ports.reads.salaries().told(&[user], moment.today).await?.remove(&user))
    } else {
        None
    };
    let pattern = (person.role == Role::Employee).then(|| *moment.rules.work_patterns.of(user).on(moment.today));
    let sees_phone_number = caller.actor.require(Capability::SeePhoneNumbers).is_ok();
    Ok(Profile { person, sees_phone_number, salary, work_pattern: Some(pattern) })
}

#[cfg(test)]
mod tests;
