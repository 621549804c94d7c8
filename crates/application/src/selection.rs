//! What a call picks: things from a list, at least one, not too many, each once; or one person of a team.

use crate::{Error, Invalid, Ports, Result};
use domain::access::{Forbidden, Scope};
use domain::id::UserId;
use domain::timesheet::BULK_MAX;
use std::collections::BTreeSet;

/// The picked ids in order, without repeats. `field` gets the blame if there are none or too many. `nouns` is what they are
/// called.
pub(crate) fn picked<T: Ord + Copy>(field: &'static str, nouns: &str, ids: &[T]) -> Result<Vec<T>> {
    if ids.is_empty() || ids.len() > BULK_MAX {
        return Err(Invalid::field(field, format!("Select between 1 and {BULK_MAX} {nouns}")).into());
    }
    Ok(ids.iter().copied().collect::<BTreeSet<_>>().into_iter().collect())
}

/// Refuses to show one person alone who does not exist, or is not in `scope`.
pub(crate) async fn require_member(ports: &Ports, scope: &Scope, employee: UserId) -> Result<()> {
    let today = ports.moment().today;
    let person = ports.reads.people().employment(employee, today).await?.ok_or(Error::NotFound("User"))?;
    if scope.covers(employee, person.manager) { Ok(()) } else { Err(Forbidden::NotInTeam.into()) }
}
