//! HR and administrators change an account, including its role and whether it is active.

use super::author::Author;
use super::mapped_role::refuse_where_mapped;
use super::salaries::{SalaryChange, WantedSalary};
use super::{AddressChangedLetter, events, joining, person, team_pushes};
use crate::accounts::fields::Fields;
use crate::accounts::{CredentialsLetter, Patch, email_taken};
use crate::events::{Audience, Event, Push, Record, Topic};
use crate::gate::Gate;
use crate::leave::end_with_service;
use crate::leave_feeds::events::leave_feed_ended;
use crate::leave_ledger::{allocate, catch_up};
use crate::mail::Letter;
use crate::ports::{ChangedPerson, LeaveHolder, NewMail, PasswordHash, PersonRecord, PersonView};
use crate::sessions::{Caller, Profile};
use crate::substitutions::end_by_itself;
use crate::work::Work;
use crate::{Conflict, Error, Invalid, Moment, Ports, Result, leave};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::accounts::{may_deactivate, may_hand_out, may_manage};
use domain::access::{Actor, Capability, MayManage};
use domain::id::UserId;
use domain::leave::{LeaveType, RecountCause};
use domain::month::Held;
use domain::person::service::ServiceHistory;
use domain::person::{
    Consequences, EmailAddress, FullName, NewPassword, Role, SalaryShift, Standing, check_salary_start, consequences,
};
use domain::session::SessionEnd;
use domain::sign_in::PasswordUse;
use domain::time::{MOST_CHANGES, check_beginning};

/// What was typed. An optional field that was left out stays.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountUpdate {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
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
            role: Some(role),
            department: None,
            position: None,
            phone_number: None,
            designation: None,
            salary: None,
            salary_from: None,
            joining_date: None,
            is_active: None,
            expected: None,
        }
    }
}

/// The same, parsed.
struct Details {
    name: FullName,
    email: EmailAddress,
    role: Role,
    department: Patch<String>,
    position: Patch<String>,
    phone_number: Patch<String>,
    designation: Patch<String>,
    salary: Option<WantedSalary>,
    joining_date: Patch<NaiveDate>,
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
    check_joining(details.joining_date, known.as_ref(), &moment)?;
    let fresh = fresh_password(ports, actor, known.as_ref(), &details).await?;
    let work = ports.begin(&moment, author.origin).await?;
    // Asked before anybody is locked: a change of a leave type locks the types first, and everybody then.
    let leave_types = match &known {
        Some(known) if details.may_change_leave(known) => Some(work.leave_types().all().await?),
        _ => None,
    };
    if details.joining_date.is_some() {
        // Leave is counted anew. Before anybody is locked, because a request for leave holds the holidays.
        work.holidays().all().await?;
    }
    // Asked before any single account is locked; only an administrator can take one away.
    let admins = if actor.role == Role::Admin { work.people().acting_admins().await? } else { Vec::new() };
    let before = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    let proof = may_manage(actor, user, before.standing.role)?;
    may_hand_out(actor, user, before.standing.role, details.role)?;
    let wanted = details.salary;
    let after = details.apply(&before);
    wanted.map(|wanted| wanted.begins(&after, moment.today)).transpose()?;
    let shift = joining::salary_shift(&work, &before, &after).await?;
    let mut gate = Gate::found(Held::Open);
    if after.joining_date != before.joining_date {
        gate = joining::admit(&work, &before, &after, &shift).await?;
    }
    let mut salary = None;
    if let Some(wanted) = wanted
        && let Some((change, held)) = wanted.change(&work, &after, &shift).await?
    {
        (salary, gate) = (Some(change), gate.and(held));
    }
    gate.pass()?;
    // Already as the call wants it: a repeat, whatever was seen.
    if after != before || salary.is_some() {
        if expected.is_some_and(|seen| seen != before.updated_at) {
            return Err(Conflict::AccountChanged.into());
        }
        if salary.is_some_and(|salary| salary.rows > MOST_CHANGES) {
            return Err(Conflict::TooManyChanges.into());
        }
        let follows = consequences(before.standing, after.standing);
        if follows.takes_admin && !admins.iter().any(|admin| *admin != user) {
            return Err(Conflict::LastAdmin.into());
        }
        if follows.leaves {
            may_deactivate(actor, user)?;
        }
        if before.standing.role == Role::Employee && after.standing.role != Role::Employee {
            refuse_while_pending(&work, &before).await?;
        }
        if before.standing.role != after.standing.role && author.note.is_none() {
            refuse_where_mapped(&work, user).await?;
        }
        let note = author.note.clone();
        let change = Change { proof, before: &before, after, follows, fresh, shift, salary, leave_types, note };
        save(&work, change).await?;
    }
    Ok(work.commit().await?)
}

/// A generated password that nobody has signed in with went to the old address, which may have been mistyped. So an account that
/// moves before its first login gets another one, hashed before anything is locked.
async fn fresh_password(
    ports: &Ports,
    actor: &Actor,
    known: Option<&PersonView>,
    details: &Details,
) -> Result<Option<(NewPassword, PasswordHash)>> {
    let moves = |known: &PersonView| {
        known.is_first_login
            && known.email != details.email.as_str()
            && may_manage(actor, known.person.id, known.role).is_ok()
    };
    // A password that opens nothing needs no replacement.
    if ports.providers.passwords != PasswordUse::Everybody || !known.is_some_and(moves) {
        return Ok(None);
    }
    let password = ports.secrets.password()?;
    let hash = ports.passwords.hash(&password).await?;
    Ok(Some((password, hash)))
}

fn read(typed: AccountUpdate, moment: &Moment) -> Result<Details> {
    let mut fields = Fields::default();
    let first = fields.name("firstName", "First name", &typed.first_name);
    let last = fields.name("lastName", "Last name", &typed.last_name);
    let email = fields.email(&typed.email);
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
        role,
        department,
        position,
        phone_number,
        designation,
        salary,
        joining_date: typed.joining_date,
        is_active,
    })
}

/// The present joining date, sent back, is never refused.
fn check_joining(wanted: Patch<NaiveDate>, known: Option<&PersonView>, moment: &Moment) -> Result<()> {
    let Some(Some(date)) = wanted.filter(|date| known.map(|known| known.joining_date) != Some(*date)) else {
        return Ok(());
    };
    check_beginning(date, moment.today).map_err(|why| Invalid::field("joiningDate", why.sentence()))?;
    Ok(())
}

impl Details {
    /// Whether the person may come to be given other leave, as they are known.
    fn may_change_leave(&self, known: &PersonView) -> bool {
        self.role != known.role
            || self.is_active.is_some_and(|is_active| is_active != known.is_active)
            || self.joining_date.is_some_and(|date| date != known.joining_date)
    }

    fn apply(self, before: &PersonRecord) -> PersonRecord {
        let before = before.clone();
        let is_active = self.is_active.unwrap_or(before.standing.is_active);
        let joining_date = self.joining_date.filter(|_| before.standing.role == Role::Employee);
        PersonRecord {
            name: self.name,
            email: self.email,
            standing: Standing { role: self.role, is_active, ..before.standing },
            department: self.department.unwrap_or(before.department),
            position: self.position.unwrap_or(before.position),
            phone_number: self.phone_number.unwrap_or(before.phone_number),
            designation: self.designation.unwrap_or(before.designation),
            joining_date: joining_date.unwrap_or(before.joining_date),
            ..before
        }
    }
}

/// Only the manager of an Employee decides entries, so a person who stops being an Employee would leave theirs undecided.
async fn refuse_while_pending(work: &Work<'_>, person: &PersonRecord) -> Result<()> {
    match work.timesheets().count_pending(person.id).await? {
        0 => Ok(()),
        count => Err(Conflict::PendingEntries { name: person.name.clone(), count }.into()),
    }
}

/// A change of an account, as it was decided.
struct Change<'a> {
    proof: MayManage,
    before: &'a PersonRecord,
    after: PersonRecord,
    follows: Consequences,
    /// The generated password that replaces one nobody has signed in with.
    fresh: Option<(NewPassword, PasswordHash)>,
    /// What becomes of the salaries with the joining date.
    shift: SalaryShift,
    salary: Option<SalaryChange>,
    /// The leave types, where the change was seen to concern leave before anybody was locked.
    leave_types: Option<Vec<LeaveType>>,
    /// What is recorded beside it.
    note: Option<Record>,
}

async fn save(work: &Work<'_>, change: Change<'_>) -> Result<()> {
    let Change { proof, before, mut after, follows, fresh, shift, salary, leave_types, note } = change;
    let (user, now) = (before.id, work.moment.now);
    if follows.loses_manager {
        after.manager = None;
    }
    if before.standing.is_active != after.standing.is_active {
        after.deactivated_at = follows.leaves.then_some(now);
    }
    let after = ChangedPerson::managed(proof, after)?;
    work.people().save(&after, now).await.map_err(email_taken)?;
    let after = after.record();
    work.salaries().shift(user, &shift).await?;
    if let Some(SalaryChange { from, after, .. }) = salary {
        work.salaries().set(user, from, after, work.actor(), now).await?;
    }
    let service = ServiceHistory::new(work.people().tenures(user).await?, before.joining_date);
    let serves = service.joined(after.joining_date).changed(before.standing, after.standing, work.moment.today);
    if serves != service {
        work.people().save_service(user, &serves).await?;
    }

    let mut pushes = team_pushes(user, [before.manager]);
    let has_moved = before.email != after.email;
    let end = if follows.ends_session { Some(SessionEnd::Blocked) } else { has_moved.then_some(SessionEnd::Password) };
    if let Some(end) = end {
        let ended = work.sessions().end_live(user, end, now).await?;
        pushes.extend(ended.map(|session| Push::SessionEnded { session, end }));
    }
    if has_moved {
        // A reader of the old address must neither stay signed in nor come back by an old link.
        work.resets().drop_link(user).await?;
        let mut mails = address_changed(work, before, after);
        if let Some((password, hash)) = fresh
            && work.people().lock_login(user).await?.is_some_and(|login| login.is_first_login)
        {
            work.people().set_password(user, Some(&hash), true, now).await?;
            let letter = CredentialsLetter::to(&after.name, after.employee_id, &after.email, &password);
            mails.push(NewMail::to(work.ports, &after.email, letter, now));
        }
        work.mails().enqueue(&mails).await?;
    }
    let mut events = end_by_itself(work, before, follows).await?;
    if before.standing.is_in_service() && !after.standing.is_in_service() {
        events.extend(end_with_service(work, before).await?);
    }
    if before.joining_date != after.joining_date {
        let days = joining::between(before.joining_date, after.joining_date);
        events.extend(leave::recount(work, RecountCause::JoiningDate, Some(user), days).await?);
    }
    if follows.releases_team {
        let team = work.people().release_team(user, now).await?;
        if !team.is_empty() {
            // Their calendars say who can help, and that has changed.
            let pushes = vec![Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(team.clone()) }];
            events.push(work.event(events::team_released(user, &team), pushes));
        }
    }
    if follows.ends_feed && work.leave_feeds().end(user).await? {
        events.push(work.event(leave_feed_ended(user), Vec::new()));
    }
    if let Some(SalaryChange { from, before, after, .. }) = salary {
        // Only those who look after accounts read salaries.
        let pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Readers(Vec::new()) }];
        events.push(work.event(events::salary_set(user, from, before, after), pushes));
    }
    let has_changed = PersonRecord { updated_at: before.updated_at, ..after.clone() } != *before;
    if has_changed {
        events.push(work.event(events::account_changed(before, after), pushes));
    }
    events.extend(note.map(|note| work.event(note, Vec::new())));
    events.extend(give_leave(work, before, after, leave_types).await?);
    Ok(work.events().append(&events).await?)
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

/// The old address learns of it too: it may be news there.
fn address_changed(work: &Work<'_>, before: &PersonRecord, after: &PersonRecord) -> Vec<NewMail> {
    let to = |address| {
        let about = AddressChangedLetter { before: before.email.to_string(), after: after.email.to_string() };
        NewMail::to(work.ports, address, Letter::new(after.name.clone(), &about), work.moment.now)
    };
    vec![to(&before.email), to(&after.email)]
}

#[cfg(test)]
mod tests;
