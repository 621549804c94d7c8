//! The days that people record: an entry, its life, and what may be done with a day.

mod calendar_day;
mod entry;
mod history;
mod remark;
mod submission;
mod week;

pub use calendar_day::{DayKind, DayView, classify};
pub use entry::{Decided, DecisionError, Entry, Rejection, State, Status, Stored, Unreachable};
pub use history::VersionKind;
pub use remark::{RecordedDay, Remark, RemarkKind, remarks};
pub use submission::{DayFacts, EntryFacts, Refusal, SubmissionDecision, Unlockers, decide, is_in_resubmission_window};
pub use week::{WeekStatus, week_status};

pub use crate::hours::{Hours, HoursError};

/// The longest description of a day, in code points.
pub const DESCRIPTION_MAX: usize = 2_000;
/// The longest reason of a rejection or an unlock, in code points.
pub const REASON_MAX: usize = 500;
/// How many months an employee's calendar goes back, unless an older day can still be filled (decisions.md §4).
pub const CALENDAR_MONTHS_BACK: u32 = 2;
/// How long a manager still sees a resubmission that was viewed.
pub const RESUBMISSION_VIEWED_FOR: chrono::Duration = chrono::Duration::days(30);
/// The most entries that one decision takes.
pub const BULK_MAX: usize = 500;
