//! Dates, in one form for a whole column.
//!
//! `YYYY-MM-DD` and `D.M.YYYY` can be read in one way. `3/4/2026` is the 3rd of April or March 4: where both fit every cell of a column
//! and differ, the person is asked.

use super::DateForm;
use super::decision::{Decision, decide};
use crate::time::parse_date;
use chrono::NaiveDate;

/// A form of dates, with what stands between their parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Hyphens,
    Points,
    DayFirst,
    MonthFirst,
}

const ALL: [Written; 4] = [Written::Hyphens, Written::Points, Written::DayFirst, Written::MonthFirst];

impl Written {
    pub(super) const fn form(self) -> DateForm {
        match self {
            Self::Hyphens => DateForm::Ymd,
            Self::Points | Self::DayFirst => DateForm::Dmy,
            Self::MonthFirst => DateForm::Mdy,
        }
    }

    /// A choice is one between the two ways to read slashes. The others can be read in one way only.
    fn allowed(choice: Option<DateForm>) -> Vec<Self> {
        let fits = |written: &Self| {
            matches!(written, Self::Hyphens | Self::Points) || choice.is_none_or(|choice| written.form() == choice)
        };
        ALL.into_iter().filter(fits).collect()
    }

    fn read(self, text: &str) -> Option<NaiveDate> {
        let separator = match self {
            Self::Hyphens => return parse_date(text),
            Self::Points => '.',
            Self::DayFirst | Self::MonthFirst => '/',
        };
        let [first, second, year] = numbers(text, separator)?;
        let is_written_out = first.len() <= 2 && second.len() <= 2 && year.len() == 4;
        let [first, second] = [first.parse().ok()?, second.parse().ok()?];
        let (month, day) = if self == Self::MonthFirst { (first, second) } else { (second, first) };
        let year = year.parse().ok().filter(|year| is_written_out && *year > 0)?;
        NaiveDate::from_ymd_opt(year, month, day)
    }
}

/// The form of a column.
pub(super) fn form_of<'a>(cells: impl Iterator<Item = (u32, &'a str)>, choice: Option<DateForm>) -> Decision<Written> {
    decide(cells, &Written::allowed(choice), |cell, form| form.read(cell))
}

/// The day of a cell, in the form of its column; or what is wrong with it.
pub(super) fn day(text: &str, form: Written) -> Result<NaiveDate, String> {
    form.read(text).ok_or_else(|| {
        if ALL.iter().any(|other| other.read(text).is_some()) {
            return format!("This date is not written as {}", form.form().label());
        }
        let parts = ['-', '.', '/'].into_iter().find_map(|separator| Some((separator, numbers(text, separator)?)));
        match parts.map(|(separator, parts)| (separator, parts.map(str::len))) {
            Some((_, [1..=2, 1..=2, 2])) => "Please write the year with four digits",
            Some(('-', [4, 2, 2]) | ('.' | '/', [1..=2, 1..=2, 4])) => "This day does not exist",
            _ if text.parse::<f64>().is_ok() => "This is a number, not a date",
            _ => "Please write the date as YYYY-MM-DD, D.M.YYYY, D/M/YYYY or M/D/YYYY",
        }
        .to_owned()
    })
}

/// Three numbers with this between them.
fn numbers(text: &str, separator: char) -> Option<[&str; 3]> {
    let mut parts = text.split(separator);
    let three = [parts.next()?, parts.next()?, parts.next()?];
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (parts.next().is_none() && three.iter().all(is_number)).then_some(three)
}
