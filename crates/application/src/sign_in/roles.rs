//! The role that the groups of a person at a provider give (sign-in.md 1.3).

use super::events::{role_mapped, role_not_mapped};
use crate::events::{Origin, Record, Request};
use crate::people::set_mapped_role;
use crate::{Conflict, Error, Ports, Result};
use domain::id::UserId;
use domain::sign_in::{ClaimValue, MappedRole, Provider, mapped_role};

/// What the groups came to.
pub(super) struct Mapped {
    /// Whether the role is that of the groups.
    pub(super) is_set: bool,
    /// Why it is not, to be recorded with the sign-in.
    pub(super) refused: Option<Record>,
}

/// Gives somebody the role of their groups. It is a change like any other, and a refused one keeps nobody out.
pub(super) async fn give_role(
    ports: &Ports,
    provider: &Provider,
    claims: &ClaimValue,
    user: UserId,
    request: Request,
) -> Result<Mapped> {
    if provider.roles.is_none() {
        return Ok(Mapped { is_set: false, refused: None });
    }
    let account = ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))?;
    let present = account.role;
    let refused = |role| Mapped { is_set: false, refused: Some(role_not_mapped(user, &provider.name, role)) };
    match mapped_role(provider.roles.as_ref(), claims, present) {
        MappedRole::Unmapped => Ok(Mapped { is_set: false, refused: None }),
        MappedRole::Same => Ok(Mapped { is_set: true, refused: None }),
        MappedRole::Kept(role) => Ok(refused(role)),
        MappedRole::Changes(role) => {
            let origin = Origin::person(user, present, request);
            let note = role_mapped(user, &provider.name, role);
            match set_mapped_role(ports, origin, &account, role, note).await {
                Ok(()) => Ok(Mapped { is_set: true, refused: None }),
                Err(Error::Conflict(Conflict::LastAdmin | Conflict::PendingEntries { .. })) => Ok(refused(role)),
                Err(error) => Err(error),
            }
        }
    }
}
