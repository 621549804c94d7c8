//! What the guards of the audit log did not keep away yet, who may still hold a number that was left out, and events by their days.

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
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        run(manager, UP).await?;
        run(manager, if is_postgres { UP_POSTGRES } else { UP_SQLITE }).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        run(manager, if is_postgres { DOWN_POSTGRES } else { DOWN_SQLITE }).await?;
        run(manager, DOWN).await
    }
}

// The index by moments told where to begin only as long as no clock was ever set back.
const UP: &[&str] = &["ALTER TABLE audit_gaps ADD COLUMN writers text", "DROP INDEX ix_events_at"];

const DOWN: &[&str] = &["CREATE INDEX ix_events_at ON events (at)", "ALTER TABLE audit_gaps DROP COLUMN writers"];

// No row is deleted or updated where a table is emptied, or a row replaced, so the triggers on those do not hear of it.
const UP_POSTGRES: &[&str] = &[
    "CREATE INDEX ix_events_day ON events (((at AT TIME ZONE 'UTC')::date), seq)",
    "CREATE TRIGGER tr_events_no_truncate BEFORE TRUNCATE ON events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_event_subjects_no_truncate BEFORE TRUNCATE ON event_subjects
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_audit_seals_no_truncate BEFORE TRUNCATE ON audit_seals
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
];

// A subject is its key and nothing else, so replacing one changes nothing.
const UP_SQLITE: &[&str] = &[
    "CREATE INDEX ix_events_day ON events (substr(at, 1, 10), seq)",
    "CREATE TRIGGER tr_events_no_replace BEFORE INSERT ON events
        WHEN EXISTS (SELECT 1 FROM events WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
    "CREATE TRIGGER tr_audit_seals_no_replace BEFORE INSERT ON audit_seals
        WHEN EXISTS (SELECT 1 FROM audit_seals WHERE position = NEW.position)
            OR EXISTS (SELECT 1 FROM audit_seals WHERE event_seq = NEW.event_seq)
        BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END",
];

const DOWN_POSTGRES: &[&str] = &[
    "DROP TRIGGER tr_audit_seals_no_truncate ON audit_seals",
    "DROP TRIGGER tr_event_subjects_no_truncate ON event_subjects",
    "DROP TRIGGER tr_events_no_truncate ON events",
    "DROP INDEX ix_events_day",
];

const DOWN_SQLITE: &[&str] =
    &["DROP TRIGGER tr_audit_seals_no_replace", "DROP TRIGGER tr_events_no_replace", "DROP INDEX ix_events_day"];
