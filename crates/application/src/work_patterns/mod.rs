//! Work patterns: on which weekdays the organisation and its people work, and how long their days are (settings.md 1.2).

mod change;
pub mod events;
mod list;
mod save;

pub(crate) use change::validate;
pub use change::{PatternWish, change};
pub use list::{PatternList, list};
pub(crate) use save::{IntendedPattern, first, intend, save};

use crate::{Error, Invalid, Result};
use domain::access::Actor;
use domain::access::accounts::may_manage;
use domain::person::Role;
use domain::work_patterns::PatternOwner;

/// Whether the actor looks after a list: the organisation's, or that of an Employee, who has this role.
pub(crate) fn may_keep(actor: &Actor, owner: PatternOwner, role: Option<Role>) -> Result<()> {
    let PatternOwner::Person(user) = owner else { return Ok(()) };
    let role = role.ok_or(Error::NotFound("User"))?;
    may_manage(actor, user, role)?;
    if role == Role::Employee {
        Ok(())
    } else {
        Err(Invalid::message("Only employees have a work pattern of their own").into())
    }
}

#[cfg(test)]
mod tests;
