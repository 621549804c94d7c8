//! The audit log: seals on events, how far the chain of them has come, verifications of it, and by what events are found.

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
        // Seals are read by their positions from first to last: on SQLite they stand in that order themselves.
        let seals = format!("{SEALS}{}", if is_postgres { "" } else { " WITHOUT ROWID" });
        run(manager, &[&seals]).await?;
        run(manager, TABLES).await?;
        run(manager, if is_postgres { GUARDS_POSTGRES } else { GUARDS_SQLITE }).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        run(manager, if is_postgres { DOWN_POSTGRES } else { DOWN_SQLITE }).await?;
        run(manager, DOWN).await
    }
}

// As with `event_subjects`, nothing refers to an event: a seal tells of one that is gone.
const SEALS: &str = "\
    CREATE TABLE audit_seals (
        position bigint NOT NULL,
        event_seq bigint NOT NULL,
        hash {string}(64) NOT NULL,
        CONSTRAINT pk_audit_seals PRIMARY KEY (position),
        CONSTRAINT ck_audit_seals_position CHECK (position >= 1),
        CONSTRAINT ck_audit_seals_hash CHECK (length(hash) = 64))";

// What one filter finds comes in the order of the numbers. Those of jobs and commands are few, so their index costs a day recorded
// nothing. Moments and numbers grow together, so the first number of a moment is enough.
const TABLES: &[&str] = &[
    "CREATE UNIQUE INDEX ux_audit_seals_event ON audit_seals (event_seq)",
    "CREATE TABLE audit_chain (
        id integer NOT NULL CONSTRAINT pk_audit_chain PRIMARY KEY,
        position bigint NOT NULL,
        hash {string}(64) NOT NULL,
        sealed_at {instant},
        newest_seq bigint NOT NULL,
        checkpoint_position bigint NOT NULL,
        checkpoint_hash {string}(64) NOT NULL,
        CONSTRAINT ck_audit_chain_one CHECK (id = 1),
        CONSTRAINT ck_audit_chain_hashes CHECK (length(hash) = 64 AND length(checkpoint_hash) = 64),
        CONSTRAINT ck_audit_chain_checkpoint CHECK (checkpoint_position BETWEEN 0 AND position))",
    "INSERT INTO audit_chain (id, position, hash, newest_seq, checkpoint_position, checkpoint_hash) VALUES (1, 0,
        '0000000000000000000000000000000000000000000000000000000000000000', 0, 0,
        '0000000000000000000000000000000000000000000000000000000000000000')",
    "CREATE TABLE audit_gaps (
        event_seq bigint NOT NULL,
        noticed_at {instant} NOT NULL,
        CONSTRAINT pk_audit_gaps PRIMARY KEY (event_seq))",
    "CREATE TABLE audit_verifications (
        number bigint NOT NULL,
        started_at {instant} NOT NULL,
        finished_at {instant},
        night {date},
        total bigint NOT NULL,
        checked bigint NOT NULL,
        checkpoint_position bigint NOT NULL,
        checkpoint_hash {string}(64) NOT NULL,
        through_position bigint NOT NULL,
        through_hash {string}(64) NOT NULL,
        reached_position bigint NOT NULL,
        reached_hash {string}(64) NOT NULL,
        broken_position bigint,
        broken_seq bigint,
        broken_at {instant},
        broken_kind {string}(40),
        is_running boolean NOT NULL,
        holder {uuid},
        held_until {instant},
        CONSTRAINT pk_audit_verifications PRIMARY KEY (number),
        CONSTRAINT ck_audit_verifications_number CHECK (number >= 1),
        CONSTRAINT ck_audit_verifications_checked CHECK (checked BETWEEN 0 AND total),
        CONSTRAINT ck_audit_verifications_running CHECK (is_running = (finished_at IS NULL)),
        CONSTRAINT ck_audit_verifications_held CHECK ((holder IS NULL) = (held_until IS NULL)))",
    // One at a time, over all instances.
    "CREATE UNIQUE INDEX ux_audit_verifications_running ON audit_verifications (is_running) WHERE is_running",
    "CREATE INDEX ix_audit_verifications_night ON audit_verifications (night) WHERE night IS NOT NULL",
    "CREATE INDEX ix_events_kind ON events (kind, seq)",
    "CREATE INDEX ix_events_actor ON events (actor_id, seq)",
    "CREATE INDEX ix_events_at ON events (at)",
    "CREATE INDEX ix_events_nobody ON events (seq) WHERE source IN ('job', 'command')",
];

// Retention alone removes events: what stands in the chain up to the checkpoint. The checkpoint is moved first, then the events go,
// then their seals.
const GUARDS_POSTGRES: &[&str] = &[
    "CREATE FUNCTION is_past_the_checkpoint(seq bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT NOT EXISTS (SELECT 1 FROM audit_seals s JOIN audit_chain c ON s.position <= c.checkpoint_position
            WHERE s.event_seq = seq) $$",
    "DROP TRIGGER tr_events_append_only ON events",
    "CREATE TRIGGER tr_events_no_update BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_events_no_delete BEFORE DELETE ON events FOR EACH ROW WHEN (is_past_the_checkpoint(OLD.seq))
        EXECUTE FUNCTION refuse_change()",
    "DROP TRIGGER tr_event_subjects_append_only ON event_subjects",
    "CREATE TRIGGER tr_event_subjects_no_update BEFORE UPDATE ON event_subjects
        FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_event_subjects_no_delete BEFORE DELETE ON event_subjects
        FOR EACH ROW WHEN (is_past_the_checkpoint(OLD.event_seq)) EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_audit_seals_no_update BEFORE UPDATE ON audit_seals
        FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_audit_seals_no_delete BEFORE DELETE ON audit_seals
        FOR EACH ROW WHEN (is_past_the_checkpoint(OLD.event_seq)) EXECUTE FUNCTION refuse_change()",
];

const GUARDS_SQLITE: &[&str] = &[
    "DROP TRIGGER tr_events_no_delete",
    "CREATE TRIGGER tr_events_no_delete BEFORE DELETE ON events
        WHEN NOT EXISTS (SELECT 1 FROM audit_seals s JOIN audit_chain c ON s.position <= c.checkpoint_position
            WHERE s.event_seq = OLD.seq)
        BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
    "DROP TRIGGER tr_event_subjects_no_delete",
    "CREATE TRIGGER tr_event_subjects_no_delete BEFORE DELETE ON event_subjects
        WHEN NOT EXISTS (SELECT 1 FROM audit_seals s JOIN audit_chain c ON s.position <= c.checkpoint_position
            WHERE s.event_seq = OLD.event_seq)
        BEGIN SELECT RAISE(ABORT, 'event_subjects is append-only'); END",
    "CREATE TRIGGER tr_audit_seals_no_update BEFORE UPDATE ON audit_seals
        BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END",
    "CREATE TRIGGER tr_audit_seals_no_delete BEFORE DELETE ON audit_seals
        WHEN OLD.position > (SELECT checkpoint_position FROM audit_chain)
        BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_events_nobody",
    "DROP INDEX ix_events_at",
    "DROP INDEX ix_events_actor",
    "DROP INDEX ix_events_kind",
    "DROP TABLE audit_verifications",
    "DROP TABLE audit_gaps",
    "DROP TABLE audit_chain",
    "DROP TABLE audit_seals",
];

const DOWN_POSTGRES: &[&str] = &[
    "DROP TRIGGER tr_audit_seals_no_delete ON audit_seals",
    "DROP TRIGGER tr_event_subjects_no_update ON event_subjects",
    "DROP TRIGGER tr_event_subjects_no_delete ON event_subjects",
    "CREATE TRIGGER tr_event_subjects_append_only BEFORE UPDATE OR DELETE ON event_subjects
        FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "DROP TRIGGER tr_events_no_update ON events",
    "DROP TRIGGER tr_events_no_delete ON events",
    "CREATE TRIGGER tr_events_append_only BEFORE UPDATE OR DELETE ON events
        FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "DROP FUNCTION is_past_the_checkpoint(bigint)",
];

const DOWN_SQLITE: &[&str] = &[
    "DROP TRIGGER tr_event_subjects_no_delete",
    "CREATE TRIGGER tr_event_subjects_no_delete BEFORE DELETE ON event_subjects
        BEGIN SELECT RAISE(ABORT, 'event_subjects is append-only'); END",
    "DROP TRIGGER tr_events_no_delete",
    "CREATE TRIGGER tr_events_no_delete BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
];
