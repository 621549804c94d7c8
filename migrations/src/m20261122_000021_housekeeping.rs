//! What is kept for a while only is found by its age, without a look at all the rest.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, rows) in INDEXES {
            manager.get_connection().execute_unprepared(&format!("CREATE INDEX {name} ON {rows}")).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, _) in INDEXES {
            manager.get_connection().execute_unprepared(&format!("DROP INDEX {name}")).await?;
        }
        Ok(())
    }
}

const INDEXES: [(&str, &str); 6] = [
    ("ix_known_addresses_success", "known_addresses (last_success_at)"),
    ("ix_sessions_expires", "sessions (expires_at)"),
    ("ix_notices_read", "notices (read_at) WHERE read_at IS NOT NULL"),
    ("ix_mails_given_up", "mails (created_at) WHERE state = 'given-up'"),
    ("ix_reset_links_expires", "reset_links (expires_at)"),
    ("ix_reset_requests_asked", "reset_requests (asked_at)"),
];
