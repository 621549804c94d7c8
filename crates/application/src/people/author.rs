//! The author of a change to an account: a signed-in person, the operator of the portal's machine, or a
//! provider of sign-in.

use crate::events::{Origin, Record};
use crate::sessions::Caller;
use domain::access::Actor;
use domain::id::UserId;
use domain::person::Role;

/// The actor whose permissions are checked, and the origin of the events.
pub(crate) struct Author {
    pub(crate) actor: Actor,
    pub(crate) origin: Origin,
    /// What is recorded beside a change of role.
    pub(crate) note: Option<Record>,
}

impl Author {
    /// The operator, by a command: nobody with an account.
    pub(crate) fn operator() -> Self {
        Self { actor: Actor::operator(), origin: Origin::command(), note: None }
    }

    /// Somebody for whom an instance goes on with what another one began.
    pub(crate) fn resuming(user: UserId, role: Role) -> Self {
        Self { actor: Actor::new(user, role), origin: Origin::resumed(user, role), note: None }
    }

    /// A provider of sign-in, whose groups decide the role of the person at `origin`.
    pub(crate) fn provider(origin: Origin, note: Record) -> Self {
        Self { actor: Actor::operator(), origin, note: Some(note) }
    }
}

impl From<&Caller> for Author {
    fn from(caller: &Caller) -> Self {
        Self { actor: caller.actor.clone(), origin: caller.into(), note: None }
    }
}
