//! Where an event comes from and whom it is about. Events that are there already have null and nobody: they are never changed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::m20261121_000001_foundation::Dialect;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, UP).await?;
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        run(manager, if is_postgres { APPEND_ONLY_POSTGRES } else { APPEND_ONLY_SQLITE }).await
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

// Columns that may be null and have no default: neither engine looks at the rows that are there, however many they are.
//
// The history of one person is found by the index, in order; whom one event is about, by the key. Nothing refers to `events`:
// both are written by one statement and never changed, and a look at each event would cost a submission more than it tells.
const UP: &[&str] = &[
    "ALTER TABLE events ADD COLUMN actor_role {string}(16)",
    "ALTER TABLE events ADD COLUMN on_behalf_of {uuid}",
    "ALTER TABLE events ADD COLUMN session_id {uuid}",
    "ALTER TABLE events ADD COLUMN request_id {string}(16)",
    "ALTER TABLE events ADD COLUMN address {string}(64)",
    "ALTER TABLE events ADD COLUMN source {string}(8)",
    "CREATE TABLE event_subjects (
        event_seq bigint NOT NULL,
        user_id {uuid} NOT NULL,
        CONSTRAINT pk_event_subjects PRIMARY KEY (event_seq, user_id)
    )",
    "CREATE INDEX ix_event_subjects_user ON event_subjects (user_id, event_seq)",
];

const APPEND_ONLY_POSTGRES: &[&str] =
    &["CREATE TRIGGER tr_event_subjects_append_only BEFORE UPDATE OR DELETE ON event_subjects \
     FOR EACH ROW EXECUTE FUNCTION refuse_change()"];
const APPEND_ONLY_SQLITE: &[&str] = &[
    "CREATE TRIGGER tr_event_subjects_no_update BEFORE UPDATE ON event_subjects \
     BEGIN SELECT RAISE(ABORT, 'event_subjects is append-only'); END",
    "CREATE TRIGGER tr_event_subjects_no_delete BEFORE DELETE ON event_subjects \
     BEGIN SELECT RAISE(ABORT, 'event_subjects is append-only'); END",
];

const DOWN: &[&str] = &[
    "DROP TABLE event_subjects",
    "ALTER TABLE events DROP COLUMN source",
    "ALTER TABLE events DROP COLUMN address",
    "ALTER TABLE events DROP COLUMN request_id",
    "ALTER TABLE events DROP COLUMN session_id",
    "ALTER TABLE events DROP COLUMN on_behalf_of",
    "ALTER TABLE events DROP COLUMN actor_role",
];
