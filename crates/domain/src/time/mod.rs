//! Days, weeks and months of the organisation.
//!
//! A day is a plain calendar date: which day an instant falls on is asked once, with the organisation's zone,
//! by [`day_in`]; from there on no rule knows of hours or zones.

mod month;
mod week;
mod working;

pub use month::{Month, MonthError};
pub use week::Week;
pub use working::WorkingCalendar;

use crate::Instant;
use chrono::{Datelike, NaiveDate, Weekday};
use chrono_tz::Tz;

/// The years that Daybook keeps days for, both included.
pub const YEARS: std::ops::RangeInclusive<i32> = 1900..=2200;

/// The organisation's day at `instant`.
#[must_use]
pub fn day_in(zone: Tz, instant: Instant) -> NaiveDate {
    instant.with_timezone(&zone).date_naive()
}

/// Reads a date written exactly as `YYYY-MM-DD`, within [`YEARS`].
#[must_use]
pub fn parse_date(text: &str) -> Option<NaiveDate> {
    let is_plain = text.len() == 10
        && text.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    if !is_plain {
        return None;
    }
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|day| YEARS.contains(&day.year()))
}

/// Whether `day` is a Saturday or a Sunday.
#[must_use]
pub fn is_weekend(day: NaiveDate) -> bool {
    matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

/// The day `days` before `day`, or the earliest day that can be written.
#[must_use]
pub fn days_before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(chrono::Days::new(days)).unwrap_or(NaiveDate::MIN)
}

/// The day `days` after `day`, or the latest day that can be written.
#[must_use]
pub fn days_after(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(chrono::Days::new(days)).unwrap_or(NaiveDate::MAX)
}

/// The long English form, as in `Friday, December 25, 2026`.
#[must_use]
pub fn long_date(day: NaiveDate) -> String {
    day.format("%A, %B %-d, %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_the_plain_form_is_a_date() {
        assert_eq!(parse_date("2028-02-29"), NaiveDate::from_ymd_opt(2028, 2, 29));
        for bad in [
            "2026-02-30",
            "2026-02-29",
            "2026-13-01",
            "0000-01-01",
            "9999-12-31",
            "10000-01-01",
            "2026-1-5",
            "2026-01-05T00:00Z",
            " 2026-01-05",
            "２０２６-01-05",
            "2026/01/05",
            "",
            "+026-01-05",
            "1899-12-31",
        ] {
            assert_eq!(parse_date(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_day_is_the_zones_day() {
        let instant = "2026-03-01T23:30:00Z".parse::<Instant>().unwrap();
        assert_eq!(day_in(chrono_tz::UTC, instant).to_string(), "2026-03-01");
        assert_eq!(day_in(chrono_tz::Pacific::Kiritimati, instant).to_string(), "2026-03-02");
        assert_eq!(day_in(chrono_tz::Pacific::Pago_Pago, instant).to_string(), "2026-03-01");
        let earlier = "2026-03-01T10:30:00Z".parse::<Instant>().unwrap();
        assert_eq!(day_in(chrono_tz::Pacific::Pago_Pago, earlier).to_string(), "2026-02-28");
    }

    #[test]
    fn long_dates_read_as_people_write_them() {
        assert_eq!(long_date(NaiveDate::from_ymd_opt(2026, 12, 25).unwrap()), "Friday, December 25, 2026");
    }

    proptest! {
        #[test]
        fn a_written_date_reads_back(days in 0i32..109_000) {
            let day = NaiveDate::from_ymd_opt(1900, 1, 1).unwrap() + chrono::Days::new(u64::try_from(days).unwrap());
            prop_assert_eq!(parse_date(&day.to_string()), Some(day));
        }

        #[test]
        fn a_zones_day_never_jumps_backwards(start in 0i64..4_000_000_000, step in 0i64..200_000) {
            for zone in [chrono_tz::Europe::Berlin, chrono_tz::Pacific::Pago_Pago, chrono_tz::Pacific::Apia, chrono_tz::UTC] {
                let a = Instant::from_timestamp(start, 0).unwrap();
                let b = Instant::from_timestamp(start + step, 0).unwrap();
                prop_assert!(day_in(zone, a) <= day_in(zone, b));
            }
        }
    }
}
