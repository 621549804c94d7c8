//! Runs of the jobs, over all instances.

use super::Result;
use async_trait::async_trait;
use domain::oversight::jobs::{Job, JobRun};

#[async_trait]
pub trait JobRunRepository: Send + Sync {
    async fn keep(&self, job: Job, run: &JobRun) -> Result<()>;
}

#[async_trait]
pub trait JobRunReads: Send + Sync {
    /// The last run of each job that has one. A job that only a newer program knows MUST be left out.
    async fn runs(&self) -> Result<Vec<(Job, JobRun)>>;
}
