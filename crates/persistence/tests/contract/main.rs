//! The contract of the ports, sentence by sentence, on every engine; and what the adapter promises beside it: that it opens,
//! migrates, survives cancelled callers and a database that goes away.
//!
//! No mocks here: every test has a database of its own.
#![allow(clippy::disallowed_methods, reason = "tests")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

#[macro_use]
mod engines;

mod absences;
mod accounts;
mod attendance;
mod audit;
mod audit_chain;
mod backups;
mod checks;
mod digests;
mod entry_history;
mod entry_pages;
mod events;
mod faults;
mod feed;
mod holidays;
mod housekeeping;
mod identities;
mod imports;
mod inbox;
mod invitations;
mod leave_calendar;
mod leave_days;
mod leave_ledger;
mod leave_requests;
mod leave_types;
mod lock_order;
mod mail_choices;
mod mail_queue;
mod mails;
mod month_ends;
mod month_facts;
mod month_gate;
mod month_notes;
mod month_people;
mod month_reads;
mod month_schema;
mod months;
mod months_left_out;
mod one_at_a_time;
mod opening;
mod people;
mod people_changes;
mod people_figures;
mod people_lists;
mod people_roster;
mod register;
mod reports;
mod resets;
mod salaries;
mod schema;
mod second_factors;
mod sessions;
mod settings;
mod statements;
mod substitutions;
mod support;
mod system_reports;
mod teams;
mod timesheet_reads;
mod timesheets;
mod unit_of_work;
mod unlock_requests;
mod unlocks;
mod upgrade;
mod upgrade_fails;
mod work_patterns;
