//! Working days: Monday to Friday, and no holiday.

use super::{days_before, is_weekend};
use crate::holiday::Holiday;
use chrono::{Datelike, NaiveDate};
use std::collections::{HashMap, HashSet};

/// The organisation's holidays, ready to be asked about any day.
#[derive(Debug, Clone, Default)]
pub struct WorkingCalendar {
    once: HashSet<NaiveDate>,
    yearly: HashMap<(u32, u32), NaiveDate>,
}

impl WorkingCalendar {
    /// Builds the calendar from all holidays that may matter.
    #[must_use]
    pub fn new<'a>(holidays: impl IntoIterator<Item = &'a Holiday>) -> Self {
        let mut calendar = Self::default();
        for holiday in holidays {
            if holiday.is_recurring {
                calendar.yearly.insert((holiday.date.month(), holiday.date.day()), holiday.date);
            } else {
                calendar.once.insert(holiday.date);
            }
        }
        calendar
    }

    /// Whether `day` is a holiday, by itself or because an earlier year's recurs.
    #[must_use]
    pub fn is_holiday(&self, day: NaiveDate) -> bool {
        self.once.contains(&day) || self.yearly.get(&(day.month(), day.day())).is_some_and(|first| *first <= day)
    }

    /// Whether the organisation works on `day`.
    #[must_use]
    pub fn is_working_day(&self, day: NaiveDate) -> bool {
        !is_weekend(day) && !self.is_holiday(day)
    }

    /// The `count`-th working day before `day`; `day` itself where `count` is 0.
    ///
    /// Looks back at most a year, so that an organisation whose every day is a holiday still gets an answer.
    #[must_use]
    pub fn working_days_back(&self, day: NaiveDate, count: u32) -> NaiveDate {
        let mut left = count;
        let mut at = day;
        for _ in 0..366 {
            if left == 0 {
                break;
            }
            at = days_before(at, 1);
            if self.is_working_day(at) {
                left -= 1;
            }
        }
        at
    }
}
