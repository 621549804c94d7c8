//! One person.

use crate::ports::{Identity, PersonView};
use crate::sessions::{Caller, Profile, ProviderWords};
use crate::{Error, Ports, Result};
use domain::access::accounts::may_read;
use domain::access::{Capability, Forbidden};
use domain::id::UserId;
use domain::person::{EmailAddress, Role};

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
    let sees_external_id = caller.actor.require(Capability::ManagePeople).is_ok();
    let sees_phone_number = caller.actor.require(Capability::SeePhoneNumbers).is_ok();
    let (mut providers, mut can_be_invited) = (ProviderWords::default(), false);
    if sees_external_id {
        providers = provider_words(ports, &person).await?;
        can_be_invited = person.is_first_login && ports.reads.invitations().can_be_invited(user).await?;
    }
    let work_pattern = Some(pattern);
    Ok(Profile { person, sees_external_id, sees_phone_number, salary, work_pattern, providers, can_be_invited })
}

/// What the providers that are set say of a person.
async fn provider_words(ports: &Ports, person: &PersonView) -> Result<ProviderWords> {
    if ports.providers.is_empty() {
        return Ok(ProviderWords::default());
    }
    let mut links = ports.reads.identities().identities(person.person.id).await?;
    links.retain(|link| ports.providers.with_issuer(&link.issuer).is_some());
    let is_other = |email: &String| EmailAddress::parse(email).map_or(true, |email| email.as_str() != person.email);
    let said = |link: &Identity| Some((ports.providers.names_of(link).1, link.email.clone().filter(is_other)?));
    let emails = links.iter().filter_map(said).collect();
    Ok(ProviderWords { emails, role_set_by: ports.providers.label_of_role(&links).map(str::to_owned) })
}

#[cfg(test)]
mod tests;
