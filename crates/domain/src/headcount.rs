//! Figures about how many people there are, come and go.

use crate::Instant;
use chrono::{Days, Months, NaiveDate};

/// Somebody who joined within this many days is a new hire.
const NEW_FOR: u64 = 30;
/// Below this mean number of people a rate says more about a person than about the organisation.
const FEWEST: u64 = 5;

/// The earliest joining date that counts as a new hire on `today`.
pub fn new_since(today: NaiveDate) -> NaiveDate {
    today.checked_sub_days(Days::new(NEW_FOR)).unwrap_or(NaiveDate::MIN)
}

/// The instant that the turnover at `now` is compared with: the same date a year ago.
pub fn turnover_since(now: Instant) -> Instant {
    now.checked_sub_months(Months::new(12)).unwrap_or(Instant::MIN_UTC)
}

/// The turnover of a year, in per cent with one decimal: those who left, divided by the mean of the people there
/// were `then` and are `now`. `None` where that mean is below five people.
pub fn turnover_rate(left: u32, then: u32, now: u32) -> Option<f64> {
    let twice_the_mean = u64::from(then) + u64::from(now);
    if twice_the_mean < 2 * FEWEST {
        return None;
    }
    // Tenths of a per cent, rounded half up, counted in whole numbers.
    let tenths = (u64::from(left) * 2 * 1000 * 2 + twice_the_mean) / (2 * twice_the_mean);
    u32::try_from(tenths).ok().map(|tenths| f64::from(tenths) / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turnover_is_what_left_of_the_mean() {
        assert_eq!(turnover_rate(2, 40, 60), Some(4.0));
        assert_eq!(turnover_rate(1, 8, 8), Some(12.5));
        assert_eq!(turnover_rate(1, 3, 3), None);
        assert_eq!(turnover_rate(1, 4, 5), None, "a mean of 4.5");
        assert_eq!(turnover_rate(1, 5, 5), Some(20.0));
        assert_eq!(turnover_rate(1, 6, 7), Some(15.4));
        assert_eq!(turnover_rate(0, 0, 0), None);
    }

    #[test]
    fn the_windows_go_back_thirty_days_and_a_year() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(new_since(day("2026-03-01")), day("2026-01-30"));
        let at = |text: &str| text.parse::<Instant>().unwrap();
        assert_eq!(turnover_since(at("2028-02-29T10:00:00Z")), at("2027-02-28T10:00:00Z"));
    }
}
