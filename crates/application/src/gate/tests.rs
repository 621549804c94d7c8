//! Every write that would change a day of a closed month is refused by the gate, in its place among the refusals, and keeps nothing.

mod closing;
mod concerned;

use crate::absences::{Frozen, freeze};
use crate::accounts::{Registrar, Registration, register};
use crate::approvals::{Decision, Verdict, decide};
use crate::holidays::{self, Draft};
use crate::memory::State;
use crate::ports::KeptValue;
use crate::sessions::Caller;
use crate::testing::{Fakes, Given, caller, day, employment, entry, holiday, user};
use crate::timesheets::{Submission, submit};
use crate::unlocks::{AskForUnlock, DirectUnlockRequest, ask, unlock};
use crate::{Conflict, Error};
use domain::id::{HolidayId, TimesheetId};
use domain::person::Role;
use domain::time::Month;
use domain::timesheet::Status;
use std::collections::HashMap;
use uuid::Uuid;

/// Employee 1 of manager 7 with pending and decided days, a yearly holiday on 25 December, and people who look after them.
fn before() -> State {
    let mut state = State::from(Given {
        people: vec![employment(1, Some(7))],
        entries: vec![
            entry(50, 1, day("2026-06-08"), Status::Pending),
            entry(51, 1, day("2026-06-09"), Status::Approved),
        ],
        holidays: vec![holiday("2020-12-25", true)],
        ..Given::default()
    });
    state.last_employee_id = Some(1100);
    state.people.extend(State::of(&[(5, Role::Hr), (9, Role::Admin)]).people);
    state
}

fn closed(months: &[&str]) -> Fakes {
    let fakes = Fakes::plain(before());
    fakes.memory.change(|state| {
        for text in months {
            state.close(month(text), &[]);
        }
    });
    fakes
}

fn is_closed<T: std::fmt::Debug + PartialEq>(answer: &Result<T, Error>, month: &str) {
    assert_eq!(*answer, Err(Conflict::MonthClosed(self::month(month)).into()));
}

async fn decided(fakes: &Fakes, verdict: Verdict, ids: &[u128]) -> Result<u32, Error> {
    let ids = ids.iter().map(|n| TimesheetId::new(Uuid::from_u128(*n))).collect();
    decide(&fakes.ports(), &caller(7, Role::Manager), Decision { ids, expected: HashMap::new(), verdict }).await
}

async fn submitted(fakes: &Fakes, date: &str) -> Result<(), Error> {
    let submission = Submission { date: day(date), hours: 8.0, description: "Work".into() };
    submit(&fakes.ports(), &caller(1, Role::Employee), submission).await.map(drop)
}

async fn unlocked(fakes: &Fakes, date: &str) -> Result<(), Error> {
    let request = DirectUnlockRequest { employee: Some(user(1)), date: Some(day(date)), reason: "Ill".into() };
    unlock(&fakes.ports(), &caller(9, Role::Admin), request).await.map(drop)
}

fn hr() -> Caller {
    caller(5, Role::Hr)
}

fn month(text: &str) -> Month {
    Month::of(day(&format!("{text}-01")))
}

async fn asked(fakes: &Fakes, date: &str) -> Result<(), Error> {
    let typed = AskForUnlock { date: Some(day(date)), reason: "Ill".into() };
    ask(&fakes.ports(), &caller(1, Role::Employee), typed).await.map(drop)
}

fn draft(date: &str, is_recurring: bool) -> Draft {
    Draft { date: Some(day(date)), name: "Day".into(), description: None, is_recurring }
}

#[tokio::test]
async fn what_is_said_before_the_month_is_still_said_first() {
    let fakes = closed(&["2026-06", "2025-12"]);
    let sentence = |answer: Result<(), Error>| match answer {
        Err(Error::Refused(why)) => why.sentence,
        other => panic!("{other:?}"),
    };
    assert_eq!(sentence(submitted(&fakes, "2026-06-11").await), "You cannot submit a timesheet for a future date");
    assert_eq!(sentence(unlocked(&fakes, "2026-06-11").await), "You cannot unlock a future date");
    assert_eq!(sentence(asked(&fakes, "2026-06-11").await), "You cannot unlock a future date");
    fakes.memory.change(|state| state.person(1).record.joining_date = Some(day("2026-01-01")));
    let joined = sentence(submitted(&fakes, "2025-12-31").await);
    assert_eq!(joined, "You cannot access dates before your joining date (2026-01-01)");
    let joined = sentence(unlocked(&fakes, "2025-12-31").await);
    assert_eq!(joined, "The date is before the employee's joining date (2026-01-01)");
}

#[tokio::test]
async fn a_holiday_neither_comes_into_a_closed_month_nor_leaves_one() {
    let fakes = closed(&["2024-12", "2026-05"]);
    let (ports, hr) = (fakes.ports(), hr());
    let id = HolidayId::new(fakes.state().holidays.keys().next().unwrap().uuid());
    is_closed(&holidays::add(&ports, &hr, draft("2026-05-01", false)).await, "2026-05");
    // In whatever year, and before it is said that the date is taken.
    is_closed(&holidays::add(&ports, &hr, draft("2024-12-25", true)).await, "2024-12");
    is_closed(&holidays::change(&ports, &hr, id, draft("2026-12-24", true)).await, "2024-12");
    assert_eq!(fakes.state(), closed(&["2024-12", "2026-05"]).state());
    assert!(holidays::add(&ports, &hr, draft("2026-06-01", false)).await.is_ok(), "June is open");
}

#[tokio::test]
async fn nobody_joins_in_a_closed_month_who_would_have_days_in_it() {
    let fakes = closed(&["2026-05"]);
    let joining = |role, date: &str| Registration {
        first_name: "New".into(),
        last_name: "Comer".into(),
        email: format!("{role}@x.org"),
        role: Some(role),
        joining_date: Some(day(date)),
        ..Registration::default()
    };
    let (ports, by) = (fakes.ports(), Registrar::Staff(Box::new(caller(5, Role::Hr))));
    is_closed(&register(&ports, &by, joining(Role::Employee, "2026-05-20")).await, "2026-05");
    assert!(register(&ports, &by, joining(Role::Manager, "2026-05-20")).await.is_ok(), "a manager has no days");
    assert!(register(&ports, &by, joining(Role::Employee, "2026-06-01")).await.is_ok());
}
