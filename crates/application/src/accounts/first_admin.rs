//! The first account of an empty portal: an administrator, who lets everyone else in.

use super::create_admin::administrator;
use super::register::create;
use crate::events::Origin;
use crate::{Invalid, Ports, Result};
use domain::person::{EmailAddress, EmployeeId, FullName, NewPassword};

/// The administrator to create where there is no account.
#[derive(Debug, Clone)]
pub struct FirstAdmin {
    pub email: EmailAddress,
    /// `None` where it would not open the account.
    pub password: Option<NewPassword>,
    /// Whether the password was generated, and so has to be changed at the first login.
    pub is_generated: bool,
}

/// Creates the administrator where there is no account at all, and says whether it did.
/// With several instances starting at once, one of them does. `Invalid` where the password that was given is easy to guess.
pub async fn first_admin(ports: &Ports, admin: &FirstAdmin) -> Result<bool> {
    // Nearly every start finds accounts; it must not pay for a hash to learn that.
    if ports.store.begin().await?.people().any().await? {
        return Ok(false);
    }
    let name = FullName { first: "Portal".to_owned(), last: "Administrator".to_owned() };
    let mut password = admin.password.clone();
    if !admin.is_generated {
        let employee_id = EmployeeId::new(EmployeeId::FIRST);
        password = password
            .map(|password| password.hard_to_guess(&name, admin.email.as_str(), employee_id))
            .transpose()
            .map_err(|why| Invalid::field("password", why.sentence()))?;
    }
    let hash = match &password {
        Some(password) => Some(ports.passwords.hash(password).await?),
        None => None,
    };
    let moment = ports.moment();
    let work = ports.begin(&moment, Origin::command()).await?;
    if work.people().any().await? {
        return Ok(false);
    }
    let person = administrator(&work, name, admin.email.clone(), hash, admin.is_generated).await?;
    create(&work, &person, None, None).await?;
    work.commit().await?;
    Ok(true)
}

#[cfg(test)]
mod tests;
