//! Days, weeks and months of the organisation.
//!
//! A day is a plain calendar date: which day an instant falls on is asked once, with the organisation's zone,
//! by [`Zones::day_in`]; from there on no rule knows of hours or zones.

mod beginning;
mod history;
mod month;
mod pattern;
mod week;
mod working;
mod zones;

pub use beginning::{BeginningError, FIRST_BEGINNING, check_beginning, check_beginning_ahead, last_beginning};
pub use history::{History, MOST_CHANGES};
pub use month::{Month, MonthError};
pub use pattern::{DayOff, PatternError, TypedPattern, Weekdays, WorkPattern, WorkPatternError, weekday_name};
pub use week::Week;
pub use working::{Holidays, WorkCalendar};
pub use zones::Zones;
pub(crate) use zones::zone_names;

use crate::Instant;
use chrono::{Datelike, MappedLocalTime, NaiveDate, NaiveTime, TimeZone};
use chrono_tz::Tz;

/// The years that Daybook keeps days for, both included.
pub const YEARS: std::ops::RangeInclusive<i32> = 1900..=2200;

/// The date of `instant` in `zone`.
pub fn day_in(zone: Tz, instant: Instant) -> NaiveDate {
    instant.with_timezone(&zone).date_naive()
}

/// The instant when `day` begins in `zone`. Where its midnight was skipped, as on some days on which clocks are put forward,
/// it begins with the first instant after; a day that was skipped whole begins where the next one does.
pub fn start_of(zone: Tz, day: NaiveDate) -> Instant {
    instant_of(zone, day, NaiveTime::MIN)
}

/// The first instant at which clocks in `zone` show `time` on `day`. Where they skip it, as they do when they are put forward, it is
/// the first one after.
pub fn instant_of(zone: Tz, day: NaiveDate, time: NaiveTime) -> Instant {
    let shown = day.and_time(time);
    // No zone has ever skipped more than a day.
    (0..=26 * 4)
        .filter_map(|quarters| shown.checked_add_signed(chrono::Duration::minutes(15 * quarters)))
        .find_map(|local| match zone.from_local_datetime(&local) {
            MappedLocalTime::Single(at) | MappedLocalTime::Ambiguous(at, _) => Some(at.to_utc()),
            MappedLocalTime::None => None,
        })
        .unwrap_or_else(|| shown.and_utc())
}

/// A day lies outside [`YEARS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YearError;

impl YearError {
    /// The sentence for a person, about a field that is called `label` on the screen.
    pub fn sentence(self, label: &str) -> String {
        format!("{label} must lie in the years {} to {}", YEARS.start(), YEARS.end())
    }
}

/// The day, where it is one that Daybook keeps.
pub fn check_year(day: NaiveDate) -> Result<NaiveDate, YearError> {
    if YEARS.contains(&day.year()) { Ok(day) } else { Err(YearError) }
}

/// Reads a date written exactly as `YYYY-MM-DD`, of any year from 1 on. A caller that stores the day asks [`check_year`] first.
pub fn parse_date(text: &str) -> Option<NaiveDate> {
    let is_plain = text.len() == 10
        && text.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    if !is_plain {
        return None;
    }
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|day| day.year() > 0)
}

/// The day `days` before `day`, or the earliest day that can be written.
pub fn days_before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(chrono::Days::new(days)).unwrap_or(NaiveDate::MIN)
}

/// The day `days` after `day`, or the latest day that can be written.
pub fn days_after(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(chrono::Days::new(days)).unwrap_or(NaiveDate::MAX)
}

/// The long English form, as in `Friday, December 25, 2026`.
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
        assert_eq!(parse_date("0001-01-01"), NaiveDate::from_ymd_opt(1, 1, 1));
        assert_eq!(parse_date("9999-12-31"), NaiveDate::from_ymd_opt(9999, 12, 31));
        for bad in [
            "2026-02-30",
            "2026-02-29",
            "2026-13-01",
            "0000-01-01",
            "10000-01-01",
            "2026-1-5",
            "2026-01-05T00:00Z",
            " 2026-01-05",
            "２０２６-01-05",
            "2026/01/05",
            "",
            "+026-01-05",
        ] {
            assert_eq!(parse_date(bad), None, "{bad}");
        }
    }

    #[test]
    fn days_are_kept_of_three_centuries() {
        let day = |text: &str| parse_date(text).unwrap();
        for kept in ["1900-01-01", "2026-03-01", "2200-12-31"] {
            assert_eq!(check_year(day(kept)), Ok(day(kept)));
        }
        for other in ["0001-01-01", "1899-12-31", "2201-01-01", "9999-12-31"] {
            assert_eq!(check_year(day(other)), Err(YearError), "{other}");
        }
        assert_eq!(YearError.sentence("The date"), "The date must lie in the years 1900 to 2200");
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
    fn a_day_begins_at_its_first_instant() {
        let begins = |zone, day: &str| start_of(zone, day.parse().unwrap()).to_rfc3339();
        assert_eq!(begins(chrono_tz::UTC, "2026-03-01"), "2026-03-01T00:00:00+00:00");
        assert_eq!(begins(chrono_tz::Pacific::Pago_Pago, "2026-03-01"), "2026-03-01T11:00:00+00:00");
        assert_eq!(begins(chrono_tz::Pacific::Tongatapu, "2026-03-01"), "2026-02-28T11:00:00+00:00");
        // Clocks are put forward at midnight: the day begins at one.
        assert_eq!(begins(chrono_tz::America::Santiago, "2026-09-06"), "2026-09-06T04:00:00+00:00");
        // Put back at midnight: eleven to twelve is there twice, the day's own midnight once.
        assert_eq!(begins(chrono_tz::America::Havana, "2026-11-01"), "2026-11-01T04:00:00+00:00");
        // Samoa went from the 29th straight to the 31st.
        assert_eq!(begins(chrono_tz::Pacific::Apia, "2011-12-30"), begins(chrono_tz::Pacific::Apia, "2011-12-31"));
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
        fn the_start_of_a_day_is_its_first_instant(days in 0u64..60_000) {
            let day = NaiveDate::from_ymd_opt(1970, 1, 2).unwrap() + chrono::Days::new(days);
            for zone in [chrono_tz::Europe::Berlin, chrono_tz::Pacific::Pago_Pago, chrono_tz::America::Sao_Paulo, chrono_tz::UTC] {
                let start = start_of(zone, day);
                prop_assert_eq!(day_in(zone, start), day);
                prop_assert!(day_in(zone, start - chrono::Duration::microseconds(1)) < day);
            }
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
