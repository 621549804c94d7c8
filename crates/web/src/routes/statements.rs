//! What an Employee reads of closed months.

use actix_web::HttpRequest;
use application::months as used;

use crate::attachment::Attachment;
use crate::dto::envelope::{Answer, Pagination};
use crate::dto::payroll::Statements;
use crate::dto::requests::PageQuery;
use crate::error::Failure;
use crate::input::{Call, Params, ask, month_in};
use crate::openapi::{NamedRefusals, QueryRefusals};
use crate::permission::{PrintReceipt, ReadStatements};
use crate::reply::Outcome;

/// The caller's figures of the closed months, the newest first.
#[utoipa::path(
    get, path = "/api/months/mine",
    params(PageQuery),
    responses((status = 200, description = "A page of statements", body = Answer<Statements>), QueryRefusals),
)]
pub async fn statements(call: Call<ReadStatements, Params<PageQuery>>) -> Outcome<Statements> {
    let (Params(PageQuery { page, limit }), call) = call.input();
    let (rows, total) = ask!(call.read(used::statements, page, limit)).await?;
    let statements = rows.into_iter().map(Into::into).collect();
    Ok(Answer::of(Statements { statements, pagination: Pagination::new(page, limit, total) }))
}

/// The same of one month on paper, with the entries in it.
#[utoipa::path(
    get, path = "/api/months/{month}/mine/pdf",
    params(("month" = String, Path, description = "`YYYY-MM`")),
    responses((status = 200, description = "`Receipt_{month}_r{n}_{EMP…}.pdf`", body = String, content_type = "application/pdf"), NamedRefusals),
)]
pub async fn receipt(request: HttpRequest, call: Call<PrintReceipt>) -> Result<Attachment, Failure> {
    let month = month_in(&request);
    let receipt = ask!(call.read(used::receipt, &month)).await?;
    Ok(Attachment::receipt(receipt))
}
