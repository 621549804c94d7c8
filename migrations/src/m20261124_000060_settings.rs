//! What the organisation decides on its pages of settings.

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
        run(manager, &[CHANGES, VALUES]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DROP TABLE setting_values", "DROP TABLE setting_changes"]).await
    }
}

/// How often a setting was changed, and the last time.
const CHANGES: &str = "\
    CREATE TABLE setting_changes (
        key {string}(64) NOT NULL CONSTRAINT pk_setting_changes PRIMARY KEY,
        version integer NOT NULL,
        changed_at {instant} NOT NULL,
        changed_by {uuid} CONSTRAINT fk_setting_changes_changed_by REFERENCES users (id),
        CONSTRAINT ck_setting_changes_version CHECK (version >= 1))";

/// A value holds from a day on; that of a setting which is not by month from the first day that there is.
const VALUES: &str = "\
    CREATE TABLE setting_values (
        key {string}(64) NOT NULL CONSTRAINT fk_setting_values_key REFERENCES setting_changes (key),
        starts_on {date} NOT NULL,
        value text NOT NULL,
        CONSTRAINT pk_setting_values PRIMARY KEY (key, starts_on))";
