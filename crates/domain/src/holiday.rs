//! Holidays, once or every year.
//!
//! A recurring holiday holds its day and month from its own year on; one on 29 February shows in leap years only.

use crate::id::{HolidayId, UserId};
use chrono::{Datelike, NaiveDate};

/// The longest name, in code points.
pub const NAME_MAX: usize = 100;
/// The longest description, in code points.
pub const DESCRIPTION_MAX: usize = 500;

/// A day on which the organisation does not work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holiday {
    /// Its id.
    pub id: HolidayId,
    /// The date, or for a recurring one the first date.
    pub date: NaiveDate,
    /// What people call it.
    pub name: String,
    /// One more line, if there is one.
    pub description: Option<String>,
    /// Whether it comes back every year on the same day and month.
    pub is_recurring: bool,
    /// Who entered it, where that is known.
    pub created_by: Option<UserId>,
}

impl Holiday {
    /// Its date in `year`, where it has one there.
    #[must_use]
    pub fn date_in(&self, year: i32) -> Option<NaiveDate> {
        let first = self.date.year();
        let is_there = if self.is_recurring { first <= year } else { first == year };
        self.date.with_year(year).filter(|_| is_there)
    }

    /// Whether `day` is this holiday.
    #[must_use]
    pub fn falls_on(&self, day: NaiveDate) -> bool {
        self.date_in(day.year()) == Some(day)
    }

    /// Its next date from `from` to `until`, both included.
    #[must_use]
    pub fn next_between(&self, from: NaiveDate, until: NaiveDate) -> Option<NaiveDate> {
        (from.year()..=until.year()).filter_map(|year| self.date_in(year)).find(|day| (from..=until).contains(day))
    }

    /// The same holiday on `day`. If it recurs before and after, `day` gives day and month only and the first year stays. If that
    /// year has no 29 February, the first year becomes the next one that has it.
    #[must_use]
    pub fn moved_to(&self, day: NaiveDate, is_recurring: bool) -> NaiveDate {
        if !(self.is_recurring && is_recurring) {
            return day;
        }
        let first = self.date.year();
        // Eight years lie between two leap days at most.
        (first..).take(9).find_map(|year| day.with_year(year)).unwrap_or(day)
    }

    /// Whether two holidays would stand on one date in some year: refused in both directions.
    #[must_use]
    pub fn collides_with(&self, other: &Self) -> bool {
        let (early, late) = if self.date <= other.date { (self, other) } else { (other, self) };
        if early.is_recurring && late.is_recurring {
            return (early.date.month(), early.date.day()) == (late.date.month(), late.date.day());
        }
        early.falls_on(late.date)
    }
}

/// The same date a year later; 29 February becomes 28 February. Upcoming holidays run until then.
#[must_use]
pub fn a_year_after(day: NaiveDate) -> NaiveDate {
    day.checked_add_months(chrono::Months::new(12)).unwrap_or(NaiveDate::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Holidays;

    fn holiday(date: &str, is_recurring: bool) -> Holiday {
        Holiday {
            id: HolidayId::new(uuid::Uuid::nil()),
            date: date.parse().unwrap(),
            name: "Day".into(),
            description: None,
            is_recurring,
            created_by: None,
        }
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    // Shows: H1
    #[test]
    fn a_recurring_one_shows_from_its_own_year_on() {
        let christmas = holiday("2026-12-25", true);
        assert_eq!(christmas.date_in(2025), None);
        assert_eq!(christmas.date_in(2026), Some(day("2026-12-25")));
        assert_eq!(christmas.date_in(2200), Some(day("2200-12-25")));
        assert_eq!(holiday("2026-12-25", false).date_in(2027), None);
    }

    // Shows: H2
    #[test]
    fn the_leap_day_shows_in_leap_years_only() {
        let leap = holiday("2028-02-29", true);
        assert_eq!(leap.date_in(2029), None);
        assert_eq!(leap.date_in(2032), Some(day("2032-02-29")));
        assert_eq!(leap.date_in(2100), None, "2100 is no leap year");
        assert_eq!(leap.next_between(day("2028-03-01"), day("2029-03-01")), None);
    }

    // Shows: H5
    #[test]
    fn a_recurring_one_that_is_moved_keeps_its_first_year() {
        let yearly = holiday("2020-12-25", true);
        assert_eq!(yearly.moved_to(day("2027-12-24"), true), day("2020-12-24"));
        assert_eq!(yearly.moved_to(day("2027-12-24"), false), day("2027-12-24"));
        assert_eq!(holiday("2020-12-25", false).moved_to(day("2027-12-24"), true), day("2027-12-24"));
        assert_eq!(holiday("2097-05-01", true).moved_to(day("2028-02-29"), true), day("2104-02-29"));
    }

    // Shows: H3
    #[test]
    fn two_never_share_a_date_in_either_direction() {
        let yearly = holiday("2026-05-01", true);
        assert!(yearly.collides_with(&holiday("2030-05-01", false)));
        assert!(holiday("2030-05-01", false).collides_with(&yearly));
        assert!(holiday("2030-05-01", true).collides_with(&yearly));
        assert!(!yearly.collides_with(&holiday("2025-05-01", false)), "before its first year");
        assert!(!yearly.collides_with(&holiday("2030-05-02", false)));
    }

    // Shows: D7
    #[test]
    fn the_set_of_holidays_agrees_with_each_of_them() {
        let all = [holiday("2026-12-25", true), holiday("2026-06-19", false), holiday("2028-02-29", true)];
        let together = Holidays::new(&all);
        let mut at = day("2025-01-01");
        while at < day("2033-01-01") {
            assert_eq!(together.contains(at), all.iter().any(|h| h.falls_on(at)), "{at}");
            at = at.succ_opt().unwrap();
        }
    }

    // Shows: H6
    #[test]
    fn upcoming_reaches_into_next_year() {
        let new_year = holiday("2020-01-01", true);
        assert_eq!(new_year.next_between(day("2026-11-21"), day("2027-11-21")), Some(day("2027-01-01")));
        assert_eq!(a_year_after(day("2028-02-29")), day("2029-02-28"));
    }
}
