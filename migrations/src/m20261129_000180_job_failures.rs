//! When a job last failed, whatever its later runs came to.

use sea_orm_migration::prelude::*;

use crate::m20261121_000003_absences::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["ALTER TABLE job_runs DROP COLUMN failed_at"]).await
    }
}

const UP: &[&str] = &[
    "ALTER TABLE job_runs ADD COLUMN failed_at {instant}",
    "UPDATE job_runs SET failed_at = began_at WHERE error IS NOT NULL",
];
