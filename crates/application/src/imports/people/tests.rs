//! Rows of people, planned and applied over a store in memory.

mod applying;
mod keys;
mod managers;
mod passes;
mod pieces;
mod powers;
mod terms;

use super::People;
use crate::imports::{Action, DueRow, FileRow, Kind, Options, Outcome, PlannedRow};
use crate::memory::State;
use crate::people::Author;
use crate::testing::{Fakes, caller, user};
use domain::import::Given;
use domain::import::people::{ManagerKey, PeopleRow};
use domain::person::{EmailAddress, EmployeeId, Role};

/// Employees 1 and 2 of manager 7's team, manager 6, HR 5, and administrators 8 and 9. They all earn 52,400.50, and are EMP1001 to
/// EMP1009. It is 10 June 2026.
fn before() -> State {
    let mut state = State::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (5, Role::Hr),
        (6, Role::Manager),
        (7, Role::Manager),
        (8, Role::Admin),
        (9, Role::Admin),
    ])
    .paid();
    for n in [1, 2] {
        state.person(n).record.manager = Some(user(7));
    }
    state.last_employee_id = Some(1100);
    state
}

fn portal() -> Fakes {
    Fakes::plain(before())
}

/// The same, changed like this.
fn with(change: impl FnOnce(&mut State)) -> Fakes {
    let fakes = portal();
    fakes.memory.change(change);
    fakes
}

fn hr() -> Author {
    Author::from(&caller(5, Role::Hr))
}

fn admin() -> Author {
    Author::from(&caller(9, Role::Admin))
}

fn email(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

/// A row about person `n`, which says nothing more.
fn known(n: u32) -> PeopleRow {
    PeopleRow { employee_id: Some(EmployeeId::new(1000 + n)), ..PeopleRow::default() }
}

/// A row about somebody new with this mailbox.
fn new(mailbox: &str) -> PeopleRow {
    PeopleRow {
        first_name: Some("New".into()),
        last_name: Some(mailbox.into()),
        email: Some(email(&format!("{mailbox}@x.org"))),
        ..PeopleRow::default()
    }
}

fn led_by(text: &str) -> Given<ManagerKey> {
    Given::Value(match text.strip_prefix("EMP") {
        Some(number) => ManagerKey::EmployeeId(EmployeeId::new(number.parse().unwrap())),
        None => ManagerKey::Email(email(text)),
    })
}

/// The rows of a file, from line 2 on.
fn file(rows: &[PeopleRow]) -> Vec<FileRow<PeopleRow>> {
    (2..).zip(rows).map(|(line, value)| FileRow { line, value: value.clone() }).collect()
}

async fn planned(fakes: &Fakes, author: &Author, rows: &[PeopleRow]) -> Vec<PlannedRow> {
    People.plan(&fakes.ports(), author, &Options::default(), &file(rows)).await.unwrap()
}

/// What each row would do, or the column and the sentence for which it is refused.
async fn told(fakes: &Fakes, author: &Author, rows: &[PeopleRow]) -> Vec<String> {
    let told = |row: PlannedRow| match row.problem {
        Some(problem) => format!("{}: {}", problem.column, problem.sentence),
        None => row.action.name().to_owned(),
    };
    planned(fakes, author, rows).await.into_iter().map(told).collect()
}

/// The fields that a planned row changes, before and after; `*` where they are not shown.
fn changes(row: &PlannedRow) -> Vec<String> {
    let shown = |text: &Option<String>| text.clone().unwrap_or_default();
    row.changes
        .iter()
        .map(|change| {
            if change.is_masked {
                return format!("{} *", change.field);
            }
            format!("{} {} > {}", change.field, shown(&change.before), shown(&change.after))
        })
        .collect()
}

/// Applies the rows of a plan that do something, in one unit of work.
async fn applied(fakes: &Fakes, author: &Author, options: Options, rows: &[PeopleRow]) -> Vec<Outcome> {
    let plan = planned(fakes, author, rows).await;
    apply(fakes, author, options, &plan, rows).await
}

/// The rows that do something.
fn due(plan: &[PlannedRow], rows: &[PeopleRow]) -> Vec<DueRow<PeopleRow>> {
    let does = |(row, value): (&PlannedRow, &PeopleRow)| {
        let due = DueRow { line: row.line, action: row.action, seen: row.seen.clone(), value: value.clone() };
        matches!(row.action, Action::Create | Action::Change).then_some(due)
    };
    plan.iter().zip(rows).filter_map(does).collect()
}

async fn apply(
    fakes: &Fakes,
    author: &Author,
    options: Options,
    plan: &[PlannedRow],
    rows: &[PeopleRow],
) -> Vec<Outcome> {
    let mut due = due(plan, rows);
    let ports = fakes.ports();
    let moment = ports.moment();
    let work = ports.begin(&moment, author.origin).await.unwrap();
    let mut all = Vec::new();
    for pass in 0..People::PASSES {
        let outcomes = People.apply(&work, author, &options, pass, &due).await.unwrap();
        let mut kept = outcomes.iter();
        due.retain(|_| kept.next() == Some(&Outcome::Done));
        all.extend(outcomes.into_iter().filter(|outcome| *outcome != Outcome::Done));
    }
    work.commit().await.unwrap();
    all
}

fn kinds(state: &State) -> Vec<&str> {
    state.events.iter().map(|event| event.record.kind.as_ref()).collect()
}
