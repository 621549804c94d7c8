//! A work pattern: the weekdays on which somebody works, and how long a full and a half day are.

use super::History;
use crate::timesheet::Hours;
use chrono::{Datelike, NaiveDate, Weekday};

/// A set of weekdays, never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weekdays(u8);

impl Weekdays {
    /// Monday to Friday.
    pub const MONDAY_TO_FRIDAY: Self = Self(0b001_1111);

    /// These days; `None` if there are none.
    #[must_use]
    pub fn new(days: impl IntoIterator<Item = Weekday>) -> Option<Self> {
        let bits = days.into_iter().fold(0, |bits, day| bits | Self::bit(day));
        (bits != 0).then_some(Self(bits))
    }

    /// Whether `day` is one of them.
    #[must_use]
    pub fn contains(self, day: Weekday) -> bool {
        self.0 & Self::bit(day) != 0
    }

    /// The days as ISO numbers, from 1 for Monday to 7 for Sunday, in this order.
    pub fn iso_numbers(self) -> impl Iterator<Item = u8> {
        (1..=7).filter(move |number| self.0 & 1 << (number - 1) != 0)
    }

    fn bit(day: Weekday) -> u8 {
        1 << day.num_days_from_monday()
    }
}

/// The hours of a half day are not more than 0 and less than those of a full day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPatternError;

/// When somebody works, and what counts as a full and as a half day. The rule for its values: settings.md 1.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorkPattern {
    weekdays: Weekdays,
    full_day: Hours,
    half_day: Hours,
}

impl WorkPattern {
    /// Monday to Friday, nine hours a full day, five a half one.
    pub const STANDARD: Self =
        Self { weekdays: Weekdays::MONDAY_TO_FRIDAY, full_day: Hours::whole(9), half_day: Hours::whole(5) };

    /// A pattern. A half day is longer than nothing and shorter than a full day.
    pub fn new(weekdays: Weekdays, full_day: Hours, half_day: Hours) -> Result<Self, WorkPatternError> {
        let is_fitting = Hours::NONE < half_day && half_day < full_day;
        if is_fitting { Ok(Self { weekdays, full_day, half_day }) } else { Err(WorkPatternError) }
    }

    /// The weekdays on which somebody with this pattern works.
    #[must_use]
    pub const fn weekdays(self) -> Weekdays {
        self.weekdays
    }

    /// How long a full day is.
    #[must_use]
    pub const fn full_day(self) -> Hours {
        self.full_day
    }

    /// How long half a day is. An entry of more hours than this earns the whole day.
    #[must_use]
    pub const fn half_day(self) -> Hours {
        self.half_day
    }

    /// Whether somebody with this pattern works on the weekday of `day`; a holiday is another matter.
    #[must_use]
    pub fn works_on(self, day: NaiveDate) -> bool {
        self.weekdays.contains(day.weekday())
    }
}

/// Why nobody is expected to work on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DayOff {
    /// It is a holiday.
    Holiday,
    /// It is a Saturday or a Sunday, and the pattern has it off.
    Weekend,
    /// It is another weekday that the pattern has off.
    ByPattern,
}

/// Why the weekday of `day` is off by the pattern that holds on it, where it is.
pub(super) fn off_by_pattern(patterns: &History<WorkPattern>, day: NaiveDate) -> Option<DayOff> {
    match day.weekday() {
        _ if patterns.on(day).works_on(day) => None,
        Weekday::Sat | Weekday::Sun => Some(DayOff::Weekend),
        _ => Some(DayOff::ByPattern),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};

    #[test]
    fn a_pattern_has_a_day_and_a_half_day_shorter_than_a_full_one() {
        assert_eq!(Weekdays::new([]), None);
        let days = Weekdays::new([Tue, Sat, Tue]).unwrap();
        assert_eq!(days.iso_numbers().collect::<Vec<_>>(), [2, 6]);
        for (full, half) in [(5, 5), (4, 5), (8, 0)] {
            assert_eq!(WorkPattern::new(days, Hours::whole(full), Hours::whole(half)), Err(WorkPatternError));
        }
        assert!(WorkPattern::new(days, Hours::MAX, Hours::whole(12)).is_ok());
    }

    #[test]
    fn the_standard_pattern_is_monday_to_friday_nine_and_five_hours() {
        let standard = WorkPattern::STANDARD;
        assert_eq!(standard.weekdays().iso_numbers().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(Weekdays::new([Mon, Tue, Wed, Thu, Fri]), Some(standard.weekdays()));
        assert!(!standard.weekdays().contains(Sun));
        assert_eq!((standard.full_day().as_f64(), standard.half_day().as_f64()), (9.0, 5.0));
    }
}
