//! Runs of the jobs, over all instances.

use super::StoreError;
use async_trait::async_trait;
use domain::oversight::jobs::{Job, JobRun};

/// Runs of jobs, for writing.
#[async_trait]
pub trait JobRunRepository: Send + Sync {
    /// Keeps a run as the last one of its job.
    async fn keep(&self, job: Job, run: &JobRun) -> Result<(), StoreError>;
}

/// Reads runs of jobs.
#[async_trait]
pub trait JobRunReads: Send + Sync {
    /// The last run of each job that has one. A job that only a newer program knows MUST be left out.
    async fn runs(&self) -> Result<Vec<(Job, JobRun)>, StoreError>;
}
