//! What the reports about the portal itself ask for, and the runs of its jobs.

use super::{Failing, FailingWork, Fault, away};
use application::ports::{
    Activity, DecidedTogether, FoundPeople, JobRunReads, JobRunRepository, MailFigures, ManagerWaiting, RoleAccounts,
    StoreError, SystemReportReads, UnsentMail,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::oversight::jobs::{Job, JobRun};
use domain::time::Month;

passing_on!(SystemReportReads for Failing through system_reports {
    fn accounts(lately: Instant) -> Vec<RoleAccounts>;
    fn activity(from: Instant, before: Instant) -> Vec<(Instant, Activity)>;
    fn managers(today: NaiveDate, page: u32, limit: u32) -> (Vec<ManagerWaiting>, u32);
    fn decided_by_team(managers: &[UserId], from: Instant, before: Instant) -> Vec<(UserId, DecidedTogether)>;
    fn waiting_for_nobody(today: NaiveDate) -> (u32, Option<Instant>);
    fn mail_figures(since: Instant) -> MailFigures;
    fn unsent_mails(limit: u32) -> Vec<UnsentMail>;
    fn newest_backup() -> Option<Instant>;
    fn people_found(today: NaiveDate, temporary_before: Instant, limit: u32) -> Vec<FoundPeople>;
    fn drifted_months() -> Vec<Month>;
});

passing_on!(JobRunReads for Failing through job_runs {
    fn runs() -> Vec<(Job, JobRun)>;
});

passing_on!(JobRunRepository for FailingWork through job_runs {
    fn keep(job: Job, run: &JobRun) -> ();
});
