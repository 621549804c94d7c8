//! Deciding on days.

mod decide;
mod resubmissions;

pub use decide::{Decision, Verdict, decide};
pub use resubmissions::{mark_viewed, resubmissions};
