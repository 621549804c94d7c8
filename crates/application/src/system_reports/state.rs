//! The state of the portal, in one place: for the reports, the doctor and monitoring.

use super::jobs::{JobStanding, job_standings};
use crate::ports::{AuditVerification, Backlog, MailFigures, Reads};
use crate::{Moment, Result};
use domain::Instant;
use domain::oversight::system::last_day;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortalState {
    /// Every job, in the order in which they are shown.
    pub jobs: Vec<JobStanding>,
    pub mail: MailFigures,
    /// When the newest backup was made.
    pub backup: Option<Instant>,
    /// The unsealed events.
    pub unsealed: Backlog,
    /// The last verification of the audit log that has ended.
    pub verification: Option<AuditVerification>,
    /// The live sessions.
    pub sessions: u32,
}

impl PortalState {
    /// Whether the last verification found that the audit log was changed.
    pub fn is_audit_broken(&self) -> bool {
        self.verification.as_ref().is_some_and(|verification| verification.found.is_some())
    }
}

/// Reads it, one statement for each figure.
pub async fn portal_state(reads: &dyn Reads, moment: &Moment) -> Result<PortalState> {
    Ok(PortalState {
        jobs: job_standings(reads.job_runs(), moment).await?,
        mail: reads.system_reports().mail_figures(last_day(moment.now)).await?,
        backup: reads.system_reports().newest_backup().await?,
        unsealed: reads.audit().backlog().await?,
        verification: reads.audit().last_finished_verification().await?,
        sessions: reads.sessions().count_live(moment.now).await?,
    })
}
