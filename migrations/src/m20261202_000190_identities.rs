//! Accounts at providers of sign-in, the sign-ins by them that are under way, and which sessions began so.

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

// A person has one account at an issuer, whatever the operator calls the provider. Of states, codes and ids of logout tokens there are
// fingerprints.
const UP: &[&str] = &[
    "CREATE TABLE identities (
        id {uuid} NOT NULL CONSTRAINT pk_identities PRIMARY KEY,
        user_id {uuid} NOT NULL,
        provider {string}(32) NOT NULL,
        issuer text NOT NULL,
        subject {string}(255) NOT NULL,
        email text,
        sets_role boolean NOT NULL,
        linked_at {instant} NOT NULL,
        last_used_at {instant},
        CONSTRAINT fk_identities_user FOREIGN KEY (user_id) REFERENCES users (id)
    )",
    "CREATE UNIQUE INDEX ux_identities_subject ON identities (issuer, subject)",
    "CREATE UNIQUE INDEX ux_identities_issuer ON identities (user_id, issuer)",
    "CREATE TABLE used_flows (
        fingerprint {string}(64) NOT NULL CONSTRAINT pk_used_flows PRIMARY KEY,
        ends_at {instant} NOT NULL
    )",
    "CREATE INDEX ix_used_flows_ends ON used_flows (ends_at)",
    "CREATE TABLE sign_in_codes (
        fingerprint {string}(64) NOT NULL CONSTRAINT pk_sign_in_codes PRIMARY KEY,
        user_id {uuid} NOT NULL,
        provider {string}(32) NOT NULL,
        provider_session {string}(255),
        id_token text NOT NULL,
        expires_at {instant} NOT NULL,
        CONSTRAINT fk_sign_in_codes_user FOREIGN KEY (user_id) REFERENCES users (id)
    )",
    "CREATE INDEX ix_sign_in_codes_user ON sign_in_codes (user_id)",
    "CREATE INDEX ix_sign_in_codes_provider ON sign_in_codes (provider, provider_session)",
    "CREATE INDEX ix_sign_in_codes_expires ON sign_in_codes (expires_at)",
    "ALTER TABLE sessions ADD COLUMN provider {string}(32)",
    "ALTER TABLE sessions ADD COLUMN provider_session {string}(255)",
    "ALTER TABLE sessions ADD COLUMN id_token text",
    "CREATE INDEX ix_sessions_provider ON sessions (provider, provider_session) WHERE ended_at IS NULL AND provider IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_sessions_provider",
    "ALTER TABLE sessions DROP COLUMN id_token",
    "ALTER TABLE sessions DROP COLUMN provider_session",
    "ALTER TABLE sessions DROP COLUMN provider",
    "DROP TABLE sign_in_codes",
    "DROP TABLE used_flows",
    "DROP TABLE identities",
];
