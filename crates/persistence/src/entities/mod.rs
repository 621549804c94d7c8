//! The rows of the tables, one entity each, for both engines.
//!
//! Statements that a request waits for are written out as SQL beside the port that needs them; the entities serve the
//! plain inserts and updates.
#![allow(unreachable_pub, reason = "the entity macro makes its items public; nothing here leaves the crate")]
#![allow(
    clippy::disallowed_methods,
    reason = "the entity macro can save a whole graph in a transaction; nothing calls that"
)]

pub(crate) mod holiday;
pub(crate) mod mail;
pub(crate) mod notice;
pub(crate) mod reset_request;
pub(crate) mod resubmission;
pub(crate) mod service_period;
pub(crate) mod session;
pub(crate) mod timesheet;
pub(crate) mod timesheet_version;
pub(crate) mod unlock;
pub(crate) mod user;
