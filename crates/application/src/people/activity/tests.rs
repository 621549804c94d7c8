//! Who has recorded what, and who has not.

use super::*;
use crate::testing::{Fakes, Given, at, caller, change, day, employment, entry, holiday, number, today, user};
use chrono::{Datelike, NaiveDate};
use domain::leave::{DayPart, LeaveStatus};
use domain::person::{Employment, Role};
use domain::timesheet::Status;
use proptest::prelude::*;

fn people(people: Vec<Employment>) -> Given {
    Given { people, ..Given::default() }
}

fn fakes(memory: Given) -> Fakes {
    Fakes::over(memory)
}

async fn frozen(fakes: &Fakes) -> Vec<(u128, Vec<NaiveDate>)> {
    let found = frozen_employees(&fakes.ports(), &caller(9, Role::Hr)).await.unwrap();
    found.into_iter().map(|employee| (number(employee.person.id), employee.days)).collect()
}

fn days(days: &[&str]) -> Vec<NaiveDate> {
    days.iter().copied().map(day).collect()
}

/// Person 1 was marked absent on these days.
fn absent_on(dates: &[&str]) -> Given {
    let absent = dates.iter().map(|date| (user(1), day(date))).collect();
    Given { absent, ..people(vec![employment(1, None)]) }
}

#[tokio::test]
async fn holidays_that_were_entered_later_are_nobodys_fault() {
    let marked = || {
        let memory = absent_on(&["2026-05-14", "2026-05-25", "2026-06-01", "2026-06-02"]);
        let absent = memory.absent.iter().copied().chain([(user(2), day("2026-05-14"))]).collect();
        Given { absent, people: vec![employment(1, None), employment(2, None)], ..memory }
    };
    let holidays = vec![
        holiday("2026-05-14", false),
        holiday("2020-05-25", true),
        // Of another year, and of one to come.
        holiday("2025-06-01", false),
        holiday("2027-06-02", true),
    ];
    let found = frozen(&fakes(Given { holidays, ..marked() })).await;
    assert_eq!(found, [(1, days(&["2026-06-01", "2026-06-02"]))], "and who has no other day is not named");
    assert_eq!(frozen(&fakes(marked())).await.len(), 2);
}

#[tokio::test]
async fn the_thirty_days_are_the_organisations() {
    for (now, zone, expected) in [
        // Today is 10 June, which lies thirty days after Monday, 11 May; a day later that Monday is too long ago.
        ("2026-06-11T10:30:00Z", chrono_tz::Pacific::Pago_Pago, ["2026-05-11", "2026-05-12"].as_slice()),
        ("2026-06-11T11:30:00Z", chrono_tz::Pacific::Pago_Pago, &["2026-05-12"]),
        ("2026-06-10T10:30:00Z", chrono_tz::Pacific::Tongatapu, &["2026-05-11", "2026-05-12"]),
        ("2026-06-10T11:30:00Z", chrono_tz::Pacific::Tongatapu, &["2026-05-12"]),
        ("2026-06-10T23:59:59Z", chrono_tz::UTC, &["2026-05-11", "2026-05-12"]),
    ] {
        let fakes = Fakes { now: at(now), zone, ..fakes(absent_on(&["2026-05-11", "2026-05-12"])) };
        assert_eq!(frozen(&fakes).await, [(1, days(expected))], "{now} in {zone}");
    }
}

#[tokio::test]
async fn at_most_a_thousand_people_are_named() {
    let crowd = (1..=1_005).map(|n| employment(n, None)).collect();
    let absent = (1..=1_005).map(|n| (user(n), day("2026-06-09"))).collect();
    let found = frozen(&fakes(Given { absent, ..people(crowd) })).await;
    assert_eq!(found.len(), 1_000);
}

#[tokio::test]
async fn the_hundred_newest_entries_are_shown() {
    let made = |n: u128| {
        let at = at("2026-06-01T00:00:00Z") + chrono::Duration::minutes(i64::try_from(n).unwrap());
        change(entry(n, n % 7, today(), Status::Pending), |stored| stored.created_at = at)
    };
    let fakes = fakes(Given { entries: (1..=120).map(made).collect(), ..Given::default() });
    let found = latest_entries(&fakes.ports(), &caller(9, Role::Hr)).await.unwrap();
    let made_at: Vec<_> = found.iter().map(|view| view.entry.created_at).collect();
    assert_eq!((made_at.len(), made_at[0]), (100, at("2026-06-01T02:00:00Z")));
    assert!(made_at.is_sorted_by(|newer, older| newer > older));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Every day is named or not by itself, whatever the others are.
    #[test]
    fn a_day_is_named_exactly_where_it_is_marked_and_nothing_happened_since(
        marked in prop::collection::btree_set(-2i64..40, 0..30),
        filled in prop::collection::btree_set(-2i64..40, 0..10),
        unlocked in prop::collection::btree_set(-2i64..40, 0..10),
        off in prop::collection::btree_set(-2i64..40, 0..10),
    ) {
        let back = |days: i64| today() - chrono::Duration::days(days);
        // The job marks working days that are over.
        let marked: Vec<i64> =
            marked.into_iter().filter(|days| *days > 0 && back(*days).weekday().num_days_from_monday() < 5).collect();
        let memory = Given {
            absent: marked.iter().map(|days| (user(1), back(*days))).collect(),
            entries: (1..).zip(&filled).map(|(n, days)| entry(n, 1, back(*days), Status::Pending)).collect(),
            unlocked: unlocked.iter().map(|days| (user(1), back(*days))).collect(),
            holidays: off.iter().map(|days| holiday(&back(*days).to_string(), false)).collect(),
            ..people(vec![employment(1, None)])
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let found = runtime.block_on(frozen(&fakes(memory)));
        let is_named =
            |days: &&i64| **days <= 30 && !filled.contains(days) && !unlocked.contains(days) && !off.contains(days);
        let expected: Vec<NaiveDate> = marked.iter().rev().filter(is_named).map(|days| back(*days)).collect();
        prop_assert_eq!(found.into_iter().flat_map(|(_, days)| days).collect::<Vec<_>>(), expected);
    }
}

/// leave.md 1.7: a frozen day that comes to be covered whole by approved leave is frozen no more.
#[tokio::test]
async fn approved_leave_over_the_whole_day_lifts_the_freezing() {
    use DayPart::{Full, Morning};
    let dates = ["2026-06-02", "2026-06-03", "2026-06-04", "2026-06-09"];
    let fakes = fakes(absent_on(&dates));
    fakes.memory.change(|state| {
        state.take_leave(1, "2026-06-02", "2026-06-02", Full, LeaveStatus::Approved);
        state.take_leave(1, "2026-06-03", "2026-06-03", Full, LeaveStatus::CancellationAsked);
        state.take_leave(1, "2026-06-04", "2026-06-04", Morning, LeaveStatus::Approved);
        state.take_leave(1, "2026-06-09", "2026-06-09", Full, LeaveStatus::Pending);
    });
    assert_eq!(frozen(&fakes).await, [(1, days(&["2026-06-04", "2026-06-09"]))]);
}
