//! The audit log: how its events are sealed, verified and kept (oversight.md 1.1).

mod canonical;
mod chain;
mod nights;
mod sealing;

pub use canonical::SealedEvent;
pub use chain::{Break, ChainEntry, ChainHash, ChainPoint, NotAHash, Stray};
pub use nights::{Night, PRUNE_AT, VERIFY_AT, night, older_than};
pub use sealing::{Gap, Seal, Sealing};

/// The days that an export without dates covers.
pub const EXPORT_DAYS: u64 = 30;
pub const EXPORT_DAYS_MAX: u64 = 366;
/// The most entries that an export has.
pub const EXPORT_MAX: u32 = 100_000;
/// The most people that an entry names of those whom it is about.
pub const SUBJECTS_SHOWN: u32 = 20;
/// How many entries are removed in a night at most.
pub const PRUNED_MAX: u32 = 100_000;
