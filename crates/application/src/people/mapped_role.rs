//! The role that a provider of sign-in gives somebody by their groups there.

use super::author::Author;
use super::{AccountUpdate, update};
use crate::events::{Origin, Record};
use crate::ports::PersonView;
use crate::{Ports, Result};
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
