//! The reports about the portal itself, on the screen and as files. Jobs have no file.

use application::system_reports as used;

use crate::attachment::Attachment;
use crate::dto::envelope::Answer;
use crate::dto::requests::PageQuery;
use crate::dto::system_reports::{SystemActivity, SystemApprovals, SystemHealth, SystemJobs, SystemUsers};
use crate::error::Failure;
use crate::input::{Call, Params};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::SeeSystemReports;
use crate::reply::Outcome;

/// The accounts by role.
#[utoipa::path(
    get,
    path = "/api/reports/system/users",
    operation_id = "systemUsers",
    responses((status = 200, description = "A row for each role", body = Answer<SystemUsers>), PlainRefusals),
)]
pub async fn users(call: Call<SeeSystemReports>) -> Outcome<SystemUsers> {
    let report = call.read(|ports, caller| async move { used::users(&ports, &caller).await }).await?;
    Ok(Answer::of(report.into()))
}

/// Sign-ins, recorded days and decisions of the last 30 days.
#[utoipa::path(
    get,
    path = "/api/reports/system/activity",
    operation_id = "systemActivity",
    responses((status = 200, description = "The days", body = Answer<SystemActivity>), PlainRefusals),
)]
pub async fn activity(call: Call<SeeSystemReports>) -> Outcome<SystemActivity> {
    let days = call.read(|ports, caller| async move { used::activity(&ports, &caller).await }).await?;
    Ok(Answer::of(days.into()))
}

/// What waits for a decision, for whom, and for how long.
#[utoipa::path(
    get,
    path = "/api/reports/system/approvals",
    operation_id = "systemApprovals",
    params(PageQuery),
    responses((status = 200, description = "A page of managers", body = Answer<SystemApprovals>), QueryRefusals),
)]
pub async fn approvals(call: Call<SeeSystemReports, Params<PageQuery>>) -> Outcome<SystemApprovals> {
    let (Params(PageQuery { page, limit }), call) = call.input();
    let report =
        call.read(move |ports, caller| async move { used::approvals(&ports, &caller, page, limit).await }).await?;
    Ok(Answer::of(SystemApprovals::new(report, page, limit)))
}

/// How the jobs and the outbox are doing.
#[utoipa::path(
    get,
    path = "/api/reports/system/jobs",
    operation_id = "systemJobs",
    responses((status = 200, description = "Jobs, mails and the newest backup", body = Answer<SystemJobs>), PlainRefusals),
)]
pub async fn jobs(call: Call<SeeSystemReports>) -> Outcome<SystemJobs> {
    let report = call.read(|ports, caller| async move { used::jobs(&ports, &caller).await }).await?;
    Ok(Answer::of(report.into()))
}

/// What needs somebody's attention.
#[utoipa::path(
    get,
    path = "/api/reports/system/health",
    operation_id = "systemHealth",
    responses((status = 200, description = "The checks", body = Answer<SystemHealth>), PlainRefusals),
)]
pub async fn health(call: Call<SeeSystemReports>) -> Outcome<SystemHealth> {
    let report = call.read(|ports, caller| async move { used::health(&ports, &caller).await }).await?;
    Ok(Answer::of(report.into()))
}

/// The accounts by role as a file.
#[utoipa::path(
    get,
    path = "/api/reports/system/users/csv",
    operation_id = "systemUsersCsv",
    responses((status = 200, description = "`System_Users_{date}.csv`", body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
)]
pub async fn users_csv(call: Call<SeeSystemReports>) -> Result<Attachment, Failure> {
    let file = call.write(|ports, caller| async move { used::users_csv(&ports, &caller).await }).await?;
    Ok(Attachment::report(file))
}

/// The last 30 days as a file.
#[utoipa::path(
    get,
    path = "/api/reports/system/activity/csv",
    operation_id = "systemActivityCsv",
    responses((status = 200, description = "`System_Activity_{date}.csv`", body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
)]
pub async fn activity_csv(call: Call<SeeSystemReports>) -> Result<Attachment, Failure> {
    let file = call.write(|ports, caller| async move { used::activity_csv(&ports, &caller).await }).await?;
    Ok(Attachment::report(file))
}

/// What waits for every manager as a file.
#[utoipa::path(
    get,
    path = "/api/reports/system/approvals/csv",
    operation_id = "systemApprovalsCsv",
    responses((status = 200, description = "`System_Approvals_{date}.csv`", body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
)]
pub async fn approvals_csv(call: Call<SeeSystemReports>) -> Result<Attachment, Failure> {
    let file = call.write(|ports, caller| async move { used::approvals_csv(&ports, &caller).await }).await?;
    Ok(Attachment::report(file))
}

/// What needs somebody's attention as a file.
#[utoipa::path(
    get,
    path = "/api/reports/system/health/csv",
    operation_id = "systemHealthCsv",
    responses((status = 200, description = "`System_Health_{date}.csv`", body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
)]
pub async fn health_csv(call: Call<SeeSystemReports>) -> Result<Attachment, Failure> {
    let file = call.write(|ports, caller| async move { used::health_csv(&ports, &caller).await }).await?;
    Ok(Attachment::report(file))
}
