//! Sessions and codes know the issuer by which they began: an operator may rename a provider.

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

// Codes live for a minute, so those of the upgrade are dropped. A session without a link keeps the name of its provider, which is no
// issuer, and so ends by itself.
const UP: &[&str] = &[
    "DROP INDEX ix_sessions_provider",
    "ALTER TABLE sessions ADD COLUMN issuer text",
    "UPDATE sessions SET issuer = COALESCE((
        SELECT i.issuer FROM identities i WHERE i.user_id = sessions.user_id AND i.provider = sessions.provider
    ), provider) WHERE provider IS NOT NULL",
    "ALTER TABLE sessions DROP COLUMN provider",
    "CREATE INDEX ix_sessions_issuer ON sessions (issuer, provider_session) WHERE ended_at IS NULL AND issuer IS NOT NULL",
    "CREATE INDEX ix_sessions_id_token ON sessions (expires_at) WHERE id_token IS NOT NULL",
    "DELETE FROM sign_in_codes",
    "DROP INDEX ix_sign_in_codes_provider",
    "ALTER TABLE sign_in_codes DROP COLUMN provider",
    "ALTER TABLE sign_in_codes ADD COLUMN issuer text NOT NULL DEFAULT ''",
    "CREATE INDEX ix_sign_in_codes_issuer ON sign_in_codes (issuer, provider_session)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_sign_in_codes_issuer",
    "DELETE FROM sign_in_codes",
    "ALTER TABLE sign_in_codes DROP COLUMN issuer",
    "ALTER TABLE sign_in_codes ADD COLUMN provider {string}(32) NOT NULL DEFAULT ''",
    "CREATE INDEX ix_sign_in_codes_provider ON sign_in_codes (provider, provider_session)",
    "DROP INDEX ix_sessions_id_token",
    "DROP INDEX ix_sessions_issuer",
    "ALTER TABLE sessions ADD COLUMN provider {string}(32)",
    "UPDATE sessions SET provider = (
        SELECT i.provider FROM identities i WHERE i.user_id = sessions.user_id AND i.issuer = sessions.issuer
    ) WHERE issuer IS NOT NULL",
    "ALTER TABLE sessions DROP COLUMN issuer",
    "CREATE INDEX ix_sessions_provider ON sessions (provider, provider_session) WHERE ended_at IS NULL AND provider IS NOT NULL",
];
