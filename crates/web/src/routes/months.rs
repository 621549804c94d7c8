//! Months: what keeps each of them from being closed, and their close (months.md 4).

use actix_web::HttpRequest;
use application::months as used;
use chrono::Datelike;
use domain::month::{closed_message, reopened_message};

use crate::dto::envelope::{Answer, Pagination};
use crate::dto::month_forms::{
    AcceptRequest, CloseRequest, FIRST_YEAR, MonthsQuery, ReadinessQuery, RemindRequest, ReopenRequest,
};
use crate::dto::months::{AcceptedDays, MonthData, MonthList, MonthPage, ReadinessPage, Reminded};
use crate::dto::requests::PageQuery;
use crate::input::{Call, Json, JsonList, Params, Refused, ask, month_in};
use crate::openapi::{ListRefusals, NamedRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{KeepMonths, KeepWholeMonth, ReadWholeMonth};
use crate::reply::Outcome;

/// The months of a year up to the present one, the newest first.
#[utoipa::path(
    get, path = "/api/months",
    params(MonthsQuery),
    responses((status = 200, description = "The months", body = Answer<MonthList>), QueryRefusals),
)]
pub async fn months(call: Call<KeepMonths, Params<MonthsQuery>>) -> Outcome<MonthList> {
    let (Params(MonthsQuery { year }), call) = call.input();
    let this_year = call.today().year();
    if year.is_some_and(|year| year > this_year) {
        return Err(Refused::because(format!("year must be a whole number from {FIRST_YEAR} to {this_year}")).into());
    }
    let found = ask!(call.read(used::list, year)).await?;
    Ok(Answer::of(found.into()))
}

/// A month with its revisions, and how far it is where it is not closed.
#[utoipa::path(
    get, path = "/api/months/{month}",
    params(("month" = String, Path, description = "`YYYY-MM`")),
    responses((status = 200, description = "The month", body = Answer<MonthPage>), NamedRefusals),
)]
pub async fn month(request: HttpRequest, call: Call<ReadWholeMonth>) -> Outcome<MonthPage> {
    let month = month_in(&request);
    let found = ask!(call.read(used::read, &month)).await?;
    Ok(Answer::of(found.into()))
}

/// The people of a month that is not closed, with what blocks them.
#[utoipa::path(
    get, path = "/api/months/{month}/readiness",
    params(("month" = String, Path, description = "`YYYY-MM`"), ReadinessQuery, PageQuery),
    responses((status = 200, description = "A page of people", body = Answer<ReadinessPage>), QueryRefusals),
)]
pub async fn month_readiness(
    request: HttpRequest,
    call: Call<ReadWholeMonth, Params<(PageQuery, ReadinessQuery)>>,
) -> Outcome<ReadinessPage> {
    let month = month_in(&request);
    let (Params((PageQuery { page, limit }, ReadinessQuery { blocker, search })), call) = call.input();
    let wanted = used::ReadinessQuery { blocker, search, page, limit };
    let (rows, total) = ask!(call.read(used::readiness, &month, wanted)).await?;
    let rows = rows.into_iter().map(Into::into).collect();
    Ok(Answer::of(ReadinessPage { rows, pagination: Pagination::new(page, limit, total) }))
}

/// Reminds those who block a month, each at most once a day.
#[utoipa::path(
    post, path = "/api/months/{month}/remind",
    params(("month" = String, Path, description = "`YYYY-MM`")),
    request_body = RemindRequest,
    responses((status = 200, description = "How many were told", body = Answer<Reminded>), WriteRefusals),
)]
pub async fn remind_about_month(
    request: HttpRequest,
    call: Call<KeepWholeMonth, Json<RemindRequest>>,
) -> Outcome<Reminded> {
    let month = month_in(&request);
    let (Json(RemindRequest { kind, user_ids }), call) = call.input();
    let done = ask!(call.write(used::remind, &month, kind, user_ids)).await?;
    Ok(Answer::of(done.into()))
}

/// Accepts days that are frozen or whose entry is rejected as absent: all of them or none.
#[utoipa::path(
    post, path = "/api/months/{month}/accept",
    params(("month" = String, Path, description = "`YYYY-MM`")),
    request_body = AcceptRequest,
    responses((status = 200, description = "How many were not accepted before", body = Answer<AcceptedDays>), ListRefusals),
)]
pub async fn accept_as_absent(
    request: HttpRequest,
    call: Call<KeepMonths, JsonList<AcceptRequest>>,
) -> Outcome<AcceptedDays> {
    let month = month_in(&request);
    let (JsonList(typed), call) = call.input();
    let accepted = ask!(call.write(used::accept, &month, typed.into())).await?;
    Ok(Answer::of(AcceptedDays { accepted }))
}

/// Closes a month: stores a row for each person, and keeps its days from changing.
#[utoipa::path(
    post, path = "/api/months/{month}/close",
    params(("month" = String, Path, description = "`YYYY-MM`")),
    request_body = CloseRequest,
    responses((status = 200, description = "The month as it is now", body = Answer<MonthData>), WriteRefusals),
)]
pub async fn close_month(request: HttpRequest, call: Call<KeepWholeMonth, Json<CloseRequest>>) -> Outcome<MonthData> {
    let month = month_in(&request);
    let (Json(typed), call) = call.input();
    let closed = ask!(call.attempt(used::close, &month, typed.into())).await?;
    let (month, revision) = (closed.view.month, closed.view.newest.as_ref().map_or(0, |newest| newest.revision));
    Ok(Answer::saying(closed_message(month, revision), MonthData { month: closed.into() }))
}

/// Opens a closed month again.
#[utoipa::path(
    post, path = "/api/months/{month}/reopen",
    params(("month" = String, Path, description = "`YYYY-MM`")),
    request_body = ReopenRequest,
    responses((status = 200, description = "The month as it is now", body = Answer<MonthData>), WriteRefusals),
)]
pub async fn reopen_month(request: HttpRequest, call: Call<KeepMonths, Json<ReopenRequest>>) -> Outcome<MonthData> {
    let month = month_in(&request);
    let (Json(ReopenRequest { reason }), call) = call.input();
    let opened = ask!(call.write(used::reopen, &month, &reason)).await?;
    Ok(Answer::saying(reopened_message(opened.view.month), MonthData { month: opened.into() }))
}
