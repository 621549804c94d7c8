//! The database schema of Daybook, as a list of migrations for `SQLite` and `PostgreSQL`.
//!
//! Migrations are append-only: a released one is never edited, because somebody's database already has it. Every table
//! constraint and every index has a name; the adapter recognises a violation by it. A released check gets other values by
//! [`check::replace`]. Who runs the migrations, and under
//! which lock, is the business of the `persistence` crate.

pub mod check;
mod m20261121_000001_foundation;
mod m20261121_000002_people;
mod m20261121_000003_absences;
mod m20261122_000020_service;
mod m20261122_000021_housekeeping;
mod m20261122_000022_event_origins;
mod m20261122_000040_on_behalf_of;
mod m20261123_000050_changes_counted;
mod m20261123_000051_days_together;
mod m20261124_000060_settings;
mod m20261124_000061_work_patterns;
mod m20261124_000062_salaries;
mod m20261125_000070_substitutions;
mod m20261125_000071_unlock_requests;
mod m20261125_000072_mail_choices;
mod m20261126_000080_leave_types;
mod m20261126_000081_leave;
mod m20261126_000082_leave_feeds;
mod m20261126_000083_leave_by_days;
mod m20261127_000090_months;
mod m20261128_000095_imprints;
mod m20261128_000100_audit;
mod m20261128_000101_boss;
mod m20261128_000102_job_runs;
mod m20261128_000103_decisions;
mod m20261128_000104_audit_guards;
mod m20261128_000105_lean_submissions;
mod m20261129_000120_tenures;
mod m20261129_000121_untold;
mod m20261129_000130_instances;
mod m20261129_000131_history_guards;
mod m20261129_000170_person_changes;
mod m20261129_000180_job_failures;
mod m20261201_000180_second_factors;
mod m20261202_000190_identities;
mod m20261202_000200_break_glass;
mod m20261202_000210_issuers;
mod m20261203_000100_records_from;
mod m20261203_000200_external_id;
mod m20261203_000300_invitations;
mod m20261203_000400_imports;
mod m20261203_000500_opening_balance;
mod m20261203_000510_holiday_calendar;
mod m20261203_000520_patterns_by_the_operator;
mod rebuild;

pub use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager};

/// All migrations, oldest first.
#[derive(Debug, Clone, Copy)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m20261121_000001_foundation::Migration),
            Box::new(m20261121_000002_people::Migration),
            Box::new(m20261121_000003_absences::Migration),
            Box::new(m20261122_000020_service::Migration),
            Box::new(m20261122_000021_housekeeping::Migration),
            Box::new(m20261122_000022_event_origins::Migration),
            Box::new(m20261122_000040_on_behalf_of::Migration),
            Box::new(m20261123_000050_changes_counted::Migration),
            Box::new(m20261123_000051_days_together::Migration),
            Box::new(m20261124_000060_settings::Migration),
            Box::new(m20261124_000061_work_patterns::Migration),
            Box::new(m20261124_000062_salaries::Migration),
            Box::new(m20261125_000070_substitutions::Migration),
            Box::new(m20261125_000071_unlock_requests::Migration),
            Box::new(m20261125_000072_mail_choices::Migration),
            Box::new(m20261126_000080_leave_types::Migration),
            Box::new(m20261126_000081_leave::Migration),
            Box::new(m20261126_000082_leave_feeds::Migration),
            Box::new(m20261126_000083_leave_by_days::Migration),
            Box::new(m20261127_000090_months::Migration),
            Box::new(m20261128_000095_imprints::Migration),
            Box::new(m20261128_000100_audit::Migration),
            Box::new(m20261128_000101_boss::Migration),
            Box::new(m20261128_000102_job_runs::Migration),
            Box::new(m20261128_000103_decisions::Migration),
            Box::new(m20261128_000104_audit_guards::Migration),
            Box::new(m20261128_000105_lean_submissions::Migration),
            Box::new(m20261129_000120_tenures::Migration),
            Box::new(m20261129_000121_untold::Migration),
            Box::new(m20261129_000130_instances::Migration),
            Box::new(m20261129_000131_history_guards::Migration),
            Box::new(m20261129_000170_person_changes::Migration),
            Box::new(m20261129_000180_job_failures::Migration),
            Box::new(m20261201_000180_second_factors::Migration),
            Box::new(m20261202_000190_identities::Migration),
            Box::new(m20261202_000200_break_glass::Migration),
            Box::new(m20261202_000210_issuers::Migration),
            Box::new(m20261203_000100_records_from::Migration),
            Box::new(m20261203_000200_external_id::Migration),
            Box::new(m20261203_000300_invitations::Migration),
            Box::new(m20261203_000400_imports::Migration),
            Box::new(m20261203_000500_opening_balance::Migration),
            Box::new(m20261203_000510_holiday_calendar::Migration),
            Box::new(m20261203_000520_patterns_by_the_operator::Migration),
        ]
    }
}

impl Migrator {
    /// The names of all migrations this binary knows. A database that has another one is newer than the binary.
    pub fn names() -> Vec<String> {
        Self::migrations().iter().map(|migration| migration.name().to_owned()).collect()
    }
}
