//! One more administrator, from the command line of the machine that runs the portal: the way back in when nobody can sign in any more.

use super::fields::Fields;
use super::register::create;
use crate::events::Origin;
use crate::mail::Confidential;
use crate::people::events::break_glass_marked;
use crate::ports::{NewPerson, PasswordHash, WaitingKey};
use crate::second_factors::NewFactor;
use crate::second_factors::events::second_factor_set;
use crate::work::Work;
use crate::{Ports, Result};
use domain::id::{CredentialId, UserId};
use domain::person::{EmailAddress, EmployeeId, FullName, Role};
use domain::second_factor::step_before_those_that_hold;
use domain::sign_in::PasswordUse;

/// An administrator to create, as typed.
#[derive(Debug, Clone)]
pub struct NewAdmin {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// Whether it is a break-glass account, with a second factor.
    pub is_break_glass: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedAdmin {
    pub email: String,
    pub employee_id: EmployeeId,
    /// The generated password, to be changed at the first sign-in; `None` where it would not open the account.
    pub password: Option<Confidential>,
    /// The second factor of a break-glass account.
    pub factor: Option<NewFactor>,
}

/// Creates an administrator, with a generated password where one opens the account. It is shown and not mailed: the mail may be
/// what is broken.
pub async fn create_admin(ports: &Ports, admin: NewAdmin) -> Result<CreatedAdmin> {
    let mut fields = Fields::default();
    let first = fields.name("firstName", "First name", &admin.first_name);
    let last = fields.name("lastName", "Last name", &admin.last_name);
    let email = fields.email(&admin.email);
    let email = fields.finish(email)?;
    let has_password = admin.is_break_glass || ports.providers.passwords == PasswordUse::Everybody;
    let password = if has_password { Some(ports.secrets.password()?) } else { None };
    let hash = match &password {
        Some(password) => Some(ports.passwords.hash(password).await?),
        None => None,
    };

    let moment = ports.moment();
    let work = ports.begin(&moment, Origin::command()).await?;
    let person = administrator(&work, FullName { first, last }, email, hash, has_password).await?;
    create(&work, &person, None, None).await?;
    let factor = if admin.is_break_glass { Some(break_glass(&work, &person).await?) } else { None };
    work.commit().await?;
    Ok(CreatedAdmin {
        email: person.email.to_string(),
        employee_id: person.employee_id,
        password: password.map(|password| Confidential(password.reveal().to_owned())),
        factor,
    })
}

/// Marks the new account as a break-glass account, and gives it a second factor, whose present code still holds.
async fn break_glass(work: &Work<'_>, person: &NewPerson) -> Result<NewFactor> {
    let (ports, now) = (work.ports, work.moment.now);
    let key = ports.codes.key()?;
    let waiting = WaitingKey { key: key.clone(), made_at: now };
    work.second_factors().keep_key(person.id, CredentialId::new(ports.ids.next()), &waiting).await?;
    work.second_factors().confirm(person.id, step_before_those_that_hold(now), now).await?;
    work.people().set_break_glass(person.id, true).await?;
    work.record(second_factor_set(person.id), Vec::new()).await?;
    work.record(break_glass_marked(person.id, None), Vec::new()).await?;
    Ok(NewFactor::of(ports, key, person.email.as_str()))
}

/// An administrator's account as it is created, with the next employee ID.
pub(super) async fn administrator(
    work: &Work<'_>,
    name: FullName,
    email: EmailAddress,
    hash: Option<PasswordHash>,
    is_first_login: bool,
) -> Result<NewPerson> {
    let moment = work.moment;
    Ok(NewPerson {
        id: UserId::new(work.ports.ids.next()),
        employee_id: work.people().next_employee_id().await?,
        external_id: None,
        name,
        email,
        role: Role::Admin,
        department: None,
        position: None,
        designation: None,
        phone_number: None,
        joining_date: Some(moment.today),
        records_from: None,
        manager: None,
        is_active: true,
        service: None,
        hash,
        is_first_login,
        created_at: moment.now,
    })
}

#[cfg(test)]
mod tests;
