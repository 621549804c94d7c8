//! The database adapter: implements the ports of `application` on `SQLite` and `PostgreSQL`, with one set of entities and
//! one set of statements.
//!
//! [`Database`] is the handle. It implements the store and all read ports, so one value serves them all; a unit of work
//! carries the repositories. No type of the database library leaves this crate. What is not here: rules (`domain`), and
//! what a use case does with what it reads (`application`).

mod absences;
mod accounts;
mod audit;
mod backup;
mod database;
mod digests;
mod entity;
mod events;
mod fault;
mod holidays;
mod housekeeping;
mod identities;
mod imports;
mod inbox;
mod instances;
mod invitations;
mod job_runs;
mod kept;
mod kept_values;
mod leave_calendar;
mod leave_counts;
mod leave_days;
mod leave_ledger;
mod leave_requests;
mod leave_types;
mod mail_choices;
mod mails;
mod months;
mod pending;
mod people;
#[cfg(test)]
mod plans;
mod reports;
mod resets;
mod row;
mod salaries;
mod scope;
mod second_factors;
mod sessions;
mod settings;
mod sql;
mod standby;
mod substitutions;
mod system_reports;
mod throttles;
mod timesheets;
mod unit;
mod unlocks;
mod work_patterns;

pub use backup::{BackedUp, Backup, BackupError, Heading, SIGNING_KEY, Scratch};
pub use database::{AWAY, Connections, Database, Facts, OpenError, SchemaState, Settings};
pub use events::EventFeed;
pub use housekeeping::Transient;
pub use instances::{Instance, newest_migration};
pub use pending::Pending;
pub use standby::{Lent, Standby};
