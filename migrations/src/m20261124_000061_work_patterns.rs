//! On which weekdays the organisation and its people work, and how long their days are.

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
        run(manager, &[LISTS, ROWS]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DROP TABLE work_patterns", "DROP TABLE work_pattern_lists"]).await
    }
}

/// How often a list was changed. The organisation's has the id that nobody has, so `owner_id` refers to no table.
const LISTS: &str = "\
    CREATE TABLE work_pattern_lists (
        owner_id {uuid} NOT NULL CONSTRAINT pk_work_pattern_lists PRIMARY KEY,
        version integer NOT NULL,
        CONSTRAINT ck_work_pattern_lists_version CHECK (version >= 1))";

/// A pattern holds from a day on; that of a person may be none, and they work by the organisation's again.
const ROWS: &str = "\
    CREATE TABLE work_patterns (
        owner_id {uuid} NOT NULL CONSTRAINT fk_work_patterns_owner_id REFERENCES work_pattern_lists (owner_id),
        starts_on {date} NOT NULL,
        weekdays {string}(7),
        full_day_half_hours integer,
        half_day_half_hours integer,
        set_at {instant} NOT NULL,
        set_by {uuid} NOT NULL CONSTRAINT fk_work_patterns_set_by REFERENCES users (id),
        CONSTRAINT pk_work_patterns PRIMARY KEY (owner_id, starts_on),
        CONSTRAINT ck_work_patterns_hours CHECK (
            (weekdays IS NULL AND full_day_half_hours IS NULL AND half_day_half_hours IS NULL)
            OR (weekdays IS NOT NULL AND 0 < half_day_half_hours AND half_day_half_hours < full_day_half_hours
                AND full_day_half_hours <= 48)))";
