//! The role that a provider of sign-in gives somebody by their groups there.

use super::author::Author;
use super::{AccountUpdate, update};
use crate::events::{Origin, Record};
use crate::ports::PersonView;
use crate::work::Work;
use crate::{Invalid, Ports, Result};
use domain::id::UserId;
use domain::person::Role;

/// See [`super::update_account`]: the same follows from it, and the same is refused, as is a change of the account since it was
/// read. `note` is recorded with it.
pub(crate) async fn set_mapped_role(
    ports: &Ports,
    origin: Origin,
    account: &PersonView,
    role: Role,
    note: Record,
) -> Result<()> {
    let changed = AccountUpdate::of(&account.person.name, &account.email, role);
    let typed = AccountUpdate { expected: Some(account.updated_at), ..changed };
    update::change(ports, &Author::provider(origin, note), account.person.id, typed).await
}

/// Refuses another role for somebody whose groups at a provider decide it, at every sign-in.
pub(super) async fn refuse_where_mapped(work: &Work<'_>, user: UserId) -> Result<()> {
    if work.ports.providers.is_empty() {
        return Ok(());
    }
    match work.ports.providers.label_of_role(&work.identities().of(user).await?) {
        Some(label) => Err(Invalid::field("role", format!("Set by {label}")).into()),
        None => Ok(()),
    }
}
