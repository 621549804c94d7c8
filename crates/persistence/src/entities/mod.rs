//! The rows of the tables, one entity each, for both engines.
//!
//! They serve what reads and writes a single table. What joins, groups, locks in an order of its own or is written for one engine
//! is SQL beside the port that needs it, and says why.
#![allow(unreachable_pub, reason = "the entity macro makes its items public; nothing here leaves the crate")]
#![allow(
    clippy::disallowed_methods,
    reason = "the entity macro can save a whole graph in a transaction; nothing calls that"
)]

pub(crate) mod absence;
pub(crate) mod holiday;
pub(crate) mod known_address;
pub(crate) mod mail;
pub(crate) mod notice;
pub(crate) mod reset_link;
pub(crate) mod reset_request;
pub(crate) mod resubmission;
pub(crate) mod service_period;
pub(crate) mod session;
pub(crate) mod setting;
pub(crate) mod throttle;
pub(crate) mod timesheet;
pub(crate) mod timesheet_version;
pub(crate) mod unlock;
pub(crate) mod user;
