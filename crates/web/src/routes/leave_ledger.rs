//! Balances of leave, and the ledger that they come of.

use application::leave_ledger::{self as ledger, NewAdjustment};

use crate::attachment::Attachment;
use crate::dto::envelope::Answer;
use crate::dto::leave_ledger::{AdjustmentRequest, BalanceData, LeaveYearQuery, Ledger, LedgerQuery};
use crate::error::Failure;
use crate::input::{Call, Json, Params, ask};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::{AdjustLeave, ReadLeave, Report};
use crate::reply::{Created, Made, Outcome};

/// What was entered for a person in a leave year, oldest first. The sum of it is what is left.
#[utoipa::path(
    get, path = "/api/leave/ledger",
    params(LedgerQuery),
    responses((status = 200, description = "The rows", body = Answer<Ledger>), QueryRefusals),
)]
pub async fn leave_ledger(call: Call<ReadLeave, Params<LedgerQuery>>) -> Outcome<Ledger> {
    let (Params(LedgerQuery { year, user_id, leave_type_id }), call) = call.input();
    let found = ask!(call.read(ledger::rows, year, user_id, leave_type_id)).await?;
    Ok(Answer::of(Ledger { rows: found.into_iter().map(Into::into).collect() }))
}

/// Adds days to the balance of an Employee, or takes some off.
#[utoipa::path(
    post, path = "/api/leave/adjustments",
    request_body = AdjustmentRequest,
    responses((status = 201, description = "The balance as it is now", body = Answer<BalanceData>), WriteRefusals),
)]
pub async fn adjust_leave(call: Call<AdjustLeave, Json<AdjustmentRequest>>) -> Made<BalanceData> {
    let (Json(wanted), call) = call.input();
    let wish = NewAdjustment::from(wanted);
    let balance = ask!(call.write(ledger::adjust, wish)).await?;
    let data = BalanceData { balance: balance.into() };
    Ok(Created::new(Answer::saying("Balance adjusted successfully!", data)))
}

/// The balances of every active Employee in a leave year, by name, employee ID and leave type.
#[utoipa::path(
    get, path = "/api/leave/balances/download",
    params(LeaveYearQuery),
    responses((status = 200, description = "`Leave_Balances_{year}.csv`", body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
)]
pub async fn download_leave_balances(
    call: Call<Report<AdjustLeave>, Params<LeaveYearQuery>>,
) -> Result<Attachment, Failure> {
    let (Params(LeaveYearQuery { year }), call) = call.input();
    let file = ask!(call.write(ledger::download, year)).await?;
    Ok(Attachment::spreadsheet(file))
}
