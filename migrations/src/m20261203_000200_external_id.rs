//! The number that a person has in another program. The key is its text in one form for all ways of writing it, by which it is unique.
//!
//! A revision of a month knows which columns its file has: those from before keep theirs.

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
        run(manager, &[if is_postgres(manager) { GUARD_POSTGRES } else { GUARD_SQLITE }]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let guard = if is_postgres(manager) {
            "DROP TRIGGER tr_month_revisions_form ON month_revisions"
        } else {
            "DROP TRIGGER tr_month_revisions_form"
        };
        run(manager, &[guard]).await?;
        run(manager, DOWN).await
    }
}

fn is_postgres(manager: &SchemaManager) -> bool {
    manager.get_database_backend() == DbBackend::Postgres
}

const UP: &[&str] = &[
    "ALTER TABLE users ADD COLUMN external_id text",
    "ALTER TABLE users ADD COLUMN external_key text",
    "CREATE UNIQUE INDEX ux_users_external_id ON users (external_key)",
    "ALTER TABLE month_rows ADD COLUMN external_id text",
    "ALTER TABLE month_revisions ADD COLUMN form integer NOT NULL DEFAULT 1",
];

const GUARD_POSTGRES: &str = "\
    CREATE TRIGGER tr_month_revisions_form BEFORE UPDATE OF form ON month_revisions
        FOR EACH ROW EXECUTE FUNCTION refuse_change()";

const GUARD_SQLITE: &str = "\
    CREATE TRIGGER tr_month_revisions_form BEFORE UPDATE OF form ON month_revisions
        BEGIN SELECT RAISE(ABORT, 'month_revisions is append-only'); END";

const DOWN: &[&str] = &[
    "ALTER TABLE month_revisions DROP COLUMN form",
    "ALTER TABLE month_rows DROP COLUMN external_id",
    "DROP INDEX ux_users_external_id",
    "ALTER TABLE users DROP COLUMN external_key",
    "ALTER TABLE users DROP COLUMN external_id",
];
