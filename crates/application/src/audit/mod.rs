//! The audit log: events are sealed as they come, verified, read, taken along as a file, and removed when they are too old
//! (oversight.md 1.1).

pub mod events;
mod export;
mod letter;
mod list;
mod prune;
mod seal;
#[cfg(test)]
mod tests;
mod verify;

pub use export::{AuditFile, export};
pub use letter::AuditBrokenLetter;
pub use list::{AuditPage, AuditQuery, audit_log};
pub use prune::prune_next;
pub use seal::seal_next;
pub use verify::{Checked, Holder, begin_verification, last_verification, verify_all, verify_newest, verify_next};
