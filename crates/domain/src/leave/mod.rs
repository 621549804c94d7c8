//! Leave: its types, how much of a date counts, and the balance of a year (leave.md).

mod days;
mod terms;
mod types;

pub use days::{LeaveDays, LeaveDaysError};
pub use terms::LeaveTerms;
pub use types::{
    BACKDATE_MAX, LeaveType, LeaveTypeEdit, LeaveTypeError, MOST_TYPES, NAME_MAX, TermsByYear, TypedEdit,
    TypedLeaveType,
};
