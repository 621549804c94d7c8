//! A calendar month of one year.

use super::{FIRST_BEGINNING, YEARS, days_after, parse_date};
use chrono::{Datelike, NaiveDate};

/// The part of a month that is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MonthError {
    Month,
    /// The year is outside [`YEARS`].
    Year,
}

/// A calendar month. Ordered by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    first: NaiveDate,
}

impl Month {
    /// The month with the number `month` (1 to 12) of `year`.
    pub fn new(year: i32, month: u32) -> Result<Self, MonthError> {
        if !YEARS.contains(&year) {
            return Err(MonthError::Year);
        }
        NaiveDate::from_ymd_opt(year, month, 1).map(|first| Self { first }).ok_or(MonthError::Month)
    }

    pub fn of(day: NaiveDate) -> Self {
        Self { first: day.with_day(1).unwrap_or(day) }
    }

    /// Reads a month written exactly as `YYYY-MM`.
    pub fn parse(text: &str) -> Option<Self> {
        parse_date(&format!("{text}-01")).map(Self::of)
    }

    /// The months that are listed on `today`, and can be asked about: those from the year 2000 to the present one (months.md 4).
    pub fn is_listed(self, today: NaiveDate) -> bool {
        Self::of(FIRST_BEGINNING) <= self && self <= Self::of(today)
    }

    /// Whether its last day is over on `today`.
    pub fn is_over(self, today: NaiveDate) -> bool {
        self.last() < today
    }

    /// The first day on which it is over, and can be closed.
    pub fn closable_from(self) -> NaiveDate {
        days_after(self.last(), 1)
    }

    pub fn first(self) -> NaiveDate {
        self.first
    }

    pub fn last(self) -> NaiveDate {
        super::days_before(self.first.checked_add_months(chrono::Months::new(1)).unwrap_or(NaiveDate::MAX), 1)
    }

    pub fn year(self) -> i32 {
        self.first.year()
    }

    /// The month of the year, 1 to 12.
    pub fn number(self) -> u32 {
        self.first.month()
    }

    /// Its English name, as in `November`.
    pub fn name(self) -> String {
        self.first.format("%B").to_string()
    }

    pub fn contains(self, day: NaiveDate) -> bool {
        Self::of(day) == self
    }

    #[must_use]
    pub fn earlier_by(self, count: u32) -> Self {
        Self { first: self.first.checked_sub_months(chrono::Months::new(count)).unwrap_or(self.first) }
    }

    pub fn days(self) -> impl Iterator<Item = NaiveDate> {
        let last = self.last();
        self.first.iter_days().take_while(move |day| *day <= last)
    }
}

impl std::fmt::Display for Month {
    /// `YYYY-MM`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.first.format("%Y-%m"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_know_their_days() {
        let february = Month::new(2028, 2).unwrap();
        assert_eq!(february.days().count(), 29);
        assert_eq!(february.last().to_string(), "2028-02-29");
        assert_eq!(Month::new(2026, 12).unwrap().last().to_string(), "2026-12-31");
        assert_eq!(Month::new(2026, 1).unwrap().earlier_by(2).to_string(), "2025-11");
        assert_eq!(february.name(), "February");
        let holds = |day: &str| february.contains(day.parse().unwrap());
        assert_eq!(["2028-02-01", "2028-02-29", "2028-03-01", "2027-02-01"].map(holds), [true, true, false, false]);
    }

    #[test]
    fn a_month_is_read_in_its_one_form() {
        assert_eq!(Month::parse("2026-06"), Month::new(2026, 6).ok());
        for other in ["", "2026-6", "2026-13", "2026-00", "2026-06-01", "2026/06", "+026-06", "june"] {
            assert_eq!(Month::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_month_can_be_closed_once_it_is_over_and_is_listed_from_the_year_2000_on() {
        let (june, day) = (Month::new(2026, 6).unwrap(), |text: &str| text.parse::<NaiveDate>().unwrap());
        assert_eq!([june.is_over(day("2026-06-30")), june.is_over(day("2026-07-01"))], [false, true]);
        assert_eq!(june.closable_from(), day("2026-07-01"));
        let listed = |month: &str| Month::parse(month).unwrap().is_listed(day("2026-06-01"));
        assert_eq!(["1999-12", "2000-01", "2026-06", "2026-07"].map(listed), [false, true, true, false]);
    }

    #[test]
    fn months_that_do_not_exist_are_refused() {
        assert_eq!(Month::new(2026, 13), Err(MonthError::Month));
        assert_eq!(Month::new(2026, 0), Err(MonthError::Month));
        assert_eq!(Month::new(0, 1), Err(MonthError::Year));
        assert_eq!(Month::new(9999, 1), Err(MonthError::Year));
    }
}
