//! Who may arrange that somebody stands in for a manager (settings.md 1.4).

use super::{Actor, Capability, Forbidden, Scope};
use crate::id::UserId;

pub fn may_name(actor: &Actor, manager: UserId) -> Result<(), Forbidden> {
    arranges(actor, manager, Forbidden::SubstituteOfOthers)
}

/// Asks whether `actor` may end a substitution for `manager`. The substitute cannot: it is the manager's.
pub fn may_end(actor: &Actor, manager: UserId) -> Result<(), Forbidden> {
    arranges(actor, manager, Forbidden::SubstitutionOfOthers)
}

fn arranges(actor: &Actor, manager: UserId, otherwise: Forbidden) -> Result<(), Forbidden> {
    match actor.scope(Capability::NameSubstitutes)? {
        Scope::Everyone => Ok(()),
        Scope::Own(own) if own == manager => Ok(()),
        Scope::Own(_) | Scope::Team(_) => Err(otherwise),
    }
}
