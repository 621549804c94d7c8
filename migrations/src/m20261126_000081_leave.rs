//! Leave that people ask for, day by day, and the ledger from which every balance is a sum.

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
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        run(manager, if is_postgres { APPEND_ONLY_POSTGRES } else { APPEND_ONLY_SQLITE }).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, DOWN).await
    }
}

// A live request holds one row for each half of each of its dates, counted or not, so two of them never overlap. What is given up
// loses its rows; the period and the days of the request say what it was.
const UP: &[&str] = &[
    "CREATE TABLE leave_requests (
        id {uuid} NOT NULL CONSTRAINT pk_leave_requests PRIMARY KEY,
        user_id {uuid} NOT NULL CONSTRAINT fk_leave_requests_user_id REFERENCES users (id),
        leave_type_id {uuid} NOT NULL CONSTRAINT fk_leave_requests_leave_type_id REFERENCES leave_types (id),
        start_date {date} NOT NULL,
        start_part {string}(16) NOT NULL,
        end_date {date} NOT NULL,
        end_part {string}(16) NOT NULL,
        half_days integer NOT NULL,
        reason text,
        status {string}(24) NOT NULL,
        asked_last_day {date},
        created_at {instant} NOT NULL,
        updated_at {instant} NOT NULL,
        CONSTRAINT ck_leave_requests_period CHECK (start_date <= end_date),
        CONSTRAINT ck_leave_requests_parts CHECK (
            start_part IN ('full', 'morning', 'afternoon') AND end_part IN ('full', 'morning', 'afternoon')
            AND (start_date < end_date OR start_part = end_part)
            AND (start_date = end_date OR (start_part <> 'morning' AND end_part <> 'afternoon'))),
        CONSTRAINT ck_leave_requests_days CHECK (half_days BETWEEN 0 AND 732),
        CONSTRAINT ck_leave_requests_status CHECK (
            status IN ('pending', 'approved', 'rejected', 'cancelled', 'cancellation-asked')),
        CONSTRAINT ck_leave_requests_asked CHECK (asked_last_day IS NULL OR status = 'cancellation-asked'))",
    "CREATE INDEX ix_leave_requests_person ON leave_requests (user_id, start_date)",
    "CREATE INDEX ix_leave_requests_start ON leave_requests (start_date, id)",
    "CREATE INDEX ix_leave_requests_waiting ON leave_requests (user_id, start_date)
        WHERE status IN ('pending', 'cancellation-asked')",
    "CREATE TABLE leave_halves (
        user_id {uuid} NOT NULL,
        date {date} NOT NULL,
        half integer NOT NULL,
        request_id {uuid} NOT NULL CONSTRAINT fk_leave_halves_request_id REFERENCES leave_requests (id),
        counts boolean NOT NULL,
        CONSTRAINT pk_leave_halves PRIMARY KEY (user_id, date, half),
        CONSTRAINT ck_leave_halves_half CHECK (half IN (0, 1)))",
    "CREATE INDEX ix_leave_halves_request ON leave_halves (request_id)",
    "CREATE INDEX ix_leave_halves_date ON leave_halves (date, user_id)",
    "CREATE TABLE leave_steps (
        id {uuid} NOT NULL CONSTRAINT pk_leave_steps PRIMARY KEY,
        request_id {uuid} NOT NULL CONSTRAINT fk_leave_steps_request_id REFERENCES leave_requests (id),
        at {instant} NOT NULL,
        what {string}(24) NOT NULL,
        by_id {uuid} CONSTRAINT fk_leave_steps_by_id REFERENCES users (id),
        on_behalf_of {uuid} CONSTRAINT fk_leave_steps_on_behalf_of REFERENCES users (id),
        comment text,
        CONSTRAINT ck_leave_steps_what CHECK (what IN (
            'asked', 'recorded', 'approved', 'rejected', 'cancellation-asked', 'kept', 'shortened', 'cancelled', 'recounted')))",
    "CREATE INDEX ix_leave_steps_request ON leave_steps (request_id, at, id)",
    "CREATE TABLE leave_ledger (
        id {uuid} NOT NULL CONSTRAINT pk_leave_ledger PRIMARY KEY,
        user_id {uuid} NOT NULL CONSTRAINT fk_leave_ledger_user_id REFERENCES users (id),
        leave_type_id {uuid} NOT NULL CONSTRAINT fk_leave_ledger_leave_type_id REFERENCES leave_types (id),
        year integer NOT NULL,
        kind {string}(16) NOT NULL,
        half_days integer NOT NULL,
        date {date} NOT NULL,
        note text,
        request_id {uuid} CONSTRAINT fk_leave_ledger_request_id REFERENCES leave_requests (id),
        by_id {uuid} CONSTRAINT fk_leave_ledger_by_id REFERENCES users (id),
        created_at {instant} NOT NULL,
        CONSTRAINT ck_leave_ledger_kind CHECK (
            kind IN ('allocation', 'carry-over', 'expiry', 'adjustment', 'usage', 'reversal')),
        CONSTRAINT ck_leave_ledger_sign CHECK (
            (kind <> 'usage' OR half_days < 0) AND (kind <> 'reversal' OR half_days > 0)),
        CONSTRAINT ck_leave_ledger_request CHECK ((kind IN ('usage', 'reversal')) = (request_id IS NOT NULL)))",
    "CREATE INDEX ix_leave_ledger_person ON leave_ledger (user_id, leave_type_id, year)",
    "CREATE INDEX ix_leave_ledger_year ON leave_ledger (year, user_id)",
];

const APPEND_ONLY_POSTGRES: &[&str] =
    &["CREATE TRIGGER tr_leave_ledger_append_only BEFORE UPDATE OR DELETE ON leave_ledger \
     FOR EACH ROW EXECUTE FUNCTION refuse_change()"];
const APPEND_ONLY_SQLITE: &[&str] = &[
    "CREATE TRIGGER tr_leave_ledger_no_update BEFORE UPDATE ON leave_ledger \
     BEGIN SELECT RAISE(ABORT, 'leave_ledger is append-only'); END",
    "CREATE TRIGGER tr_leave_ledger_no_delete BEFORE DELETE ON leave_ledger \
     BEGIN SELECT RAISE(ABORT, 'leave_ledger is append-only'); END",
];

const DOWN: &[&str] =
    &["DROP TABLE leave_ledger", "DROP TABLE leave_steps", "DROP TABLE leave_halves", "DROP TABLE leave_requests"];
