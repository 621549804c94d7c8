//! A week, Monday to Sunday: what a manager decides on.

use chrono::{Datelike, NaiveDate};

/// A week, named by its Monday. Ordered by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Week {
    monday: NaiveDate,
}

impl Week {
    pub fn of(day: NaiveDate) -> Self {
        Self { monday: super::days_before(day, u64::from(day.weekday().num_days_from_monday())) }
    }

    /// Its first day.
    pub fn monday(self) -> NaiveDate {
        self.monday
    }

    pub fn sunday(self) -> NaiveDate {
        super::days_after(self.monday, 6)
    }

    /// Its seven days, Monday first.
    pub fn days(self) -> impl Iterator<Item = NaiveDate> {
        self.monday.iter_days().take(7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_day_lies_in_its_own_week_from_monday_to_sunday(offset in 0u64..100_000) {
            let day = NaiveDate::from_ymd_opt(1950, 1, 1).unwrap() + chrono::Days::new(offset);
            let week = Week::of(day);
            prop_assert_eq!(week.monday().weekday(), chrono::Weekday::Mon);
            prop_assert!(week.days().any(|d| d == day));
            prop_assert_eq!(week.days().last(), Some(week.sunday()));
            prop_assert!(week.days().all(|d| Week::of(d) == week));
        }
    }
}
