//! The attendance of a month as a spreadsheet.

use super::{AttendanceRow, attendance};
use crate::people_reports::{ReportFile, file, named};
use crate::ports::Cell;
use crate::sessions::Caller;
use crate::{Error, Ports};
use domain::time::Month;

/// The attendance of `month`, by name, as a file.
pub async fn attendance_csv(ports: &Ports, caller: &Caller, month: Month) -> Result<ReportFile, Error> {
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
        Cell::text(rating.name()),
    ]
}
