//! Imports: files become plans, and plans are applied (moving-in.md 3).

use actix_web::HttpRequest;
use application::imports::{self as used, SentFile, Wanted};
use domain::holiday::countries::countries;
use domain::id::ImportId;
use domain::import::{Choices, ImportKind};

use crate::attachment::Attachment;
use crate::dto::envelope::{Answer, Pagination};
use crate::dto::imports::{
    ApplyImportRequest, CountryRequest, ImportCountries, ImportPlanData, ImportRows, ImportRowsQuery, PlanQuery,
};
use crate::dto::requests::PageQuery;
use crate::error::Failure;
use crate::input::{Call, ImportFile, Json, Params, ask, id_in, segment};
use crate::openapi::{ImportRefusals, NamedRefusals, PlainRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{ApplyImports, MoveData, PlanImports};
use crate::reply::{Created, Made, Outcome};

/// Plans a file of people, balances of leave or holidays. Nothing is imported yet.
#[utoipa::path(
    post, path = "/api/imports/{id}",
    params(("id" = crate::dto::imports::ImportKind, Path, description = "What the file is about"), PlanQuery),
    request_body(content((String = "text/csv"), (String = "text/calendar"))),
    responses((status = 201, description = "What it would do", body = Answer<ImportPlanData>), ImportRefusals),
)]
pub async fn plan_import(request: HttpRequest, call: Call<PlanImports, ImportFile<PlanQuery>>) -> Made<ImportPlanData> {
    let kind = ImportKind::named(segment(&request, "id")).ok_or(application::Error::NotFound("Import"))?;
    let (ImportFile { bytes, is_calendar, query }, call) = call.input();
    let PlanQuery { file_name, encoding, separator, dates, decimal, records_from } = query;
    let ending = if is_calendar { "ics" } else { "csv" };
    let file = SentFile {
        kind,
        name: file_name.unwrap_or_else(|| format!("{}.{ending}", kind.name())),
        is_calendar,
        bytes: bytes.as_ref().into(),
        encoding,
        separator,
        choices: Choices { dates, decimal },
        records_from,
    };
    let plan = ask!(call.attempt(used::plan_file, file)).await?;
    Ok(Created::new(Answer::of(plan.into())))
}

/// A plan of the caller's.
#[utoipa::path(
    get, path = "/api/imports/{id}",
    params(("id" = Uuid, Path)),
    responses((status = 200, description = "The plan", body = Answer<ImportPlanData>), NamedRefusals),
)]
pub async fn import_plan(request: HttpRequest, call: Call<MoveData>) -> Outcome<ImportPlanData> {
    let id: ImportId = id_in(&request);
    let plan = ask!(call.read(used::plan, id)).await?;
    Ok(Answer::of(plan.into()))
}

/// The rows of a plan, in the order of the file.
#[utoipa::path(
    get, path = "/api/imports/{id}/rows",
    params(("id" = Uuid, Path), ImportRowsQuery, PageQuery),
    responses((status = 200, description = "A page of rows", body = Answer<ImportRows>), QueryRefusals),
)]
pub async fn import_rows(
    request: HttpRequest,
    call: Call<MoveData, Params<(PageQuery, ImportRowsQuery)>>,
) -> Outcome<ImportRows> {
    let id: ImportId = id_in(&request);
    let (Params((PageQuery { page, limit }, ImportRowsQuery { action })), call) = call.input();
    let (rows, total) = ask!(call.read(used::rows, id, action, page, limit)).await?;
    let rows = rows.into_iter().map(Into::into).collect();
    Ok(Answer::of(ImportRows { rows, pagination: Pagination::new(page, limit, total) }))
}

/// Applies a plan. A large one goes on when the call is answered: its plan tells how far it is.
#[utoipa::path(
    post, path = "/api/imports/{id}/apply",
    params(("id" = Uuid, Path)),
    request_body = ApplyImportRequest,
    responses((status = 200, description = "The plan as it is now", body = Answer<ImportPlanData>), WriteRefusals),
)]
pub async fn apply_import(
    request: HttpRequest,
    call: Call<ApplyImports, Json<ApplyImportRequest>>,
) -> Outcome<ImportPlanData> {
    let id: ImportId = id_in(&request);
    let (Json(ApplyImportRequest { mode, invite }), call) = call.input();
    let wanted = Wanted { mode, invite };
    let plan = call
        .attempt_or(
            move |ports, caller| async move { used::apply(&ports, &caller, id, wanted).await },
            move |ports, caller| async move { used::plan(&ports, &caller, id).await },
        )
        .await?;
    Ok(match plan.message() {
        Some(message) => Answer::saying(message, plan.into()),
        None => Answer::of(plan.into()),
    })
}

/// The refused rows of a plan with the reason of each, in the columns of the file.
#[utoipa::path(
    get, path = "/api/imports/{id}/refused",
    params(("id" = Uuid, Path)),
    responses((status = 200, description = "`{fileName}_refused.csv`", body = String, content_type = "text/csv; charset=utf-8"), NamedRefusals),
)]
pub async fn refused_rows(request: HttpRequest, call: Call<MoveData>) -> Result<Attachment, Failure> {
    let id: ImportId = id_in(&request);
    let file = ask!(call.write(used::refused, id)).await?;
    Ok(Attachment::spreadsheet(file))
}

/// The countries and regions whose holidays come with the program.
#[utoipa::path(
    get, path = "/api/imports/countries",
    responses((status = 200, description = "By name", body = Answer<ImportCountries>), PlainRefusals),
)]
pub async fn import_countries(_: Call<MoveData>) -> Outcome<ImportCountries> {
    Ok(Answer::of(countries().into()))
}

/// Plans the holidays of a country or of one of its regions.
#[utoipa::path(
    post, path = "/api/imports/holidays/country",
    request_body = CountryRequest,
    responses((status = 201, description = "What they would do", body = Answer<ImportPlanData>), WriteRefusals),
)]
pub async fn plan_country(call: Call<PlanImports, Json<CountryRequest>>) -> Made<ImportPlanData> {
    let (Json(wanted), call) = call.input();
    let plan = ask!(call.attempt(used::plan_country, wanted.into())).await?;
    Ok(Created::new(Answer::of(plan.into())))
}
