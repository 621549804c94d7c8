//! An account for somebody whom only their provider of sign-in knows.

use super::EmployeeArrivedLetter;
use super::register::{create, give_leave};
use crate::mail::Letter;
use crate::ports::{AccountStatus, NewMail, NewPerson, PeopleFilter, PersonView};
use crate::work::Work;
use crate::{Ports, Result};
use domain::access::Scope;
use domain::id::UserId;
use domain::person::service::at_creation;
use domain::person::{EmailAddress, FullName, Role, Standing};

/// The most people of HR who are told.
const MOST_TOLD: u32 = 100;

/// The people of HR who are told of somebody unknown.
pub(crate) async fn human_resources(ports: &Ports) -> Result<Vec<PersonView>> {
    let filter = PeopleFilter {
        scope: Scope::Everyone,
        roles: vec![Role::Hr],
        search: None,
        without_manager: None,
        status: Some(AccountStatus::Active),
    };
    Ok(ports.reads.people().list(&filter, 1, MOST_TOLD).await?.0)
}

/// Somebody with a verified address, as their provider describes them.
pub(crate) struct Unknown<'a> {
    pub(crate) name: FullName,
    pub(crate) email: EmailAddress,
    pub(crate) role: Role,
    /// What people call the provider.
    pub(crate) provider: &'a str,
}

/// Creates an account without a password, tells `hr` that an Employee has no joining date yet, and returns how the account stands.
/// `Conflict(EmailTaken)` where the address has one.
pub(crate) async fn create_unknown(
    work: &Work<'_>,
    user: UserId,
    unknown: Unknown<'_>,
    hr: &[PersonView],
) -> Result<Standing> {
    let Unknown { name, email, role, provider } = unknown;
    let standing = Standing { role, is_active: true, is_blocked: false };
    let person = NewPerson {
        id: user,
        employee_id: work.people().next_employee_id().await?,
        external_id: None,
        name,
        email,
        role,
        department: None,
        position: None,
        designation: None,
        phone_number: None,
        joining_date: None,
        records_from: None,
        manager: None,
        is_active: true,
        service: at_creation(standing, None, work.moment.today),
        hash: None,
        is_first_login: false,
        created_at: work.moment.now,
    };
    create(work, &person, None, None).await?;
    give_leave(work, &person).await?;
    if role == Role::Employee {
        let about = EmployeeArrivedLetter {
            employee: person.name.to_string(),
            employee_id: person.employee_id.to_string(),
            email: person.email.to_string(),
            provider: provider.to_owned(),
        };
        let mail = |to: &PersonView| {
            let email = EmailAddress::parse(&to.email).ok()?;
            Some(NewMail::to(work.ports, &email, Letter::new(to.person.name.clone(), &about), work.moment.now))
        };
        work.mails().enqueue(&hr.iter().filter_map(mail).collect::<Vec<_>>()).await?;
    }
    Ok(standing)
}
