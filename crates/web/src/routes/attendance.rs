//! The attendance of a month: everyone's, or a manager's team's.

use application::reports;
use application::reports::AttendanceRow as Row;
use domain::attendance as rules;
use domain::person::EmployeeId;
use serde::Serialize;
use utoipa::ToSchema;

use super::spreadsheets::spreadsheets_of_months;
use crate::attachment::Attachment;
use crate::dto::names::wire_names;
use crate::dto::requests::MonthQuery;
use crate::error::Failure;
use crate::input::wire::display;
use crate::input::{Call, Params, ask};
use crate::openapi::QueryRefusals;
use crate::permission::{PrintAttendance, ReadAttendanceOfMonth, Report};
use crate::reply::Bare;

wire_names! {
    /// Whether attendance is as it should be, from the exact rate.
    pub struct AttendanceRating(rules::Rating);
}

/// One person's month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttendanceRow {
    pub name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub total_working_days: f64,
    /// Approved leave on working days, which are left out above.
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub leave_days: f64,
    #[schema(minimum = 0, maximum = 31, multiple_of = 0.5)]
    pub total_present: f64,
    /// Per cent with one decimal; null without working days.
    #[schema(required = true, minimum = 0, maximum = 100)]
    pub attendance_rate: Option<f64>,
    /// The rate, in per cent, from which attendance counts as good.
    #[schema(minimum = 0, maximum = 100)]
    pub good_percent: u32,
    pub rating: AttendanceRating,
}

impl From<Row> for AttendanceRow {
    fn from(row: Row) -> Self {
        let rating = row.rating();
        let Row { person, summary, good_percent } = row;
        Self {
            name: person.name.to_string(),
            employee_id: person.employee_id,
            total_working_days: days(summary.working_half_days),
            leave_days: days(summary.leave_half_days),
            total_present: days(summary.present_half_days),
            attendance_rate: summary.rate_tenths().map(|tenths| f64::from(tenths) / 10.0),
            good_percent,
            rating: rating.into(),
        }
    }
}

fn days(half_days: u32) -> f64 {
    f64::from(half_days) / 2.0
}

/// The attendance of a month, by name, without an envelope around it.
#[utoipa::path(
    get, path = "/api/users/attendance-summary",
    params(MonthQuery),
    responses((status = 200, description = "A line for each person", body = Vec<AttendanceRow>), QueryRefusals),
)]
pub async fn attendance_summary(
    call: Call<Report<ReadAttendanceOfMonth>, Params<MonthQuery>>,
) -> Result<Bare<Vec<AttendanceRow>>, Failure> {
    let (Params(query), call) = call.input();
    let month = query.month()?;
    let rows = ask!(call.read(reports::attendance, month)).await?;
    Ok(Bare(rows.into_iter().map(AttendanceRow::from).collect()))
}

/// The same on paper.
#[utoipa::path(
    get, path = "/api/users/attendance-summary/pdf",
    params(MonthQuery),
    responses((status = 200, description = "`Attendance_Report_{month}_{year}.pdf`", body = String, content_type = "application/pdf"), QueryRefusals),
)]
pub async fn attendance_summary_pdf(
    call: Call<Report<PrintAttendance>, Params<MonthQuery>>,
) -> Result<Attachment, Failure> {
    let (Params(query), call) = call.input();
    let month = query.month()?;
    let paper = ask!(call.write(reports::attendance_pdf, month)).await?;
    Ok(Attachment::attendance(paper))
}

spreadsheets_of_months! {
    /// The same as a spreadsheet.
    attendance_csv(ReadAttendanceOfMonth) = reports::attendance_csv,
        "/api/users/attendance-summary/csv", "`Attendance_Report_{month}_{year}.csv`";
}
