//! What Daybook does: one use case in each file, over ports that adapters fill.
//!
//! A use case is always the same few lines: begin, load, authorise, decide (in `domain`), save and record the
//! event, commit. It never speaks of tables, of HTTP or of mail: those are adapters behind the traits in [`ports`].
//! A use case that only reads asks the read ports and begins nothing.

// The store in memory names this crate as every other user of it does.
#[cfg(test)]
extern crate self as application;

pub mod absences;
pub mod accounts;
pub mod approvals;
pub mod audit;
pub mod backups;
pub mod dashboards;
pub mod downloads;
mod error;
pub mod events;
pub mod exports;
pub mod facts;
mod gate;
pub mod holidays;
pub mod imports;
pub mod invitations;
pub mod leave;
pub mod leave_calendar;
pub mod leave_feeds;
pub mod leave_ledger;
pub mod leave_types;
pub mod mail;
pub mod mail_choices;
pub mod mail_rounds;
#[cfg(test)]
#[path = "../../testkit/src/memory/mod.rs"]
pub mod memory;
mod moment;
pub mod months;
pub mod notices;
pub mod passwords;
pub mod people;
pub mod people_reports;
pub mod portal;
pub mod ports;
mod refusals;
pub mod reports;
pub mod second_factors;
mod selection;
pub mod sessions;
pub mod settings;
pub mod sign_in;
pub mod substitutions;
pub mod system_reports;
#[cfg(test)]
mod testing;
mod throttling;
pub mod timesheets;
mod typed;
pub mod unlocks;
mod work;
pub mod work_patterns;
mod working_days;

pub use error::{Conflict, Error, Invalid, RefusalKind, Refused, Result};
pub use moment::Moment;
pub use refusals::Refusal;

use std::sync::Arc;

/// The budgets of things that can be tried too often.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Failed logins on one account in 15 minutes.
    pub login_account: u32,
    /// Failed logins from one IP address in 15 minutes.
    pub login_address: u32,
    /// Visitors' registrations from one IP address in an hour.
    pub register_address: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { login_account: 10, login_address: 50, register_address: 10 }
    }
}

/// Everything a use case may reach for. Built once, in the composition root; shared by all requests.
#[derive(Clone)]
pub struct Ports {
    pub store: Arc<dyn ports::Store>,
    /// Reads outside a unit of work.
    pub reads: Arc<dyn ports::Reads>,
    pub documents: Arc<dyn ports::Documents>,
    pub import_reader: Arc<dyn ports::ImportReader>,
    pub workers: Arc<dyn ports::Workers>,
    pub passwords: Arc<dyn ports::Passwords>,
    pub secrets: Arc<dyn ports::Secrets>,
    pub tokens: Arc<dyn ports::Tokens>,
    pub codes: Arc<dyn ports::OneTimeCodes>,
    pub clock: Arc<dyn ports::Clock>,
    pub ids: Arc<dyn ports::Ids>,
    /// What the organisation has decided. A use case asks its [`Moment`] for the rules.
    pub policy: Arc<settings::Policy>,
    pub limits: Limits,
    /// What a browser keeps for the portal is sealed by these.
    pub seals: Arc<dyn ports::Seals>,
    pub providers: Arc<sign_in::Providers>,
    /// Figures that were counted lately, on this instance.
    pub reports: Arc<people_reports::Kept>,
}
