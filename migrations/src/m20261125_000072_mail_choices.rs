//! Which mails people have chosen, and which notices a digest tells.

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
        run(manager, &[CHOICES, DIGEST]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["ALTER TABLE notices DROP COLUMN digest", "DROP TABLE mail_choices"]).await
    }
}

/// What somebody has chosen; the default of their role where there is no row.
const CHOICES: &str = "\
    CREATE TABLE mail_choices (
        user_id {uuid} NOT NULL CONSTRAINT fk_mail_choices_user_id REFERENCES users (id),
        kind {string}(32) NOT NULL,
        timing {string}(16) NOT NULL,
        CONSTRAINT pk_mail_choices PRIMARY KEY (user_id, kind),
        CONSTRAINT ck_mail_choices_timing CHECK (timing IN ('instant', 'digest', 'off')))";

/// The kind of mail that tells of the notice in a digest. A notice that was there before is in none. A column without a value is
/// added without a look at the rows.
const DIGEST: &str = "ALTER TABLE notices ADD COLUMN digest {string}(32)";
