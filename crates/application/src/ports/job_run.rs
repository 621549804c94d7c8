//! Runs of the jobs, over all instances.

use super::Result;
use domain::Instant;
use domain::oversight::jobs::{Job, JobRun};

port! { UnitOfWork::job_runs =>
    /// Runs of jobs, for writing.
    pub trait JobRunRepository: Send + Sync {
        /// Keeps a run as the last one of its job.
        [Writes] async fn keep(&self, job: Job, run: &JobRun) -> Result<()>;
    }
}

port! { Reads::job_runs =>
    /// Reads runs of jobs.
    pub trait JobRunReads: Send + Sync {
        /// The last run of each job that has one. A job that only a newer program knows MUST be left out.
        async fn runs(&self) -> Result<Vec<(Job, JobRun)>>;
        /// When the last failed run of each job began, of those that have one. A later run that did not fail MUST change nothing. A job
        /// that only a newer program knows MUST be left out.
        async fn failures(&self) -> Result<Vec<(Job, Instant)>>;
    }
}
