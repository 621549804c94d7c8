//! An unlock may begin as a request: where it stands, and who decided on it.

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
        run(manager, DOWN).await
    }
}

// Whatever is there was opened by somebody at once, and that person has decided. The index of the open ones leaves requests out. SQLite
// names a unique key that is violated by its columns, so that of the pending ones needs another list of them.
const UP: &[&str] = &[
    "ALTER TABLE unlocks ADD COLUMN status {string}(16) NOT NULL DEFAULT 'approved'
        CONSTRAINT ck_unlocks_status CHECK (status IN ('pending', 'approved', 'declined', 'expired'))",
    "ALTER TABLE unlocks ADD COLUMN decided_by {uuid} CONSTRAINT fk_unlocks_decided_by REFERENCES users (id)",
    "ALTER TABLE unlocks ADD COLUMN decided_at {instant}",
    "ALTER TABLE unlocks ADD COLUMN decision_comment text",
    "UPDATE unlocks SET decided_by = created_by, decided_at = created_at",
    "DROP INDEX ux_unlocks_open",
    "CREATE UNIQUE INDEX ux_unlocks_open ON unlocks (user_id, date) WHERE used_at IS NULL AND status = 'approved'",
    "CREATE UNIQUE INDEX ux_unlocks_pending ON unlocks (user_id, date, status) WHERE status = 'pending'",
    "CREATE INDEX ix_unlocks_waiting ON unlocks (created_at, id) WHERE status = 'pending'",
];

// A request that was not approved is no unlock, and nothing else refers to it.
const DOWN: &[&str] = &[
    "DELETE FROM unlocks WHERE status <> 'approved'",
    "DROP INDEX ix_unlocks_waiting",
    "DROP INDEX ux_unlocks_pending",
    "DROP INDEX ux_unlocks_open",
    "CREATE UNIQUE INDEX ux_unlocks_open ON unlocks (user_id, date) WHERE used_at IS NULL",
    "UPDATE unlocks SET created_by = decided_by WHERE decided_by <> created_by",
    "ALTER TABLE unlocks DROP COLUMN decision_comment",
    "ALTER TABLE unlocks DROP COLUMN decided_at",
    "ALTER TABLE unlocks DROP COLUMN decided_by",
    "ALTER TABLE unlocks DROP COLUMN status",
];
