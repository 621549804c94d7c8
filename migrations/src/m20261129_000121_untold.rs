//! Up to which employee ID people had been told of a revision when its month was reopened.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = "ALTER TABLE month_revisions ADD COLUMN told_through integer";
        manager.get_connection().execute_unprepared(add).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let drop = "ALTER TABLE month_revisions DROP COLUMN told_through";
        manager.get_connection().execute_unprepared(drop).await?;
        Ok(())
    }
}
