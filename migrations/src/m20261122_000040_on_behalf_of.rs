//! Who decided or opened a date for somebody else, beside who did it; and no open unlock of an approved day.

use sea_orm_migration::prelude::*;

use crate::m20261121_000001_foundation::Dialect;

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
        run(manager, DOWN).await
    }
}

async fn run(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    let (dialect, connection) = (Dialect::of(manager.get_database_backend()), manager.get_connection());
    for statement in statements {
        connection.execute_unprepared(&dialect.fill(statement)).await?;
    }
    Ok(())
}

// Columns without a value are added without a look at the rows. Until now an unlock survived the approval of its day: it ends when
// that day was decided, as one does from now on. Only the open ones are looked at, and they have an index of their own.
const UP: &[&str] = &[
    "ALTER TABLE timesheets ADD COLUMN decided_for {uuid} CONSTRAINT fk_timesheets_decided_for REFERENCES users (id)",
    "ALTER TABLE timesheet_versions ADD COLUMN on_behalf_of {uuid}
        CONSTRAINT fk_timesheet_versions_on_behalf_of REFERENCES users (id)",
    "ALTER TABLE unlocks ADD COLUMN on_behalf_of {uuid} CONSTRAINT fk_unlocks_on_behalf_of REFERENCES users (id)",
    "UPDATE unlocks SET used_at = t.decided_at FROM timesheets t
        WHERE unlocks.used_at IS NULL AND t.user_id = unlocks.user_id AND t.date = unlocks.date AND t.status = 'approved'",
];

const DOWN: &[&str] = &[
    "ALTER TABLE unlocks DROP COLUMN on_behalf_of",
    "ALTER TABLE timesheet_versions DROP COLUMN on_behalf_of",
    "ALTER TABLE timesheets DROP COLUMN decided_for",
];
