//! What the papers of a revision say beside its rows is kept with it: the name of the organisation, who closed the month, and by how much
//! the organisation's clock was ahead of UTC. So the same revision is the same bytes, whatever has another name later.
//!
//! A revision from before gets what holds at the upgrade. Nobody knows here in which zone the portal runs, so its papers say UTC.

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
        run(
            manager,
            &[if manager.get_database_backend() == DbBackend::Postgres { GUARD_POSTGRES } else { GUARD_SQLITE }],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        let guard = if is_postgres {
            "DROP TRIGGER tr_month_revisions_imprint ON month_revisions"
        } else {
            "DROP TRIGGER tr_month_revisions_imprint"
        };
        run(manager, &[guard]).await?;
        run(manager, DOWN).await
    }
}

// A column that is added and never empty needs a value for the rows that are there.
const UP: &[&str] = &[
    "ALTER TABLE month_revisions ADD COLUMN organisation {string}(100) NOT NULL DEFAULT ''",
    "ALTER TABLE month_revisions ADD COLUMN minutes_ahead integer NOT NULL DEFAULT 0",
    "ALTER TABLE month_revisions ADD COLUMN closer_first_name {string}(100) NOT NULL DEFAULT ''",
    "ALTER TABLE month_revisions ADD COLUMN closer_last_name {string}(100) NOT NULL DEFAULT ''",
    "UPDATE month_revisions SET
        organisation = coalesce((SELECT v.value FROM setting_values v WHERE v.key = 'organisation.name'
            ORDER BY v.starts_on DESC LIMIT 1), 'Daybook'),
        closer_first_name = (SELECT u.first_name FROM users u WHERE u.id = month_revisions.closed_by),
        closer_last_name = (SELECT u.last_name FROM users u WHERE u.id = month_revisions.closed_by)",
];

const GUARD_POSTGRES: &str = "\
    CREATE TRIGGER tr_month_revisions_imprint
        BEFORE UPDATE OF organisation, minutes_ahead, closer_first_name, closer_last_name ON month_revisions
        FOR EACH ROW EXECUTE FUNCTION refuse_change()";

const GUARD_SQLITE: &str = "\
    CREATE TRIGGER tr_month_revisions_imprint
        BEFORE UPDATE OF organisation, minutes_ahead, closer_first_name, closer_last_name ON month_revisions
        BEGIN SELECT RAISE(ABORT, 'month_revisions is append-only'); END";

const DOWN: &[&str] = &[
    "ALTER TABLE month_revisions DROP COLUMN closer_last_name",
    "ALTER TABLE month_revisions DROP COLUMN closer_first_name",
    "ALTER TABLE month_revisions DROP COLUMN minutes_ahead",
    "ALTER TABLE month_revisions DROP COLUMN organisation",
];
