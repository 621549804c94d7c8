//! Holidays.

use super::{file, maybe, text, word};
use crate::downloads::Spreadsheet;
use crate::ports::{Cell, HolidayView};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::import::holidays::COLUMNS;
use domain::time::YEARS;

/// All holidays, by date.
pub async fn holidays(ports: &Ports, caller: &Caller) -> Result<Spreadsheet> {
    caller.actor.require(Capability::ManageHolidays)?;
    let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
    let (first, last) = (day(*YEARS.start(), 1, 1), day(*YEARS.end(), 12, 31));
    let mut holidays = ports.reads.holidays().between(first, last).await?;
    holidays.sort_by_key(|view| view.holiday.date);
    let rows = Box::new(holidays.into_iter().map(cells));
    file(ports, caller, "Holidays.csv".to_owned(), &COLUMNS, rows).await
}

fn cells(HolidayView { holiday, .. }: HolidayView) -> Vec<Cell> {
    vec![
        Cell::Date(holiday.date),
        text(&holiday.name),
        maybe(holiday.description.as_deref()),
        word(if holiday.is_recurring { "yes" } else { "no" }),
    ]
}
