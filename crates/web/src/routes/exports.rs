//! Files that can be imported again.

use application::exports;

use crate::attachment::Attachment;
use crate::dto::leave_ledger::ExportedYear;
use crate::error::Failure;
use crate::input::{Call, Params, ask};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::{ExportBalances, ExportPeople, ManageHolidays};

/// The people whom the caller may list, by name, in the columns of an import.
#[utoipa::path(
    get, path = "/api/exports/people",
    responses((status = 200, description = "`People_{date}.csv`", body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
)]
pub async fn export_people(call: Call<ExportPeople>) -> Result<Attachment, Failure> {
    Ok(Attachment::spreadsheet(ask!(call.write(exports::people)).await?))
}

/// The opening balances of a leave year, by name, employee ID and leave type, in the columns of an import.
#[utoipa::path(
    get, path = "/api/exports/balances",
    params(ExportedYear),
    responses((status = 200, description = "`Leave_balances_{year}.csv`", body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
)]
pub async fn export_balances(call: Call<ExportBalances, Params<ExportedYear>>) -> Result<Attachment, Failure> {
    let (Params(ExportedYear { year }), call) = call.input();
    Ok(Attachment::spreadsheet(ask!(call.write(exports::balances, year)).await?))
}

/// All holidays, by date, in the columns of an import.
#[utoipa::path(
    get, path = "/api/exports/holidays",
    responses((status = 200, description = "`Holidays.csv`", body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
)]
pub async fn export_holidays(call: Call<ManageHolidays>) -> Result<Attachment, Failure> {
    Ok(Attachment::spreadsheet(ask!(call.write(exports::holidays)).await?))
}
