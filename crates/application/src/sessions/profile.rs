//! The caller's own details.

use super::Caller;
use crate::ports::PersonView;
use crate::{Error, Ports};

/// Everything that the caller may see of himself.
pub async fn profile(ports: &Ports, caller: &Caller) -> Result<PersonView, Error> {
    ports.people.person(caller.actor.id).await?.ok_or(Error::NotFound("User"))
}

#[cfg(test)]
mod tests;
