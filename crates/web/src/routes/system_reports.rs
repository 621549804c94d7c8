//! The reports about the portal itself, on the screen and as files. Jobs have no file.

use application::system_reports as used;

use super::spreadsheets::spreadsheets_of_today;
use crate::attachment::Attachment;
use crate::dto::envelope::Answer;
use crate::dto::requests::PageQuery;
use crate::dto::system_reports::{SystemActivity, SystemApprovals, SystemHealth, SystemJobs, SystemUsers};
use crate::error::Failure;
use crate::input::{Call, Params, ask};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::{Report, SeeSystemReports};
use crate::reply::Outcome;

/// The accounts by role.
#[utoipa::path(
    get, path = "/api/reports/system/users",
    responses((status = 200, description = "A row for each role", body = Answer<SystemUsers>), PlainRefusals),
)]
pub async fn system_users(call: Call<Report<SeeSystemReports>>) -> Outcome<SystemUsers> {
    let report = ask!(call.read(used::users)).await?;
    Ok(Answer::of(report.into()))
}

/// Sign-ins, recorded days and decisions of the last 30 days.
#[utoipa::path(
    get, path = "/api/reports/system/activity",
    responses((status = 200, description = "The days", body = Answer<SystemActivity>), PlainRefusals),
)]
pub async fn system_activity(call: Call<Report<SeeSystemReports>>) -> Outcome<SystemActivity> {
    let days = ask!(call.read(used::activity)).await?;
    Ok(Answer::of(days.into()))
}

/// What waits for a decision, for whom, and for how long.
#[utoipa::path(
    get, path = "/api/reports/system/approvals",
    params(PageQuery),
    responses((status = 200, description = "A page of managers", body = Answer<SystemApprovals>), QueryRefusals),
)]
pub async fn system_approvals(call: Call<Report<SeeSystemReports>, Params<PageQuery>>) -> Outcome<SystemApprovals> {
    let (Params(PageQuery { page, limit }), call) = call.input();
    let report = ask!(call.read(used::approvals, page, limit)).await?;
    Ok(Answer::of(SystemApprovals::new(report, page, limit)))
}

/// How the jobs and the outbox are doing.
#[utoipa::path(
    get, path = "/api/reports/system/jobs",
    responses((status = 200, description = "Jobs, mails and the newest backup", body = Answer<SystemJobs>), PlainRefusals),
)]
pub async fn system_jobs(call: Call<SeeSystemReports>) -> Outcome<SystemJobs> {
    let report = ask!(call.read(used::jobs)).await?;
    Ok(Answer::of(report.into()))
}

/// What needs somebody's attention.
#[utoipa::path(
    get, path = "/api/reports/system/health",
    responses((status = 200, description = "The checks", body = Answer<SystemHealth>), PlainRefusals),
)]
pub async fn system_health(call: Call<Report<SeeSystemReports>>) -> Outcome<SystemHealth> {
    let report = ask!(call.read(used::health)).await?;
    Ok(Answer::of(report.into()))
}

spreadsheets_of_today! {
    /// The accounts by role as a file.
    system_users_csv(SeeSystemReports) = used::users_csv,
        "/api/reports/system/users/csv", "`System_Users_{date}.csv`";
    /// The last 30 days as a file.
    system_activity_csv(SeeSystemReports) = used::activity_csv,
        "/api/reports/system/activity/csv", "`System_Activity_{date}.csv`";
    /// What waits for every manager as a file.
    system_approvals_csv(SeeSystemReports) = used::approvals_csv,
        "/api/reports/system/approvals/csv", "`System_Approvals_{date}.csv`";
    /// What needs somebody's attention as a file.
    system_health_csv(SeeSystemReports) = used::health_csv,
        "/api/reports/system/health/csv", "`System_Health_{date}.csv`";
}
