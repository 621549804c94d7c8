//! The caller's own details.

use super::Caller;
use crate::ports::PersonView;
use crate::{Error, Ports};
use domain::access::Capability;

/// A person, as far as the caller may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The person; without the salary where that is not shown.
    pub person: PersonView,
    /// Whether the caller may see salaries, be there one or not.
    pub shows_salary: bool,
}

/// Everything that the caller may see of himself.
pub async fn profile(ports: &Ports, caller: &Caller) -> Result<Profile, Error> {
    let mut person = ports.people.person(caller.actor.id).await?.ok_or(Error::NotFound("User"))?;
    let shows_salary = caller.actor.require(Capability::SeeSalaries).is_ok();
    person.salary = person.salary.filter(|_| shows_salary);
    Ok(Profile { person, shows_salary })
}

#[cfg(test)]
mod tests;
