//! The shapes on the wire: what a request may carry and what an answer says.
//!
//! They exist only in this crate. Application views are turned into them field by field, so that a
//! renamed field inside never changes the contract, and nothing below knows of JSON. The variants of
//! most enums have their names from the domain, where a name never changes.

pub mod accounts;
pub mod audit;
pub mod boss;
pub mod directory;
pub mod envelope;
pub(crate) mod fast;
pub mod history;
pub mod holidays;
pub mod imports;
pub mod leave;
pub mod leave_calendar;
pub mod leave_days;
pub mod leave_forms;
pub mod leave_ledger;
pub mod leave_types;
pub mod mail_choices;
pub mod month_forms;
pub mod months;
pub(crate) mod names;
pub mod pattern;
pub mod payroll;
pub mod people;
pub mod reports;
pub mod requests;
pub(crate) mod same;
pub mod sessions;
pub mod settings;
pub mod socket;
pub mod system_reports;
pub mod timesheets;
pub mod unlocks;
pub mod ways_in;
