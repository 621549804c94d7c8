//! The calendar that a holiday belongs to. There is one so far, that of the organisation.

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
        run(
            manager,
            &["ALTER TABLE holidays ADD COLUMN calendar {string}(16) NOT NULL DEFAULT 'organisation'
                CONSTRAINT ck_holidays_calendar CHECK (calendar IN ('organisation'))"],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["ALTER TABLE holidays DROP COLUMN calendar"]).await
    }
}
