//! The day from which somebody's records begin (moving-in.md 1.5). Person 1 joined on 1 June 2025.

use super::*;
use crate::events::Record;
use crate::testing::{entry, nothing_changes_when_a_call_fails};
use domain::person::Salary;
use domain::person::service::ServicePeriod;
use domain::time::Month;
use domain::timesheet::Status;

fn begins(date: Option<&str>) -> AccountUpdate {
    AccountUpdate { records_from: Some(date.map(day)), ..form(1, Role::Employee) }
}

fn in_service(state: &mut State) {
    state.person(1).service = vec![ServicePeriod::since(day("2025-06-01"))];
}

#[tokio::test]
async fn days_in_service_begin_with_the_records_and_salary_and_leave_stay() {
    let fakes = with(in_service);
    let salaries = fakes.state().salaries;
    let after = update(&fakes, &hr(), 1, begins(Some("2026-06-10"))).await.unwrap();
    assert_eq!(
        (after.person.records_from, after.person.joining_date),
        (Some(day("2026-06-10")), Some(day("2025-06-01")))
    );
    assert_eq!(after.salary.flatten().map(Salary::cents), Some(5_240_050));
    let kept = fakes.state();
    assert_eq!(kept.people[&user(1)].service, [ServicePeriod::since(day("2026-06-10"))]);
    assert_eq!((&kept.salaries, kept.leave_ledger.len()), (&salaries, 0), "both go by the joining date");
    let what = Record::of("account-changed").about([user(1)]).change("recordsFrom", None, Some(day("2026-06-10")));
    assert_eq!((&kept.events[0].record, kinds(&kept)), (&what, vec!["account-changed"]));
    // Sent back it changes nothing, and without it they begin with joining again.
    update(&fakes, &admin(), 1, begins(Some("2026-06-10"))).await.unwrap();
    assert_eq!(fakes.state(), kept);
    update(&fakes, &admin(), 1, begins(None)).await.unwrap();
    assert_eq!(fakes.state().people[&user(1)].service, [ServicePeriod::since(day("2025-06-01"))]);
}

#[tokio::test]
async fn records_begin_neither_out_of_reach_nor_before_joining() {
    for (date, sentence) in [
        ("1999-12-31", "The date must be from 2000-01-01 to 2027-06-11"),
        ("2027-06-12", "The date must be from 2000-01-01 to 2027-06-11"),
        ("2025-05-31", "The records cannot begin before the joining date (2025-06-01)"),
    ] {
        let refused = refusal(portal(), &hr(), 1, begins(Some(date))).await;
        assert_eq!(refused, Invalid::field("recordsFrom", sentence).into(), "{date}");
    }
    let both = |joined, records| AccountUpdate { joining_date: Some(Some(day(joined))), ..begins(Some(records)) };
    let refused = refusal(portal(), &hr(), 1, both("2027-06-12", "1999-12-31")).await;
    let Error::Invalid(Invalid { fields, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(fields.iter().map(|(field, _)| *field).collect::<Vec<_>>(), ["joiningDate", "recordsFrom"]);
    // A joining date that is corrected to a later one does not take the records along unasked.
    let begun = || with(|state| state.person(1).record.records_from = Some(day("2026-06-10")));
    let later = AccountUpdate { joining_date: Some(Some(day("2026-06-15"))), ..form(1, Role::Employee) };
    let sentence = "The records cannot begin before the joining date (2026-06-15)";
    assert_eq!(refusal(begun(), &hr(), 1, later).await, Invalid::field("recordsFrom", sentence).into());
    assert!(update(&begun(), &hr(), 1, both("2026-06-15", "2026-06-15")).await.is_ok());
    // Only Employees have days, so nobody else's are moved.
    let other = AccountUpdate { records_from: Some(Some(day("2026-06-10"))), ..form(7, Role::Manager) };
    let fakes = portal();
    update(&fakes, &hr(), 7, other).await.unwrap();
    assert_eq!(fakes.state(), before());
}

#[tokio::test]
async fn records_that_begin_after_what_was_recorded_or_in_a_closed_month_are_refused() {
    let busy = || {
        with(|state| {
            let made = entry(40, 1, day("2026-03-02"), Status::Approved);
            state.entries.insert(made.id(), made);
        })
    };
    let refused = refusal(busy(), &hr(), 1, begins(Some("2026-03-03"))).await;
    assert_eq!(refused, Conflict::EntriesBeforeRecords.into());
    assert!(update(&busy(), &hr(), 1, begins(Some("2026-03-02"))).await.is_ok());
    let month = Month::new(2025, 8).unwrap();
    let closed = || {
        with(|state| {
            in_service(state);
            state.close(month, &[user(1)]);
        })
    };
    for date in ["2025-08-02", "2025-09-01", "2026-06-10"] {
        let refused = refusal(closed(), &hr(), 1, begins(Some(date))).await;
        assert_eq!(refused, Conflict::MonthClosed(month).into(), "{date}");
    }
    assert!(update(&closed(), &hr(), 1, begins(Some("2025-07-15"))).await.is_ok(), "August stays whole");
}

#[tokio::test]
async fn a_move_of_the_records_is_kept_whole_or_not_at_all() {
    let typed = || begins(Some("2026-06-10"));
    nothing_changes_when_a_call_fails(before, async |fakes| update(fakes, &hr(), 1, typed()).await).await;
}
