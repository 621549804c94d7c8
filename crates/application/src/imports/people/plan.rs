//! What the rows of a file of people would do. Nothing is written, and the order of the rows does not matter.

use super::book::{Book, Subject, load};
use super::decide::{Circumstances, Decision, decide, told};
use super::show::{Changes, refusal};
use crate::imports::{Action, FileRow, Options, PlannedRow, Problem};
use crate::people::{Author, check_employee, check_manager, unfit};
use crate::ports::PersonRecord;
use crate::{Conflict, Error, Ports, Result};
use domain::access::Capability;
use domain::id::UserId;
use domain::import::Given;
use domain::import::people::{ManagerKey, PeopleRow};
use domain::month::{ChangedDays, Concerned, Held};
use domain::person::{EmailAddress, Role, Standing};
use domain::text::folded;
use domain::time::Month;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// How many lines about one person each of them names.
const DOUBLES_NAMED: usize = 10;

pub(super) async fn plan(
    ports: &Ports,
    author: &Author,
    options: &Options,
    rows: &[FileRow<PeopleRow>],
) -> Result<Vec<PlannedRow>> {
    author.actor.require(Capability::ManagePeople)?;
    let moment = ports.moment();
    let records_from = options.records_from.unwrap_or(moment.today);
    let about = Circumstances { author, moment: &moment, records_from };
    let book = load(ports, rows).await?;
    let mut sheet = Sheet::new(about, &book, rows)?;
    let days = sheet.days();
    let asked: Vec<(ChangedDays, Concerned)> =
        days.iter().map(|(.., days, concerned)| (days.clone(), *concerned)).collect();
    let held = ports.reads.accounts().look_all(&asked, moment.today).await?;
    let held: Vec<(usize, &'static str, Held)> =
        days.iter().zip(held).map(|((place, column, ..), held)| (*place, *column, held)).collect();
    sheet.pass_gate(&held)?;
    sheet.admit()?;
    while sheet.keep_an_admin()? | sheet.assign_managers()? {}
    Ok(sheet.planned())
}

/// The rows of a file with what each comes to.
struct Sheet<'a> {
    about: Circumstances<'a>,
    book: &'a Book,
    rows: &'a [FileRow<PeopleRow>],
    subjects: Vec<Option<Subject>>,
    decided: Vec<Result<Decision, Problem>>,
    /// The manager whom each row gives or takes away, as shown before and after.
    managers: Vec<Option<(Option<String>, Option<String>)>>,
    by_email: HashMap<&'a EmailAddress, usize>,
    by_user: HashMap<UserId, usize>,
}

/// What makes two rows about one person.
#[derive(PartialEq, Eq, Hash)]
enum Token {
    Person(UserId),
    ExternalId(String),
    Email(String),
}

impl<'a> Sheet<'a> {
    fn new(about: Circumstances<'a>, book: &'a Book, rows: &'a [FileRow<PeopleRow>]) -> Result<Self> {
        let clear: Vec<_> = rows.iter().map(|row| book.subject(&row.value)).collect();
        let subjects: Vec<Option<Subject>> = clear.iter().map(|found| found.as_ref().ok().copied()).collect();
        let doubles = doubles(rows, &subjects);
        let mut decided = Vec::with_capacity(rows.len());
        for ((row, clear), double) in rows.iter().zip(clear).zip(doubles) {
            decided.push(match (clear, double) {
                (Err(why), _) => Err(refusal(&row.value, why.column(), why.sentence())),
                (_, Some(double)) => Err(double),
                (Ok(subject), None) => decide(about, book, subject, &row.value)?,
            });
        }
        let managers = vec![None; rows.len()];
        let email = |(place, row): (usize, &'a FileRow<PeopleRow>)| Some((row.value.email.as_ref()?, place));
        let by_email = rows.iter().enumerate().filter_map(email).collect();
        let user = |(place, subject): (usize, &Option<Subject>)| match subject {
            Some(Subject::Known(user)) => Some((*user, place)),
            _ => None,
        };
        let by_user = subjects.iter().enumerate().filter_map(user).collect();
        Ok(Self { about, book, rows, subjects, decided, managers, by_email, by_user })
    }

    /// The days that the rows change, each with its row and column.
    fn days(&self) -> Vec<(usize, &'static str, ChangedDays, Concerned)> {
        let of = |(place, decided): (usize, &Result<Decision, Problem>)| {
            let days = decided.as_ref().map(Decision::days).unwrap_or_default();
            days.into_iter().map(move |(column, days, concerned)| (place, column, days, concerned)).collect::<Vec<_>>()
        };
        self.decided.iter().enumerate().flat_map(of).collect()
    }

    fn refuse(&mut self, place: usize, problem: Problem) {
        if let Some(decided) = self.decided.get_mut(place) {
            *decided = Err(problem);
        }
    }

    fn pass_gate(&mut self, held: &[(usize, &'static str, Held)]) -> Result<()> {
        for (place, problem) in closed(self.rows.iter().map(|row| &row.value), held)? {
            self.refuse(place, problem);
        }
        Ok(())
    }

    fn admit(&mut self) -> Result<()> {
        for (decided, row) in self.decided.iter_mut().zip(self.rows) {
            if let Ok(decision) = decided
                && let Err(problem) = decision.admit(self.book, &row.value, self.about.author)?
            {
                *decided = Err(problem);
            }
        }
        Ok(())
    }

    /// Refuses the rows that take administrators away where none would be left, and says whether it has.
    fn keep_an_admin(&mut self) -> Result<bool> {
        let accepted =
            || self.decided.iter().zip(&self.subjects).filter_map(|(decided, of)| Some((decided.as_ref().ok()?, of)));
        let taken: HashSet<UserId> = accepted()
            .filter_map(|(decision, subject)| match subject {
                Some(Subject::Known(user)) if decision.takes_admin() => Some(*user),
                _ => None,
            })
            .collect();
        let stays = self.book.admins.iter().any(|admin| !taken.contains(admin));
        if taken.is_empty() || stays || accepted().any(|(decision, _)| decision.standing().acts_as(Role::Admin)) {
            return Ok(false);
        }
        for (decided, row) in self.decided.iter_mut().zip(self.rows) {
            if decided.as_ref().is_ok_and(Decision::takes_admin) {
                *decided = last_admin(&row.value).map(Err)?;
            }
        }
        Ok(true)
    }

    /// Refuses the rows whose manager would be none after the import, and says whether it has refused any.
    fn assign_managers(&mut self) -> Result<bool> {
        let mut refused = Vec::new();
        for (place, row) in self.rows.iter().enumerate() {
            let Some(Ok(decision)) = self.decided.get(place) else { continue };
            match told(&row.value, "Manager", self.manager_of(place, &row.value, decision))? {
                Ok(change) => {
                    if let Some(manager) = self.managers.get_mut(place) {
                        *manager = change;
                    }
                }
                Err(problem) => refused.push((place, problem)),
            }
        }
        let has_refused = !refused.is_empty();
        // Afterwards, so that it does not matter which of them stands first.
        for (place, problem) in refused {
            self.refuse(place, problem);
        }
        Ok(has_refused)
    }

    /// The manager before and after, as shown, where the row changes that.
    fn manager_of(
        &self,
        place: usize,
        row: &PeopleRow,
        decision: &Decision,
    ) -> Result<Option<(Option<String>, Option<String>)>> {
        let (user, present) = match decision {
            Decision::New(_) => (UserId::new(Uuid::nil()), None),
            Decision::Known(known) => (known.user, self.book.known(known.user).and_then(|known| known.account.manager)),
        };
        let before = present.map(|manager| self.email_of(manager));
        match &row.manager {
            Given::Absent => Ok(None),
            Given::Cleared => Ok(before.map(|before| (Some(before), None))),
            Given::Value(key) => {
                let (manager, standing, shown) = self.manager(place, key)?;
                check_employee(&self.about.author.actor, user, decision.standing().role)?;
                // The present manager stays, blocked or not.
                if present == Some(manager) && standing.leads_a_team() {
                    return Ok(None);
                }
                check_manager(user, manager, standing)?;
                Ok(Some((before, Some(shown))))
            }
        }
    }

    /// Whom a row names as its manager, how they stand after the import, and their address.
    fn manager(&self, place: usize, key: &ManagerKey) -> Result<(UserId, Standing, String)> {
        let in_file = match key {
            ManagerKey::Email(email) => self.by_email.get(email).copied(),
            ManagerKey::EmployeeId(_) => None,
        };
        let user = match in_file.and_then(|place| self.subjects.get(place).copied().flatten()) {
            Some(Subject::Known(user)) => Some(user),
            Some(Subject::New) => None,
            None => self.book.manager(key),
        };
        let in_file = user.map_or(in_file, |user| self.by_user.get(&user).copied());
        if in_file == Some(place) {
            return Err(unfit());
        }
        let decided = in_file.and_then(|place| self.decided.get(place));
        let account = user.and_then(|user| self.book.known(user)).map(|known| &known.account);
        match (decided, account) {
            (Some(Ok(decision)), account) => {
                let (email, standing) = (address(decision), decision.standing());
                // Nobody has the last id of all, so a new manager is nobody who is known.
                Ok((account.map_or(UserId::new(Uuid::max()), |account| account.id), standing, email))
            }
            (_, Some(account)) => Ok((account.id, account.standing, account.email.to_string())),
            (Some(Err(_)), None) => {
                Err(crate::Invalid::field("managerId", "The row of this manager is refused").into())
            }
            (None, None) => Err(Error::NotFound("Manager")),
        }
    }

    fn email_of(&self, user: UserId) -> String {
        self.book.known(user).map(|known| known.account.email.to_string()).unwrap_or_default()
    }

    fn planned(self) -> Vec<PlannedRow> {
        let Self { about, book, rows, subjects, decided, managers, .. } = self;
        let all = rows.iter().zip(subjects).zip(decided).zip(managers);
        all.map(|(((row, subject), decided), manager)| {
            let account = match subject {
                Some(Subject::Known(user)) => book.known(user).map(|known| &known.account),
                _ => None,
            };
            match decided {
                Err(problem) => PlannedRow::refused(row.line, who(account, &row.value), problem),
                Ok(decision) => planned(about, book, row, account, &decision, manager),
            }
        })
        .collect()
    }
}

fn planned(
    about: Circumstances<'_>,
    book: &Book,
    row: &FileRow<PeopleRow>,
    account: Option<&PersonRecord>,
    decision: &Decision,
    manager: Option<(Option<String>, Option<String>)>,
) -> PlannedRow {
    let mut changes = Changes::default();
    let (mut action, mut seen) = (Action::Create, None);
    match decision {
        Decision::New(new) => {
            let nobody = domain::person::EmployeeId::new(0);
            let person = new.details.clone().into_person(UserId::new(Uuid::nil()), nobody, about.moment);
            changes.account(None, &PersonRecord::from(&person));
            if new.details.salary.is_some() {
                let from = new.details.salary_from.or(new.details.joining_date).unwrap_or(about.moment.today);
                changes.salary(None, new.details.salary, from);
            }
            if let Some((from, pattern)) = new.pattern {
                changes.pattern(None, Some(pattern), from);
            }
            changes.status(None, new.details.is_active);
        }
        Decision::Known(own) => {
            let after = &own.intended.after;
            changes.account(account, after);
            if let Some(salary) = own.intended.salary {
                changes.salary(salary.before, salary.after, salary.from);
            }
            if let Some(pattern) = &own.pattern {
                changes.pattern(pattern.held, pattern.wanted, pattern.from);
            }
            if account.is_none_or(|account| account.standing.is_active != after.standing.is_active) {
                changes.status(account.map(|account| account.standing.is_active), after.standing.is_active);
            }
            seen = decision.seen(book);
        }
    }
    if let Some((before, after)) = manager {
        changes.manager(before, after);
    }
    let mut changes = changes.0;
    // Those of all rows are held until the plan is saved.
    changes.shrink_to_fit();
    if account.is_some() {
        action = if changes.is_empty() { Action::Same } else { Action::Change };
    }
    let seen = seen.filter(|_| action == Action::Change);
    PlannedRow { line: row.line, action, who: who(account, &row.value), changes, problem: None, seen }
}

/// The person as the person who imports would call them.
fn who(account: Option<&PersonRecord>, row: &PeopleRow) -> String {
    if let Some(account) = account {
        return format!("{} ({})", account.name, account.employee_id);
    }
    let names: Vec<&str> = [&row.first_name, &row.last_name].into_iter().flatten().map(String::as_str).collect();
    match (&names[..], &row.email) {
        ([], Some(email)) => email.to_string(),
        _ => names.join(" "),
    }
}

fn address(decision: &Decision) -> String {
    match decision {
        Decision::New(new) => new.details.email.to_string(),
        Decision::Known(known) => known.intended.after.email.to_string(),
    }
}

pub(super) fn last_admin(row: &PeopleRow) -> Result<Problem> {
    let column = if row.is_active == Some(false) { "Status" } else { "Role" };
    super::show::problem(row, column, Conflict::LastAdmin.into())
}

/// The rows that would change a closed month, each with the earliest one. While a month is being closed, nobody knows.
pub(super) fn closed<'a>(
    rows: impl Iterator<Item = &'a PeopleRow>,
    held: &[(usize, &'static str, Held)],
) -> Result<Vec<(usize, Problem)>> {
    let rows: Vec<&PeopleRow> = rows.collect();
    let mut earliest = HashMap::new();
    for (place, column, held) in held {
        match held {
            Held::Open => {}
            Held::Closing(month) => return Err(Error::MonthClosing(*month)),
            Held::Closed(month) => {
                let found = earliest.entry(*place).or_insert((*month, *column));
                *found = (*found).min((*month, *column));
            }
        }
    }
    let refused = |(place, (month, column)): (usize, (Month, &'static str))| {
        let row = rows.get(place)?;
        Some(super::show::problem(row, column, Conflict::MonthClosed(month).into()).map(|problem| (place, problem)))
    };
    earliest.into_iter().filter_map(refused).collect()
}

/// Refuses all rows of which another one is about the same person, however it writes them.
fn doubles(rows: &[FileRow<PeopleRow>], subjects: &[Option<Subject>]) -> Vec<Option<Problem>> {
    let mut by_token: HashMap<Token, Vec<usize>> = HashMap::new();
    for (place, (row, subject)) in rows.iter().zip(subjects).enumerate() {
        let person = match subject {
            Some(Subject::Known(user)) => Some(Token::Person(*user)),
            _ => None,
        };
        let external = row.value.keys().external_id.map(|id| Token::ExternalId(folded(id)));
        let email = row.value.email.as_ref().map(|email| Token::Email(folded(email.as_str())));
        for token in [person, external, email].into_iter().flatten() {
            by_token.entry(token).or_default().push(place);
        }
    }
    let mut found: Vec<Option<Problem>> = rows.iter().map(|_| None).collect();
    for (token, places) in by_token.into_iter().filter(|(_, places)| places.len() > 1) {
        // A few of them: in a file that has one person thousands of times, each row would name all others.
        let named = places.iter().take(DOUBLES_NAMED);
        let mut lines: Vec<String> = named.filter_map(|place| Some(rows.get(*place)?.line.to_string())).collect();
        if places.len() > DOUBLES_NAMED {
            lines.push(format!("{} more", places.len() - DOUBLES_NAMED));
        }
        let sentence = match lines.split_last() {
            Some((last, others)) => format!("Lines {} and {last} are about the same person", others.join(", ")),
            None => continue,
        };
        for place in places {
            let (Some(row), Some(found)) = (rows.get(place), found.get_mut(place)) else { continue };
            let column = match token {
                Token::ExternalId(_) => "External ID",
                Token::Person(_) if row.value.employee_id.is_some() => "Employee ID",
                Token::Person(_) if row.value.keys().external_id.is_some() => "External ID",
                Token::Email(_) | Token::Person(_) => "Email",
            };
            let problem = refusal(&row.value, column, sentence.as_str());
            // In whatever order the tokens come, the most telling one is said.
            if found.as_ref().is_none_or(|other| column < other.column.as_ref()) {
                *found = Some(problem);
            }
        }
    }
    found
}
