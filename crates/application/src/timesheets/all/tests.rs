use super::*;
use crate::Invalid;
use crate::testing::{Fakes, Memory, MockTimesheetReads, at, away, caller, day, entry, number};
use domain::access::Forbidden;
use domain::person::Role;
use domain::timesheet::Status;
use std::sync::Arc;

/// A store that is asked for exactly this.
fn asked(from: &str, to: &str, page: u32, limit: u32) -> Fakes {
    let expected = (day(from), day(to), page, limit);
    let mut timesheets = MockTimesheetReads::new();
    let read = timesheets.expect_page().withf(move |from, to, page, limit| (*from, *to, *page, *limit) == expected);
    read.times(1).returning(|_, _, _, _| Ok((vec![], 7)));
    Fakes { timesheets: Arc::new(timesheets), ..Fakes::default() }
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
        let fakes = Fakes { now: at(now), zone, ..asked(from, to, 1, 20) };
        let found = all(&fakes.ports(), &caller(9, Role::Hr), None, 1, 20).await;
        assert_eq!(found, Ok(AllTimesheets { entries: vec![], total: 7 }), "{now} in {zone}");
    }
}

#[tokio::test]
async fn a_year_with_its_leap_day_is_the_most() {
    for (from, to) in [("2026-06-10", "2026-06-10"), ("2028-01-01", "2028-12-31"), ("2026-01-01", "2027-01-01")] {
        let fakes = asked(from, to, 3, 50);
        assert!(
            all(&fakes.ports(), &caller(9, Role::Admin), Some(period(from, to)), 3, 50).await.is_ok(),
            "{from} to {to}"
        );
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
    let fakes = Fakes::over(Memory { entries, ..Memory::default() });
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
    let mut timesheets = MockTimesheetReads::new();
    timesheets.expect_page().times(1).returning(|_, _, _, _| Err(away()));
    let fakes = Fakes { timesheets: Arc::new(timesheets), ..Fakes::default() };
    assert_eq!(all(&fakes.ports(), &caller(9, Role::Admin), None, 1, 20).await, Err(away().into()));
}
