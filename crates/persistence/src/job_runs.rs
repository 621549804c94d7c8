//! The last run of each job, and when one last failed, over all instances.

use application::ports::{JobRunReads, JobRunRepository, Result};
use async_trait::async_trait;
use domain::Instant;
use domain::oversight::jobs::{Job, JobRun};
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};

use self::job_run::{ActiveModel, Column, Entity, Model};
use crate::database::Database;
use crate::entity::entity;
use crate::row::restore;
use crate::unit::Unit;

entity! {
    job_run("job_runs") {
        #[sea_orm(primary_key, auto_increment = false)]
        job: String,
        began_at: DateTimeUtc,
        duration_ms: i32,
        error: Option<String>,
        failed_at: Option<DateTimeUtc>,
    }
}

/// `None` for a job that this program does not know.
fn read(Model { job, began_at, duration_ms, error, .. }: Model) -> Result<Option<(Job, JobRun)>> {
    let duration_ms = restore(duration_ms, "job_runs", "duration_ms", &job)?;
    Ok(Job::named(&job).map(|job| (job, JobRun { began_at, duration_ms, error })))
}

#[async_trait]
impl JobRunRepository for Unit {
    async fn keep(&self, job: Job, run: &JobRun) -> Result<()> {
        let failed_at = run.error.is_some().then_some(run.began_at);
        let row = ActiveModel {
            job: Set(job.name().to_owned()),
            began_at: Set(run.began_at),
            duration_ms: Set(i32::try_from(run.duration_ms).unwrap_or(i32::MAX)),
            error: Set(run.error.clone()),
            failed_at: Set(failed_at),
        };
        let columns = [Column::BeganAt, Column::DurationMs, Column::Error];
        let columns = columns.into_iter().chain(failed_at.map(|_| Column::FailedAt));
        let replaced = OnConflict::column(Column::Job).update_columns(columns).to_owned();
        self.insert_row(Entity::insert(row).on_conflict(replaced)).await
    }
}

#[async_trait]
impl JobRunReads for Database {
    async fn runs(&self) -> Result<Vec<(Job, JobRun)>> {
        let rows = self.read(|connection| async move { Ok(Entity::find().all(&*connection).await?) }).await?;
        rows.into_iter().filter_map(|row| read(row).transpose()).collect()
    }

    async fn failures(&self) -> Result<Vec<(Job, Instant)>> {
        let rows = self.read(|connection| async move { Ok(Entity::find().all(&*connection).await?) }).await?;
        Ok(rows.into_iter().filter_map(|row| Some((Job::named(&row.job)?, row.failed_at?))).collect())
    }
}
