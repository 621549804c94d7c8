//! The days in service as a history, begun with what each account is at this moment.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::m20261121_000001_foundation::Dialect;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let (dialect, connection) = (Dialect::of(manager.get_database_backend()), manager.get_connection());
        for statement in TABLE {
            connection.execute_unprepared(&dialect.fill(statement)).await?;
        }
        let (begin, guards) = match manager.get_database_backend() {
            DbBackend::Postgres => (BEGIN_POSTGRES, GUARDS_POSTGRES),
            _ => (BEGIN_SQLITE, GUARDS_SQLITE),
        };
        connection.execute_unprepared(&BEGIN.replace("{days}", begin)).await?;
        for statement in guards {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection.execute_unprepared("DROP TABLE service_periods").await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            connection.execute_unprepared("DROP FUNCTION refuse_service_overlap()").await?;
        }
        Ok(())
    }
}

const TABLE: &[&str] = &[
    "CREATE TABLE service_periods (
        user_id {uuid} NOT NULL,
        first_day {date} NOT NULL,
        last_day {date},
        CONSTRAINT pk_service_periods PRIMARY KEY (user_id, first_day),
        CONSTRAINT ck_service_periods_order CHECK (last_day >= first_day),
        CONSTRAINT fk_service_periods_user FOREIGN KEY (user_id) REFERENCES users (id)
    )",
    "CREATE UNIQUE INDEX ux_service_periods_open ON service_periods (user_id) WHERE last_day IS NULL",
];

// An active Employee serves from joining on, where that is unknown from the month in which the account was created; one who has
// left, to the day of leaving. An account without such a day that recorded something served to the last day recorded; the others
// were never active. A migration does not know the organisation's zone: days are those of UTC.
const BEGIN: &str = "\
    INSERT INTO service_periods (user_id, first_day, last_day) \
    SELECT id, first_day, last_day FROM (SELECT u.id, u.is_active, {days} FROM users u WHERE u.role = 'Employee') AS served \
    WHERE is_active OR last_day >= first_day";

const BEGIN_POSTGRES: &str = "\
    coalesce(u.joining_date, date_trunc('month', u.created_at AT TIME ZONE 'UTC')::date) AS first_day, \
    CASE WHEN NOT u.is_active THEN coalesce((u.deactivated_at AT TIME ZONE 'UTC')::date, \
      (SELECT max(t.date) FROM timesheets t WHERE t.user_id = u.id)) END AS last_day";

const BEGIN_SQLITE: &str = "\
    coalesce(u.joining_date, substr(u.created_at, 1, 7) || '-01') AS first_day, \
    CASE WHEN NOT u.is_active THEN coalesce(substr(u.deactivated_at, 1, 10), \
      (SELECT max(t.date) FROM timesheets t WHERE t.user_id = u.id)) END AS last_day";

// No day belongs to two periods of one person. The code that changes them has locked the person.
const GUARDS_POSTGRES: &[&str] = &[
    "CREATE FUNCTION refuse_service_overlap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT 1 FROM service_periods o WHERE o.user_id = NEW.user_id AND o.first_day <> NEW.first_day
          AND o.first_day <= coalesce(NEW.last_day, 'infinity') AND coalesce(o.last_day, 'infinity') >= NEW.first_day) THEN
            RAISE EXCEPTION 'ck_service_periods_overlap' USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_service_periods_overlap';
        END IF;
        RETURN NEW;
    END $$",
    "CREATE TRIGGER tr_service_periods_overlap BEFORE INSERT OR UPDATE ON service_periods \
     FOR EACH ROW EXECUTE FUNCTION refuse_service_overlap()",
];

const GUARDS_SQLITE: &[&str] = &[
    "CREATE TRIGGER tr_service_periods_insert BEFORE INSERT ON service_periods WHEN EXISTS (
        SELECT 1 FROM service_periods o WHERE o.user_id = NEW.user_id AND o.first_day <> NEW.first_day
          AND o.first_day <= coalesce(NEW.last_day, '9999-12-31') AND coalesce(o.last_day, '9999-12-31') >= NEW.first_day)
     BEGIN SELECT RAISE(ABORT, 'ck_service_periods_overlap'); END",
    "CREATE TRIGGER tr_service_periods_update BEFORE UPDATE ON service_periods WHEN EXISTS (
        SELECT 1 FROM service_periods o WHERE o.user_id = NEW.user_id AND o.first_day NOT IN (OLD.first_day, NEW.first_day)
          AND o.first_day <= coalesce(NEW.last_day, '9999-12-31') AND coalesce(o.last_day, '9999-12-31') >= NEW.first_day)
     BEGIN SELECT RAISE(ABORT, 'ck_service_periods_overlap'); END",
];
