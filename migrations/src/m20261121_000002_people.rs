//! What looking after people needs: lists that can be searched and are in order, when somebody left, reset links, and the mail
//! outbox.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{DbBackend, Statement};
use unicode_normalization::UnicodeNormalization;

use crate::m20261121_000001_foundation::Dialect;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let backend = manager.get_database_backend();
        let (dialect, bytewise) = (Dialect::of(backend), bytewise(backend));
        let connection = manager.get_connection();
        for statement in COLUMNS.iter().chain(TABLES) {
            connection.execute_unprepared(&dialect.fill(statement).replace("{bytewise}", bytewise)).await?;
        }
        describe_people(connection, backend).await?;
        for statement in INDEXES {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for statement in DOWN {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}

/// A text that both engines compare byte by byte: an order that a locale of the server decides is another one on each server.
fn bytewise(backend: DbBackend) -> &'static str {
    if backend == DbBackend::Postgres { "text COLLATE \"C\"" } else { "text COLLATE BINARY" }
}

// A column that is added to a table with rows needs a value for them, and SQLite cannot take the default away later. It is
// there for the present rows; code that writes a person writes both texts.
const COLUMNS: &[&str] = &[
    "ALTER TABLE users ADD COLUMN search_text text NOT NULL DEFAULT ''",
    "ALTER TABLE users ADD COLUMN sort_name {bytewise} NOT NULL DEFAULT ''",
    "ALTER TABLE users ADD COLUMN deactivated_at {instant}
        CONSTRAINT ck_users_deactivated CHECK (deactivated_at IS NULL OR NOT is_active)",
];

const TABLES: &[&str] = &[
    // The words of a mail may hold a password: they go when it is sent, and never before.
    "CREATE TABLE mails (
        id {uuid} NOT NULL CONSTRAINT pk_mails PRIMARY KEY,
        recipient {string}(254) NOT NULL,
        kind {string}(32) NOT NULL,
        letter text,
        created_at {instant} NOT NULL,
        state {string}(16) NOT NULL,
        attempts integer NOT NULL,
        next_at {instant},
        claimed_until {instant},
        sent_at {instant},
        last_error {string}(500),
        CONSTRAINT ck_mails_state CHECK (state IN ('waiting', 'sent', 'given-up')),
        CONSTRAINT ck_mails_attempts CHECK (attempts >= 0),
        CONSTRAINT ck_mails_waiting CHECK ((state = 'waiting') = (next_at IS NOT NULL)),
        CONSTRAINT ck_mails_claimed CHECK (state = 'waiting' OR claimed_until IS NULL),
        CONSTRAINT ck_mails_sent CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
        CONSTRAINT ck_mails_letter CHECK (state = 'given-up' OR (state = 'waiting') = (letter IS NOT NULL))
    )",
    "CREATE TABLE reset_requests (
        id {uuid} NOT NULL CONSTRAINT pk_reset_requests PRIMARY KEY,
        email {string}(254) NOT NULL,
        asked_at {instant} NOT NULL
    )",
    "CREATE TABLE reset_links (
        user_id {uuid} NOT NULL CONSTRAINT pk_reset_links PRIMARY KEY,
        fingerprint {string}(64) NOT NULL,
        expires_at {instant} NOT NULL,
        CONSTRAINT fk_reset_links_user FOREIGN KEY (user_id) REFERENCES users (id)
    )",
];

// People are listed along the second index, and counted by it without a look at anybody; PostgreSQL cannot walk through several
// roles at once and keep the order, and goes along the first. The third counts a person's entries without their texts: those of
// 50 people in two years lie on nearly as many pages as there are entries.
const INDEXES: &[&str] = &[
    "CREATE INDEX ix_users_sorted ON users (sort_name, employee_number)",
    "CREATE INDEX ix_users_role ON users (role, sort_name, employee_number)",
    "CREATE INDEX ix_timesheets_status ON timesheets (user_id, status)",
    "CREATE INDEX ix_mails_due ON mails (next_at) WHERE state = 'waiting'",
    "CREATE INDEX ix_mails_sent ON mails (sent_at) WHERE state = 'sent'",
    "CREATE UNIQUE INDEX ux_reset_links_fingerprint ON reset_links (fingerprint)",
];

const DOWN: &[&str] = &[
    "DROP TABLE reset_links",
    "DROP TABLE reset_requests",
    "DROP TABLE mails",
    "DROP INDEX ix_timesheets_status",
    "DROP INDEX ix_users_role",
    "DROP INDEX ix_users_sorted",
    "ALTER TABLE users DROP COLUMN deactivated_at",
    "ALTER TABLE users DROP COLUMN sort_name",
    "ALTER TABLE users DROP COLUMN search_text",
];

const PEOPLE: &str = "SELECT employee_number, first_name, last_name, department, email FROM users";
const DESCRIBE: &str = "UPDATE users SET search_text = $2, sort_name = $3 WHERE employee_number = $1";

/// Writes the two texts of everybody who is there already. No database turns all letters into small ones as Unicode does.
async fn describe_people(connection: &SchemaManagerConnection<'_>, backend: DbBackend) -> Result<(), DbErr> {
    for row in connection.query_all_raw(Statement::from_string(backend, PEOPLE)).await? {
        let number: i32 = row.try_get_by_index(0)?;
        let [first, last, email]: [String; 3] =
            [row.try_get_by_index(1)?, row.try_get_by_index(2)?, row.try_get_by_index(4)?];
        let department: Option<String> = row.try_get_by_index(3)?;
        let search = format!("{first} {last}\nEMP{number}\n{}\n{email}", department.unwrap_or_default());
        let sort = format!("{first}\t{last}");
        let values = [number.into(), folded(&search).into(), folded(&sort).into()];
        connection.execute_raw(Statement::from_sql_and_values(backend, DESCRIBE, values)).await?;
    }
    Ok(())
}

/// The text in one form for all ways of writing it, as the portal folded it when this migration was made.
fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).filter(|c| *c != '\u{307}').collect()
}
