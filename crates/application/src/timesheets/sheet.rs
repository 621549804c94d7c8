//! Entries as a table, for a spreadsheet.

use crate::ports::{Cell, Column, OwnEntry, Table};
use chrono::Datelike;
use domain::time::weekday_name;

const COLUMNS: [&str; 6] = ["Date", "Day", "Hours", "Description", "Status", "Comment"];

/// One row for each entry, in the given order.
pub fn sheet(entries: Vec<OwnEntry>) -> Table {
    Table { columns: COLUMNS.map(Column::named).to_vec(), rows: Box::new(entries.into_iter().map(cells)) }
}

fn cells(entry: OwnEntry) -> Vec<Cell> {
    vec![
        Cell::Date(entry.date),
        Cell::text(weekday_name(entry.date.weekday())),
        Cell::Halves(entry.hours.half_hours().into()),
        Cell::text(entry.description),
        Cell::text(entry.status.name()),
        entry.comment.map_or(Cell::Nothing, Cell::text),
    ]
}
