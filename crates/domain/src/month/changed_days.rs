//! Which days a write changes, and so which months it must find open.
//!
//! Every writing use case says it before it writes; a month that has been processed refuses it (months.md 1.7).

use crate::holiday::Holiday;
use crate::id::UserId;
use crate::time::{Month, days_after};
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeSet;

/// Whose days a write changes, as far as a closed month asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concerned {
    /// Anybody's: a month that is closed refuses it.
    Anybody,
    /// This person's, whom a closed month concerns only where its newest revision has a row of theirs.
    Person(UserId),
}

/// The days that a write changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangedDays {
    Days(BTreeSet<NaiveDate>),
    /// Every day of everybody's from the first on, up to the last, where there is one.
    Span {
        from: NaiveDate,
        to: Option<NaiveDate>,
    },
    /// The dates, in whatever year, that become a holiday or cease to be one.
    Holidays(Vec<ChangedHoliday>),
}

/// A holiday before and after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedHoliday {
    /// The holiday as it was; `None` where it is new.
    pub before: Option<Holiday>,
    /// The holiday as it will be; `None` where it goes.
    pub after: Option<Holiday>,
}

impl ChangedDays {
    pub fn holiday(before: Option<Holiday>, after: Option<Holiday>) -> Self {
        Self::Holidays(vec![ChangedHoliday { before, after }])
    }

    pub fn of(days: impl IntoIterator<Item = NaiveDate>) -> Self {
        Self::Days(days.into_iter().collect())
    }

    /// The same days up to the end of `year`, those of a holiday one by one: what changes of it in each year.
    #[must_use]
    pub fn through(self, year: i32) -> Self {
        let Self::Holidays(changed) = self else { return self };
        Self::of(changed.iter().flat_map(|of| of.through(year)))
    }

    pub fn touch(&self, month: Month) -> bool {
        match self {
            Self::Days(days) => days.range(month.first()..days_after(month.last(), 1)).next().is_some(),
            Self::Span { from, to } => *from <= month.last() && to.is_none_or(|to| month.first() <= to),
            Self::Holidays(changed) => changed.iter().any(|of| of.touches(month)),
        }
    }
}

impl ChangedHoliday {
    /// The dates up to the end of `year` that become a holiday or cease to be one.
    fn through(&self, year: i32) -> impl Iterator<Item = NaiveDate> {
        let first = self.before.iter().chain(&self.after).map(|holiday| holiday.date.year()).min().unwrap_or(year);
        (first..=year).map(|year| self.dates_in(year)).filter(|[was, is]| was != is).flatten().flatten()
    }

    /// Whether it changes a day of the month.
    pub fn touches(&self, month: Month) -> bool {
        let [was, is] = self.dates_in(month.year()).map(|date| date.filter(|date| date.month() == month.number()));
        was != is
    }

    /// Its date in a year before and after the change.
    fn dates_in(&self, year: i32) -> [Option<NaiveDate>; 2] {
        [&self.before, &self.after].map(|holiday| holiday.as_ref()?.date_in(year))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::day;

    fn month(text: &str) -> Month {
        Month::of(day(&format!("{text}-01")))
    }

    fn holiday(date: &str, is_recurring: bool) -> Holiday {
        super::super::tests::holiday(day(date), is_recurring, None)
    }

    #[test]
    fn the_days_of_a_holiday_are_those_that_change_in_each_year() {
        let of = |before: Option<Holiday>, after: Option<Holiday>| ChangedDays::holiday(before, after).through(2027);
        let days = |days: &[&str]| ChangedDays::of(days.iter().map(|text| day(text)));
        let (yearly, once) = (holiday("2026-12-25", true), holiday("2026-12-25", false));
        assert_eq!(of(None, Some(yearly.clone())), days(&["2026-12-25", "2027-12-25"]));
        assert_eq!(of(Some(once.clone()), None), days(&["2026-12-25"]));
        assert_eq!(of(Some(once.clone()), Some(yearly.clone())), days(&["2027-12-25"]), "it begins to recur");
        assert_eq!(of(Some(once), Some(holiday("2026-12-24", false))), days(&["2026-12-24", "2026-12-25"]));
        assert_eq!(of(Some(yearly.clone()), Some(Holiday { name: "Other".into(), ..yearly })), days(&[]));
        let span = ChangedDays::Span { from: day("2026-07-01"), to: None };
        assert_eq!(span.clone().through(2027), span);
    }

    #[test]
    fn days_touch_the_months_that_they_lie_in() {
        let days = ChangedDays::of([day("2026-05-31"), day("2026-07-01")]);
        let touched = ["2026-04", "2026-05", "2026-06", "2026-07", "2026-08"].map(|text| days.touch(month(text)));
        assert_eq!(touched, [false, true, false, true, false]);
        assert!(!ChangedDays::of([]).touch(month("2026-06")));
    }

    #[test]
    fn a_span_touches_every_month_up_to_its_end() {
        let touched = |to: Option<&str>| {
            let span = ChangedDays::Span { from: day("2026-06-01"), to: to.map(day) };
            ["2026-05", "2026-06", "2026-07", "2026-08"].map(|text| span.touch(month(text)))
        };
        assert_eq!(touched(Some("2026-07-31")), [false, true, true, false]);
        assert_eq!(touched(None), [false, true, true, true]);
    }

    #[test]
    fn a_holiday_touches_each_year_in_which_its_date_comes_or_goes() {
        let added = ChangedDays::holiday(None, Some(holiday("2026-12-25", true)));
        assert_eq!(
            ["2025-12", "2026-12", "2031-12", "2031-11"].map(|text| added.touch(month(text))),
            [false, true, true, false]
        );
        let ended = ChangedDays::holiday(Some(holiday("2026-12-25", true)), Some(holiday("2026-12-25", false)));
        assert_eq!(["2026-12", "2027-12"].map(|text| ended.touch(month(text))), [false, true]);
        let moved = ChangedDays::holiday(Some(holiday("2026-12-24", false)), Some(holiday("2026-12-25", false)));
        assert!(moved.touch(month("2026-12")));
    }

    #[test]
    fn several_holidays_change_the_days_of_each() {
        let [may, christmas] = [holiday("2026-05-01", false), holiday("2026-12-25", true)];
        let changed = |after: &Holiday| ChangedHoliday { before: None, after: Some(after.clone()) };
        let both = ChangedDays::Holidays(vec![changed(&may), changed(&christmas)]);
        let touched = ["2026-05", "2026-06", "2026-12", "2027-05", "2027-12"].map(|text| both.touch(month(text)));
        assert_eq!(touched, [true, false, true, false, true]);
        assert_eq!(both.through(2027), ChangedDays::of(["2026-05-01", "2026-12-25", "2027-12-25"].map(day)));
    }

    #[test]
    fn ending_a_holiday_changes_the_dates_after_its_last_year_alone() {
        let yearly = holiday("2025-06-19", true);
        let ended = Holiday { end_year: Some(2026), ..yearly.clone() };
        let changed = ChangedDays::holiday(Some(yearly), Some(ended));
        let touched = ["2025-06", "2026-06", "2027-06", "2028-06"].map(|text| changed.touch(month(text)));
        assert_eq!(touched, [false, false, true, true]);
        assert_eq!(changed.through(2027), ChangedDays::of([day("2027-06-19")]));
    }
}
