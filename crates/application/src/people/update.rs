//! HR and administrators change an account, including its role and whether it is active.

use super::author::Author;
use super::decide::intend;
use super::known::KnownAccount;
use super::salaries::WantedSalary;
use super::save::{Change, UnusedPassword, save};
use super::{joining, person};
use crate::accounts::Patch;
use crate::accounts::fields::Fields;
use crate::events::Event;
use crate::gate::Gate;
use crate::leave_ledger::{allocate, catch_up};
use crate::ports::{LeaveHolder, PersonRecord, PersonView};
use crate::sessions::{Caller, Profile};
use crate::work::Work;
use crate::{Conflict, Error, Moment, Ports, Result, gate};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::accounts::may_manage;
use domain::access::{Actor, Capability};
use domain::id::UserId;
use domain::leave::LeaveType;
use domain::month::Held;
use domain::person::{Beginning, EmailAddress, FullName, Role, Standing, check_salary_start};
use domain::sign_in::PasswordUse;

/// What was typed. An optional field that was left out stays.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountUpdate {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// The number that the person has in another program.
    pub external_id: Patch<String>,
    /// The role; `None` where none was chosen.
    pub role: Option<Role>,
    pub department: Patch<String>,
    pub position: Patch<String>,
    pub phone_number: Patch<String>,
    pub designation: Patch<String>,
    /// The yearly salary.
    pub salary: Patch<f64>,
    /// The day from which it holds; without a salary it says nothing.
    pub salary_from: Option<NaiveDate>,
    /// The first working day of an Employee; of somebody else it stays.
    pub joining_date: Patch<NaiveDate>,
    /// From which day on the days of an Employee are expected, not before joining; of somebody else it stays.
    pub records_from: Patch<NaiveDate>,
    pub is_active: Option<bool>,
    /// What was seen: when the account had last been changed.
    pub expected: Option<Instant>,
}

impl AccountUpdate {
    /// Sets the name, the address and the role. Everything else stays, and no earlier state is expected.
    pub(crate) fn of(name: &FullName, email: &str, role: Role) -> Self {
        Self {
            first_name: name.first.clone(),
            last_name: name.last.clone(),
            email: email.to_owned(),
            external_id: None,
            role: Some(role),
            department: None,
            position: None,
            phone_number: None,
            designation: None,
            salary: None,
            salary_from: None,
            joining_date: None,
            records_from: None,
            is_active: None,
            expected: None,
        }
    }
}

/// The same, parsed.
pub(crate) struct Details {
    name: FullName,
    email: EmailAddress,
    external_id: Patch<String>,
    pub(super) role: Role,
    department: Patch<String>,
    position: Patch<String>,
    phone_number: Patch<String>,
    designation: Patch<String>,
    pub(super) salary: Option<WantedSalary>,
    joining_date: Patch<NaiveDate>,
    records_from: Patch<NaiveDate>,
    is_active: Option<bool>,
}

/// Changes an account, with all that follows from it, and returns it as the caller may see it afterwards.
pub async fn update_account(ports: &Ports, caller: &Caller, user: UserId, typed: AccountUpdate) -> Result<Profile> {
    change(ports, &caller.into(), user, typed).await?;
    person(ports, caller, user).await
}

/// [`update_account`] by any author.
pub(super) async fn change(ports: &Ports, author: &Author, user: UserId, typed: AccountUpdate) -> Result<()> {
    let actor = &author.actor;
    actor.require(Capability::ManagePeople)?;
    let expected = typed.expected;
    let moment = ports.moment();
    let details = read(typed, &moment)?;
    let known = ports.reads.people().person(user).await?;
    details.check_dates(known.as_ref().map(PersonView::beginning), moment.today)?;
    let unused_password = unused_password(ports, actor, known.as_ref(), &details).await?;
    let work = ports.begin(&moment, author.origin).await?;
    // Asked before anybody is locked: a change of a leave type locks the types first, and everybody then.
    let leave_types = match &known {
        Some(known) if details.may_change_leave(known) => Some(work.leave_types().all().await?),
        _ => None,
    };
    if details.joining_date.is_some() || details.records_from.is_some() {
        // Leave is counted anew. Before anybody is locked, because a request for leave holds the holidays.
        work.holidays().all().await?;
    }
    // Asked before any single account is locked; only an administrator can take one away.
    let admins = if actor.role == Role::Admin { work.people().acting_admins().await? } else { Vec::new() };
    let before = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    let mut known = KnownAccount::all(ports, work.accounts(), vec![before]).await?;
    let known = known.pop().ok_or(Error::NotFound("User"))?;
    let intended = intend(actor, &known, details, moment.today)?;
    let mut gate = Gate::found(Held::Open);
    for (days, concerned) in &intended.days {
        gate = gate.and(gate::hold(&work, days, *concerned).await?);
    }
    gate.pass()?;
    // Already as the call wants it: a repeat, whatever was seen.
    if intended.has_effect(&known) {
        if expected.is_some_and(|seen| seen != known.account.updated_at) {
            return Err(Conflict::AccountChanged.into());
        }
        intended.admit(author, &known, admins.iter().any(|admin| *admin != user))?;
        let (before, after) = (known.account.clone(), intended.after.clone());
        let change = Change { known, intended, unused_password, note: author.note.clone() };
        let mut events = save(&work, vec![change]).await?;
        events.extend(give_leave(&work, &before, &after, leave_types).await?);
        work.events().append(&events).await?;
    }
    Ok(work.commit().await?)
}

/// An account that moves before its first login gets another generated password, hashed before anything is locked.
async fn unused_password(
    ports: &Ports,
    actor: &Actor,
    known: Option<&PersonView>,
    details: &Details,
) -> Result<UnusedPassword> {
    let moves = |known: &PersonView| {
        known.has_password
            && known.is_first_login
            && known.email != details.email.as_str()
            && may_manage(actor, known.person.id, known.role).is_ok()
    };
    // A password that opens nothing needs no replacement.
    if ports.providers.passwords != PasswordUse::Everybody || !known.is_some_and(moves) {
        return Ok(UnusedPassword::Stays);
    }
    let password = ports.secrets.password()?;
    let hash = ports.passwords.hash(&password).await?;
    Ok(UnusedPassword::Replaced(password, hash))
}

/// Reads what was typed.
pub(crate) fn read(typed: AccountUpdate, moment: &Moment) -> Result<Details> {
    let mut fields = Fields::default();
    let first = fields.name("firstName", "First name", &typed.first_name);
    let last = fields.name("lastName", "Last name", &typed.last_name);
    let email = fields.email(&typed.email);
    let external_id = typed.external_id.map(|text| fields.external_id(text.as_deref()));
    if typed.role.is_none() {
        fields.wrong("role", "Role is required");
    }
    let department = typed.department.map(|text| fields.line("department", "Department", text.as_deref()));
    let position = typed.position.map(|text| fields.line("position", "Position", text.as_deref()));
    let phone_number = typed.phone_number.map(|text| fields.phone(text.as_deref()));
    let designation = typed.designation.map(|text| fields.line("designation", "Designation", text.as_deref()));
    let salary = typed.salary.map(|amount| {
        let salary = fields.salary(amount);
        let from = typed.salary_from.map(|from| check_salary_start(from, moment.today));
        let from = from.and_then(|from| from.map_err(|why| fields.wrong("salaryFrom", why.sentence())).ok());
        WantedSalary { salary, from }
    });
    let (email, role) = fields.finish(email.zip(typed.role))?;
    let (name, is_active) = (FullName { first, last }, typed.is_active);
    Ok(Details {
        name,
        email,
        external_id,
        role,
        department,
        position,
        phone_number,
        designation,
        salary,
        joining_date: typed.joining_date,
        records_from: typed.records_from,
        is_active,
    })
}

impl Details {
    /// Refuses dates out of reach, except the `present` ones.
    pub(crate) fn check_dates(&self, present: Option<Beginning>, today: NaiveDate) -> Result<()> {
        joining::check(self.joining_date, self.records_from, present, today)
    }

    /// Whether the person may come to be given other leave, as they are known.
    fn may_change_leave(&self, known: &PersonView) -> bool {
        self.role != known.role
            || self.is_active.is_some_and(|is_active| is_active != known.is_active)
            || self.joining_date.is_some_and(|date| date != known.joining_date)
            || self.records_from.is_some_and(|date| date != known.records_from)
    }

    pub(super) fn apply(self, before: &PersonRecord) -> PersonRecord {
        let before = before.clone();
        let is_active = self.is_active.unwrap_or(before.standing.is_active);
        let is_employee = before.standing.role == Role::Employee;
        let joining_date = self.joining_date.filter(|_| is_employee);
        let records_from = self.records_from.filter(|_| is_employee);
        PersonRecord {
            name: self.name,
            email: self.email,
            external_id: self.external_id.unwrap_or(before.external_id),
            standing: Standing { role: self.role, is_active, ..before.standing },
            department: self.department.unwrap_or(before.department),
            position: self.position.unwrap_or(before.position),
            phone_number: self.phone_number.unwrap_or(before.phone_number),
            designation: self.designation.unwrap_or(before.designation),
            joining_date: joining_date.unwrap_or(before.joining_date),
            records_from: records_from.unwrap_or(before.records_from),
            ..before
        }
    }
}

/// Gives leave to somebody who becomes an active Employee, and other leave where the joining date is another one.
async fn give_leave(
    work: &Work<'_>,
    before: &PersonRecord,
    after: &PersonRecord,
    types: Option<Vec<LeaveType>>,
) -> Result<Vec<Event>> {
    let is_same = before.joining_date == after.joining_date && before.standing.is_in_service();
    if is_same || !after.standing.is_in_service() {
        return Ok(Vec::new());
    }
    let types = match types {
        Some(types) => types,
        // The account changed after it was looked at. Where that meets a change of a type, the database ends one of the two.
        None => work.leave_types().all().await?,
    };
    let holder = LeaveHolder { user: after.id, joining_date: after.joining_date, manager: after.manager };
    if before.standing.is_in_service() {
        catch_up(work, &types, &[holder]).await
    } else {
        allocate(work, &types, &[holder]).await
    }
}

#[cfg(test)]
mod tests;
