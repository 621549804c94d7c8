//! What the guards of history did not keep away yet: a table that is emptied, and a row that is replaced.

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
        run(manager, if is_postgres(manager) { UP_POSTGRES } else { UP_SQLITE }).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, if is_postgres(manager) { DOWN_POSTGRES } else { DOWN_SQLITE }).await
    }
}

fn is_postgres(manager: &SchemaManager) -> bool {
    manager.get_database_backend() == DbBackend::Postgres
}

// No row is deleted or updated where a table is emptied, or a row replaced, so the triggers on those do not fire.
const UP_POSTGRES: &[&str] = &[
    "CREATE TRIGGER tr_timesheet_versions_no_truncate BEFORE TRUNCATE ON timesheet_versions
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_leave_ledger_no_truncate BEFORE TRUNCATE ON leave_ledger
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_month_rows_no_truncate BEFORE TRUNCATE ON month_rows
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER tr_month_revisions_no_truncate BEFORE TRUNCATE ON month_revisions
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
];

const UP_SQLITE: &[&str] = &[
    "CREATE TRIGGER tr_timesheet_versions_no_replace BEFORE INSERT ON timesheet_versions
        WHEN EXISTS (SELECT 1 FROM timesheet_versions WHERE timesheet_id = NEW.timesheet_id AND version = NEW.version)
        BEGIN SELECT RAISE(ABORT, 'timesheet_versions is append-only'); END",
    "CREATE TRIGGER tr_leave_ledger_no_replace BEFORE INSERT ON leave_ledger
        WHEN EXISTS (SELECT 1 FROM leave_ledger WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'leave_ledger is append-only'); END",
    "CREATE TRIGGER tr_month_rows_no_replace BEFORE INSERT ON month_rows
        WHEN EXISTS (SELECT 1 FROM month_rows
                WHERE month = NEW.month AND revision = NEW.revision AND employee_number = NEW.employee_number)
            OR EXISTS (SELECT 1 FROM month_rows
                WHERE user_id = NEW.user_id AND month = NEW.month AND revision = NEW.revision)
        BEGIN SELECT RAISE(ABORT, 'month_rows is append-only'); END",
    "CREATE TRIGGER tr_month_revisions_no_replace BEFORE INSERT ON month_revisions
        WHEN EXISTS (SELECT 1 FROM month_revisions WHERE month = NEW.month AND revision = NEW.revision)
        BEGIN SELECT RAISE(ABORT, 'month_revisions is append-only'); END",
];

const DOWN_POSTGRES: &[&str] = &[
    "DROP TRIGGER tr_month_revisions_no_truncate ON month_revisions",
    "DROP TRIGGER tr_month_rows_no_truncate ON month_rows",
    "DROP TRIGGER tr_leave_ledger_no_truncate ON leave_ledger",
    "DROP TRIGGER tr_timesheet_versions_no_truncate ON timesheet_versions",
];

const DOWN_SQLITE: &[&str] = &[
    "DROP TRIGGER tr_month_revisions_no_replace",
    "DROP TRIGGER tr_month_rows_no_replace",
    "DROP TRIGGER tr_leave_ledger_no_replace",
    "DROP TRIGGER tr_timesheet_versions_no_replace",
];
