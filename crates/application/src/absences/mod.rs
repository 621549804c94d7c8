//! Days that end without an entry are frozen: a job of the portal's own, for which nobody waits.

mod announce;
pub mod events;
mod freeze;
mod letter;

pub use announce::announce;
pub use freeze::{Frozen, freeze};
pub use letter::DaysFrozenLetter;
