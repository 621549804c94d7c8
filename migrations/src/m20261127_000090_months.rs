//! Months: which are closed or being closed, what each close has kept, and what else is known of a month.

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
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        // Rows are read by their month from first to last: on SQLite they stand in that order themselves.
        let rows = format!("{ROWS}{}", if is_postgres { "" } else { " WITHOUT ROWID" });
        run(manager, &[MONTHS, REVISIONS, &rows]).await?;
        run(manager, MORE).await?;
        run(manager, if is_postgres { GUARDS_POSTGRES } else { GUARDS_SQLITE }).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, DOWN).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            run(manager, DOWN_POSTGRES).await?;
        }
        Ok(())
    }
}

// A month of which nothing is kept was never closed. Its last day stands beside its first, so that both engines find the month of a
// day in the same words. `closing_until` is of the clock of the database and compared by it alone.
const MONTHS: &str = "\
    CREATE TABLE months (
        first_day {date} NOT NULL CONSTRAINT pk_months PRIMARY KEY,
        last_day {date} NOT NULL,
        is_closed boolean NOT NULL,
        revision integer NOT NULL,
        close_id {uuid},
        closing_until {instant},
        told_through integer,
        checked_at {instant},
        differences integer,
        checksum_holds boolean,
        samples text,
        CONSTRAINT ck_months_days CHECK (first_day < last_day),
        CONSTRAINT ck_months_revision CHECK (revision >= 0),
        CONSTRAINT ck_months_closed CHECK (NOT is_closed OR (revision >= 1 AND close_id IS NULL)),
        CONSTRAINT ck_months_closing CHECK ((close_id IS NULL) = (closing_until IS NULL)),
        CONSTRAINT ck_months_told CHECK (told_through IS NULL OR is_closed),
        CONSTRAINT ck_months_checked CHECK (
            (checked_at IS NULL) = (differences IS NULL) AND (checked_at IS NULL) = (checksum_holds IS NULL)
            AND (checked_at IS NULL) = (samples IS NULL)))";

const REVISIONS: &str = "\
    CREATE TABLE month_revisions (
        month {date} NOT NULL CONSTRAINT fk_month_revisions_month REFERENCES months (first_day),
        revision integer NOT NULL,
        closed_at {instant} NOT NULL,
        closed_by {uuid} NOT NULL CONSTRAINT fk_month_revisions_closed_by REFERENCES users (id),
        reason text,
        employees integer NOT NULL,
        blocked integer NOT NULL,
        currency {string}(3) NOT NULL,
        good_percent integer NOT NULL,
        checksum {string}(64) NOT NULL,
        exported_at {instant},
        exported_by {uuid} CONSTRAINT fk_month_revisions_exported_by REFERENCES users (id),
        reopened_at {instant},
        reopened_by {uuid} CONSTRAINT fk_month_revisions_reopened_by REFERENCES users (id),
        reopen_reason text,
        CONSTRAINT pk_month_revisions PRIMARY KEY (month, revision),
        CONSTRAINT ck_month_revisions_revision CHECK (revision >= 1),
        CONSTRAINT ck_month_revisions_people CHECK (blocked BETWEEN 0 AND employees),
        CONSTRAINT ck_month_revisions_checksum CHECK (length(checksum) = 64),
        CONSTRAINT ck_month_revisions_exported CHECK ((exported_at IS NULL) = (exported_by IS NULL)),
        CONSTRAINT ck_month_revisions_reopened CHECK (
            (reopened_at IS NULL) = (reopened_by IS NULL) AND (reopened_at IS NULL) = (reopen_reason IS NULL)))";

// A close adds its rows in pieces before its revision is there. Without that they belong to nothing.
const ROWS: &str = "\
    CREATE TABLE month_rows (
        month {date} NOT NULL,
        revision integer NOT NULL,
        employee_number integer NOT NULL,
        user_id {uuid} NOT NULL CONSTRAINT fk_month_rows_user_id REFERENCES users (id),
        first_name {string}(100) NOT NULL,
        last_name {string}(100) NOT NULL,
        department text,
        search_text text NOT NULL,
        scheduled integer NOT NULL,
        working integer NOT NULL,
        approved integer NOT NULL,
        pending integer NOT NULL,
        paid_leave integer NOT NULL,
        unpaid_leave integer NOT NULL,
        extra integer NOT NULL,
        approved_half_hours integer NOT NULL,
        annual_cents bigint,
        salary_since {date},
        base_cents bigint,
        gross_cents bigint,
        CONSTRAINT pk_month_rows PRIMARY KEY (month, revision, employee_number),
        CONSTRAINT ck_month_rows_pay CHECK (
            (annual_cents IS NULL) = (base_cents IS NULL) AND (annual_cents IS NULL) = (gross_cents IS NULL)
            AND (salary_since IS NULL OR annual_cents IS NOT NULL)))";

const MORE: &[&str] = &[
    // One close at a time, over all months and instances: of those that are being closed none is closed.
    "CREATE UNIQUE INDEX ux_months_closing ON months (is_closed) WHERE close_id IS NOT NULL",
    "CREATE INDEX ix_months_closed ON months (first_day, last_day) WHERE is_closed",
    "CREATE INDEX ix_months_untold ON months (first_day) WHERE told_through IS NOT NULL",
    "CREATE INDEX ix_month_revisions_checksum ON month_revisions (checksum)",
    "CREATE UNIQUE INDEX ux_month_rows_user ON month_rows (user_id, month, revision)",
    "CREATE TABLE accepted_days (
        user_id {uuid} NOT NULL CONSTRAINT fk_accepted_days_user_id REFERENCES users (id),
        date {date} NOT NULL,
        note text NOT NULL,
        accepted_by {uuid} NOT NULL CONSTRAINT fk_accepted_days_accepted_by REFERENCES users (id),
        accepted_at {instant} NOT NULL,
        CONSTRAINT pk_accepted_days PRIMARY KEY (user_id, date))",
    "CREATE INDEX ix_accepted_days_date ON accepted_days (date, user_id)",
    "CREATE TABLE month_reminders (
        month {date} NOT NULL,
        day {date} NOT NULL,
        kind {string}(16) NOT NULL,
        user_id {uuid} NOT NULL CONSTRAINT fk_month_reminders_user_id REFERENCES users (id),
        CONSTRAINT pk_month_reminders PRIMARY KEY (month, day, kind, user_id),
        CONSTRAINT ck_month_reminders_kind CHECK (kind IN ('manager', 'employee')))",
    "ALTER TABLE holidays ADD COLUMN end_year integer",
];

// Whoever waits for a lock and then reads must read with a snapshot that is newer than the lock. One of a statement is older; each
// query inside a volatile function has its own. Class 4101 is that of months, and a month is the days from 2000 to its first one.
//
// What a revision says stays. What comes to it later, an export and a reopening, is written once.
const GUARDS_POSTGRES: &[&str] = &[
    "CREATE FUNCTION hold_months(firsts date[], person uuid) RETURNS TABLE (held_month date, held_is_closed boolean)
        LANGUAGE plpgsql VOLATILE AS $$ DECLARE held date; BEGIN
        FOREACH held IN ARRAY firsts LOOP
            PERFORM pg_advisory_xact_lock_shared(4101, held - DATE '2000-01-01');
        END LOOP;
        RETURN QUERY SELECT m.first_day, m.is_closed FROM months m WHERE m.first_day = ANY(firsts)
            AND (m.closing_until > clock_timestamp() OR m.is_closed AND (person IS NULL OR EXISTS (
                SELECT 1 FROM month_rows r WHERE r.user_id = person AND r.month = m.first_day AND r.revision = m.revision)))
            ORDER BY m.first_day;
    END $$",
    "CREATE FUNCTION keep_month_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'DELETE' AND NOT EXISTS (
            SELECT 1 FROM month_revisions v WHERE v.month = OLD.month AND v.revision = OLD.revision) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'month_rows is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    "CREATE TRIGGER tr_month_rows_append_only BEFORE UPDATE OR DELETE ON month_rows
        FOR EACH ROW EXECUTE FUNCTION keep_month_rows()",
    "CREATE FUNCTION keep_month_revisions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'UPDATE' AND (NEW.month, NEW.revision, NEW.closed_at, NEW.closed_by, NEW.reason, NEW.employees, NEW.blocked,
                NEW.currency, NEW.good_percent, NEW.checksum) IS NOT DISTINCT FROM (OLD.month, OLD.revision, OLD.closed_at,
                OLD.closed_by, OLD.reason, OLD.employees, OLD.blocked, OLD.currency, OLD.good_percent, OLD.checksum)
            AND (OLD.exported_at IS NULL
                OR (NEW.exported_at, NEW.exported_by) IS NOT DISTINCT FROM (OLD.exported_at, OLD.exported_by))
            AND (OLD.reopened_at IS NULL OR (NEW.reopened_at, NEW.reopened_by, NEW.reopen_reason)
                IS NOT DISTINCT FROM (OLD.reopened_at, OLD.reopened_by, OLD.reopen_reason)) THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'month_revisions is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    "CREATE TRIGGER tr_month_revisions_append_only BEFORE UPDATE OR DELETE ON month_revisions
        FOR EACH ROW EXECUTE FUNCTION keep_month_revisions()",
];

const GUARDS_SQLITE: &[&str] = &[
    "CREATE TRIGGER tr_month_rows_no_update BEFORE UPDATE ON month_rows
        BEGIN SELECT RAISE(ABORT, 'month_rows is append-only'); END",
    "CREATE TRIGGER tr_month_rows_no_delete BEFORE DELETE ON month_rows
        WHEN EXISTS (SELECT 1 FROM month_revisions v WHERE v.month = OLD.month AND v.revision = OLD.revision)
        BEGIN SELECT RAISE(ABORT, 'month_rows is append-only'); END",
    "CREATE TRIGGER tr_month_revisions_no_update BEFORE UPDATE ON month_revisions
        WHEN (NEW.month, NEW.revision, NEW.closed_at, NEW.closed_by, NEW.employees, NEW.blocked, NEW.currency, NEW.good_percent,
                NEW.checksum) <> (OLD.month, OLD.revision, OLD.closed_at, OLD.closed_by, OLD.employees, OLD.blocked,
                OLD.currency, OLD.good_percent, OLD.checksum)
            OR NEW.reason IS NOT OLD.reason
            OR OLD.exported_at IS NOT NULL
                AND (NEW.exported_at IS NOT OLD.exported_at OR NEW.exported_by IS NOT OLD.exported_by)
            OR OLD.reopened_at IS NOT NULL AND (NEW.reopened_at IS NOT OLD.reopened_at
                OR NEW.reopened_by IS NOT OLD.reopened_by OR NEW.reopen_reason IS NOT OLD.reopen_reason)
        BEGIN SELECT RAISE(ABORT, 'month_revisions is append-only'); END",
    "CREATE TRIGGER tr_month_revisions_no_delete BEFORE DELETE ON month_revisions
        BEGIN SELECT RAISE(ABORT, 'month_revisions is append-only'); END",
];

const DOWN: &[&str] = &[
    "ALTER TABLE holidays DROP COLUMN end_year",
    "DROP TABLE month_reminders",
    "DROP TABLE accepted_days",
    "DROP TABLE month_rows",
    "DROP TABLE month_revisions",
    "DROP TABLE months",
];

const DOWN_POSTGRES: &[&str] = &[
    "DROP FUNCTION hold_months(date[], uuid)",
    "DROP FUNCTION keep_month_rows()",
    "DROP FUNCTION keep_month_revisions()",
];
