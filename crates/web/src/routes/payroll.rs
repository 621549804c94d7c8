//! What a close stored: on the screen, as a file and on paper, beside another revision, and known again by its checksum.

use std::num::NonZeroU32;

use actix_web::HttpRequest;
use application::months::{self as used, Submitted};

use crate::attachment::Attachment;
use crate::dto::envelope::Answer;
use crate::dto::month_forms::{CheckRequest, DifferencesQuery, ExportRequest, PayrollFormat, PayrollQuery};
use crate::dto::payroll::{CheckedChecksum, Differences, Payroll};
use crate::dto::requests::PageQuery;
use crate::error::Failure;
use crate::input::{Call, Json, JsonOrCsv, Params, ask, month_in};
use crate::openapi::{FileRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{ExportPayroll, KeepMonths, ReadWholeMonth};
use crate::reply::Outcome;

/// A page of a revision.
#[utoipa::path(
    get, path = "/api/months/{month}/payroll",
    params(("month" = String, Path, description = "`YYYY-MM`"), PayrollQuery, PageQuery),
    responses((status = 200, description = "A page of rows", body = Answer<Payroll>), QueryRefusals),
)]
pub async fn payroll(
    request: HttpRequest,
    call: Call<KeepMonths, Params<(PageQuery, PayrollQuery)>>,
) -> Outcome<Payroll> {
    let month = month_in(&request);
    let (Params((PageQuery { page, limit }, PayrollQuery { revision, search })), call) = call.input();
    let wanted = used::PayrollQuery { revision, search, page, limit };
    let found = ask!(call.read(used::payroll, &month, wanted)).await?;
    Ok(Answer::of(Payroll::new(found, page, limit)))
}

/// A revision as a file or on paper. That of the newest one of a closed month is noted on it.
#[utoipa::path(
    post, path = "/api/months/{month}/export",
    params(("month" = String, Path, description = "`YYYY-MM`")),
    request_body = ExportRequest,
    responses(
        (status = 200, description = "`Payroll_{month}_r{n}.csv` or `.pdf`", content(
            (String = "text/csv; charset=utf-8"),
            (String = "application/pdf"),
        )),
        WriteRefusals,
    ),
)]
pub async fn export_payroll(
    request: HttpRequest,
    call: Call<ExportPayroll, Json<ExportRequest>>,
) -> Result<Attachment, Failure> {
    let month = month_in(&request);
    let (Json(ExportRequest { format, revision }), call) = call.input();
    let revision = revision.map(NonZeroU32::get);
    match format {
        PayrollFormat::Csv => {
            let file = ask!(call.write(used::export_csv, &month, revision)).await?;
            Ok(Attachment::payroll_file(file))
        }
        PayrollFormat::Pdf => {
            let paper = ask!(call.write(used::export_pdf, &month, revision)).await?;
            Ok(Attachment::payroll_paper(paper))
        }
    }
}

/// What changed from one revision to another.
#[utoipa::path(
    get, path = "/api/months/{month}/differences",
    params(("month" = String, Path, description = "`YYYY-MM`"), DifferencesQuery, PageQuery),
    responses((status = 200, description = "A page of differences", body = Answer<Differences>), QueryRefusals),
)]
pub async fn payroll_differences(
    request: HttpRequest,
    call: Call<ReadWholeMonth, Params<(DifferencesQuery, PageQuery)>>,
) -> Outcome<Differences> {
    let month = month_in(&request);
    let (Params((DifferencesQuery { from, to }, PageQuery { page, limit })), call) = call.input();
    let found = ask!(call.read(used::differences, &month, (from, to), page, limit)).await?;
    Ok(Answer::of(Differences::new(found, page, limit)))
}

/// Says of which revision a checksum or a file is.
#[utoipa::path(
    post, path = "/api/months/check",
    request_body(content((CheckRequest = "application/json"), (String = "text/csv"))),
    responses((status = 200, description = "What it is", body = Answer<CheckedChecksum>), FileRefusals),
)]
pub async fn check_payroll(call: Call<KeepMonths, JsonOrCsv<CheckRequest>>) -> Outcome<CheckedChecksum> {
    let (submitted, call) = call.input();
    let submitted = match submitted {
        JsonOrCsv::Json(CheckRequest { checksum }) => Submitted::Checksum(checksum),
        JsonOrCsv::Csv(file) => Submitted::File(file.into()),
    };
    let found = ask!(call.read(used::check, submitted)).await?;
    Ok(Answer::of(found.into()))
}
