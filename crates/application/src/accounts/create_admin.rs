//! One more administrator, from the command line of the machine that runs the portal: the way back in when nobody can sign in any more.

use super::fields::Fields;
use super::register::create;
use crate::events::Origin;
use crate::mail::Confidential;
use crate::ports::{NewPerson, PasswordHash};
use crate::work::Work;
use crate::{Ports, Result};
use domain::id::UserId;
use domain::person::{EmailAddress, EmployeeId, FullName, Role};

/// An administrator to create, as typed.
#[derive(Debug, Clone)]
pub struct NewAdmin {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedAdmin {
    pub email: String,
    pub employee_id: EmployeeId,
    /// The generated password, to be changed at the first sign-in.
    pub password: Confidential,
}

/// Creates an administrator with a generated password. It is shown and not mailed: the mail may be what is broken.
pub async fn create_admin(ports: &Ports, admin: NewAdmin) -> Result<CreatedAdmin> {
    let mut fields = Fields::default();
    let first = fields.name("firstName", "First name", &admin.first_name);
    let last = fields.name("lastName", "Last name", &admin.last_name);
    let email = fields.email(&admin.email);
    let email = fields.finish(email)?;
    let password = ports.secrets.password()?;
    let hash = ports.passwords.hash(&password).await?;

    let moment = ports.moment();
    let work = ports.begin(&moment, Origin::command()).await?;
    let person = administrator(&work, FullName { first, last }, email, hash, true).await?;
    create(&work, &person, None, None).await?;
    work.commit().await?;
    Ok(CreatedAdmin {
        email: person.email.to_string(),
        employee_id: person.employee_id,
        password: Confidential(password.reveal().to_owned()),
    })
}

/// An administrator's account as it is created, with the next employee ID.
pub(super) async fn administrator(
    work: &Work<'_>,
    name: FullName,
    email: EmailAddress,
    hash: PasswordHash,
    is_first_login: bool,
) -> Result<NewPerson> {
    let moment = work.moment;
    Ok(NewPerson {
        id: UserId::new(work.ports.ids.next()),
        employee_id: work.people().next_employee_id().await?,
        name,
        email,
        role: Role::Admin,
        department: None,
        position: None,
        joining_date: Some(moment.today),
        manager: None,
        is_active: true,
        service: None,
        hash: Some(hash),
        is_first_login,
        created_at: moment.now,
    })
}

#[cfg(test)]
mod tests;
