//! Salaries with a date, and a joining date that is corrected (settings.md 1.3).

use super::*;
use crate::events::Record;
use crate::testing::{entry, nothing_changes_when_a_call_fails};
use chrono::NaiveDate;
use domain::person::Salary;
use domain::person::service::ServicePeriod;
use domain::time::Month;
use domain::timesheet::Status;

fn pays(salary: f64, from: Option<&str>) -> AccountUpdate {
    AccountUpdate { salary: Some(Some(salary)), salary_from: from.map(day), ..form(1, Role::Employee) }
}

fn joins(date: Option<&str>) -> AccountUpdate {
    AccountUpdate { joining_date: Some(date.map(day)), ..form(1, Role::Employee) }
}

/// What person 1 earns from which day on.
fn rows(fakes: &Fakes) -> Vec<(String, Option<u64>)> {
    let own = fakes.state().salaries.into_iter().filter(|((who, _), _)| *who == user(1));
    own.map(|((_, from), (salary, ..))| (from.to_string(), salary.map(Salary::cents))).collect()
}

fn row(from: &str, cents: u64) -> (String, Option<u64>) {
    (from.to_owned(), Some(cents))
}

#[tokio::test]
async fn a_salary_holds_from_its_day_until_the_next_one() {
    let fakes = portal();
    let after = update(&fakes, &hr(), 1, pays(54_000.0, Some("2026-07-01"))).await.unwrap();
    assert_eq!(after.salary.flatten().map(Salary::cents), Some(5_240_050), "it is still to come");
    update(&fakes, &hr(), 1, pays(60_000.0, None)).await.unwrap();
    let all = [row("2025-06-01", 5_240_050), row("2026-06-10", 6_000_000), row("2026-07-01", 5_400_000)];
    assert_eq!(rows(&fakes), all, "from today where no day is named");
    let after = update(&fakes, &hr(), 1, pays(61_000.0, Some("2026-06-10"))).await.unwrap();
    assert_eq!(
        after.salary.flatten().map(Salary::cents),
        Some(6_100_000),
        "a second one from a day replaces the first"
    );
    assert_eq!(rows(&fakes).len(), 3);
    let events = fakes.state().events.len();
    update(&fakes, &hr(), 1, pays(61_000.0, Some("2026-06-20"))).await.unwrap();
    assert_eq!((rows(&fakes).len(), fakes.state().events.len()), (3, events), "it holds already");
}

#[tokio::test]
async fn a_salary_begins_neither_before_joining_nor_in_a_month_that_is_closed() {
    let early = refusal(portal(), &hr(), 1, pays(1.0, Some("2025-05-31"))).await;
    let sentence = "The salary cannot begin before the joining date (2025-06-01)";
    assert_eq!(early, Invalid::field("salaryFrom", sentence).into());
    let closed = || with(|state| state.close(Month::new(2026, 5).unwrap(), &[user(1)]));
    let refused = refusal(closed(), &hr(), 1, pays(1.0, Some("2026-05-20"))).await;
    assert_eq!(refused, Conflict::MonthClosed(Month::new(2026, 5).unwrap()).into());
    assert!(update(&closed(), &hr(), 1, pays(52_400.5, Some("2026-05-20"))).await.is_ok(), "it holds already");
    // Who joins later earns from then on, where no day is named.
    let newcomer = with(|state| {
        state.salaries.clear();
        state.person(1).record.joining_date = Some(day("2026-08-03"));
    });
    update(&newcomer, &hr(), 1, pays(1.0, None)).await.unwrap();
    assert_eq!(rows(&newcomer), [row("2026-08-03", 100)]);
}

#[tokio::test]
async fn a_joining_date_is_corrected_with_all_that_began_with_it() {
    for (to, salary) in [("2025-03-03", "2025-03-03"), ("2026-02-02", "2026-02-02")] {
        let fakes = with(|state| state.person(1).service = vec![ServicePeriod::since(day("2025-06-01"))]);
        let after = update(&fakes, &hr(), 1, joins(Some(to))).await.unwrap();
        assert_eq!(after.person.joining_date, Some(day(to)));
        assert_eq!(rows(&fakes), [row(salary, 5_240_050)]);
        let kept = fakes.state();
        assert_eq!(kept.people[&user(1)].service, [ServicePeriod::since(day(to))]);
        let what = Record::of("account-changed").about([user(1)]).change(
            "joiningDate",
            Some(day("2025-06-01")),
            Some(day(to)),
        );
        assert_eq!((&kept.events[0].record, kinds(&kept)), (&what, vec!["account-changed"]));
    }
    let fakes = portal();
    update(&fakes, &hr(), 1, joins(None)).await.unwrap();
    assert_eq!((fakes.state().people[&user(1)].record.joining_date, rows(&fakes).len()), (None, 1));
    // Only Employees have days, so nobody else's is corrected.
    let fakes = portal();
    let other = AccountUpdate { joining_date: Some(None), ..form(7, Role::Manager) };
    update(&fakes, &hr(), 7, other).await.unwrap();
    assert_eq!(fakes.state(), before());
}

#[tokio::test]
async fn a_joining_date_that_changes_what_a_closed_month_pays_is_refused() {
    // Where the joining date is unknown, the first salary counts from the first day in service on.
    let month = Month::new(2026, 5).unwrap();
    let fakes = with(|state| {
        let person = state.person(1);
        (person.record.joining_date, person.service) = (None, vec![ServicePeriod::since(day("2026-05-01"))]);
        let (_, salary) = state.salaries.pop_first().unwrap();
        state.salaries.insert((user(1), day("2026-05-20")), salary);
        state.close(month, &[user(1)]);
    });
    assert_eq!(refusal(fakes, &hr(), 1, joins(Some("2026-04-01"))).await, Conflict::MonthClosed(month).into());
}

#[tokio::test]
async fn a_salary_sent_back_beside_an_earlier_joining_date_changes_nothing() {
    let fakes = with(|state| {
        state.person(1).record.joining_date = Some(day("2026-06-15"));
        state.salaries = state.salaries.iter().map(|((who, _), kept)| ((*who, day("2026-06-15")), *kept)).collect();
    });
    let earlier = AccountUpdate { joining_date: Some(Some(day("2026-06-01"))), ..pays(52_400.5, None) };
    update(&fakes, &hr(), 1, earlier).await.unwrap();
    assert_eq!(rows(&fakes), [row("2026-06-01", 5_240_050)]);
    assert_eq!(kinds(&fakes.state()), ["account-changed"]);
}

#[tokio::test]
async fn a_person_has_at_most_two_hundred_salaries() {
    let fakes = with(|state| {
        let kept = *state.salaries.first_key_value().unwrap().1;
        let days = day("2025-06-01").iter_days().take(200);
        state.salaries = days.map(|from| ((user(1), from), kept)).collect();
    });
    update(&fakes, &hr(), 1, pays(1.0, Some("2025-06-02"))).await.unwrap();
    assert_eq!(refusal(fakes, &hr(), 1, pays(2.0, None)).await, Conflict::TooManyChanges.into());
}

#[tokio::test]
async fn a_joining_date_after_what_was_recorded_or_in_a_closed_month_is_refused() {
    let busy = || {
        with(|state| {
            let made = entry(40, 1, day("2026-03-02"), Status::Approved);
            state.entries.insert(made.id(), made);
        })
    };
    let refused = refusal(busy(), &hr(), 1, joins(Some("2026-03-03"))).await;
    assert_eq!(refused, Conflict::EntriesBeforeJoining.into());
    assert_eq!(Conflict::EntriesBeforeJoining.sentence(), "There are entries before this date");
    assert!(update(&busy(), &hr(), 1, joins(Some("2026-03-02"))).await.is_ok());
    let month = Month::new(2025, 8).unwrap();
    let closed = || {
        with(|state| {
            state.person(1).service = vec![ServicePeriod::since(day("2025-06-01"))];
            state.close(month, &[user(1)]);
        })
    };
    for date in [Some("2025-09-01"), Some("2025-08-02"), None] {
        let answer = update(&closed(), &hr(), 1, joins(date)).await;
        let is_before = date.is_none();
        assert_eq!(answer.is_ok(), is_before, "{date:?}: {answer:?}");
    }
    let stale =
        AccountUpdate { expected: Some(crate::testing::at("2020-01-01T00:00:00Z")), ..joins(Some("2025-09-01")) };
    assert_eq!(
        refusal(closed(), &hr(), 1, stale).await,
        Conflict::MonthClosed(month).into(),
        "before what has changed"
    );
    // The present one is never refused.
    let old: Option<NaiveDate> = Some(day("1998-04-01"));
    let fakes = with(|state| state.person(1).record.joining_date = old);
    assert!(update(&fakes, &hr(), 1, joins(Some("1998-04-01"))).await.is_ok());
    assert!(fakes.state().events.is_empty());
}

#[tokio::test]
async fn a_correction_is_kept_whole_or_not_at_all() {
    let both = || AccountUpdate { joining_date: Some(Some(day("2025-07-01"))), ..pays(1.0, Some("2025-08-01")) };
    nothing_changes_when_a_call_fails(before, async |fakes| update(fakes, &hr(), 1, both()).await).await;
}
