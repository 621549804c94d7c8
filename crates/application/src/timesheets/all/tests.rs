use super::*;
use crate::testing::{Fakes, Given, at, caller, day, entry};
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

#[tokio::test]
async fn without_dates_it_is_this_month_of_the_organisation() {
    use chrono_tz::Pacific::Tongatapu;
    for (now, zone, from, to) in [
        ("2026-06-10T10:00:00Z", chrono_tz::UTC, "2026-06-01", "2026-06-30"),
        ("2026-06-30T23:00:00Z", Tongatapu, "2026-07-01", "2026-07-31"),
        ("2028-02-10T10:00:00Z", chrono_tz::UTC, "2028-02-01", "2028-02-29"),
    ] {
        let fakes = Fakes { now: at(now), zone, ..around(from, to) };
        let found = all(&fakes.ports(), &caller(9, Role::Hr), None, 1, 20).await.unwrap();
        assert_eq!((dates(&found), found.total), (vec![day(to), day(from)], 2), "{now} in {zone}");
    }
}
