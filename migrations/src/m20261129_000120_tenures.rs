//! What somebody's days in service follow from, beside the days themselves.

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
        let month = if is_postgres {
            "date_trunc('month', u.created_at AT TIME ZONE 'UTC')::date"
        } else {
            "substr(u.created_at, 1, 7) || '-01'"
        };
        run(manager, &[TABLE, &BEGIN.replace("{month}", month)]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared("DROP TABLE tenures").await?;
        Ok(())
    }
}

const TABLE: &str = "CREATE TABLE tenures (
        user_id {uuid} NOT NULL,
        number integer NOT NULL,
        began {date} NOT NULL,
        ended {date},
        is_original boolean NOT NULL,
        CONSTRAINT pk_tenures PRIMARY KEY (user_id, number),
        CONSTRAINT fk_tenures_user FOREIGN KEY (user_id) REFERENCES users (id)
    )";

// The first period of an account that was created as that of an active Employee began with the joining date, or with the month of the
// creation. Any other began with a change of the account.
const BEGIN: &str = "\
    INSERT INTO tenures (user_id, number, began, ended, is_original) \
    SELECT s.user_id, row_number() OVER (PARTITION BY s.user_id ORDER BY s.first_day), s.first_day, s.last_day, \
      s.first_day = coalesce(u.joining_date, {month}) AND NOT EXISTS (SELECT 1 FROM service_periods b \
        WHERE b.user_id = s.user_id AND b.first_day < s.first_day) \
    FROM service_periods s JOIN users u ON u.id = s.user_id";
