//! Keeps the runs of a job, those that count and those that end in another way than the last one (oversight.md 1.6).

use crate::ports::StoreError;
use crate::{Error, Ports, Result};
use domain::Instant;
use domain::oversight::jobs::{Job, JobRun};
use std::time::Duration;

/// What is told of a run that ended in a panic.
pub const UNEXPECTED_END: &str = "The run ended unexpectedly. The log says where.";

/// Keeps the runs of one job of this instance. What it last knew of the job it keeps in memory, so that a job that looks every few
/// seconds asks the database only when something may be due.
#[derive(Debug)]
pub struct Recorder {
    job: Job,
    /// The last run that this instance knows of.
    last: Option<JobRun>,
    run: Option<Run>,
}

/// A run under way.
#[derive(Debug)]
struct Run {
    began_at: Instant,
    counts: bool,
    took: Duration,
}

impl Recorder {
    pub const fn of(job: Job) -> Self {
        Self { job, last: None, run: None }
    }

    /// A run begins; or it goes on, where the one before left more to do.
    pub async fn begins(&mut self, ports: &Ports) {
        if self.run.is_some() {
            return;
        }
        let moment = ports.moment();
        let mut counts = self.job.counts(self.last.as_ref(), moment.now, &moment.rules);
        if counts {
            // Another instance may have run it meanwhile. Where that cannot be read, the run will meet the same database.
            if let Ok(runs) = ports.reads.job_runs().runs().await {
                self.last = runs.into_iter().find(|(job, _)| *job == self.job).map(|(_, run)| run);
            }
            counts = self.job.counts(self.last.as_ref(), moment.now, &moment.rules);
        }
        self.run = Some(Run { began_at: moment.now, counts, took: Duration::ZERO });
    }

    /// The run has come to an end after so much time, or to where it may stop before it goes on. `error`: why it failed, see
    /// [`sentence`]. Of a job that always runs each piece is a run. Of the others a run that goes on is kept after its first piece, so
    /// that the job is not late meanwhile, and once more when it ends.
    pub async fn ends(&mut self, ports: &Ports, took: Duration, has_more: bool, error: Option<String>) -> Result<()> {
        let Some(mut run) = self.run.take() else { return Ok(()) };
        run.took += took;
        let duration_ms = i32::try_from(run.took.as_millis()).unwrap_or(i32::MAX).unsigned_abs();
        let so_far = JobRun { began_at: run.began_at, duration_ms, error };
        let goes_on = has_more && so_far.error.is_none() && !self.job.always_runs();
        let is_due = if goes_on {
            run.counts && self.last.as_ref().is_none_or(|last| last.began_at != run.began_at)
        } else {
            run.counts || so_far.is_news(self.last.as_ref())
        };
        self.run = goes_on.then_some(run);
        if !is_due {
            return Ok(());
        }
        let work = ports.store.begin().await?;
        work.job_runs().keep(self.job, &so_far).await?;
        work.commit().await?;
        self.last = Some(so_far);
        Ok(())
    }
}

/// Why a run failed, for administrators: what can be done about it, and nothing of what a database or a library says, which may hold
/// anything. The log has that.
pub fn sentence(error: &Error) -> String {
    let sentence = match error {
        Error::Store(StoreError::Unavailable(_)) => "The database was unavailable or did not answer in time.",
        Error::Store(StoreError::Clash(_) | StoreError::Stale | StoreError::Conflict(_)) => {
            "Something else was written at the same time. The next run will try again."
        }
        Error::Store(StoreError::Corrupt { table, column, id }) => {
            return format!("The column {column} of the row {id} in the table {table} cannot be read.");
        }
        Error::Store(StoreError::Backend(_)) => "The database refused a statement. The log says which.",
        Error::NoRandomness => "The operating system could not provide random data.",
        _ => "The run failed. The log says why.",
    };
    sentence.to_owned()
}
