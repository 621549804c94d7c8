//! Days that end without an entry are frozen: a job of the portal's own, for which nobody waits.

mod announce;
mod freeze;

pub use announce::announce;
pub use freeze::{Frozen, freeze};
