//! Second factors of sign-ins with a password, and since when people have their role, from which the time to set one up counts.

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

// The key of an app is stored as it is (`data`, in base 32), so that it survives a restore under another signing key; of a recovery
// code there is the fingerprint. A person has one key that is confirmed, and one that waits. A role without an instant is as old as
// its account.
const UP: &[&str] = &[
    "CREATE TABLE credentials (
        id {uuid} NOT NULL CONSTRAINT pk_credentials PRIMARY KEY,
        user_id {uuid} NOT NULL,
        kind {string}(16) NOT NULL,
        data text NOT NULL,
        name {string}(100),
        created_at {instant} NOT NULL,
        last_used_at {instant},
        last_step bigint,
        CONSTRAINT fk_credentials_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT ck_credentials_kind CHECK (kind IN ('totp', 'totp-waiting', 'recovery')),
        CONSTRAINT ck_credentials_last_step CHECK (kind = 'totp' OR last_step IS NULL)
    )",
    "CREATE UNIQUE INDEX ux_credentials_totp ON credentials (user_id, kind) WHERE kind IN ('totp', 'totp-waiting')",
    "CREATE INDEX ix_credentials_user ON credentials (user_id, kind)",
    "CREATE INDEX ix_credentials_waiting ON credentials (created_at) WHERE kind = 'totp-waiting'",
    "ALTER TABLE users ADD COLUMN role_since {instant}",
];

const DOWN: &[&str] = &["ALTER TABLE users DROP COLUMN role_since", "DROP TABLE credentials"];
