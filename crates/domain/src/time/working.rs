//! Working days: the weekdays of a work pattern that are no holidays.

use super::pattern::off_by_pattern;
use super::{DayOff, History, WorkPattern, days_before};
use crate::holiday::Holiday;
use chrono::{Datelike, NaiveDate};
use std::collections::{HashMap, HashSet};

/// From which date on a holiday recurs, and up to which year, where it was ended.
type Recurrence = (NaiveDate, Option<i32>);

/// The organisation's holidays, ready to be asked about any day.
#[derive(Debug, Clone, Default)]
pub struct Holidays {
    once: HashSet<NaiveDate>,
    /// What recurs on each month and day.
    yearly: HashMap<(u32, u32), Vec<Recurrence>>,
}

impl Holidays {
    /// Of all holidays that may matter.
    pub fn new<'a>(holidays: impl IntoIterator<Item = &'a Holiday>) -> Self {
        let mut all = Self::default();
        for holiday in holidays {
            if holiday.is_recurring {
                let of_day = all.yearly.entry((holiday.date.month(), holiday.date.day())).or_default();
                of_day.push((holiday.date, holiday.end_year));
            } else {
                all.once.insert(holiday.date);
            }
        }
        all
    }

    /// Whether `day` is a holiday, by itself or because an earlier year's recurs.
    pub fn contains(&self, day: NaiveDate) -> bool {
        let recurs = |(first, end): &Recurrence| *first <= day && end.is_none_or(|end| day.year() <= end);
        self.once.contains(&day)
            || self.yearly.get(&(day.month(), day.day())).is_some_and(|of_day| of_day.iter().any(recurs))
    }
}

/// When one person works: by the pattern that holds for them on each day, and by the organisation's holidays.
#[derive(Debug, Clone, Copy)]
pub struct WorkCalendar<'a> {
    patterns: &'a History<WorkPattern>,
    holidays: &'a Holidays,
}

impl<'a> WorkCalendar<'a> {
    /// Of somebody with these patterns. The holidays are those of every day that will be asked about.
    pub const fn new(patterns: &'a History<WorkPattern>, holidays: &'a Holidays) -> Self {
        Self { patterns, holidays }
    }

    /// The patterns that hold from `first` to `last`, both included, each with the days on which it holds, in order.
    pub fn patterns(
        &self,
        first: NaiveDate,
        last: NaiveDate,
    ) -> impl Iterator<Item = (NaiveDate, NaiveDate, WorkPattern)> {
        self.patterns.between(first, last).map(|(from, to, pattern)| (from, to, *pattern))
    }

    pub fn pattern(&self, day: NaiveDate) -> WorkPattern {
        *self.patterns.on(day)
    }

    /// Why nobody with these patterns is expected to work on `day`; `None` on a working day. A holiday speaks first.
    pub fn day_off(&self, day: NaiveDate) -> Option<DayOff> {
        if self.holidays.contains(day) { Some(DayOff::Holiday) } else { off_by_pattern(self.patterns, day) }
    }

    pub fn is_working_day(&self, day: NaiveDate) -> bool {
        self.day_off(day).is_none()
    }

    /// The `count`-th working day before `day`; `day` itself where `count` is 0.
    ///
    /// Looks back at most [`Self::LOOK_BACK`] days, so that an organisation whose every day is a holiday still gets an answer.
    pub fn working_days_back(&self, day: NaiveDate, count: u32) -> NaiveDate {
        let Some(index) = count.checked_sub(1) else { return day };
        let earlier = (1..=Self::LOOK_BACK).map(|back| days_before(day, back));
        let found = earlier.filter(|day| self.is_working_day(*day)).nth(index as usize);
        found.unwrap_or_else(|| days_before(day, Self::LOOK_BACK))
    }

    /// How many days back a count of working days reaches at most. The caller reads the holidays of as many days.
    pub const LOOK_BACK: u64 = 366;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{day, holiday, lenas};

    /// settings.md 1.2, Lena: Monday to Friday, and from Monday 15 June 2026 on Tuesday to Saturday.
    #[test]
    fn a_pattern_that_changes_moves_the_days_off_from_its_day_on() {
        let patterns = History::always(WorkPattern::STANDARD).with(day("2026-06-15"), lenas());
        let friday = holiday(day("2026-06-19"), false);
        let holidays = Holidays::new([&friday]);
        let calendar = WorkCalendar::new(&patterns, &holidays);
        let june = crate::time::Month::new(2026, 6).unwrap();
        let off = |reason| june.days().filter(|day| calendar.day_off(*day) == Some(reason)).map(|d| d.day()).collect();
        let by_pattern: Vec<u32> = off(DayOff::ByPattern);
        let weekend: Vec<u32> = off(DayOff::Weekend);
        assert_eq!(by_pattern, [15, 22, 29]);
        assert_eq!(weekend, [6, 7, 13, 14, 21, 28]);
        assert_eq!(june.days().filter(|day| calendar.is_working_day(*day)).count(), 20);
        // Two working days back from Tuesday 30 June lie Saturday and Friday.
        assert_eq!(calendar.working_days_back(day("2026-06-30"), 2), day("2026-06-26"));
        assert_eq!(calendar.pattern(day("2026-06-14")), WorkPattern::STANDARD);
        assert_eq!(calendar.pattern(day("2026-06-15")), lenas());
        let held =
            calendar.patterns(june.first(), june.last()).map(|(from, to, pattern)| (from.day(), to.day(), pattern));
        assert_eq!(held.collect::<Vec<_>>(), [(1, 14, WorkPattern::STANDARD), (15, 30, lenas())]);
    }

    #[test]
    fn an_organisation_without_a_working_day_still_gets_an_answer() {
        let patterns = History::always(WorkPattern::STANDARD);
        let dates = day("2024-06-01").iter_days().take(800);
        let every_day: Vec<_> = dates.map(|date| holiday(date, false)).collect();
        let holidays = Holidays::new(&every_day);
        let calendar = WorkCalendar::new(&patterns, &holidays);
        assert_eq!(calendar.working_days_back(day("2026-06-30"), 1), day("2025-06-29"));
    }
}
