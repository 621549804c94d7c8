//! What a row comes to for its person, as a function of what is known: the rules are those of the use cases.

use super::book::{Book, Subject};
use super::passes::Seen;
use super::show::{problem, refusal};
use crate::accounts::{Details, FileDetails, Patch, Registration};
use crate::imports::Problem;
use crate::people::{AccountUpdate, Author, Intended, KnownAccount, check_new, intend, read_update};
use crate::ports::PersonRecord;
use crate::work_patterns::{self, IntendedPattern};
use crate::{Error, Moment, Result};
use chrono::NaiveDate;
use domain::access::Forbidden;
use domain::access::accounts::may_create;
use domain::id::UserId;
use domain::import::Given;
use domain::import::people::PeopleRow;
use domain::month::{ChangedDays, Concerned};
use domain::person::{Role, Salary, Standing};
use domain::time::{FIRST_BEGINNING, TypedPattern, WorkPattern};
use domain::work_patterns::PatternOwner;

/// A person whom a row adds.
#[derive(Debug, Clone)]
pub(super) struct Creation {
    pub(super) details: Details,
    /// Their own pattern, and from when on they work by it.
    pub(super) pattern: Option<(NaiveDate, WorkPattern)>,
}

/// A person whom a row changes, or leaves as they are.
#[derive(Debug, Clone)]
pub(super) struct Alteration {
    pub(super) user: UserId,
    pub(super) intended: Intended,
    pub(super) pattern: Option<IntendedPattern>,
    /// Whether the account itself or the salary changes.
    pub(super) has_effect: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Decision {
    New(Box<Creation>),
    Known(Box<Alteration>),
}

/// Under which circumstances rows are decided.
#[derive(Clone, Copy)]
pub(super) struct Circumstances<'a> {
    pub(super) author: &'a Author,
    pub(super) moment: &'a Moment,
    /// Where the records of new people begin whose row does not say so.
    pub(super) records_from: NaiveDate,
}

impl Decision {
    /// How the person stands after it.
    pub(super) fn standing(&self) -> Standing {
        match self {
            Self::New(new) => Standing { role: new.details.role, is_active: new.details.is_active, is_blocked: false },
            Self::Known(known) => known.intended.after.standing,
        }
    }

    pub(super) fn takes_admin(&self) -> bool {
        matches!(self, Self::Known(known) if known.intended.follows.takes_admin)
    }

    /// The days that it changes, each with the column that says so.
    pub(super) fn days(&self) -> Vec<(&'static str, ChangedDays, Concerned)> {
        match self {
            Self::New(new) => vec![(new.begins(), new.details.days(), Concerned::Anybody)],
            Self::Known(known) => known.days(),
        }
    }

    /// What tells that the person has changed since.
    pub(super) fn seen(&self, book: &Book) -> Option<String> {
        let Self::Known(own) = self else { return None };
        Some(Seen::text(&book.known(own.user)?.account, own.pattern.as_ref()))
    }

    /// See [`Alteration::admit`].
    pub(super) fn admit(&self, book: &Book, row: &PeopleRow, author: &Author) -> Result<Result<(), Problem>> {
        match self {
            Self::New(_) => Ok(Ok(())),
            Self::Known(own) => own.admit(book, row, author),
        }
    }
}

impl Creation {
    /// The column that says when the days of the person begin.
    pub(super) fn begins(&self) -> &'static str {
        if self.details.records_from > self.details.joining_date { "Records From" } else { "Joining Date" }
    }
}

impl Alteration {
    /// Whether it changes anything.
    pub(super) const fn changes_anything(&self) -> bool {
        self.has_effect || self.pattern.is_some()
    }

    /// As [`Decision::days`].
    pub(super) fn days(&self) -> Vec<(&'static str, ChangedDays, Concerned)> {
        let salary = usize::from(self.intended.salary.is_some());
        let last = self.intended.days.len() - salary;
        let column = |place| if place < last { "Joining Date" } else { "Salary" };
        let of_account = self.intended.days.iter().enumerate();
        let of_account = of_account.map(|(place, (days, concerned))| (column(place), days.clone(), *concerned));
        let of_pattern = self.pattern.iter().map(|own| ("Pattern From", own.days(), Concerned::Person(self.user)));
        of_account.chain(of_pattern).collect()
    }

    /// Refuses what the use cases refuse once the months are open. Whether another administrator is left is asked for all rows together.
    pub(super) fn admit(&self, book: &Book, row: &PeopleRow, author: &Author) -> Result<Result<(), Problem>> {
        let Some(known) = book.known(self.user) else { return Ok(Ok(())) };
        let column = if self.intended.follows.leaves { "Status" } else { "Role" };
        let admitted = self.intended.admit(author, known, true);
        told(row, column, admitted.and_then(|()| self.pattern.as_ref().map_or(Ok(()), IntendedPattern::admit)))
    }
}

/// A refusal as the problem of its row.
pub(super) fn told<T>(row: &PeopleRow, column: &'static str, decided: Result<T>) -> Result<Result<T, Problem>> {
    match decided {
        Ok(decided) => Ok(Ok(decided)),
        Err(error) => problem(row, column, error).map(Err),
    }
}

/// What a row comes to, before the months are asked for.
pub(super) fn decide(
    about: Circumstances<'_>,
    book: &Book,
    subject: Subject,
    row: &PeopleRow,
) -> Result<Result<Decision, Problem>> {
    match subject {
        Subject::New => told(row, "Role", create(about, row)),
        Subject::Known(user) => {
            let Some(known) = book.known(user) else { return told(row, "", Err(Error::NotFound("User"))) };
            let account = &known.account;
            if !account.standing.is_active && row.is_active != Some(false) {
                let sentence =
                    format!("{} has left. Activate the account first, or leave the row out.", account.employee_id);
                return Ok(Err(refusal(row, "Status", sentence)));
            }
            if row.records_from.is_some_and(|day| account.records_from != Some(day)) {
                let sentence = "Only new people get this from a file. Change it in the profile.";
                return Ok(Err(refusal(row, "Records From", sentence)));
            }
            let altered = alter(about, book, known, row);
            let column = match &altered {
                Err(Error::Forbidden(Forbidden::AdminRole | Forbidden::OwnRole)) => "Role",
                _ => "",
            };
            told(row, column, altered)
        }
    }
}

fn create(about: Circumstances<'_>, row: &PeopleRow) -> Result<Decision> {
    let today = about.moment.today;
    let role = row.role.unwrap_or(Role::Employee);
    may_create(Some(about.author.actor.role), role)?;
    let joining_date = row.joining_date.value();
    let typed = Registration {
        first_name: row.first_name.clone().unwrap_or_default(),
        last_name: row.last_name.clone().unwrap_or_default(),
        email: row.email.as_ref().map(ToString::to_string).unwrap_or_default(),
        role: Some(role),
        department: row.department.clone().value(),
        position: row.position.clone().value(),
        salary: row.salary.value().map(Salary::as_f64),
        is_active: row.is_active,
        joining_date,
    };
    let more = FileDetails {
        external_id: row.external_id.clone().value(),
        designation: row.designation.clone().value(),
        phone_number: row.phone.clone().value(),
        salary_from: row.salary_from.filter(|_| row.salary.value().is_some()),
        // Records that begin by default begin with joining at the earliest.
        records_from: row.records_from.or_else(|| joining_date.max(Some(about.records_from))),
    };
    let details = Details::read(&typed, &more, today)?;
    check_new(details.beginning(), today)?;
    let from = row.pattern_from.unwrap_or_else(|| joining_date.unwrap_or(today).max(FIRST_BEGINNING));
    let pattern = match wanted_pattern(about, row, from, None) {
        Some(Some(typed)) => {
            let owner = PatternOwner::Person(UserId::new(uuid::Uuid::nil()));
            work_patterns::may_keep(&about.author.actor, owner, Some(role))?;
            work_patterns::validate(owner, from, Some(&typed), today)?.map(|pattern| (from, pattern))
        }
        Some(None) | None => None,
    };
    Ok(Decision::New(Box::new(Creation { details, pattern })))
}

fn alter(about: Circumstances<'_>, book: &Book, known: &KnownAccount, row: &PeopleRow) -> Result<Decision> {
    let today = about.moment.today;
    let account = &known.account;
    let typed = AccountUpdate {
        external_id: row.external_id.clone().patch(),
        department: row.department.clone().patch(),
        position: row.position.clone().patch(),
        designation: row.designation.clone().patch(),
        phone_number: row.phone.clone().patch(),
        salary: row.salary.patch().map(|salary| salary.map(Salary::as_f64)),
        salary_from: row.salary_from,
        joining_date: row.joining_date.patch(),
        is_active: row.is_active,
        ..update_of(account, row)
    };
    let details = read_update(typed, about.moment)?;
    details.check_dates(Some(account.beginning()), today)?;
    let intended = intend(&about.author.actor, known, details, today)?;
    let from =
        row.pattern_from.unwrap_or_else(|| intended.after.joining_date.map_or(today, |joined| joined.max(today)));
    let owner = PatternOwner::Person(account.id);
    let rows = book.patterns(account.id);
    let pattern = match wanted_pattern(about, row, from, *rows.on(from)) {
        None => None,
        Some(typed) => {
            let wanted = work_patterns::validate(owner, from, typed.as_ref(), today)?;
            let pattern = work_patterns::intend(owner, account.manager, rows, from, wanted);
            if pattern.is_some() {
                work_patterns::may_keep(&about.author.actor, owner, Some(intended.after.standing.role))?;
            }
            pattern
        }
    };
    let has_effect = intended.has_effect(known);
    Ok(Decision::Known(Box::new(Alteration { user: account.id, intended, pattern, has_effect })))
}

/// The account as it is, with the name, the address and the role of the row, where it has them.
fn update_of(account: &PersonRecord, row: &PeopleRow) -> AccountUpdate {
    let mut name = account.name.clone();
    name.first = row.first_name.clone().unwrap_or(name.first);
    name.last = row.last_name.clone().unwrap_or(name.last);
    let email = row.email.as_ref().unwrap_or(&account.email);
    AccountUpdate::of(&name, email.as_str(), row.role.unwrap_or(account.standing.role))
}

/// The pattern that a row wants from a day on: nothing where it does not say, and nothing inside for the organisation's. What it leaves
/// out is as it holds on that day.
fn wanted_pattern(
    about: Circumstances<'_>,
    row: &PeopleRow,
    from: NaiveDate,
    held: Option<WorkPattern>,
) -> Patch<TypedPattern> {
    let days = match row.working_days {
        Given::Cleared => return Some(None),
        Given::Absent => None,
        Given::Value(days) => Some(days),
    };
    if days.is_none() && row.full_day_hours.is_none() && row.half_day_hours.is_none() {
        return None;
    }
    let base = held.unwrap_or_else(|| *about.moment.rules.work_patterns.of_organisation().on(from));
    Some(Some(TypedPattern {
        working_days: days.unwrap_or(base.weekdays()).iso_numbers().map(f64::from).collect(),
        full_day_hours: row.full_day_hours.unwrap_or(base.full_day()).as_f64(),
        half_day_hours: row.half_day_hours.unwrap_or(base.half_day()).as_f64(),
    }))
}
