//! The rules of Daybook, and nothing else.
//!
//! Everything here is a pure function of its arguments: no I/O, no async, no clock, no serialisation.
//! *Today* is always handed in as a value, so a rule can be asked about any day of any year.
//! Numbers that people count with are integers inside (half hours, cents, half days), never floats.
//!
//! What this crate deliberately leaves to others: where facts come from (`application` and its ports),
//! how they are stored (`persistence`) and how they look on the wire (`web`).

pub mod absence;
pub mod access;
pub mod attendance;
pub mod headcount;
pub mod holiday;
mod hours;
pub mod id;
pub mod import;
pub mod leave;
pub mod mail;
pub mod mail_choices;
pub mod month;
mod names;
pub mod notice;
pub mod oversight;
pub mod person;
pub mod privacy;
pub mod round;
pub mod rules;
pub mod second_factor;
pub mod session;
pub mod settings;
pub mod sheet;
pub mod sign_in;
pub mod substitution;
#[cfg(test)]
mod testing;
pub mod text;
pub mod throttle;
pub mod time;
pub mod timesheet;
pub mod unlock;
pub mod work_patterns;

pub use chrono::{DateTime, NaiveDate, Utc};

/// An instant, always in UTC. The organisation's *day* is a [`NaiveDate`].
pub type Instant = DateTime<Utc>;
