use super::*;
use crate::memory::Account;
use crate::reports::{attendance, attendance_csv};
use crate::testing::{account, holiday};
use domain::access::Forbidden;
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
async fn departments_are_counted_once_a_minute() {
    let fakes = in_july(given());
    let ports = fakes.ports();
    departments(&ports, &hr(), june()).await.unwrap();
    let before = fakes.memory.calls().len();
    fakes.memory.change(|state| state.people.clear());
    let again = departments(&ports, &caller(BOSS, Role::Boss), june()).await.unwrap();
    assert_eq!((again.found.len(), fakes.memory.calls().len()), (3, before));
    let may = departments(&ports, &hr(), Month::new(2026, 5).unwrap()).await.unwrap();
    assert_eq!(may.found.len(), 0, "another month is another report");
}

#[tokio::test]
async fn the_file_of_departments_has_all_of_them() {
    let (fakes, kept) = writing(in_july(given()));
    let file = departments_csv(&fakes.ports(), &hr(), june()).await.unwrap();
    assert_eq!(file.name, "Departments_6_2026.csv");
    assert_eq!(noted(&fakes), taken("Departments_6_2026.csv"));
    let lines = kept.lock().unwrap();
    let headings = ["Department", "Employees", "Working Days", "Present", "Rate", "Missing Days", "Waiting"];
    assert_eq!(texts(&lines[0]), headings);
    let count = Cell::Count;
    let line = |name: &'static str, employees, working, present, rate| {
        vec![Cell::text(name), count(employees), Cell::Halves(working), Cell::Halves(present), rate, count(0), count(0)]
    };
    assert_eq!(lines[1], line("=1+1", 4, 160, 120, Cell::Percent(750)));
    assert_eq!(lines[3], line("No department", 1, 40, 0, Cell::Percent(0)));
}

/// [oversight.md §9, 12]
#[tokio::test]
async fn a_person_who_joins_and_leaves_is_counted_in_the_month() {
    let mut state = State::of(&[(HR, Role::Hr)]);
    let mut serve = |n, first: &str, last: Option<&str>| {
        let mut person = account(n, Role::Employee);
        person.service = vec![ServicePeriod::new(day(first), last.map(day)).unwrap()];
        state.people.insert(user(n), person);
    };
    (100..119).for_each(|n| serve(n, "2024-01-01", None));
    serve(119, "2024-01-01", Some("2026-06-15"));
    serve(120, "2026-06-01", None);
    serve(121, "2026-06-30", None);
    serve(122, "2026-06-10", Some("2026-06-20"));
    serve(123, "2026-07-20", None);
    let fakes = Fakes { now: at("2026-07-03T10:00:00Z"), ..Fakes::over(state) };
    let months = headcount(&fakes.ports(), &hr()).await.unwrap();
    let of = |place: usize| {
        let HeadcountOfMonth { month, people } = months[place];
        (month.to_string(), people.joined, people.left, people.active)
    };
    assert_eq!(months.len(), 12);
    assert_eq!(of(0), ("2025-08".to_owned(), 0, 0, 20));
    assert_eq!(of(10), ("2026-06".to_owned(), 2, 1, 21));
    assert_eq!(of(11), ("2026-07".to_owned(), 0, 0, 21), "up to today");
    let (fakes, kept) = writing(fakes);
    assert_eq!(headcount_csv(&fakes.ports(), &hr()).await.unwrap().name, "Headcount_2026-07-03.csv");
    assert_eq!(noted(&fakes), taken("Headcount_2026-07-03.csv"));
    let lines = kept.lock().unwrap();
    assert_eq!((texts(&lines[0]), lines.len()), (["Month", "Joined", "Left", "Active"].map(str::to_owned).into(), 13));
    assert_eq!(lines[11], [Cell::text("2026-06"), Cell::Count(2), Cell::Count(1), Cell::Count(21)]);
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
    let (fakes, kept) = writing(fakes);
    assert_eq!(missing_days_csv(&fakes.ports(), &hr(), june()).await.unwrap().name, "Missing_Days_6_2026.csv");
    assert_eq!(noted(&fakes), taken("Missing_Days_6_2026.csv"));
    let lines = kept.lock().unwrap();
    assert_eq!(texts(&lines[0]), ["Employee", "Employee ID", "Department", "Manager", "Day"]);
    let line = |date: &str| {
        let [name, id, department, manager] = ["First100 Last100", "EMP1100", "Works", "First7 Last7"].map(Cell::text);
        vec![name, id, department, manager, Cell::Date(day(date))]
    };
    assert_eq!(lines[1..], [line("2026-06-01"), line("2026-06-02")]);
}

#[tokio::test]
async fn employees_and_managers_see_no_report_of_the_organisation() {
    for role in [Role::Employee, Role::Manager] {
        let (ports, by) = (Fakes::default().ports(), caller(1, role));
        let refused = Error::from(Forbidden::Role);
        assert_eq!(departments(&ports, &by, june()).await.err(), Some(refused.clone()));
        assert_eq!(headcount(&ports, &by).await, Err(refused.clone()));
        assert_eq!(missing_days(&ports, &by, june()).await, Err(refused.clone()));
        assert_eq!(boss_dashboard(&ports, &by).await.err(), Some(refused));
    }
}

#[tokio::test]
async fn attendance_goes_into_a_file_as_it_stands_on_the_screen() {
    let (fakes, kept) = writing(in_july(given()));
    let file = attendance_csv(&fakes.ports(), &hr(), june()).await.unwrap();
    assert_eq!(file.name, "Attendance_Report_6_2026.csv");
    assert_eq!(noted(&fakes), taken("Attendance_Report_6_2026.csv"));
    let lines = kept.lock().unwrap();
    let headings = "Employee ID,Employee,Working Days,Present,Leave Days,Rate,Rating".split(',');
    assert_eq!(texts(&lines[0]), headings.collect::<Vec<_>>());
    let line = |id: &'static str, name: &'static str, present, rate, rating: &'static str| {
        vec![
            Cell::text(id),
            Cell::text(name),
            Cell::Halves(40),
            Cell::Halves(present),
            Cell::Halves(0),
            Cell::Percent(rate),
            Cell::text(rating),
        ]
    };
    assert_eq!(lines[1], line("EMP1100", "First100 Last100", 36, 900, "Good"));
    assert_eq!(lines[15], line("EMP1300", "First300 Last300", 0, 0, "Needs Attention"));
}

#[tokio::test]
async fn what_cannot_be_noted_is_not_handed_out() {
    let (fakes, _) = writing(in_july(given()));
    fakes.memory.breaks("EventLog::append", away());
    let refused = departments_csv(&fakes.ports(), &hr(), june()).await.err();
    assert_eq!(refused, Some(away().into()));
}
