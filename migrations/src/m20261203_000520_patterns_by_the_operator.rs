//! The operator sets work patterns too, by an import, and has no account.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::m20261121_000001_foundation::Dialect;
use crate::m20261121_000003_absences::run;
use crate::rebuild::rebuild;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        set_by(manager, "", "ALTER COLUMN set_by DROP NOT NULL").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DELETE FROM work_patterns WHERE set_by IS NULL"]).await?;
        set_by(manager, "NOT NULL", "ALTER COLUMN set_by SET NOT NULL").await
    }
}

async fn set_by(manager: &SchemaManager<'_>, null: &str, alteration: &str) -> Result<(), DbErr> {
    if manager.get_database_backend() != DbBackend::Sqlite {
        return run(manager, &[&format!("ALTER TABLE work_patterns {alteration}")]).await;
    }
    let definition = Dialect::of(DbBackend::Sqlite).fill(&ROWS.replace("{null}", null));
    rebuild(manager, "work_patterns", &definition, COLUMNS, "owner_id, starts_on").await
}

const COLUMNS: &str = "owner_id, starts_on, weekdays, full_day_half_hours, half_day_half_hours, set_at, set_by";

const ROWS: &str = "(
    owner_id {uuid} NOT NULL CONSTRAINT fk_work_patterns_owner_id REFERENCES work_pattern_lists (owner_id),
    starts_on {date} NOT NULL,
    weekdays {string}(7),
    full_day_half_hours integer,
    half_day_half_hours integer,
    set_at {instant} NOT NULL,
    set_by {uuid} {null} CONSTRAINT fk_work_patterns_set_by REFERENCES users (id),
    CONSTRAINT pk_work_patterns PRIMARY KEY (owner_id, starts_on),
    CONSTRAINT ck_work_patterns_hours CHECK (
        (weekdays IS NULL AND full_day_half_hours IS NULL AND half_day_half_hours IS NULL)
        OR (weekdays IS NOT NULL AND 0 < half_day_half_hours AND half_day_half_hours < full_day_half_hours
            AND full_day_half_hours <= 48)))";
