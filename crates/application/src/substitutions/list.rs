//! Who stands in for whom.

use super::Shown;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::substitution::SubstitutionStatus;

/// A page (from 1) of the substitutions that the caller may see, and how many there are in all: a manager's own, in either part, and
/// everybody's for HR and administrators.
pub async fn list(
    ports: &Ports,
    caller: &Caller,
    status: Option<SubstitutionStatus>,
    page: u32,
    limit: u32,
) -> Result<(Vec<Shown>, u32)> {
    let scope = caller.actor.scope(Capability::NameSubstitutes)?;
    let today = ports.moment().today;
    let (found, total) = ports.reads.substitutions().substitutions(&scope, status, today, page, limit).await?;
    Ok((found.into_iter().map(|view| Shown::on(today, view)).collect(), total))
}
