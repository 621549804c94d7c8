//! Days that end without an entry are frozen, by a periodic job.

mod announce;
pub mod events;
mod freeze;
mod letter;

pub use announce::announce;
pub use freeze::{Frozen, freeze};
pub use letter::DaysFrozenLetter;
