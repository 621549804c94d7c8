//! Decisions are found by when they were made. A day that is submitted for the first time has none, so it costs nothing.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::m20261121_000003_absences::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["CREATE INDEX ix_timesheets_decided ON timesheets (decided_at) WHERE decided_at IS NOT NULL"])
            .await?;
        if manager.get_database_backend() == DbBackend::Sqlite { run(manager, TOLD_SQLITE).await } else { Ok(()) }
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Sqlite {
            run(manager, &["DELETE FROM sqlite_stat1 WHERE idx = 'ix_timesheets_decided'"]).await?;
        }
        run(manager, &["DROP INDEX ix_timesheets_decided"]).await
    }
}

// What the planner is told beside the other indexes of entries: most of a large organisation's are decided, each at an instant of its own.
const TOLD_SQLITE: &[&str] = &[
    "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('timesheets', 'ix_timesheets_decided', '970000 1')",
    "ANALYZE sqlite_schema",
];
