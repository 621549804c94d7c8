//! Plans of imports, with the rows of their files.

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

// The file of a plan, the cells of a row, what it changes and its problem are JSON. One import is applied at a time.
const UP: &[&str] = &[
    "CREATE TABLE imports (
        id {uuid} NOT NULL CONSTRAINT pk_imports PRIMARY KEY,
        kind {string}(16) NOT NULL,
        owner_id {uuid},
        file text NOT NULL,
        records_from {date},
        to_create integer NOT NULL,
        to_change integer NOT NULL,
        same integer NOT NULL,
        refused integer NOT NULL,
        created_at {instant} NOT NULL,
        expires_at {instant} NOT NULL,
        is_complete boolean NOT NULL,
        state {string}(16) NOT NULL,
        mode {string}(8),
        invite_at {instant},
        pass integer NOT NULL,
        through_line integer NOT NULL,
        applied_rows integer NOT NULL,
        applied_at {instant},
        reason text,
        holder {uuid},
        held_until {instant},
        CONSTRAINT fk_imports_owner FOREIGN KEY (owner_id) REFERENCES users (id)
    )",
    "CREATE UNIQUE INDEX ux_imports_applying ON imports (state) WHERE state = 'applying'",
    "CREATE INDEX ix_imports_expires ON imports (expires_at)",
    "CREATE TABLE import_rows (
        import_id {uuid} NOT NULL,
        line integer NOT NULL,
        action {string}(8) NOT NULL,
        who text NOT NULL,
        changes text NOT NULL,
        problem text,
        seen text,
        cells text NOT NULL,
        is_readable boolean NOT NULL,
        CONSTRAINT pk_import_rows PRIMARY KEY (import_id, line),
        CONSTRAINT fk_import_rows_import FOREIGN KEY (import_id) REFERENCES imports (id)
    )",
    "CREATE INDEX ix_import_rows_action ON import_rows (import_id, action, line)",
];

const DOWN: &[&str] = &["DROP TABLE import_rows", "DROP TABLE imports"];
