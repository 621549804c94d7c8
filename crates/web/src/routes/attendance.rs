//! The attendance of a month: everyone's, or a manager's team's.

use crate::attachment::Attachment;
use crate::dto::attendance::AttendanceRow;
use crate::dto::requests::MonthQuery;
use crate::error::Failure;
use crate::input::{Call, Params};
use crate::openapi::QueryRefusals;
use crate::permission::{PrintAttendance, ReadAttendance};
use crate::reply::Bare;
use application::reports;

/// The attendance of a month, by name, without an envelope around it.
#[utoipa::path(
    get,
    path = "/api/users/attendance-summary",
    operation_id = "attendanceSummary",
    tag = "people",
    params(MonthQuery),
    responses((status = 200, description = "A line for each person", body = Vec<AttendanceRow>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn summary(call: Call<ReadAttendance, Params<MonthQuery>>) -> Result<Bare<Vec<AttendanceRow>>, Failure> {
    let (Params(query), call) = call.input();
    let month = query.month()?;
    let rows = call.read(move |ports, caller| async move { reports::attendance(&ports, &caller, month).await }).await?;
    Ok(Bare(rows.into_iter().map(AttendanceRow::from).collect()))
}

/// The same on paper.
#[utoipa::path(
    get,
    path = "/api/users/attendance-summary/pdf",
    operation_id = "attendanceSummaryPdf",
    tag = "people",
    params(MonthQuery),
    responses((status = 200, description = "`Attendance_Report_{month}_{year}.pdf`", body = String, content_type = "application/pdf"), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn pdf(call: Call<PrintAttendance, Params<MonthQuery>>) -> Result<Attachment, Failure> {
    let (Params(query), call) = call.input();
    let month = query.month()?;
    let pdf =
        call.read(move |ports, caller| async move { reports::attendance_pdf(&ports, &caller, month).await }).await?;
    Ok(Attachment::attendance(month, pdf))
}
