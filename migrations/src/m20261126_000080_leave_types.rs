//! What kinds of leave there are, what each leave year gives of them, and the three with which every portal begins.

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
        run(manager, &[TYPES, NAMES, TERMS]).await?;
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        for (number, (leave_type, terms)) in (1..).zip(SEEDS) {
            let id = format!("{ID}{number}");
            let id = if is_postgres { format!("'{id}'") } else { format!("x'{}'", id.replace('-', "")) };
            let leave_type = format!(
                "INSERT INTO leave_types (id, name, name_key, is_paid, needs_approval, backdate_days, is_active, version) \
                 VALUES ({id}, {leave_type}, true, 0)"
            );
            let terms = format!(
                "INSERT INTO leave_terms (leave_type_id, from_year, annual_half_days, carry_over_half_days, carry_over_until) \
                 VALUES ({id}, 0, {terms})"
            );
            run(manager, &[&leave_type, &terms]).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DROP TABLE leave_terms", "DROP TABLE leave_types"]).await
    }
}

/// The key is the name in the form in which no case is told apart, which no database finds for all letters as Unicode does.
const TYPES: &str = "\
    CREATE TABLE leave_types (
        id {uuid} NOT NULL CONSTRAINT pk_leave_types PRIMARY KEY,
        name {string}(100) NOT NULL,
        name_key text NOT NULL,
        is_paid boolean NOT NULL,
        needs_approval boolean NOT NULL,
        backdate_days integer NOT NULL,
        is_active boolean NOT NULL,
        version integer NOT NULL,
        CONSTRAINT ck_leave_types_backdate CHECK (backdate_days BETWEEN 0 AND 366),
        CONSTRAINT ck_leave_types_version CHECK (version >= 0))";

const NAMES: &str = "CREATE UNIQUE INDEX ux_leave_types_name ON leave_types (name_key)";

/// Terms hold from a leave year until the next one with terms; the first ones from the year 0 on.
const TERMS: &str = "\
    CREATE TABLE leave_terms (
        leave_type_id {uuid} NOT NULL CONSTRAINT fk_leave_terms_leave_type_id REFERENCES leave_types (id),
        from_year integer NOT NULL,
        annual_half_days integer,
        carry_over_half_days integer NOT NULL,
        carry_over_until integer,
        CONSTRAINT pk_leave_terms PRIMARY KEY (leave_type_id, from_year),
        CONSTRAINT ck_leave_terms_from_year CHECK (from_year >= 0),
        CONSTRAINT ck_leave_terms_annual CHECK (annual_half_days BETWEEN 0 AND 732),
        CONSTRAINT ck_leave_terms_carry_over CHECK (carry_over_half_days BETWEEN 0 AND 732),
        CONSTRAINT ck_leave_terms_limit CHECK (annual_half_days IS NOT NULL OR carry_over_half_days = 0),
        CONSTRAINT ck_leave_terms_until CHECK (carry_over_until BETWEEN 1 AND 12))";

/// The ids of the seeds, but for their last digit: the same in every portal.
const ID: &str = "019ab000-0000-7000-8000-00000000000";

/// Name and key, whether paid and to be approved, calendar days back; days of a year, carried days and their month.
const SEEDS: [(&str, &str); 3] = [
    ("'Annual Leave', 'annual leave', true, true, 30", "40, 10, 3"),
    ("'Sick Leave', 'sick leave', true, false, 7", "20, 0, NULL"),
    ("'Unpaid Leave', 'unpaid leave', false, true, 30", "NULL, 0, NULL"),
];
