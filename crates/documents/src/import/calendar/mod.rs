//! The holidays of a calendar in iCalendar form (RFC 5545), as the rows that a table of holidays would have.

mod content;
mod event;
mod rule;

use domain::import::holidays::{self, COLUMNS, HolidayRow};
use domain::import::{Choices, FileRefusal, ROWS_MAX, ReadRow, Reading, RowProblem, Table, TableRow};
use event::{Event, HolidayDate, Window};
use std::collections::{BTreeSet, HashMap};

/// The holidays of all events that are not cancelled, one for each date.
pub(super) fn read(text: &str, this_year: i32) -> Result<Reading<HolidayRow>, FileRefusal> {
    let events = event::all(text)?;
    if events.is_empty() {
        return Err(FileRefusal::NoRows);
    }
    let mut replaced: HashMap<&str, BTreeSet<_>> = HashMap::new();
    for event in &events {
        replaced.entry(&event.uid).or_default().extend(event.replaces());
    }
    let headings = COLUMNS.iter().map(|column| column.name.to_owned()).collect();
    let mut table = Table { headings, rows: Vec::new() };
    let mut refused = Vec::new();
    let mut window = Window::of(this_year);
    let none = BTreeSet::new();
    for event in events.iter().filter(|event| !event.is_cancelled) {
        // Those that stand for one date of a rule have no rule of their own.
        let exceptions = replaced.get(event.uid.as_str()).filter(|_| event.replaces().is_none());
        match event.dates(exceptions.unwrap_or(&none), &mut window) {
            Ok(dates) => table.rows.extend(dates.into_iter().map(|date| row(event, date))),
            Err(sentence) => refused.push(refusal(event, sentence)),
        }
        if table.rows.len() + refused.len() > ROWS_MAX {
            return Err(FileRefusal::TooManyRows(event.line));
        }
    }
    let mut reading = holidays::read(table, Choices::default())?;
    reading.dates = None;
    reading.rows.append(&mut refused);
    reading.rows.sort_by_key(|row| row.line);
    Ok(reading)
}

fn row(event: &Event, HolidayDate { date, is_recurring }: HolidayDate) -> TableRow {
    let recurring = if is_recurring { "yes" } else { "no" };
    let cells = vec![date.to_string(), event.summary.clone(), event.description.clone(), recurring.to_owned()];
    TableRow { line: event.line, cells }
}

fn refusal(event: &Event, sentence: String) -> ReadRow<HolidayRow> {
    let cells = vec![event.start.clone(), event.summary.clone(), event.description.clone(), String::new()];
    let problem = RowProblem { column: "Date", value: event.start.clone(), sentence };
    ReadRow { line: event.line, cells, who: event.summary.clone(), value: Err(vec![problem]) }
}
