//! Holidays (moving-in.md 1.7).

use super::columns::Places;
use super::rows::{self, Cells, line, prose};
use super::{Choices, Column, FileRefusal, Given, ReadRow, Reading, RowProblem, Table};
use crate::holiday::countries::CountryHoliday;
use crate::text::folded;
use chrono::NaiveDate;

const DATE: Column = Column::date("Date", &["Datum"]);
const NAME: Column = Column::text("Name", &["Feiertag", "Bezeichnung"]);
const DESCRIPTION: Column = Column::text("Description", &["Beschreibung"]);
const RECURRING: Column = Column::text("Recurring", &["Jährlich", "Wiederkehrend"]);

/// Stands in the rows of the table of countries alone.
const ONLY_NEW: Column = Column::text("Only New", &[]);

/// The columns, in the order of templates and exports.
pub const COLUMNS: [Column; 4] = [DATE, NAME, DESCRIPTION, RECURRING];

/// A holiday as a row of a table or an event of a calendar has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolidayRow {
    pub date: NaiveDate,
    pub name: String,
    pub description: Given<String>,
    /// `None` where the cell is empty: a new one does not recur, and one that is known stays as it is.
    pub is_recurring: Option<bool>,
    /// Whether a date that has a holiday already keeps it as it is.
    pub keeps_known: bool,
}

/// The rows of a file of holidays.
pub fn read(table: Table, choices: Choices) -> Result<Reading<HolidayRow>, FileRefusal> {
    let columns = [DATE, NAME, DESCRIPTION, RECURRING, ONLY_NEW];
    let places = Places::new(&columns, &table)?;
    places.require(&[DATE, NAME])?;
    rows::read(table, &columns, places, choices, |cells| cells.shown(&[DATE, NAME], ", "), holiday)
}

/// Holidays of a country, as rows to be planned like those of a file. Half holidays are refused.
pub fn of_country(holidays: Vec<CountryHoliday>) -> Reading<HolidayRow> {
    let row = |(line, CountryHoliday { date, name, is_half }): (u32, CountryHoliday)| {
        let half = || RowProblem {
            column: DATE.name,
            value: format!("{date}, {name}, half day"),
            sentence: "The portal knows whole holidays only.".to_owned(),
        };
        let (cells, name) = (vec![date.to_string(), name.to_owned(), "yes".to_owned()], name.to_owned());
        let who = format!("{date}, {name}");
        let whole = HolidayRow { date, name, description: Given::Absent, is_recurring: None, keeps_known: true };
        ReadRow { line, cells, who, value: if is_half { Err(vec![half()]) } else { Ok(whole) } }
    };
    Reading {
        dates: None,
        decimal: None,
        questions: Vec::new(),
        ignored_columns: Vec::new(),
        headings: [DATE, NAME, ONLY_NEW].map(|column| column.name.to_owned()).to_vec(),
        rows: (1..).zip(holidays).map(row).collect(),
    }
}

fn holiday(cells: &mut Cells<'_>) -> Option<HolidayRow> {
    let date = cells.required(DATE, cells.date(DATE));
    let name = cells.required(NAME, line(NAME));
    let description = cells.optional(DESCRIPTION, prose(DESCRIPTION));
    let is_recurring = cells.value(RECURRING, yes_or_no);
    let keeps_known = cells.value(ONLY_NEW, yes_or_no).unwrap_or(false);
    Some(HolidayRow { date: date?, name: name?, description, is_recurring, keeps_known })
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match folded(text).as_str() {
        "yes" | "y" | "true" | "1" | "ja" | "j" | "wahr" => Ok(true),
        "no" | "n" | "false" | "0" | "nein" | "falsch" => Ok(false),
        _ => Err("Please write yes or no".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::TableRow;
    use crate::testing::day;

    /// A plan keeps the cells, and reads them again when it is applied.
    #[test]
    fn the_holidays_of_a_country_are_rows_that_read_the_same_again() {
        let of = |date, name, is_half| CountryHoliday { date: day(date), name, is_half };
        let read = of_country(vec![of("2026-01-01", "New Year's Day", false), of("2026-12-24", "Christmas Eve", true)]);
        let rows = read.rows.iter().map(|row| TableRow { line: row.line, cells: row.cells.clone() }).collect();
        let again = super::read(Table { headings: read.headings.clone(), rows }, Choices::default()).unwrap();
        assert_eq!(again.rows[0], read.rows[0]);
        let row = again.rows[0].value.as_ref().unwrap();
        assert_eq!((row.name.as_str(), row.keeps_known), ("New Year's Day", true));
        let problem = &read.rows[1].value.as_ref().unwrap_err()[0];
        assert_eq!(problem.value, "2026-12-24, Christmas Eve, half day");
        assert_eq!(problem.sentence, "The portal knows whole holidays only.");
    }
}
