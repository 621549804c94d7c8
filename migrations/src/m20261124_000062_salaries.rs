//! What people earn, from which day on.

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
        run(manager, &[SALARIES, TAKE_OVER, EMPTY]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &[TAKE_BACK, "DROP TABLE salaries"]).await
    }
}

/// A salary, or none, holds from a day until the next one.
const SALARIES: &str = "\
    CREATE TABLE salaries (
        user_id {uuid} NOT NULL CONSTRAINT fk_salaries_user_id REFERENCES users (id),
        starts_on {date} NOT NULL,
        salary_cents bigint,
        set_at {instant} NOT NULL,
        set_by {uuid} CONSTRAINT fk_salaries_set_by REFERENCES users (id),
        CONSTRAINT pk_salaries PRIMARY KEY (user_id, starts_on),
        CONSTRAINT ck_salaries_salary CHECK (salary_cents >= 0))";

/// The salary that was kept holds from the joining date on; where that is unknown, from the day of the account.
const TAKE_OVER: &str = "\
    INSERT INTO salaries (user_id, starts_on, salary_cents, set_at) \
    SELECT id, coalesce(joining_date, date(created_at)), salary_cents, created_at FROM users \
    WHERE salary_cents IS NOT NULL";

/// The column stays, because SQLite drops none that a check of its table names; nothing reads it.
const EMPTY: &str = "UPDATE users SET salary_cents = NULL WHERE salary_cents IS NOT NULL";

/// The newest salary of everybody.
const TAKE_BACK: &str = "\
    UPDATE users SET salary_cents = (SELECT s.salary_cents FROM salaries s WHERE s.user_id = users.id \
    ORDER BY s.starts_on DESC LIMIT 1)";
