//! Salaries, work patterns, joining dates and where records begin, as rows give them.

use super::*;
use crate::testing::{day, entry};
use chrono::NaiveDate;
use domain::person::Salary;
use domain::time::{Month, Weekdays, WorkPattern};
use domain::timesheet::Hours;
use domain::timesheet::Status;
use domain::work_patterns::PatternOwner;

fn paid(row: PeopleRow, cents: i64, from: Option<&str>) -> PeopleRow {
    let salary = Given::Value(Salary::from_cents(cents).unwrap());
    PeopleRow { salary, salary_from: from.map(day), ..row }
}

/// The salaries of person `n`, each with its first day, in cents.
fn salaries(fakes: &Fakes, n: u128) -> Vec<(NaiveDate, Option<u64>)> {
    let state = fakes.state();
    let own = state.salaries.iter().filter(|((of, _), _)| *of == user(n));
    own.map(|((_, from), (salary, ..))| (*from, salary.map(Salary::cents))).collect()
}

fn closed(month: &str, with_rows_of: &[u128]) -> Fakes {
    with(|state| {
        let users: Vec<_> = with_rows_of.iter().map(|n| user(*n)).collect();
        state.close(Month::of(day(&format!("{month}-01"))), &users);
    })
}

#[tokio::test]
async fn a_salary_begins_today_or_on_its_date_and_one_that_holds_is_the_same() {
    let fakes = portal();
    let rows = [
        paid(known(1), 6_000_000, None),
        paid(known(2), 6_100_000, Some("2026-09-01")),
        paid(known(6), 5_240_050, None),
    ];
    let plan = planned(&fakes, &hr(), &rows).await;
    assert_eq!(changes(&plan[0]), ["Salary *", "Salary From  > 2026-06-10"]);
    assert_eq!(plan[2].action, Action::Same);
    assert_eq!(apply(&fakes, &hr(), Options::default(), &plan, &rows).await, []);
    let first = (day("2025-06-01"), Some(5_240_050));
    assert_eq!(salaries(&fakes, 1), [first, (day("2026-06-10"), Some(6_000_000))]);
    assert_eq!(salaries(&fakes, 2), [first, (day("2026-09-01"), Some(6_100_000))]);
    assert_eq!(kinds(&fakes.state()), ["salary-set", "salary-set"]);
    assert_eq!(told(&fakes, &hr(), &rows).await, ["same"; 3]);
}

#[tokio::test]
async fn the_salary_of_somebody_new_begins_with_joining_or_on_its_date() {
    let fakes = portal();
    let joined = |row| PeopleRow { joining_date: Given::Value(day("2019-03-01")), ..row };
    let rows = [
        joined(paid(new("ann"), 1, None)),
        joined(paid(new("ben"), 2, Some("2026-01-01"))),
        paid(new("cyd"), 3, None),
        paid(new("dee"), 4, Some("2028-01-01")),
        joined(paid(new("eve"), 5, Some("2019-02-28"))),
    ];
    let found = told(&fakes, &hr(), &rows).await;
    let ahead = "Salary From: The salary can begin at most 366 days ahead";
    let before = "Salary From: The salary cannot begin before the joining date (2019-03-01)";
    assert_eq!(found, ["create", "create", "create", ahead, before]);
    applied(&fakes, &hr(), Options::default(), &rows).await;
    let state = fakes.state();
    let new: Vec<_> =
        state.salaries.iter().filter(|(_, (salary, ..))| salary.is_some_and(|of| of.cents() < 9)).collect();
    let found: Vec<_> = new.iter().map(|((_, from), (salary, ..))| (*from, salary.unwrap().cents())).collect();
    assert_eq!(found, [(day("2019-03-01"), 1), (day("2026-01-01"), 2), (day("2026-06-10"), 3)]);
}

#[tokio::test]
async fn a_closed_month_keeps_salaries_patterns_and_joining_dates() {
    let sentence = "The month May 2026 has been processed and is closed";
    let fakes = closed("2026-05", &[1]);
    let row = |n| paid(known(n), 6_000_000, Some("2026-05-04"));
    assert_eq!(told(&fakes, &hr(), &[row(1), row(2)]).await, [format!("Salary: {sentence}"), "change".into()]);
    let pattern =
        |n| PeopleRow { full_day_hours: Some(Hours::whole(8)), pattern_from: Some(day("2026-05-04")), ..known(n) };
    let found = told(&fakes, &hr(), &[pattern(1), pattern(2)]).await;
    assert_eq!(found, [format!("Pattern From: {sentence}"), "change".into()]);
    let joined = |row, date| PeopleRow { joining_date: Given::Value(day(date)), ..row };
    let rows = [
        joined(new("ann"), "2026-05-20"),
        joined(PeopleRow { records_from: Some(day("2026-05-20")), ..new("ben") }, "2019-03-01"),
        joined(PeopleRow { role: Some(Role::Manager), ..new("cyd") }, "2026-05-20"),
        joined(new("dee"), "2019-03-01"),
    ];
    let records = Options { records_from: Some(day("2026-05-20")), ..Options::default() };
    let plan = People.plan(&fakes.ports(), &hr(), &records, &file(&rows)).await.unwrap();
    let found: Vec<_> = plan.iter().map(|row| row.problem.as_ref().map(|problem| problem.column.to_string())).collect();
    let records = Some("Records From".to_owned());
    assert_eq!(found, [Some("Joining Date".to_owned()), records.clone(), None, records]);
    assert_eq!(told(&fakes, &hr(), &[rows[3].clone()]).await, ["create"], "the records begin today");
}

#[tokio::test]
async fn what_was_closed_since_the_plan_leaves_the_row_out() {
    let fakes = portal();
    let rows = [paid(known(1), 6_000_000, Some("2026-05-04")), known(2)];
    let plan = planned(&fakes, &hr(), &rows).await;
    fakes.memory.change(|state| state.close(Month::of(day("2026-05-01")), &[user(1)]));
    let outcomes = apply(&fakes, &hr(), Options::default(), &plan, &rows).await;
    assert!(matches!(&outcomes[..], [Outcome::LeftOut(problem)] if problem.column == "Salary"), "{outcomes:?}");
    assert_eq!(salaries(&fakes, 1).len(), 1);
}

#[tokio::test]
async fn a_joining_date_is_corrected_as_in_the_profile() {
    let fakes = with(|state| {
        let entry = entry(50, 1, day("2026-06-01"), Status::Approved);
        state.entries.insert(entry.id(), entry);
    });
    let joined = |n, date| PeopleRow { joining_date: Given::Value(day(date)), ..known(n) };
    let rows = [joined(1, "2026-06-02"), joined(2, "2026-01-05"), joined(6, "2025-06-01")];
    let found = told(&fakes, &hr(), &rows).await;
    assert_eq!(found, ["Joining Date: There are entries before this date", "change", "same"]);
    applied(&fakes, &hr(), Options::default(), &rows).await;
    assert_eq!(salaries(&fakes, 2), [(day("2026-01-05"), Some(5_240_050))], "it begins with joining");
    let late = told(&fakes, &hr(), &[joined(2, "2028-01-01")]).await;
    assert_eq!(late, ["Joining Date: The date must be from 2000-01-01 to 2027-06-11"]);
}

#[tokio::test]
async fn a_pattern_takes_what_it_does_not_say_from_what_holds() {
    let fakes = portal();
    let days = |row: PeopleRow, days: [f64; 4]| PeopleRow {
        working_days: Given::Value(Weekdays::of_iso_numbers(&days).unwrap()),
        ..row
    };
    let of = |row| days(row, [1.0, 2.0, 3.0, 4.0]);
    let rows = [
        of(PeopleRow { pattern_from: Some(day("2026-07-01")), ..known(1) }),
        PeopleRow { half_day_hours: Some(Hours::whole(4)), ..known(2) },
        of(PeopleRow { joining_date: Given::Value(day("1998-03-01")), ..new("ann") }),
        of(known(6)),
        PeopleRow { half_day_hours: Some(Hours::whole(9)), ..new("ben") },
        of(PeopleRow { pattern_from: Some(day("2028-01-01")), ..new("cyd") }),
    ];
    assert_eq!(
        told(&fakes, &hr(), &rows).await,
        [
            "change",
            "change",
            "create",
            ": Only employees have a work pattern of their own",
            "Half Day Hours: Half day hours must be more than 0 and less than the full day, in steps of 0.5",
            "Pattern From: The date must be from 2000-01-01 to 2027-06-11",
        ]
    );
    applied(&fakes, &hr(), Options::default(), &rows).await;
    let state = fakes.state();
    let row = |owner: PatternOwner| {
        let rows = &state.work_patterns[&owner].rows;
        let (from, (pattern, ..)) = rows.iter().next().unwrap();
        (*from, pattern.map(WorkPattern::in_words).unwrap())
    };
    let one = (day("2026-07-01"), "Monday to Thursday, full day 9 h, half day 5 h".to_owned());
    assert_eq!(row(PatternOwner::Person(user(1))), one);
    let two = (day("2026-06-10"), "Monday to Friday, full day 9 h, half day 4 h".to_owned());
    assert_eq!(row(PatternOwner::Person(user(2))), two);
    let ann = state.people.values().find(|account| account.record.email == email("ann@x.org")).unwrap();
    assert_eq!(row(PatternOwner::Person(ann.record.id)).0, day("2000-01-01"), "as early as a pattern may begin");
    assert_eq!(state.notices.len(), 2, "who is new knows of no other pattern");
    assert_eq!(told(&fakes, &hr(), &rows[..2]).await, ["same", "same"]);
    let cleared = PeopleRow { working_days: Given::Cleared, pattern_from: Some(day("2026-07-01")), ..known(1) };
    assert_eq!(told(&fakes, &hr(), &[cleared]).await, ["change"]);
}

#[tokio::test]
async fn records_of_new_people_begin_with_the_import_unless_a_row_or_joining_says_otherwise() {
    let fakes = portal();
    let joined = |row: PeopleRow, date| PeopleRow { joining_date: Given::Value(day(date)), ..row };
    let from = |row: PeopleRow, date| PeopleRow { records_from: Some(day(date)), ..row };
    let rows = [
        joined(new("ann"), "2019-03-01"),
        joined(new("ben"), "2026-09-01"),
        from(joined(new("cyd"), "2019-03-01"), "2026-06-01"),
        from(joined(new("dee"), "2026-09-01"), "2026-08-31"),
        from(known(1), "2026-06-01"),
    ];
    assert_eq!(
        told(&fakes, &hr(), &rows).await,
        [
            "create",
            "create",
            "create",
            "Records From: The records cannot begin before the joining date (2026-09-01)",
            "Records From: Only new people get this from a file. Change it in the profile.",
        ]
    );
    applied(&fakes, &hr(), Options::default(), &rows).await;
    let state = fakes.state();
    let begins = |mailbox: &str| {
        let address = email(&format!("{mailbox}@x.org"));
        state.people.values().find(|account| account.record.email == address).unwrap().record.records_from
    };
    let dates = ["2026-06-10", "2026-09-01", "2026-06-01"].map(|date| Some(day(date)));
    assert_eq!(["ann", "ben", "cyd"].map(begins), dates);
    assert_eq!(told(&fakes, &hr(), &rows[..3]).await, ["same"; 3]);
}
