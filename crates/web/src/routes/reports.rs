//! The reports about people and their days, each on the screen and as a file.

use application::people_reports as used;

use super::spreadsheets::{spreadsheets_of_months, spreadsheets_of_today};
use crate::attachment::Attachment;
use crate::dto::envelope::Answer;
use crate::dto::reports::{Departments, Headcount, HeadcountMonth, MissingDaysReport, TeamReport};
use crate::dto::requests::{MonthQuery, PageQuery};
use crate::error::Failure;
use crate::input::{Call, Params, ask};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::{Report, SeeCountedReports, SeeTeamReport};
use crate::reply::Outcome;

/// The days and hours of the caller's teams in a month, and how long decisions took.
#[utoipa::path(
    get, path = "/api/reports/team",
    params(MonthQuery, PageQuery),
    responses((status = 200, description = "The report, with a page of people", body = Answer<TeamReport>), QueryRefusals),
)]
pub async fn team_report(call: Call<Report<SeeTeamReport>, Params<(MonthQuery, PageQuery)>>) -> Outcome<TeamReport> {
    let (Params((query, page)), call) = call.input();
    let month = query.month()?;
    let found = ask!(call.read(used::team, month)).await?;
    Ok(Answer::of(TeamReport::new(&found, &page)))
}

/// The departments in a month: their attendance, and what is missing and waits in them.
#[utoipa::path(
    get, path = "/api/reports/departments",
    params(MonthQuery, PageQuery),
    responses((status = 200, description = "A page of departments", body = Answer<Departments>), QueryRefusals),
)]
pub async fn departments(
    call: Call<Report<SeeCountedReports>, Params<(MonthQuery, PageQuery)>>,
) -> Outcome<Departments> {
    let (Params((query, page)), call) = call.input();
    let month = query.month()?;
    let found = ask!(call.read(used::departments, month)).await?;
    Ok(Answer::of(Departments::new(&found, &page)))
}

/// How many people came, left and were there in each of the last twelve months.
#[utoipa::path(
    get, path = "/api/reports/headcount",
    responses((status = 200, description = "The months, oldest first", body = Answer<Headcount>), PlainRefusals),
)]
pub async fn headcount(call: Call<Report<SeeCountedReports>>) -> Outcome<Headcount> {
    let found = ask!(call.read(used::headcount)).await?;
    Ok(Answer::of(Headcount { months: found.into_iter().map(HeadcountMonth::from).collect() }))
}

/// Who did not record which days of a month.
#[utoipa::path(
    get, path = "/api/reports/missing-days",
    params(MonthQuery, PageQuery),
    responses((status = 200, description = "A page of people", body = Answer<MissingDaysReport>), QueryRefusals),
)]
pub async fn missing_days(
    call: Call<Report<SeeCountedReports>, Params<(MonthQuery, PageQuery)>>,
) -> Outcome<MissingDaysReport> {
    let (Params((query, page)), call) = call.input();
    let month = query.month()?;
    let found = ask!(call.read(used::missing_days, month)).await?;
    Ok(Answer::of(MissingDaysReport::new(&found, &page)))
}

spreadsheets_of_months! {
    /// The people of that report.
    team_report_csv(SeeTeamReport) = used::team_csv,
        "/api/reports/team/csv", "`Team_Report_{month}_{year}.csv`";
    /// All of them.
    departments_csv(SeeCountedReports) = used::departments_csv,
        "/api/reports/departments/csv", "`Departments_{month}_{year}.csv`";
    /// The same as a file, with a row for each day.
    missing_days_csv(SeeCountedReports) = used::missing_days_csv,
        "/api/reports/missing-days/csv", "`Missing_Days_{month}_{year}.csv`";
}

spreadsheets_of_today! {
    /// The same as a file.
    headcount_csv(SeeCountedReports) = used::headcount_csv,
        "/api/reports/headcount/csv", "`Headcount_{date}.csv`";
}
