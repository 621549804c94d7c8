//! Entries as a table, for a spreadsheet.

use crate::ports::{Cell, Column, OwnEntry, Table};
use chrono::{Datelike, NaiveDate, Weekday};

const COLUMNS: [&str; 6] = ["Date", "Day", "Hours", "Description", "Status", "Comment"];

/// One row for each entry, in the given order.
pub fn sheet(entries: Vec<OwnEntry>) -> Table {
    Table { columns: COLUMNS.map(Column::named).to_vec(), rows: Box::new(entries.into_iter().map(cells)) }
}

fn cells(entry: OwnEntry) -> Vec<Cell> {
    vec![
        Cell::Date(entry.date),
        Cell::text(weekday(entry.date)),
        Cell::Halves(entry.hours.half_hours().into()),
        Cell::text(entry.description),
        Cell::text(entry.status.name()),
        entry.comment.map_or(Cell::Nothing, Cell::text),
    ]
}

/// The English name. A file has many rows, and to look the name up costs a tenth of formatting it.
fn weekday(date: NaiveDate) -> &'static str {
    match date.weekday() {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}
