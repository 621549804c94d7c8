//! Who stands in for a manager, and on which days.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::m20261121_000003_absences::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, UP).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            run(manager, &[COUNT_POSTGRES]).await
        } else {
            run(manager, COUNT_SQLITE).await
        }
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DROP TABLE substitutions"]).await
    }
}

/// Those that have not ended are found by either person. One whose last day is over keeps its place there: its end is a date, and
/// nobody has to come by at midnight.
const UP: &[&str] = &[
    "CREATE TABLE substitutions (
        id {uuid} NOT NULL,
        manager_id {uuid} NOT NULL CONSTRAINT fk_substitutions_manager_id REFERENCES users (id),
        substitute_id {uuid} NOT NULL CONSTRAINT fk_substitutions_substitute_id REFERENCES users (id),
        first_day {date} NOT NULL,
        last_day {date} NOT NULL,
        reason text NOT NULL,
        created_by {uuid} NOT NULL CONSTRAINT fk_substitutions_created_by REFERENCES users (id),
        created_at {instant} NOT NULL,
        ended_by {uuid} CONSTRAINT fk_substitutions_ended_by REFERENCES users (id),
        ended_at {instant},
        CONSTRAINT pk_substitutions PRIMARY KEY (id),
        CONSTRAINT ck_substitutions_days CHECK (last_day >= first_day),
        CONSTRAINT ck_substitutions_people CHECK (manager_id <> substitute_id)
    )",
    "CREATE INDEX ix_substitutions_substitute ON substitutions (substitute_id, last_day) WHERE ended_at IS NULL",
    "CREATE INDEX ix_substitutions_manager ON substitutions (manager_id, last_day) WHERE ended_at IS NULL",
    "CREATE INDEX ix_substitutions_of_manager ON substitutions (manager_id, first_day)",
    "CREATE INDEX ix_substitutions_of_substitute ON substitutions (substitute_id, first_day)",
];

// Whether somebody has a manager who can act hangs on them, and lists of people filter by it: a change counts as one of people.
const COUNT_POSTGRES: &str = "\
    CREATE CONSTRAINT TRIGGER tr_substitutions_count_change AFTER INSERT OR UPDATE OR DELETE ON substitutions \
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change('people')";

const COUNT_SQLITE: &[&str] = &[
    "CREATE TRIGGER tr_substitutions_count_insert AFTER INSERT ON substitutions \
     BEGIN UPDATE counters SET value = value + 1 WHERE name = 'people'; END",
    "CREATE TRIGGER tr_substitutions_count_update AFTER UPDATE ON substitutions \
     BEGIN UPDATE counters SET value = value + 1 WHERE name = 'people'; END",
    "CREATE TRIGGER tr_substitutions_count_delete AFTER DELETE ON substitutions \
     BEGIN UPDATE counters SET value = value + 1 WHERE name = 'people'; END",
];
