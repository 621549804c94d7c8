//! From when something that is decided may hold (settings.md 1.2 and 1.3).

use super::days_after;
use chrono::NaiveDate;

/// The first day from which something may hold.
pub const FIRST_BEGINNING: NaiveDate = match NaiveDate::from_ymd_opt(2000, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

/// How many days ahead it may begin at most.
const DAYS_AHEAD: u64 = 366;

/// The last day, seen from `today`, from which something may hold.
pub fn last_beginning(today: NaiveDate) -> NaiveDate {
    days_after(today, DAYS_AHEAD)
}

/// A day from which nothing may hold: it lies before the first that may be, or after the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BeginningError {
    first: NaiveDate,
    last: NaiveDate,
}

impl BeginningError {
    pub fn sentence(self) -> String {
        format!("The date must be from {} to {}", self.first, self.last)
    }
}

/// The day, where something may hold from it on.
pub fn check_beginning(day: NaiveDate, today: NaiveDate) -> Result<NaiveDate, BeginningError> {
    check(day, FIRST_BEGINNING, today)
}

/// The day, where something may hold from it on that changes no day which has begun.
pub fn check_beginning_ahead(day: NaiveDate, today: NaiveDate) -> Result<NaiveDate, BeginningError> {
    check(day, days_after(today, 1), today)
}

fn check(day: NaiveDate, first: NaiveDate, today: NaiveDate) -> Result<NaiveDate, BeginningError> {
    let last = last_beginning(today);
    if (first..=last).contains(&day) { Ok(day) } else { Err(BeginningError { first, last }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_begins_between_the_turn_of_the_century_and_a_year_ahead() {
        let day = |text: &str| -> NaiveDate { text.parse().unwrap() };
        let today = day("2026-06-10");
        for kept in ["2000-01-01", "2026-06-10", "2027-06-11"] {
            assert_eq!(check_beginning(day(kept), today), Ok(day(kept)));
        }
        for other in ["1999-12-31", "2027-06-12"] {
            let refused = check_beginning(day(other), today).map_err(BeginningError::sentence);
            assert_eq!(refused, Err("The date must be from 2000-01-01 to 2027-06-11".into()), "{other}");
        }
        assert_eq!(check_beginning_ahead(day("2026-06-11"), today), Ok(day("2026-06-11")));
        let refused = check_beginning_ahead(today, today).map_err(BeginningError::sentence);
        assert_eq!(refused, Err("The date must be from 2026-06-11 to 2027-06-11".into()));
    }
}
