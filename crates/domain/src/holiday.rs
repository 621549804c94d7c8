//! Holidays, once or every year.
//!
//! A recurring holiday holds its day and month from its own year on; one on 29 February shows in leap years only. It is ended
//! instead of deleted where closed months have its dates (months.md 1.7).

mod by_day;
pub mod countries;

pub use by_day::HolidaysByDay;

use crate::id::{HolidayId, UserId};
use crate::time::Month;
use chrono::{Datelike, NaiveDate};

/// The longest name, in code points.
pub const NAME_MAX: usize = 100;
/// The longest description, in code points.
pub const DESCRIPTION_MAX: usize = 500;

/// A day on which the organisation does not work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holiday {
    pub id: HolidayId,
    /// The date, or for a recurring one the first date.
    pub date: NaiveDate,
    pub name: String,
    /// One more line, if there is one.
    pub description: Option<String>,
    /// Whether it comes back every year on the same day and month.
    pub is_recurring: bool,
    /// The last year in which a recurring one is there, where it was ended. Afterwards its date is free.
    pub end_year: Option<i32>,
    /// Who entered it, where that is known.
    pub created_by: Option<UserId>,
}

impl Holiday {
    /// Its date in `year`, where it has one there.
    pub fn date_in(&self, year: i32) -> Option<NaiveDate> {
        let first = self.date.year();
        let last = if self.is_recurring { self.end_year.unwrap_or(year) } else { first };
        let is_there = first <= year && year <= last;
        self.date.with_year(year).filter(|_| is_there)
    }

    pub fn falls_on(&self, day: NaiveDate) -> bool {
        self.date_in(day.year()) == Some(day)
    }

    /// Its next date from `from` to `until`, both included.
    pub fn next_between(&self, from: NaiveDate, until: NaiveDate) -> Option<NaiveDate> {
        (from.year()..=until.year()).filter_map(|year| self.date_in(year)).find(|day| (from..=until).contains(day))
    }

    /// The same holiday on `day`. If it recurs before and after, `day` gives day and month only and the first year stays. If that
    /// year has no 29 February, the first year becomes the next one that has it.
    pub fn moved_to(&self, day: NaiveDate, is_recurring: bool) -> NaiveDate {
        if !(self.is_recurring && is_recurring) {
            return day;
        }
        let first = self.date.year();
        // Eight years lie between two leap days at most.
        (first..).take(9).find_map(|year| day.with_year(year)).unwrap_or(day)
    }

    /// Whether two holidays would stand on one date in some year: refused in both directions.
    pub fn collides_with(&self, other: &Self) -> bool {
        let (early, late) = if self.date <= other.date { (self, other) } else { (other, self) };
        if early.is_recurring && late.is_recurring {
            // On 29 February the later one may begin in a year that is the earlier one's last.
            let is_over = early.end_year.is_some_and(|end| end < late.date.year());
            return !is_over && (early.date.month(), early.date.day()) == (late.date.month(), late.date.day());
        }
        early.falls_on(late.date)
    }

    /// What deleting it comes to, where these months are closed. The reason of a refusal is the earliest of them that has a date
    /// of it.
    pub fn deletion(&self, closed: &[Month]) -> Result<Deletion, Month> {
        let has_date_in = |month: &Month| self.date_in(month.year()).is_some_and(|date| month.contains(date));
        let with_date = || closed.iter().copied().filter(has_date_in);
        let (Some(first), Some(last)) = (with_date().min(), with_date().max()) else {
            return Ok(Deletion::Whole);
        };
        let is_endable = self.is_recurring && self.end_year != Some(last.year());
        if is_endable { Ok(Deletion::After(last.year())) } else { Err(first) }
    }
}

/// What becomes of a holiday that is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// It goes from every year.
    Whole,
    /// It ends with this year, because a closed month has its date there.
    After(i32),
}

/// The same date a year later; 29 February becomes 28 February. Upcoming holidays run until then.
pub fn a_year_after(day: NaiveDate) -> NaiveDate {
    day.checked_add_months(chrono::Months::new(12)).unwrap_or(NaiveDate::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::day;
    use crate::time::Holidays;

    fn holiday(date: &str, is_recurring: bool) -> Holiday {
        crate::testing::holiday(day(date), is_recurring)
    }

    /// One that recurs from this date on, up to this year.
    fn ended(date: &str, end_year: i32) -> Holiday {
        Holiday { end_year: Some(end_year), ..holiday(date, true) }
    }

    #[test]
    fn a_recurring_one_shows_from_its_own_year_on() {
        let christmas = holiday("2026-12-25", true);
        assert_eq!(christmas.date_in(2025), None);
        assert_eq!(christmas.date_in(2026), Some(day("2026-12-25")));
        assert_eq!(christmas.date_in(2200), Some(day("2200-12-25")));
        assert_eq!(holiday("2026-12-25", false).date_in(2027), None);
    }

    #[test]
    fn the_leap_day_shows_in_leap_years_only() {
        let leap = holiday("2028-02-29", true);
        assert_eq!(leap.date_in(2029), None);
        assert_eq!(leap.date_in(2032), Some(day("2032-02-29")));
        assert_eq!(leap.date_in(2100), None, "2100 is no leap year");
        assert_eq!(leap.next_between(day("2028-03-01"), day("2029-03-01")), None);
    }

    #[test]
    fn a_recurring_one_that_is_moved_keeps_its_first_year() {
        for (of, to, is_recurring, expected) in [
            (holiday("2020-12-25", true), "2027-12-24", true, "2020-12-24"),
            (holiday("2020-12-25", true), "2027-12-24", false, "2027-12-24"),
            (holiday("2020-12-25", false), "2027-12-24", true, "2027-12-24"),
            (holiday("2020-12-25", false), "2027-12-24", false, "2027-12-24"),
            (holiday("2020-12-25", true), "2019-12-24", true, "2020-12-24"),
            // 29 February: the first year from its own on that has one.
            (holiday("2020-12-25", true), "2028-02-29", true, "2020-02-29"),
            (holiday("2021-12-25", true), "2028-02-29", true, "2024-02-29"),
            (holiday("2097-05-01", true), "2028-02-29", true, "2104-02-29"),
            (holiday("2024-02-29", true), "2027-02-28", true, "2024-02-28"),
            (holiday("2024-02-29", true), "2028-02-29", false, "2028-02-29"),
        ] {
            assert_eq!(of.moved_to(day(to), is_recurring), day(expected), "{of:?} to {to}");
        }
    }

    #[test]
    fn two_never_share_a_date_in_either_direction() {
        let yearly = holiday("2026-05-01", true);
        assert!(yearly.collides_with(&holiday("2030-05-01", false)));
        assert!(holiday("2030-05-01", false).collides_with(&yearly));
        assert!(holiday("2030-05-01", true).collides_with(&yearly));
        assert!(!yearly.collides_with(&holiday("2025-05-01", false)), "before its first year");
        assert!(!yearly.collides_with(&holiday("2030-05-02", false)));
        let leap = holiday("2024-02-29", true);
        assert!(leap.collides_with(&holiday("2028-02-29", false)) && holiday("2020-02-29", true).collides_with(&leap));
        assert!(
            !leap.collides_with(&holiday("2026-02-28", false)) && !holiday("2027-03-01", false).collides_with(&leap)
        );
    }

    #[test]
    fn the_set_of_holidays_agrees_with_each_of_them() {
        let all = [
            holiday("2026-12-25", true),
            holiday("2026-06-19", false),
            holiday("2028-02-29", true),
            ended("2025-06-20", 2026),
            holiday("2029-06-20", true),
        ];
        let together = Holidays::new(&all);
        let mut at = day("2025-01-01");
        while at < day("2033-01-01") {
            assert_eq!(together.contains(at), all.iter().any(|h| h.falls_on(at)), "{at}");
            at = at.succ_opt().unwrap();
        }
    }

    #[test]
    fn an_ended_one_is_there_up_to_its_last_year_and_then_its_date_is_free() {
        let june = ended("2025-06-19", 2026);
        let there = [2024, 2025, 2026, 2027].map(|year| june.date_in(year).is_some());
        assert_eq!(there, [false, true, true, false]);
        for taken in ["2025-06-19", "2026-06-19"] {
            assert!(june.collides_with(&holiday(taken, false)) && holiday(taken, true).collides_with(&june), "{taken}");
        }
        assert!(
            !june.collides_with(&holiday("2027-06-19", true)) && !holiday("2027-06-19", false).collides_with(&june)
        );
        assert!(june.collides_with(&holiday("2024-06-19", true)), "an earlier one that goes on");
        assert!(!ended("2020-06-19", 2024).collides_with(&june));
    }

    #[test]
    fn a_recurring_one_in_closed_months_is_ended_and_not_deleted() {
        let months = |closed: &[&str]| closed.iter().map(|text| Month::parse(text).unwrap()).collect::<Vec<_>>();
        let deletion = |of: &Holiday, closed: &[&str]| of.deletion(&months(closed)).map_err(|month| month.to_string());
        let yearly = holiday("2025-06-19", true);
        assert_eq!(deletion(&yearly, &[]), Ok(Deletion::Whole));
        assert_eq!(deletion(&yearly, &["2024-06", "2026-05", "2026-07"]), Ok(Deletion::Whole), "none has a date of it");
        assert_eq!(deletion(&yearly, &["2026-06", "2026-07", "2025-06"]), Ok(Deletion::After(2026)));
        let ended = ended("2025-06-19", 2026);
        assert_eq!(deletion(&ended, &["2026-06", "2025-06"]), Err("2025-06".into()), "it is so already");
        assert_eq!(deletion(&ended, &["2025-06"]), Ok(Deletion::After(2025)), "2026 was reopened");
        assert_eq!(deletion(&ended, &["2027-06"]), Ok(Deletion::Whole));
        assert_eq!(deletion(&holiday("2026-06-19", false), &["2026-06"]), Err("2026-06".into()));
        assert_eq!(deletion(&holiday("2026-06-19", false), &["2025-06", "2027-06"]), Ok(Deletion::Whole));
    }

    #[test]
    fn upcoming_reaches_into_next_year() {
        let new_year = holiday("2020-01-01", true);
        assert_eq!(new_year.next_between(day("2026-11-21"), day("2027-11-21")), Some(day("2027-01-01")));
        assert_eq!(a_year_after(day("2028-02-29")), day("2029-02-28"));
    }
}
