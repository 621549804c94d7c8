//! Invitations that wait for their day.

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
        run(manager, &[INVITATIONS, BY_DAY]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DROP TABLE invitations"]).await
    }
}

const INVITATIONS: &str = "\
    CREATE TABLE invitations (
        user_id {uuid} NOT NULL CONSTRAINT pk_invitations PRIMARY KEY,
        due_at {instant} NOT NULL,
        CONSTRAINT fk_invitations_user FOREIGN KEY (user_id) REFERENCES users (id))";

const BY_DAY: &str = "CREATE INDEX ix_invitations_due ON invitations (due_at, user_id)";
