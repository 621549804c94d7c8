//! What administrators are told of the portal itself: the last run of each job, when somebody last signed in, since when a generated
//! password waits to be changed, and what happened on which day.

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
        run(manager, if is_postgres { NOTES_POSTGRES } else { NOTES_SQLITE }).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        run(manager, if is_postgres { DOWN_POSTGRES } else { DOWN_SQLITE }).await?;
        run(manager, DOWN).await
    }
}

// Sessions are forgotten after a while, and events too: that somebody has signed in once is kept for itself. Of what is there already
// each table knows a part.
//
// The index has the days of the events that reports count, and no other, so that most events cost no more than before.
const UP: &[&str] = &[
    "CREATE TABLE job_runs (
        job {string}(16) NOT NULL CONSTRAINT pk_job_runs PRIMARY KEY,
        began_at {instant} NOT NULL,
        duration_ms integer NOT NULL,
        error {string}(500),
        CONSTRAINT ck_job_runs_duration CHECK (duration_ms >= 0)
    )",
    "ALTER TABLE users ADD COLUMN temporary_since {instant}",
    "CREATE INDEX ix_events_counted ON events (kind, at)
        WHERE kind IN ('signed-in', 'sign-in-failed', 'day-submitted', 'days-decided', 'backup-made')",
    "CREATE TABLE last_sign_ins (
        user_id {uuid} NOT NULL CONSTRAINT pk_last_sign_ins PRIMARY KEY,
        at {instant} NOT NULL,
        CONSTRAINT fk_last_sign_ins_user FOREIGN KEY (user_id) REFERENCES users (id)
    )",
    "INSERT INTO last_sign_ins (user_id, at) SELECT known.user_id, max(known.at) FROM (
        SELECT user_id, created_at AS at FROM sessions UNION ALL SELECT user_id, last_success_at FROM known_addresses
        UNION ALL SELECT e.actor_id, e.at FROM events e WHERE e.kind = 'signed-in'
    ) AS known JOIN users u ON u.id = known.user_id GROUP BY known.user_id",
];

const NOTES_POSTGRES: &[&str] = &[
    "CREATE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO last_sign_ins AS l (user_id, at) VALUES (NEW.user_id, NEW.created_at)
            ON CONFLICT (user_id) DO UPDATE SET at = greatest(l.at, excluded.at);
        RETURN NULL; END $$",
    "CREATE TRIGGER tr_sessions_sign_in AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION note_sign_in()",
];

const NOTES_SQLITE: &[&str] = &["CREATE TRIGGER tr_sessions_sign_in AFTER INSERT ON sessions
        BEGIN INSERT INTO last_sign_ins (user_id, at) VALUES (NEW.user_id, NEW.created_at)
            ON CONFLICT (user_id) DO UPDATE SET at = max(at, excluded.at); END"];

const DOWN_POSTGRES: &[&str] = &["DROP TRIGGER tr_sessions_sign_in ON sessions", "DROP FUNCTION note_sign_in()"];
const DOWN_SQLITE: &[&str] = &["DROP TRIGGER tr_sessions_sign_in"];

const DOWN: &[&str] = &[
    "DROP TABLE last_sign_ins",
    "DROP INDEX ix_events_counted",
    "ALTER TABLE users DROP COLUMN temporary_since",
    "DROP TABLE job_runs",
];
