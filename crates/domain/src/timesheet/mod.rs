//! The days that people record: an entry, its life, and what may be done with a day.

mod calendar_day;
mod entry;
mod hours;
mod submission;
mod week;

pub use calendar_day::{DayKind, DayView, classify};
pub use entry::{DecisionError, Entry, Status};
pub use hours::{Hours, HoursError};
pub use submission::{
    DayFacts, EntryFacts, Helpers, Opening, RESUBMISSION_DAYS, Refusal, decide, is_in_resubmission_window,
};
pub use week::{WeekStatus, week_status};

/// The longest description of a day, in code points.
pub const DESCRIPTION_MAX: usize = 2_000;
/// The longest reason of a rejection or an unlock, in code points.
pub const REASON_MAX: usize = 500;
/// The most entries that one decision takes.
pub const BULK_MAX: usize = 500;
