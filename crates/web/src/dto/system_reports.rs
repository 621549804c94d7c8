//! The reports about the portal itself (oversight.md 3).

use application::ports::{self, MailFigures, UnsentMail as Unsent};
use application::system_reports as used;
use chrono::{DateTime, NaiveDate, Utc};
use domain::person::EmployeeId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::envelope::Pagination;
use super::people::{PersonName, Role};
use super::reports::{Age, median};
use super::same::same_fields;
use crate::input::wire::display;

/// The accounts of a role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleRow {
    pub role: Role,
    pub accounts: u32,
    pub active: u32,
    /// Active ones.
    pub blocked: u32,
    pub inactive: u32,
    pub never_signed_in: u32,
    /// Signed in once, not for 30 days.
    pub not_lately: u32,
}

/// The accounts by role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemUsers {
    /// Boss stands only where there is one.
    pub roles: Vec<RoleRow>,
    /// Active accounts whose generated password was not changed yet.
    pub temporary_passwords: u32,
}

/// What happened on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivityDay {
    pub date: NaiveDate,
    pub sign_ins: u32,
    pub failed_sign_ins: u32,
    /// Days that were recorded.
    pub recorded: u32,
    /// Entries that were decided.
    pub decided: u32,
}

/// What happened on the last days.
#[derive(Debug, Serialize, ToSchema)]
pub struct SystemActivity {
    /// 30 days to today, oldest first.
    pub days: Vec<ActivityDay>,
}

/// A manager, and what waits for them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerRow {
    pub manager_id: Uuid,
    pub name: String,
    #[serde(serialize_with = "display")]
    #[schema(value_type = String)]
    pub employee_id: EmployeeId,
    /// Active Employees of the team, without those of others whom the manager stands in for.
    pub team: u32,
    /// Entries.
    pub waiting: u32,
    /// The day on which the longest-waiting entry was submitted.
    #[schema(required = true)]
    pub oldest: Option<NaiveDate>,
    /// Requests.
    pub leave_waiting: u32,
    /// The median of the last 30 days; null without decisions.
    #[schema(required = true, minimum = 0, multiple_of = 0.5)]
    pub days_to_decide: Option<f64>,
    /// Who stands in today, where they can act.
    #[schema(required = true)]
    pub substitute: Option<PersonName>,
}

/// Entries for which nobody can decide.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingForNobody {
    pub waiting: u32,
    /// The day on which the longest-waiting entry was submitted.
    #[schema(required = true)]
    pub oldest: Option<NaiveDate>,
}

/// What waits for whom, and for how long.
#[derive(Debug, Serialize, ToSchema)]
pub struct SystemApprovals {
    /// By the longest-waiting entry; those for whom none waits last.
    pub rows: Vec<ManagerRow>,
    /// Everybody's entries, youngest first.
    pub ages: Vec<Age>,
    pub nobody: WaitingForNobody,
    pub pagination: Pagination,
}

/// How a run of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobResult {
    Ok,
    Failed,
}

/// How a job is doing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    pub job: &'static str,
    pub label: &'static str,
    /// Over all instances.
    #[schema(required = true)]
    pub last_run_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub duration_ms: Option<u32>,
    #[schema(required = true)]
    pub result: Option<JobResult>,
    /// Why it failed.
    #[schema(required = true)]
    pub error: Option<String>,
    /// Null where it always runs.
    #[schema(required = true)]
    pub next_run_at: Option<DateTime<Utc>>,
    /// A run is ten minutes overdue; one that always runs has not for five minutes.
    pub is_late: bool,
}

/// A mail that was not sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnsentMail {
    pub kind: String,
    pub to: String,
    pub since: DateTime<Utc>,
    pub attempts: u32,
    /// Null where it was given up.
    #[schema(required = true)]
    pub next_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub last_error: Option<String>,
}

/// How the outbox is doing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailReport {
    pub waiting: u32,
    pub given_up: u32,
    /// In the last 24 hours.
    pub sent_last_day: u32,
    /// Since when the longest-waiting one waits.
    #[schema(required = true)]
    pub oldest_waiting: Option<DateTime<Utc>>,
    /// Those that were given up first, each newest first.
    #[schema(max_items = 100)]
    pub unsent: Vec<UnsentMail>,
}

/// A backup.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub made_at: DateTime<Utc>,
}

/// How the jobs and the outbox are doing.
#[derive(Debug, Serialize, ToSchema)]
pub struct SystemJobs {
    pub jobs: Vec<Job>,
    pub mail: MailReport,
    /// The newest one.
    #[schema(required = true)]
    pub backup: Option<Backup>,
}

/// One of what a check found.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckItem {
    pub label: String,
    /// Where it is put right.
    pub link: String,
}

/// What a check found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    pub check: &'static str,
    pub label: &'static str,
    pub count: u32,
    /// Nothing was found.
    pub is_fine: bool,
    /// Where all of it is put right.
    #[schema(required = true)]
    pub link: Option<&'static str>,
    /// The first of them, where they have names.
    #[schema(max_items = 20)]
    pub items: Vec<CheckItem>,
}

/// What needs somebody's attention.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemHealth {
    pub checks: Vec<Check>,
    pub as_of: DateTime<Utc>,
}

impl From<used::UsersReport> for SystemUsers {
    fn from(report: used::UsersReport) -> Self {
        let row = |of: ports::RoleAccounts| RoleRow {
            role: of.role.into(),
            accounts: of.accounts,
            active: of.active,
            blocked: of.blocked,
            inactive: of.inactive,
            never_signed_in: of.never_signed_in,
            not_lately: of.not_lately,
        };
        Self { roles: report.roles.into_iter().map(row).collect(), temporary_passwords: report.temporary_passwords }
    }
}

impl From<Vec<(NaiveDate, ports::Activity)>> for SystemActivity {
    fn from(days: Vec<(NaiveDate, ports::Activity)>) -> Self {
        let day = |(date, of): (NaiveDate, ports::Activity)| ActivityDay {
            date,
            sign_ins: of.sign_ins,
            failed_sign_ins: of.failed_sign_ins,
            recorded: of.recorded,
            decided: of.decided,
        };
        Self { days: days.into_iter().map(day).collect() }
    }
}

impl From<used::ManagerApprovals> for ManagerRow {
    fn from(row: used::ManagerApprovals) -> Self {
        Self {
            manager_id: row.manager.id.uuid(),
            name: row.manager.name.to_string(),
            employee_id: row.manager.employee_id,
            team: row.team,
            waiting: row.waiting.entries,
            oldest: row.waiting.oldest,
            leave_waiting: row.leave_waiting,
            days_to_decide: median(row.half_days_to_decide),
            substitute: row.substitute.map(PersonName::from),
        }
    }
}

impl SystemApprovals {
    pub fn new(report: used::ApprovalsReport, page: u32, limit: u32) -> Self {
        let used::Waiting { entries: waiting, oldest } = report.nobody;
        Self {
            rows: report.rows.into_iter().map(ManagerRow::from).collect(),
            ages: report.ages.into_iter().map(Age::from).collect(),
            nobody: WaitingForNobody { waiting, oldest },
            pagination: Pagination::new(page, limit, report.total),
        }
    }
}

impl From<used::JobStanding> for Job {
    fn from(used::JobStanding { job, last, next_at, is_late, .. }: used::JobStanding) -> Self {
        let result = last.as_ref().map(|run| if run.error.is_none() { JobResult::Ok } else { JobResult::Failed });
        Self {
            job: job.name(),
            label: job.label(),
            last_run_at: last.as_ref().map(|run| run.began_at),
            duration_ms: last.as_ref().map(|run| run.duration_ms),
            result,
            error: last.and_then(|run| run.error),
            next_run_at: next_at,
            is_late,
        }
    }
}

same_fields! { Unsent => UnsentMail { kind, to, since, attempts, next_at, last_error } }

impl From<used::JobsReport> for SystemJobs {
    fn from(used::JobsReport { state, unsent }: used::JobsReport) -> Self {
        let used::PortalState { jobs, mail, backup, .. } = state;
        let MailFigures { waiting, given_up, sent, oldest_waiting } = mail;
        Self {
            jobs: jobs.into_iter().map(Job::from).collect(),
            mail: MailReport {
                waiting,
                given_up,
                sent_last_day: sent,
                oldest_waiting,
                unsent: unsent.into_iter().map(UnsentMail::from).collect(),
            },
            backup: backup.map(|made_at| Backup { made_at }),
        }
    }
}

impl From<used::Finding> for Check {
    fn from(used::Finding { check, count, items }: used::Finding) -> Self {
        let item = |used::Item { label, link }| CheckItem { label, link };
        Self {
            check: check.name(),
            label: check.label(),
            count,
            is_fine: count == 0,
            link: check.link(),
            items: items.into_iter().map(item).collect(),
        }
    }
}

impl From<used::HealthReport> for SystemHealth {
    fn from(used::HealthReport { findings, as_of }: used::HealthReport) -> Self {
        Self { checks: findings.into_iter().map(Check::from).collect(), as_of }
    }
}
