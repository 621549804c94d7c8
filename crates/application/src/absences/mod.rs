//! Days that end without an entry are frozen, by a periodic job.

mod announce;
pub mod events;
mod freed;
mod freeze;
mod letter;

pub use announce::announce;
pub(crate) use freed::mark_freed;
pub use freeze::{Frozen, freeze};
pub use letter::DaysFrozenLetter;
