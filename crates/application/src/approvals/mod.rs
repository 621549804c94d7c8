//! Deciding on days.

mod decide;
pub mod events;
mod letter;
mod resubmissions;

pub use decide::{Decision, Verdict, decide};
pub use letter::DaysRejectedLetter;
pub use resubmissions::{Resubmissions, mark_viewed, resubmissions};
