//! The reports about people and their days, each on the screen and as a file.

use application::people_reports as used;

use crate::attachment::Attachment;
use crate::dto::envelope::Answer;
use crate::dto::reports::{Departments, Headcount, HeadcountMonth, MissingDaysReport, TeamReport};
use crate::dto::requests::{MonthQuery, PageQuery};
use crate::error::Failure;
use crate::input::{Call, Params};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::{SeeReports, SeeTeamReport};
use crate::reply::Outcome;

/// The days and hours of the caller's teams in a month, and how long decisions took.
#[utoipa::path(
    get,
    path = "/api/reports/team",
    operation_id = "teamReport",
    params(MonthQuery, PageQuery),
    responses((status = 200, description = "The report, with a page of people", body = Answer<TeamReport>), QueryRefusals),
)]
pub async fn team(call: Call<SeeTeamReport, Params<(MonthQuery, PageQuery)>>) -> Outcome<TeamReport> {
    let (Params((query, page)), call) = call.input();
    let month = query.month()?;
    let found = call.read(move |ports, caller| async move { used::team(&ports, &caller, month).await }).await?;
    Ok(Answer::of(TeamReport::new(&found, &page)))
}

/// The people of that report.
#[utoipa::path(
    get,
    path = "/api/reports/team/csv",
    operation_id = "teamReportCsv",
    params(MonthQuery),
    responses((status = 200, description = "`Team_Report_{month}_{year}.csv`", body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
)]
pub async fn team_csv(call: Call<SeeTeamReport, Params<MonthQuery>>) -> Result<Attachment, Failure> {
    let (Params(query), call) = call.input();
    let month = query.month()?;
    let file = call.write(move |ports, caller| async move { used::team_csv(&ports, &caller, month).await }).await?;
    Ok(Attachment::report(file))
}

/// The departments in a month: their attendance, and what is missing and waits in them.
#[utoipa::path(
    get,
    path = "/api/reports/departments",
    operation_id = "departments",
    params(MonthQuery, PageQuery),
    responses((status = 200, description = "A page of departments", body = Answer<Departments>), QueryRefusals),
)]
pub async fn departments(call: Call<SeeReports, Params<(MonthQuery, PageQuery)>>) -> Outcome<Departments> {
    let (Params((query, page)), call) = call.input();
    let month = query.month()?;
    let found = call.read(move |ports, caller| async move { used::departments(&ports, &caller, month).await }).await?;
    Ok(Answer::of(Departments::new(&found, &page)))
}

/// All of them.
#[utoipa::path(
    get,
    path = "/api/reports/departments/csv",
    operation_id = "departmentsCsv",
    params(MonthQuery),
    responses((status = 200, description = "`Departments_{month}_{year}.csv`", body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
)]
pub async fn departments_csv(call: Call<SeeReports, Params<MonthQuery>>) -> Result<Attachment, Failure> {
    let (Params(query), call) = call.input();
    let month = query.month()?;
    let file =
        call.write(move |ports, caller| async move { used::departments_csv(&ports, &caller, month).await }).await?;
    Ok(Attachment::report(file))
}

/// How many people came, left and were there in each of the last twelve months.
#[utoipa::path(
    get,
    path = "/api/reports/headcount",
    operation_id = "headcount",
    responses((status = 200, description = "The months, oldest first", body = Answer<Headcount>), PlainRefusals),
)]
pub async fn headcount(call: Call<SeeReports>) -> Outcome<Headcount> {
    let found = call.read(|ports, caller| async move { used::headcount(&ports, &caller).await }).await?;
    Ok(Answer::of(Headcount { months: found.into_iter().map(HeadcountMonth::from).collect() }))
}

/// The same as a file.
#[utoipa::path(
    get,
    path = "/api/reports/headcount/csv",
    operation_id = "headcountCsv",
    responses((status = 200, description = "`Headcount_{date}.csv`", body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
)]
pub async fn headcount_csv(call: Call<SeeReports>) -> Result<Attachment, Failure> {
    let file = call.write(|ports, caller| async move { used::headcount_csv(&ports, &caller).await }).await?;
    Ok(Attachment::report(file))
}

/// Who did not record which days of a month.
#[utoipa::path(
    get,
    path = "/api/reports/missing-days",
    operation_id = "missingDays",
    params(MonthQuery, PageQuery),
    responses((status = 200, description = "A page of people", body = Answer<MissingDaysReport>), QueryRefusals),
)]
pub async fn missing_days(call: Call<SeeReports, Params<(MonthQuery, PageQuery)>>) -> Outcome<MissingDaysReport> {
    let (Params((query, page)), call) = call.input();
    let month = query.month()?;
    let found = call.read(move |ports, caller| async move { used::missing_days(&ports, &caller, month).await }).await?;
    Ok(Answer::of(MissingDaysReport::new(&found, &page)))
}

/// The same as a file, with a row for each day.
#[utoipa::path(
    get,
    path = "/api/reports/missing-days/csv",
    operation_id = "missingDaysCsv",
    params(MonthQuery),
    responses((status = 200, description = "`Missing_Days_{month}_{year}.csv`", body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
)]
pub async fn missing_days_csv(call: Call<SeeReports, Params<MonthQuery>>) -> Result<Attachment, Failure> {
    let (Params(query), call) = call.input();
    let month = query.month()?;
    let file =
        call.write(move |ports, caller| async move { used::missing_days_csv(&ports, &caller, month).await }).await?;
    Ok(Attachment::report(file))
}
