//! Creates an account: for a visitor, as an Employee, or at the request of HR or an administrator.
//!
//! Account, the mail with its credentials and the event are one unit of work. The mail waits in the outbox, so no mail server
//! can fail or slow a registration.

use super::events;
use super::fields::Fields;
use super::{AccountCreatedLetter, CredentialsLetter};
use crate::events::{Audience, Event, Origin, Push, Request, Topic};
use crate::leave_ledger::allocate;
use crate::mail::{Confidential, Letter};
use crate::ports::{LeaveHolder, NewMail, NewPerson, NewSalary, PersonName, PersonView, StoreError, UniqueKey};
use crate::sessions::{Caller, Profile, ProviderWords};
use crate::throttling::{Bucket, take_places, unless_overloaded};
use crate::work::Work;
use crate::{Conflict, Error, Moment, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::accounts::may_create;
use domain::access::{Capability, Forbidden};
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned};
use domain::person::service::at_creation;
use domain::person::{
    Beginning, EmailAddress, EmployeeId, FirstDay, FullName, NewPassword, Role, Salary, Standing,
    check_salary_after_joining, check_salary_start,
};
use domain::settings::Key;
use domain::sign_in::PasswordUse;
use domain::throttle::Budget;

/// Who asks for the account.
#[derive(Debug, Clone)]
pub enum Registrar {
    /// Somebody who is not signed in, with the request.
    Visitor(Request),
    /// Somebody who is.
    Staff(Box<Caller>),
}

/// A new account, as typed by a visitor, by HR or by an administrator.
#[derive(Debug, Clone, Default)]
pub struct Registration {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// The role. A visitor may leave it out.
    pub role: Option<Role>,
    pub department: Option<String>,
    pub position: Option<String>,
    /// The yearly salary. A visitor's is ignored.
    pub salary: Option<f64>,
    /// Whether the account is active; it is, unless it says otherwise. A visitor's is ignored.
    pub is_active: Option<bool>,
    /// The first day that can have an entry. A visitor joins on the day of the registration.
    pub joining_date: Option<NaiveDate>,
}

/// What is said of a new account in files alone.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileDetails {
    pub(crate) external_id: Option<String>,
    pub(crate) designation: Option<String>,
    pub(crate) phone_number: Option<String>,
    /// The day from which the salary holds, where that is not the joining date.
    pub(crate) salary_from: Option<NaiveDate>,
    pub(crate) records_from: Option<NaiveDate>,
}

/// The new account, and what its owner signs in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// The account, as the caller may see it.
    pub account: Profile,
    /// The generated password, to be changed at the first sign-in; `None` where it would not open the account.
    pub password: Option<Confidential>,
}

/// Creates an account with a generated password, which goes by mail as well. Where it would not open the account there is none, and
/// the mail says how to sign in.
pub async fn register(ports: &Ports, registrar: &Registrar, typed: Registration) -> Result<Registered> {
    let role = admit(ports, registrar, typed.role)?;
    let moment = ports.moment();
    let Moment { now, today, .. } = moment;
    let details = match registrar {
        // Fields that only HR and administrators may fill in are ignored.
        Registrar::Visitor(_) => {
            let (role, salary, is_active) = (Some(Role::Employee), None, None);
            let typed = Registration { role, salary, is_active, joining_date: Some(today), ..typed };
            Details::read(&typed, &FileDetails::default(), today)?
        }
        Registrar::Staff(_) => Details::read(&Registration { role, ..typed }, &FileDetails::default(), today)?,
    };
    let buckets = registrar.buckets(ports);
    take_places(ports, &buckets, now).await?;
    // A known address is refused before a hash is paid for; two at once are told apart by the database.
    if ports.reads.people().credentials(details.email.as_str(), "", now).await?.is_some() {
        gate::look(ports.reads.as_ref(), &details.days(), today).await?.pass()?;
        return Err(Conflict::EmailTaken.into());
    }
    let has_password = ports.providers.passwords == PasswordUse::Everybody;
    let password = if has_password { Some(ports.secrets.password()?) } else { None };
    let hash = match &password {
        Some(password) => Some(unless_overloaded(ports, &buckets, now, ports.passwords.hash(password)).await?),
        None => None,
    };
    let user = UserId::new(ports.ids.next());
    let work = ports.begin(&moment, registrar.origin(user, details.role)).await?;
    gate::pass(&work, &details.days(), Concerned::Anybody).await?;
    let salary = details.salary;
    let employee_id = work.people().next_employee_id().await?;
    let person = NewPerson { is_first_login: hash.is_some(), hash, ..details.into_person(user, employee_id, &moment) };
    create(&work, &person, salary, Some(letter(ports, &person, password.as_ref()))).await?;
    give_leave(&work, &person).await?;
    work.commit().await?;
    let salary = registrar.sees_salaries().then_some(salary);
    Ok(Registered {
        account: Profile {
            person: view(person),
            sees_external_id: matches!(registrar, Registrar::Staff(_)),
            sees_phone_number: true,
            salary,
            work_pattern: None,
            providers: ProviderWords::default(),
            can_be_invited: false,
        },
        password: password.map(|password| Confidential(password.reveal().to_owned())),
    })
}

impl Registrar {
    /// The budgets that the registration counts in: a visitor's in that of the IP address. A known e-mail address counts like a new
    /// one, so that nobody can ask about many.
    fn buckets(&self, ports: &Ports) -> Vec<Bucket> {
        match self {
            Self::Visitor(request) => {
                let budget = Budget::registrations(ports.limits.register_address);
                vec![(format!("register:{}", request.counted_address()), budget)]
            }
            Self::Staff(_) => Vec::new(),
        }
    }

    /// Visitors act as the people whom they become.
    fn origin(&self, user: UserId, role: Role) -> Origin {
        match self {
            Self::Visitor(request) => Origin::person(user, role, *request),
            Self::Staff(caller) => Origin::from(caller.as_ref()),
        }
    }

    fn sees_salaries(&self) -> bool {
        match self {
            Self::Visitor(_) => false,
            Self::Staff(caller) => caller.actor.require(Capability::SeeSalaries).is_ok(),
        }
    }
}

/// Whether visitors may register themselves, who would have nothing but a password.
pub fn is_registration_open(ports: &Ports) -> bool {
    let is_on = ports.policy.in_force().settings.is_on(Key::SelfRegistration);
    is_on && ports.providers.passwords == PasswordUse::Everybody
}

/// Refuses callers who may not register anybody: visitors where the portal is closed to them, and staff without the permission.
pub fn may_register(ports: &Ports, registrar: &Registrar) -> Result<()> {
    match registrar {
        Registrar::Visitor(_) if !is_registration_open(ports) => Err(Forbidden::RegistrationClosed.into()),
        Registrar::Visitor(_) => Ok(()),
        Registrar::Staff(caller) => {
            caller.require_own_password()?;
            Ok(caller.actor.require(Capability::ManagePeople)?)
        }
    }
}

/// Refuses callers who may not register people, or not with this role; returns the role that was asked for.
fn admit(ports: &Ports, registrar: &Registrar, role: Option<Role>) -> Result<Option<Role>> {
    may_register(ports, registrar)?;
    match registrar {
        Registrar::Visitor(_) => may_create(None, role.unwrap_or(Role::Employee))?,
        Registrar::Staff(caller) => role.map_or(Ok(()), |role| may_create(Some(caller.actor.role), role))?,
    }
    Ok(role)
}

/// With what the owner of a new account signs in.
fn letter(ports: &Ports, person: &NewPerson, password: Option<&NewPassword>) -> Letter {
    match password {
        Some(password) => CredentialsLetter::to(&person.name, person.employee_id, &person.email, password),
        None => AccountCreatedLetter::to(person, ports.providers.labels()),
    }
}

/// Saves an account with its event and, where its owner is to be told, the mail. `Conflict(EmailTaken)` where the address has an
/// account.
pub(super) async fn create(
    work: &Work<'_>,
    person: &NewPerson,
    salary: Option<Salary>,
    letter: Option<Letter>,
) -> Result<()> {
    let mail = letter.map(|letter| NewMail::to(work.ports, &person.email, letter, person.created_at));
    let events = create_many(work, &[(person.clone(), salary, None)]).await?;
    if let Some(mail) = mail {
        work.mails().enqueue(&[mail]).await?;
    }
    Ok(work.events().append(&events).await?)
}

/// A new account with its first salary and, where that is not the joining date, the day from which it holds.
pub(crate) type NewAccount = (NewPerson, Option<Salary>, Option<NaiveDate>);

/// Saves accounts, and returns the events to record. Refused where an address or an external ID has an account.
pub(crate) async fn create_many(work: &Work<'_>, accounts: &[NewAccount]) -> Result<Vec<Event>> {
    let people: Vec<NewPerson> = accounts.iter().map(|(person, ..)| person.clone()).collect();
    work.people().insert_many(&people).await.map_err(account_taken)?;
    let first = |(person, salary, from): &NewAccount| {
        let joined = || person.joining_date.unwrap_or_else(|| work.ports.zones().day_in(person.created_at));
        salary.is_some().then(|| NewSalary { user: person.id, from: from.unwrap_or_else(joined), salary: *salary })
    };
    let salaries: Vec<NewSalary> = accounts.iter().filter_map(first).collect();
    if !salaries.is_empty() {
        work.salaries().set(&salaries, work.actor(), work.moment.now).await?;
    }
    let pushes = || vec![Push::Changed { topic: Topic::Users, audience: Audience::Everyone }];
    let event = |(person, salary, _): &NewAccount| work.event(events::account_created(person, *salary), pushes());
    Ok(accounts.iter().map(event).collect())
}

/// Gives leave to a new account that is in service.
pub(super) async fn give_leave(work: &Work<'_>, person: &NewPerson) -> Result<()> {
    if (Standing { role: person.role, is_active: person.is_active, is_blocked: false }).is_in_service() {
        let holder = LeaveHolder { user: person.id, joining_date: person.joining_date, manager: None };
        let leave_types = work.leave_types().all().await?;
        work.events().append(&allocate(work, &leave_types, &[holder]).await?).await?;
    }
    Ok(())
}

/// The database's word for an address or an external ID that has an account, as a person understands it.
pub(crate) fn account_taken(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::Email) => Conflict::EmailTaken.into(),
        StoreError::Conflict(UniqueKey::ExternalId) => Conflict::ExternalIdTaken.into(),
        other => other.into(),
    }
}

/// What was typed, parsed.
#[derive(Debug, Clone)]
pub(crate) struct Details {
    name: FullName,
    pub(crate) email: EmailAddress,
    pub(crate) external_id: Option<String>,
    pub(crate) role: Role,
    department: Option<String>,
    position: Option<String>,
    designation: Option<String>,
    phone_number: Option<String>,
    pub(crate) salary: Option<Salary>,
    pub(crate) salary_from: Option<NaiveDate>,
    pub(crate) is_active: bool,
    pub(crate) joining_date: Option<NaiveDate>,
    pub(crate) records_from: Option<NaiveDate>,
}

impl Details {
    pub(crate) fn read(typed: &Registration, more: &FileDetails, today: NaiveDate) -> Result<Self> {
        let mut fields = Fields::default();
        let first = fields.name("firstName", "First name", &typed.first_name);
        let last = fields.name("lastName", "Last name", &typed.last_name);
        let email = fields.email(&typed.email);
        if typed.role.is_none() {
            fields.wrong("role", "Role is required");
        }
        let department = fields.line("department", "Department", typed.department.as_deref());
        let position = fields.line("position", "Position", typed.position.as_deref());
        let external_id = fields.external_id(more.external_id.as_deref());
        let designation = fields.line("designation", "Designation", more.designation.as_deref());
        let phone_number = fields.phone(more.phone_number.as_deref());
        let salary = fields.salary(typed.salary);
        let joining_date = fields.joining_date(typed.joining_date);
        let salary_from = more.salary_from.filter(|from| {
            let start =
                check_salary_start(*from, today).and_then(|from| check_salary_after_joining(from, joining_date));
            start.map_err(|why| fields.wrong("salaryFrom", why.sentence())).is_ok()
        });
        let (email, role) = fields.finish(email.zip(typed.role))?;
        Ok(Self {
            name: FullName { first, last },
            email,
            external_id,
            role,
            department,
            position,
            designation,
            phone_number,
            salary,
            salary_from,
            is_active: typed.is_active.unwrap_or(true),
            joining_date,
            records_from: more.records_from,
        })
    }

    /// The days that the account changes. Only an Employee has days, and they begin with the later of joining and the records.
    pub(crate) fn days(&self) -> ChangedDays {
        let first = self.beginning().first_day().filter(|_| self.role == Role::Employee);
        ChangedDays::of(first.map(FirstDay::date))
    }

    pub(crate) const fn beginning(&self) -> Beginning {
        Beginning { joining_date: self.joining_date, records_from: self.records_from }
    }

    /// The account, without a password.
    pub(crate) fn into_person(self, user: UserId, employee_id: EmployeeId, moment: &Moment) -> NewPerson {
        let standing = Standing { role: self.role, is_active: self.is_active, is_blocked: false };
        NewPerson {
            id: user,
            employee_id,
            external_id: self.external_id,
            name: self.name,
            email: self.email,
            role: self.role,
            department: self.department,
            position: self.position,
            designation: self.designation,
            phone_number: self.phone_number,
            joining_date: self.joining_date,
            records_from: self.records_from,
            manager: None,
            is_active: self.is_active,
            service: at_creation(standing, self.joining_date, moment.today),
            is_first_login: false,
            hash: None,
            created_at: moment.now,
        }
    }
}

/// A new account as it is read afterwards.
fn view(person: NewPerson) -> PersonView {
    PersonView {
        person: PersonName { id: person.id, employee_id: person.employee_id, name: person.name },
        external_id: person.external_id,
        email: person.email.to_string(),
        phone_number: person.phone_number,
        role: person.role,
        department: person.department,
        designation: person.designation,
        position: person.position,
        joining_date: person.joining_date,
        records_from: person.records_from,
        is_active: person.is_active,
        is_blocked: false,
        has_password: person.hash.is_some(),
        is_first_login: person.is_first_login,
        manager: None,
        updated_at: person.created_at,
    }
}

#[cfg(test)]
mod tests;
