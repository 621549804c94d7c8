//! Links under which programs read a calendar of leave. Of a link only the fingerprint of its secret is kept.

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
        run(manager, &[FEEDS, FINGERPRINTS]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DROP TABLE leave_feeds"]).await
    }
}

const FEEDS: &str = "\
    CREATE TABLE leave_feeds (
        user_id {uuid} NOT NULL CONSTRAINT pk_leave_feeds PRIMARY KEY,
        fingerprint {string}(64) NOT NULL,
        created_at {instant} NOT NULL,
        CONSTRAINT fk_leave_feeds_user_id FOREIGN KEY (user_id) REFERENCES users (id))";

const FINGERPRINTS: &str = "CREATE UNIQUE INDEX ux_leave_feeds_fingerprint ON leave_feeds (fingerprint)";
