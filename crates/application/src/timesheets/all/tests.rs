use super::*;
use crate::Invalid;
use crate::testing::{Fakes, Given, at, away, caller, day, entry, number};
use domain::access::Forbidden;
use domain::person::Role;
use domain::timesheet::Status;
use std::collections::BTreeSet;

/// Entries on the first and the last of these days, and on the days around them.
fn around(from: &str, to: &str) -> Fakes {
    let (from, to) = (day(from), day(to));
    let dates = BTreeSet::from([from.pred_opt().unwrap(), from, to, to.succ_opt().unwrap()]);
    let entries = (1..).zip(dates).map(|(n, date)| entry(n, 1, date, Status::Pending)).collect();
    Fakes::over(Given { entries, ..Given::default() })
}

fn dates(found: &AllTimesheets) -> Vec<NaiveDate> {
    found.entries.iter().map(|view| view.entry.date).collect()
}

fn period(from: &str, to: &str) -> (NaiveDate, NaiveDate) {
    (day(from), day(to))
}

#[tokio::test]
async fn without_dates_it_is_this_month_of_the_organisation() {
    use chrono_tz::Pacific::{Pago_Pago, Tongatapu};
    for (now, zone, from, to) in [
        ("2026-06-10T10:00:00Z", chrono_tz::UTC, "2026-06-01", "2026-06-30"),
        ("2026-06-30T23:00:00Z", Tongatapu, "2026-07-01", "2026-07-31"),
        ("2026-07-01T10:59:59Z", Pago_Pago, "2026-06-01", "2026-06-30"),
        ("2026-12-31T23:00:00Z", Tongatapu, "2027-01-01", "2027-01-31"),
        ("2028-02-10T10:00:00Z", chrono_tz::UTC, "2028-02-01", "2028-02-29"),
    ] {
        let fakes = Fakes { now: at(now), zone, ..around(from, to) };
        let found = all(&fakes.ports(), &caller(9, Role::Hr), None, 1, 20).await.unwrap();
        assert_eq!((dates(&found), found.total), (vec![day(to), day(from)], 2), "{now} in {zone}");
    }
}

#[tokio::test]
async fn a_year_with_its_leap_day_is_the_most() {
    for (from, to) in [("2026-06-10", "2026-06-10"), ("2028-01-01", "2028-12-31"), ("2026-01-01", "2027-01-01")] {
        let found =
            all(&around(from, to).ports(), &caller(9, Role::Admin), Some(period(from, to)), 1, 1).await.unwrap();
        assert_eq!((dates(&found), found.total), (vec![day(to)], if from == to { 1 } else { 2 }), "{from} to {to}");
    }
    for (from, to) in [("2028-01-01", "2029-01-01"), ("2026-01-01", "2027-01-02"), ("2000-01-01", "2099-12-31")] {
        let refused = all(&Fakes::default().ports(), &caller(9, Role::Hr), Some(period(from, to)), 1, 20).await;
        assert_eq!(refused, Err(Invalid::field("to", "The period must be at most 366 days").into()), "{from} to {to}");
    }
}

#[tokio::test]
async fn everyones_entries_come_a_page_at_a_time() {
    let entries = vec![
        entry(1, 1, day("2026-06-01"), Status::Pending),
        entry(2, 2, day("2026-06-03"), Status::Approved),
        entry(3, 3, day("2026-06-02"), Status::Rejected),
        entry(4, 1, day("2026-05-31"), Status::Pending),
    ];
    let fakes = Fakes::over(Given { entries, ..Given::default() });
    let page = async |page| {
        let found = all(&fakes.ports(), &caller(9, Role::Hr), None, page, 2).await.unwrap();
        (found.entries.iter().map(|view| number(view.person.id)).collect::<Vec<_>>(), found.total)
    };
    assert_eq!(page(1).await, (vec![2, 3], 3));
    assert_eq!(page(2).await, (vec![1], 3));
    assert_eq!(page(3).await, (vec![], 3));
}

#[tokio::test]
async fn only_hr_and_administrators_read_them_and_the_role_comes_before_the_dates() {
    for role in [Role::Employee, Role::Manager] {
        let refused =
            all(&Fakes::default().ports(), &caller(7, role), Some(period("2000-01-01", "2026-01-01")), 1, 20).await;
        assert_eq!(refused, Err(Forbidden::Role.into()));
    }
    let fakes = Fakes::over(Given::default());
    fakes.memory.breaks("TimesheetReads::page", away());
    assert_eq!(all(&fakes.ports(), &caller(9, Role::Admin), None, 1, 20).await, Err(away().into()));
}
