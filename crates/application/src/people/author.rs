//! The author of a change to an account: a signed-in person, or the operator of the portal's machine.

use crate::events::Origin;
use crate::sessions::Caller;
use domain::access::Actor;

/// The actor whose permissions are checked, and the origin of the events.
pub(super) struct Author {
    pub(super) actor: Actor,
    pub(super) origin: Origin,
}

impl Author {
    /// The operator, by a command: nobody with an account.
    pub(super) fn operator() -> Self {
        Self { actor: Actor::operator(), origin: Origin::command() }
    }
}

impl From<&Caller> for Author {
    fn from(caller: &Caller) -> Self {
        Self { actor: caller.actor.clone(), origin: caller.into() }
    }
}
