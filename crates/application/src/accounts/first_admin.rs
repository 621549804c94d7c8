//! The first account of an empty portal: an administrator, who lets everyone else in.

use super::create_admin::administrator;
use super::register::create;
use crate::events::Origin;
use crate::{Ports, Result};
use domain::person::{EmailAddress, FullName, NewPassword};

/// The administrator to create where there is no account.
#[derive(Debug, Clone)]
pub struct FirstAdmin {
    pub email: EmailAddress,
    pub password: NewPassword,
    /// Whether the password was generated, and so has to be changed at the first login.
    pub is_generated: bool,
}

/// Creates the administrator where there is no account at all, and says whether it did.
/// With several instances starting at once, one of them does.
pub async fn first_admin(ports: &Ports, admin: &FirstAdmin) -> Result<bool> {
    // Nearly every start finds accounts; it must not pay for a hash to learn that.
    if ports.store.begin().await?.people().any().await? {
        return Ok(false);
    }
    let hash = ports.passwords.hash(&admin.password).await?;
    let moment = ports.moment();
    let work = ports.begin(&moment, Origin::command()).await?;
    if work.people().any().await? {
        return Ok(false);
    }
    let name = FullName { first: "Portal".to_owned(), last: "Administrator".to_owned() };
    let person = administrator(&work, name, admin.email.clone(), hash, admin.is_generated).await?;
    create(&work, &person, None, None).await?;
    work.commit().await?;
    Ok(true)
}

#[cfg(test)]
mod tests;
