//! Reports as spreadsheets, that of the attendance among them.

use super::{AttendanceRow, attendance};
use crate::downloads::{Spreadsheet, note};
use crate::ports::{Cell, Column, Table};
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::time::Month;

/// The name of a file about a month.
pub(crate) fn named(report: &str, month: Month) -> String {
    format!("{report}_{}_{}.csv", month.number(), month.year())
}

/// A table as a file. That it was taken along is noted before its first byte (oversight.md 1.2).
pub(crate) async fn file<const N: usize>(
    ports: &Ports,
    caller: &Caller,
    name: String,
    columns: [&'static str; N],
    rows: impl Iterator<Item = [Cell; N]> + Send + 'static,
) -> Result<Spreadsheet> {
    let table = Table { columns: columns.map(Column::named).to_vec(), rows: Box::new(rows.map(Vec::from)) };
    let pieces = ports.documents.table_csv(table);
    note(ports, caller, &name, None).await?;
    Ok(Spreadsheet { name, pieces })
}

/// The attendance of `month`, by name, as a file.
pub async fn attendance_csv(ports: &Ports, caller: &Caller, month: Month) -> Result<Spreadsheet> {
    let rows = attendance(ports, caller, month).await?;
    let columns = ["Employee ID", "Employee", "Working Days", "Present", "Leave Days", "Rate", "Rating"];
    file(ports, caller, named("Attendance_Report", month), columns, rows.into_iter().map(|row| cells(&row))).await
}

fn cells(row: &AttendanceRow) -> [Cell; 7] {
    let (summary, rating) = (&row.summary, row.rating());
    [
        Cell::text(row.person.employee_id.to_string()),
        Cell::text(row.person.name.to_string()),
        Cell::Halves(summary.working_half_days.cast_signed()),
        Cell::Halves(summary.present_half_days.cast_signed()),
        Cell::Halves(summary.leave_half_days.cast_signed()),
        summary.rate_tenths().map_or(Cell::Nothing, Cell::Percent),
        Cell::text(rating.label()),
    ]
}
