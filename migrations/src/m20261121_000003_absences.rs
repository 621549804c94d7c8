//! Marks of absence, and what reading a whole organisation's month needs.

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
        if manager.get_database_backend() == DbBackend::Postgres {
            run(manager, UP_POSTGRES).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Postgres {
            run(manager, DOWN_POSTGRES).await?;
        }
        run(manager, DOWN).await
    }
}

/// Runs statements, with the types of the engine filled in.
pub(crate) async fn run(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    let (dialect, connection) = (Dialect::of(manager.get_database_backend()), manager.get_connection());
    for statement in statements {
        connection.execute_unprepared(&dialect.fill(statement)).await?;
    }
    Ok(())
}

// Who was frozen lately is found by the date; whom to mail, person by person; and when somebody was last mailed, without a look
// at each mark.
const UP: &[&str] = &[
    "CREATE TABLE absences (
        user_id {uuid} NOT NULL,
        date {date} NOT NULL,
        marked_at {instant} NOT NULL,
        mailed_on {date},
        CONSTRAINT pk_absences PRIMARY KEY (user_id, date),
        CONSTRAINT fk_absences_user FOREIGN KEY (user_id) REFERENCES users (id)
    )",
    "CREATE INDEX ix_absences_date ON absences (date)",
    "CREATE INDEX ix_absences_unmailed ON absences (user_id, date) WHERE mailed_on IS NULL",
    "CREATE INDEX ix_absences_mailed ON absences (user_id, mailed_on) WHERE mailed_on IS NOT NULL",
    "CREATE INDEX ix_unlocks_user ON unlocks (user_id, created_at)",
];

const DOWN: &[&str] = &["DROP INDEX ix_unlocks_user", "DROP TABLE absences"];

// The attendance of a month asks for the hours and statuses of everybody, whose entries lie on nearly as many pages as there are
// entries. With these two in it the index answers alone, as long as the server knows that the pages have nothing to hide: by
// itself it would look after a fifth of the table has changed, which may be months later.
const UP_POSTGRES: &[&str] = &[
    "DROP INDEX ux_timesheets_user_date",
    "CREATE UNIQUE INDEX ux_timesheets_user_date ON timesheets (user_id, date) INCLUDE (half_hours, status)",
    "ALTER TABLE timesheets SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01)",
];

const DOWN_POSTGRES: &[&str] = &[
    "ALTER TABLE timesheets RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)",
    "DROP INDEX ux_timesheets_user_date",
    "CREATE UNIQUE INDEX ux_timesheets_user_date ON timesheets (user_id, date)",
];
