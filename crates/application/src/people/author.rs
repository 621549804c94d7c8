//! Who changes an account: somebody who is signed in, or the operator of the portal's machine.

use crate::events::Origin;
use crate::sessions::Caller;
use domain::access::Actor;

/// Whose permissions are asked, and where the events come from.
pub(super) struct Author {
    pub(super) actor: Actor,
    pub(super) origin: Origin,
}

impl Author {
    /// The operator, with a command. Nobody with an account acts in it.
    pub(super) fn operator() -> Self {
        Self { actor: Actor::operator(), origin: Origin::command() }
    }
}

impl From<&Caller> for Author {
    fn from(caller: &Caller) -> Self {
        Self { actor: caller.actor.clone(), origin: caller.into() }
    }
}
