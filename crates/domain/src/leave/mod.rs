//! Leave: its types, how much of a date counts, and the balance of a year (leave.md).

mod days;
mod terms;

pub use days::{LeaveDays, LeaveDaysError};
pub use terms::LeaveTerms;
