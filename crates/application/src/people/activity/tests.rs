//! Who has recorded what, and who has not.

use super::*;
use crate::testing::{Fakes, Memory, at, caller, day, employment, entry, holiday, number, today, user};
use chrono::Datelike;
use domain::access::Forbidden;
use domain::person::{Employment, Role};
use domain::timesheet::{Entry, Status};
use proptest::prelude::*;
use std::collections::HashMap;

/// The working days among the thirty before Wednesday, 10 June 2026.
fn working_days() -> Vec<NaiveDate> {
    day("2026-05-11").iter_days().take(30).filter(|day| day.weekday().num_days_from_monday() < 5).collect()
}

fn people(people: Vec<Employment>) -> Memory {
    Memory { people, ..Memory::default() }
}

fn fakes(memory: Memory) -> Fakes {
    Fakes::over(memory)
}

async fn frozen(fakes: &Fakes) -> Vec<(u128, Vec<NaiveDate>)> {
    let found = frozen_employees(&fakes.ports(), &caller(9, Role::Hr)).await.unwrap();
    found.into_iter().map(|person| (number(person.person.id), person.days)).collect()
}

/// The days that one Employee, who joined long ago, has left without an entry.
async fn missing(memory: Memory) -> Vec<NaiveDate> {
    let found = frozen(&fakes(Memory { people: vec![employment(1, None)], ..memory })).await;
    found.into_iter().flat_map(|(_, days)| days).collect()
}

fn without(days: &[&str]) -> Vec<NaiveDate> {
    working_days().into_iter().filter(|day| !days.contains(&day.to_string().as_str())).collect()
}

#[tokio::test]
async fn only_hr_and_administrators_ask() {
    let memory = || fakes(people(vec![employment(1, None)]));
    for role in Role::ALL {
        let (ports, by) = (memory().ports(), caller(9, role));
        let may = matches!(role, Role::Hr | Role::Admin);
        let crowd = Some((0..200).map(user).collect());
        assert_eq!(frozen_employees(&ports, &by).await.is_ok(), may, "{role}");
        assert_eq!(latest_entries(&ports, &by).await.is_ok(), may, "{role}");
        assert_eq!(approval_stats(&ports, &by, None).await.is_ok(), may, "{role}");
        if !may {
            // Before anything is read, and before what does not fit.
            let ports = Fakes::default().ports();
            assert_eq!(frozen_employees(&ports, &by).await, Err(Forbidden::Role.into()));
            assert_eq!(latest_entries(&ports, &by).await, Err(Forbidden::Role.into()));
            assert_eq!(approval_stats(&ports, &by, crowd).await, Err(Forbidden::Role.into()));
        }
    }
}

#[tokio::test]
async fn every_working_day_of_the_last_thirty_counts_and_today_does_not() {
    let days = missing(Memory::default()).await;
    assert_eq!(days, working_days());
    assert_eq!((days.len(), days[0], days[21]), (22, day("2026-05-11"), day("2026-06-09")));
}

#[tokio::test]
async fn a_day_with_an_entry_is_filled_whatever_became_of_it() {
    let entries = vec![
        entry(1, 1, day("2026-05-11"), Status::Approved),
        entry(2, 1, day("2026-05-12"), Status::Pending),
        entry(3, 1, day("2026-06-09"), Status::Rejected),
        entry(4, 1, today(), Status::Pending),
        entry(5, 1, day("2026-06-06"), Status::Pending),
        entry(6, 2, day("2026-05-13"), Status::Pending),
    ];
    let days = missing(Memory { entries, ..Memory::default() }).await;
    assert_eq!(days, without(&["2026-05-11", "2026-05-12", "2026-06-09"]));
}

#[tokio::test]
async fn holidays_are_nobodys_fault() {
    let holidays = vec![
        holiday("2026-05-14", false),
        holiday("2020-05-25", true),
        holiday("2025-06-01", false),
        holiday("2027-06-02", true),
        holiday("2026-05-16", false),
    ];
    let days = missing(Memory { holidays, ..Memory::default() }).await;
    assert_eq!(days, without(&["2026-05-14", "2026-05-25"]));

    // Where the organisation never works, nobody is asked for.
    let all = working_days().into_iter().map(|day| holiday(&day.to_string(), false)).collect();
    assert!(missing(Memory { holidays: all, ..Memory::default() }).await.is_empty());
}

#[tokio::test]
async fn nobody_is_missed_before_joining_or_before_the_account() {
    let joined = |n, date: Option<&str>| Employment { joining_date: date.map(day), ..employment(n, None) };
    let mut memory = people(vec![
        joined(1, Some("2026-06-04")),
        joined(2, None),
        joined(3, Some("2026-05-12")),
        joined(4, Some("2026-06-10")),
        joined(5, Some("2026-07-01")),
        joined(6, Some("2026-06-08")),
    ]);
    memory.created = HashMap::from([
        (user(2), at("2026-06-08T08:00:00Z")),
        (user(3), at("2026-06-05T08:00:00Z")),
        (user(6), at("2026-05-20T08:00:00Z")),
    ]);
    let days = |days: &[&str]| days.iter().copied().map(day).collect::<Vec<_>>();
    assert_eq!(
        frozen(&fakes(memory)).await,
        [
            (1, days(&["2026-06-04", "2026-06-05", "2026-06-08", "2026-06-09"])),
            (2, days(&["2026-06-08", "2026-06-09"])),
            (3, days(&["2026-06-05", "2026-06-08", "2026-06-09"])),
            (6, days(&["2026-06-08", "2026-06-09"])),
        ]
    );
}

#[tokio::test]
async fn who_has_filled_everything_is_not_named() {
    let full: Vec<Entry> = (100..).zip(working_days()).map(|(n, date)| entry(n, 1, date, Status::Pending)).collect();
    let memory = Memory { people: vec![employment(1, None), employment(2, None)], entries: full, ..Memory::default() };
    let found = frozen(&fakes(memory)).await;
    assert_eq!(found, [(2, working_days())]);
}

#[tokio::test]
async fn days_are_the_organisations_days() {
    // The account was created late on Monday, 8 June in UTC: that is Monday in Pago Pago, and Tuesday in Tonga.
    for (now, zone, expected) in [
        ("2026-06-10T10:30:00Z", chrono_tz::Pacific::Pago_Pago, ["2026-06-08"].as_slice()),
        ("2026-06-10T11:30:00Z", chrono_tz::Pacific::Pago_Pago, &["2026-06-08", "2026-06-09"]),
        ("2026-06-10T11:30:00Z", chrono_tz::Pacific::Tongatapu, &["2026-06-09", "2026-06-10"]),
        ("2026-06-10T10:30:00Z", chrono_tz::Pacific::Tongatapu, &["2026-06-09"]),
        ("2026-06-10T10:30:00Z", chrono_tz::UTC, &["2026-06-08", "2026-06-09"]),
    ] {
        let memory = Memory {
            people: vec![employment(1, None)],
            created: HashMap::from([(user(1), at("2026-06-08T22:00:00Z"))]),
            ..Memory::default()
        };
        let fakes = Fakes { now: at(now), zone, ..Fakes::over(memory) };
        let expected: Vec<NaiveDate> = expected.iter().copied().map(day).collect();
        assert_eq!(frozen(&fakes).await, [(1, expected)], "{now} in {zone}");
    }
}

#[tokio::test]
async fn at_most_a_thousand_people_are_named() {
    let crowd = (1..=1_005).map(|n| employment(n, None)).collect();
    let found = frozen(&fakes(people(crowd))).await;
    assert_eq!((found.len(), found[999].0), (1_000, 1_000));
}

#[tokio::test]
async fn counts_come_for_everyone_asked_for_in_one_order_and_with_zeros() {
    let entries = vec![
        entry(1, 1, day("2026-06-01"), Status::Pending),
        entry(2, 1, day("2026-06-02"), Status::Pending),
        entry(3, 1, day("2026-06-03"), Status::Approved),
        entry(4, 2, day("2026-06-01"), Status::Rejected),
        entry(5, 3, day("2026-06-01"), Status::Approved),
    ];
    let ports = fakes(Memory { entries, ..Memory::default() }).ports();
    let count = |n, pending, approved, rejected| ApprovalCount { user: user(n), pending, approved, rejected };
    let ask = async |users: Option<Vec<UserId>>| approval_stats(&ports, &caller(9, Role::Hr), users).await;
    assert_eq!(
        ask(Some([4, 2, 1, 2].map(user).to_vec())).await,
        Ok(vec![count(1, 2, 1, 0), count(2, 0, 0, 1), count(4, 0, 0, 0)]),
        "once each, though asked for twice, and nobody else"
    );
    assert_eq!(ask(None).await, Ok(vec![count(1, 2, 1, 0), count(2, 0, 0, 1), count(3, 0, 1, 0)]));
    assert_eq!(ask(Some(Vec::new())).await, Ok(Vec::new()));
}

#[tokio::test]
async fn a_hundred_people_are_counted_at_once_and_no_more() {
    let ports = fakes(Memory::default()).ports();
    let ask = async |users: Vec<UserId>| approval_stats(&ports, &caller(9, Role::Admin), Some(users)).await;
    let hundred: Vec<UserId> = (1..=100).map(user).collect();
    assert_eq!(ask(hundred.repeat(2)).await.map(|found| found.len()), Ok(100), "each counts once");
    let too_many = ask((1..=101).map(user).collect()).await;
    assert_eq!(too_many, Err(Invalid::field("userIds", "Select at most 100 people").into()));
}

#[tokio::test]
async fn the_hundred_newest_entries_are_shown() {
    let made = |n: u128| {
        let at = at("2026-06-01T00:00:00Z") + chrono::Duration::minutes(i64::try_from(n).unwrap());
        Entry { created_at: at, ..entry(n, n % 7, today(), Status::Pending) }
    };
    let fakes = fakes(Memory { entries: (1..=120).map(made).collect(), ..Memory::default() });
    let found = latest_entries(&fakes.ports(), &caller(9, Role::Hr)).await.unwrap();
    let made_at: Vec<_> = found.iter().map(|view| view.entry.created_at).collect();
    assert_eq!((made_at.len(), made_at[0]), (100, at("2026-06-01T02:00:00Z")));
    assert!(made_at.is_sorted_by(|newer, older| newer > older));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Every day is named or not by itself, whatever the others are.
    #[test]
    fn a_day_is_named_exactly_where_work_was_due_and_nothing_recorded(
        joined in prop::option::of(-5i64..45),
        created in -3i64..60,
        filled in prop::collection::btree_set(-2i64..40, 0..30),
        off in prop::collection::btree_set(-2i64..40, 0..10),
    ) {
        let back = |days: i64| today() - chrono::Duration::days(days);
        let joining_date = joined.map(back);
        let memory = Memory {
            people: vec![Employment { joining_date, ..employment(1, None) }],
            created: HashMap::from([(user(1), at("2026-06-10T09:00:00Z") - chrono::Duration::days(created))]),
            entries: (1..).zip(&filled).map(|(n, days)| entry(n, 1, back(*days), Status::Pending)).collect(),
            holidays: off.iter().map(|days| holiday(&back(*days).to_string(), false)).collect(),
            ..Memory::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let found = runtime.block_on(frozen(&fakes(memory)));
        let expected: Vec<NaiveDate> = (1..=30i64)
            .rev()
            .filter(|days| !filled.contains(days) && !off.contains(days) && *days <= created)
            .map(back)
            .filter(|day| day.weekday().num_days_from_monday() < 5 && joining_date.is_none_or(|joined| joined <= *day))
            .collect();
        let named = found.into_iter().flat_map(|(_, days)| days).collect::<Vec<_>>();
        prop_assert_eq!(named, expected);
    }
}
