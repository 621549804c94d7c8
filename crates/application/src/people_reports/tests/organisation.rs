use super::*;
use crate::memory::Account;
use crate::reports::attendance;
use crate::testing::{account, holiday};
use domain::oversight::reports::Attendance;
use domain::person::service::ServicePeriod;

/// An Employee in service since January 2026, in this department.
fn employee(n: u128, department: Option<&str>) -> Account {
    let mut employee = account(n, Role::Employee);
    employee.record.department = department.map(str::to_owned);
    employee.service = vec![ServicePeriod::since(day("2026-01-01"))];
    employee
}

/// Ten people in Works and four in Sales with twenty working days each, 18 and 15 of them present; and somebody without a department.
fn given() -> State {
    let mut state = State::of(&[(HR, Role::Hr), (BOSS, Role::Boss)]);
    for date in ["2026-06-29", "2026-06-30"] {
        state.keep_holiday(holiday(date, false));
    }
    let weekdays: Vec<_> = june().days().filter(|day| !day.format("%a").to_string().starts_with('S')).collect();
    for (n, department, present) in
        (100..110).map(|n| (n, Some("Works"), 18)).chain((200..204).map(|n| (n, Some("=1+1"), 15)))
    {
        state.people.insert(user(n), employee(n, department));
        for (place, date) in (1..).zip(&weekdays[..present]) {
            let entry = entry(n * 100 + place, n, *date, Status::Approved);
            state.entries.insert(entry.id(), entry);
        }
    }
    state.people.insert(user(300), employee(300, None));
    state
}

fn in_july(state: State) -> Fakes {
    Fakes { now: at("2026-07-03T10:00:00Z"), ..Fakes::over(state) }
}

fn attendance_of(working: u64, present: u64) -> Attendance {
    Attendance { working, present }
}

/// [oversight.md §9, 11]
#[tokio::test]
async fn departments_add_up_to_the_attendance_summary() {
    let fakes = in_july(given());
    let found = departments(&fakes.ports(), &caller(BOSS, Role::Boss), june()).await.unwrap();
    assert_eq!(found.as_of, fakes.now);
    let of = |department: &Department| (department.name.clone(), department.employees, department.attendance);
    let named = |name: &str| Some(name.to_owned());
    let expected = [
        (named("=1+1"), 4, attendance_of(160, 120)),
        (named("Works"), 10, attendance_of(400, 360)),
        (None, 1, attendance_of(40, 0)),
    ];
    assert_eq!(found.found.iter().map(of).collect::<Vec<_>>(), expected);
    let rates: Vec<_> = found.found.iter().map(|department| department.attendance.rate_tenths()).collect();
    assert_eq!(rates, [Some(750), Some(900), Some(0)]);
    let lines = attendance(&fakes.ports(), &hr(), june()).await.unwrap();
    let sum = lines.iter().fold(Attendance::default(), |sum, line| sum.and(line.summary));
    assert_eq!(sum, attendance_of(600, 480));
}

#[tokio::test]
async fn what_is_missing_and_waits_stands_with_the_department_of_today() {
    let mut state = given();
    state.entries.clear();
    for (n, owner, date) in [(1, 100, "2026-05-04"), (2, 101, "2026-06-04"), (3, 300, "2026-06-04")] {
        let waits = waiting(n, owner, date, at("2026-06-04T10:00:00Z"));
        state.entries.insert(waits.id(), waits);
    }
    for (owner, date) in [(100, "2026-06-01"), (100, "2026-06-02"), (200, "2026-06-29"), (300, "2026-05-29")] {
        state
            .marks
            .insert((user(owner), day(date)), crate::memory::Mark { at: at("2026-06-03T00:00:00Z"), mailed_on: None });
    }
    let fakes = in_july(state);
    let found = departments(&fakes.ports(), &hr(), june()).await.unwrap().found;
    let figures: Vec<_> = found.iter().map(|department| (department.missing_days, department.waiting)).collect();
    assert_eq!(figures, [(0, 0), (2, 2), (0, 1)], "29 June became a holiday");
}

#[tokio::test]
async fn missing_days_are_those_that_are_frozen_however_long_ago() {
    let mut state = given();
    state.entries.clear();
    state.person(100).record.manager = Some(user(MANAGER));
    state.people.insert(user(MANAGER), account(MANAGER, Role::Manager));
    let mark = || crate::memory::Mark { at: at("2026-06-03T00:00:00Z"), mailed_on: None };
    for (owner, date) in [(100, "2026-06-02"), (100, "2026-06-01"), (300, "2026-06-01"), (200, "2026-06-29")] {
        state.marks.insert((user(owner), day(date)), mark());
    }
    state.unlock(user(300), day("2026-06-01"));
    let fakes = Fakes { now: at("2026-12-01T10:00:00Z"), ..Fakes::over(state) };
    let found = missing_days(&fakes.ports(), &hr(), june()).await.unwrap();
    let [missing] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(missing.days, [day("2026-06-01"), day("2026-06-02")]);
    assert_eq!(missing.department.as_deref(), Some("Works"));
    assert_eq!(
        missing.manager.as_ref().map(|(id, name)| (*id, name.to_string())),
        Some((user(MANAGER), "First7 Last7".to_owned()))
    );
}
