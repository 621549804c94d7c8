//! The index on the halves of leave by their dates holds all that is asked of a month. The halves of one month lie scattered over the
//! table, and PostgreSQL read a page for nearly each of them: for everybody's attendance they took a quarter of the time.

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
            &[DROP, "CREATE INDEX ix_leave_halves_date ON leave_halves (date, user_id, half, counts, request_id)"],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &[DROP, "CREATE INDEX ix_leave_halves_date ON leave_halves (date, user_id)"]).await
    }
}

const DROP: &str = "DROP INDEX ix_leave_halves_date";
