//! Which time the reports about the portal itself look at (oversight.md 1.4, 1.5, §3).

use crate::Instant;
use crate::time::days_before;
use chrono::{NaiveDate, TimeDelta};

/// Over how many days they look, today among them.
const DAYS: u64 = 30;

/// For how long a sign-in is one of late.
const LATELY: TimeDelta = TimeDelta::days(30);

/// For how long a mail that was sent counts among those of the last day.
const LAST_DAY: TimeDelta = TimeDelta::hours(24);

pub fn first_day(today: NaiveDate) -> NaiveDate {
    days_before(today, DAYS - 1)
}

/// The days over which they look on `today`, oldest first.
pub fn days(today: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    first_day(today).iter_days().take_while(move |day| *day <= today)
}

/// Since when a sign-in is one of late.
pub fn lately(now: Instant) -> Instant {
    now - LATELY
}

/// Since when a mail that was sent counts among those of the last day.
pub fn last_day(now: Instant) -> Instant {
    now - LAST_DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_look_over_thirty_days_and_today_is_the_last() {
        let today = "2026-06-30".parse().unwrap();
        let days: Vec<_> = days(today).collect();
        assert_eq!((days.len(), days[0], days[29]), (30, "2026-06-01".parse().unwrap(), today));
        assert_eq!(first_day(today), days[0]);
    }

    #[test]
    fn a_sign_in_is_one_of_late_for_thirty_days_and_a_mail_of_the_last_day_for_one() {
        let now: Instant = "2026-06-30T08:00:00Z".parse().unwrap();
        assert_eq!(lately(now), "2026-05-31T08:00:00Z".parse::<Instant>().unwrap());
        assert_eq!(last_day(now), "2026-06-29T08:00:00Z".parse::<Instant>().unwrap());
    }
}
