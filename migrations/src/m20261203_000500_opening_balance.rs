//! Opening balances in the ledger of leave, numbered by person, type and year.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::check;
use crate::m20261121_000003_absences::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        check::replace(manager, "leave_ledger", "ck_leave_ledger_kind", "kind", &AFTER).await?;
        run(manager, UP).await?;
        if is_sqlite(manager) { run(manager, &[NO_REPLACE_DROP, NO_REPLACE]).await } else { Ok(()) }
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if is_sqlite(manager) {
            run(manager, &[NO_REPLACE_DROP, NO_REPLACE_BEFORE]).await?;
        }
        run(manager, DOWN).await?;
        check::replace(manager, "leave_ledger", "ck_leave_ledger_kind", "kind", &BEFORE).await
    }
}

fn is_sqlite(manager: &SchemaManager<'_>) -> bool {
    manager.get_database_backend() == DbBackend::Sqlite
}

const BEFORE: [&str; 6] = ["allocation", "carry-over", "expiry", "adjustment", "usage", "reversal"];
const AFTER: [&str; 7] = ["allocation", "carry-over", "expiry", "adjustment", "opening", "usage", "reversal"];

// The first opening balance has number 1, its reversal -1, the one that comes instead 2. So of two writers who both replace the
// same one, the second is refused.
const UP: &[&str] = &[
    "ALTER TABLE leave_ledger ADD COLUMN opening_number integer
        CONSTRAINT ck_leave_ledger_opening CHECK ((kind = 'opening') = (opening_number IS NOT NULL))",
    "CREATE UNIQUE INDEX ux_leave_ledger_opening ON leave_ledger (user_id, leave_type_id, year, opening_number)
        WHERE opening_number IS NOT NULL",
];

const DOWN: &[&str] = &["DROP INDEX ux_leave_ledger_opening", "ALTER TABLE leave_ledger DROP COLUMN opening_number"];

// SQLite replaces a row by any unique key, also by the new one.
const NO_REPLACE_DROP: &str = "DROP TRIGGER tr_leave_ledger_no_replace";
const NO_REPLACE: &str = "CREATE TRIGGER tr_leave_ledger_no_replace BEFORE INSERT ON leave_ledger
    WHEN EXISTS (SELECT 1 FROM leave_ledger WHERE id = NEW.id)
        OR EXISTS (SELECT 1 FROM leave_ledger WHERE user_id = NEW.user_id AND leave_type_id = NEW.leave_type_id
            AND year = NEW.year AND opening_number = NEW.opening_number)
    BEGIN SELECT RAISE(ABORT, 'leave_ledger is append-only'); END";
const NO_REPLACE_BEFORE: &str = "CREATE TRIGGER tr_leave_ledger_no_replace BEFORE INSERT ON leave_ledger
    WHEN EXISTS (SELECT 1 FROM leave_ledger WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'leave_ledger is append-only'); END";
