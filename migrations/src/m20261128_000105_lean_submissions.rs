//! What a submission pays for reports and the audit log, made less: most events are submissions, and each index of events has a page to
//! write for each of them.

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

// Submissions are so many that the newest ones are found without an index of their own. Those of some days are counted from the index
// by days, which has what a report asks for.
const UP: &[&str] = &[
    "DROP INDEX ix_events_kind",
    "CREATE INDEX ix_events_kind ON events (kind, seq) WHERE kind <> 'day-submitted'",
    "DROP INDEX ix_events_counted",
    "CREATE INDEX ix_events_counted ON events (kind, at)
        WHERE kind IN ('signed-in', 'sign-in-failed', 'days-decided', 'backup-made')",
    "DROP INDEX ix_events_day",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_events_counted",
    "CREATE INDEX ix_events_counted ON events (kind, at)
        WHERE kind IN ('signed-in', 'sign-in-failed', 'day-submitted', 'days-decided', 'backup-made')",
    "DROP INDEX ix_events_kind",
    "CREATE INDEX ix_events_kind ON events (kind, seq)",
];

// A submission holds one month: `hold_months` makes a set of what it finds, and takes twice as long.
//
// What waits is counted by its age and by whose it is, from the index alone: the entries lie anywhere among all others.
const UP_POSTGRES: &[&str] = &[
    "CREATE INDEX ix_events_day ON events (((at AT TIME ZONE 'UTC')::date), seq) INCLUDE (kind, at)",
    "CREATE FUNCTION hold_month(first date) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ DECLARE is_held boolean; BEGIN
        is_held := pg_advisory_xact_lock_shared(4101, first - DATE '2000-01-01') IS NOT NULL;
        RETURN (SELECT m.is_closed FROM months m
            WHERE m.first_day = first AND (m.is_closed OR m.closing_until > clock_timestamp()));
    END $$",
    "DROP INDEX ix_timesheets_pending",
    "CREATE INDEX ix_timesheets_pending ON timesheets (user_id, date) INCLUDE (updated_at) WHERE status = 'pending'",
];

const DOWN_POSTGRES: &[&str] = &[
    "DROP INDEX ix_timesheets_pending",
    "CREATE INDEX ix_timesheets_pending ON timesheets (user_id, date) WHERE status = 'pending'",
    "DROP FUNCTION hold_month(date)",
    "DROP INDEX ix_events_day",
    "CREATE INDEX ix_events_day ON events (((at AT TIME ZONE 'UTC')::date), seq)",
];

// Before it is given out, a number is less than one: only an event that brings its number can replace another by it.
const UP_SQLITE: &[&str] = &[
    "CREATE INDEX ix_events_day ON events (substr(at, 1, 10), seq, kind, at)",
    "DROP TRIGGER tr_events_no_replace",
    "CREATE TRIGGER tr_events_no_replace BEFORE INSERT ON events
        WHEN NEW.seq > 0 AND EXISTS (SELECT 1 FROM events WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
];

const DOWN_SQLITE: &[&str] = &[
    "DROP TRIGGER tr_events_no_replace",
    "CREATE TRIGGER tr_events_no_replace BEFORE INSERT ON events
        WHEN EXISTS (SELECT 1 FROM events WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
    "DROP INDEX ix_events_day",
    "CREATE INDEX ix_events_day ON events (substr(at, 1, 10), seq)",
];
