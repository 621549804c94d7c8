//! How the jobs and the outbox are doing.

use super::state::{PortalState, portal_state};
use crate::ports::{JobRunReads, UnsentMail};
use crate::sessions::Caller;
use crate::{Moment, Ports, Result};
use domain::Instant;
use domain::access::Capability;
use domain::oversight::jobs::{Job, JobRun};

/// How many of the mails that were not sent are shown.
const UNSENT: u32 = 100;

/// A job's last run, and whether it is late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobStanding {
    pub job: Job,
    /// Its last run, over all instances.
    pub last: Option<JobRun>,
    /// When its last run that failed began, over all instances, whatever later runs came to.
    pub failed_at: Option<Instant>,
    /// When it is due next; `None` where it always runs.
    pub next_at: Option<Instant>,
    pub is_late: bool,
}

impl JobStanding {
    /// Whether the last run failed.
    pub fn is_failed(&self) -> bool {
        self.last.as_ref().is_some_and(|run| run.error.is_some())
    }

    pub fn needs_attention(&self) -> bool {
        self.is_late || self.is_failed()
    }
}

/// How the jobs and the outbox are doing, and when the last backup was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobsReport {
    pub state: PortalState,
    /// Mails that were not sent: those that were given up first, each newest first.
    pub unsent: Vec<UnsentMail>,
}

pub async fn jobs(ports: &Ports, caller: &Caller) -> Result<JobsReport> {
    caller.actor.require(Capability::SeeSystemReports)?;
    Ok(JobsReport {
        state: portal_state(ports.reads.as_ref(), &ports.moment()).await?,
        unsent: ports.reads.system_reports().unsent_mails(UNSENT).await?,
    })
}

/// How every job is doing at this moment, in the order in which they are shown.
pub(super) async fn job_standings(reads: &dyn JobRunReads, moment: &Moment) -> Result<Vec<JobStanding>> {
    let (mut runs, failures) = (reads.runs().await?, reads.failures().await?);
    let standing = |job: &Job| {
        let place = runs.iter().position(|(other, _)| other == job);
        let last = place.map(|place| runs.swap_remove(place).1);
        JobStanding {
            job: *job,
            failed_at: failures.iter().find(|(other, _)| other == job).map(|(_, at)| *at),
            next_at: job.next(last.as_ref(), moment.now, &moment.rules),
            is_late: job.is_late(last.as_ref(), moment.now, &moment.rules),
            last,
        }
    };
    Ok(Job::ALL.iter().map(standing).collect())
}
