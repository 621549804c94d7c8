//! The audit log, what reports are made of, and what the reports about the portal itself ask for.

use super::{Failing, FailingWork};
use application::ports::{
    Activity, AuditChain, AuditFilter, AuditOrder, AuditPart, AuditReads, AuditRepository, AuditVerification,
    CountedMonth, DecidedTogether, FoundPeople, Headcount, JobRunReads, JobRunRepository, MailFigures, ManagerWaiting,
    MissingOf, PlaceOfWork, ReportReads, RoleAccounts, SystemReportReads, Unsealed, UnsentMail,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::oversight::audit::{ChainEntry, ChainPoint, Sealing};
use domain::oversight::jobs::{Job, JobRun};
use domain::oversight::reports::Attendance;
use domain::time::Month;
use domain::timesheet::Status;
use uuid::Uuid;

passing_on!(AuditRepository for FailingWork through audit {
    Looks fn lock_chain() -> AuditChain;
    Writes fn seal(sealing: &Sealing, at: Instant) -> ();
    Writes fn begin_verification(night: Option<NaiveDate>, at: Instant) -> bool;
    Writes fn take_verification(holder: Uuid, now: Instant, until: Instant) -> Option<AuditVerification>;
    Writes fn keep_verification(holder: Uuid, verification: &AuditVerification) -> bool;
    Writes fn prune(through: ChainPoint) -> ();
});

passing_on!(AuditReads for Failing through audit {
    fn chain() -> AuditChain;
    fn unsealed(limit: u32) -> Unsealed;
    fn unsealed_since() -> Option<Instant>;
    fn chain_entries(after: i64, limit: u32) -> Vec<ChainEntry>;
    fn audit_part(filter: &AuditFilter, order: AuditOrder, limit: u32, subjects: u32) -> AuditPart;
    fn count_audit(filter: &AuditFilter, limit: u32) -> u32;
    fn last_verification() -> Option<AuditVerification>;
    fn last_finished_verification() -> Option<AuditVerification>;
    fn last_night_verified() -> Option<NaiveDate>;
});

passing_on!(ReportReads for Failing through reports {
    fn counted(scope: &Scope, month: Month) -> Vec<CountedMonth>;
    fn half_hours(scope: &Scope, month: Month) -> Vec<(NaiveDate, Status, u64)>;
    fn missing(scope: &Scope, month: Month) -> Vec<MissingOf>;
    fn decided_by_person(scope: &Scope, from: Instant, before: Instant) -> Vec<(UserId, DecidedTogether)>;
    fn decided(from: Instant, before: Instant) -> Vec<DecidedTogether>;
    fn places(month: Month) -> Vec<PlaceOfWork>;
    fn in_service(month: Month) -> u32;
    fn waiting_by_department() -> Vec<(Option<String>, u32)>;
    fn waiting_by_age(starts: [Instant; 3]) -> [u32; 4];
    fn headcount(days: &[(NaiveDate, NaiveDate)]) -> Vec<Headcount>;
    fn closed_attendance(from: Month, to: Month) -> Vec<(Month, Attendance)>;
});

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
    Writes fn keep(job: Job, run: &JobRun) -> ();
});
