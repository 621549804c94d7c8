//! Leave: its types, how much of a date counts, and the balance of a year (leave.md).

mod account;
mod adjustment;
mod counting;
mod days;
mod decision;
mod feed;
mod ledger;
mod opening;
mod part;
mod period;
mod request;
mod status;
mod terms;
mod types;

pub use account::{Expiring, LeaveAccount, LeaveBalance, LeaveUse, Shortage, YearAfter};
pub use adjustment::{Adjustment, AdjustmentError, BalanceRefusal, NOTE_MAX, TypedAdjustment, check_balance};
pub use counting::{
    COUNTED_ANEW, CountedDate, CountedHalf, Counting, RecountCause, covered, covers_whole, reason_off, total,
    total_by_year,
};
pub use days::{LeaveDays, LeaveDaysError};
pub use decision::{CancelCall, CancelFacts, Cancellation, Canceller, MayCancel, StepRefusal, Verdict, keep};
pub use feed::{feed_scope, feed_since, feed_title};
pub use ledger::{LedgerRow, RowKind, usage_rows};
pub use opening::{EnteredOpening, Opening, OpeningRow, REPLACED, TypedOpening};
pub use part::{DayPart, Half, HalfOfDay};
pub use period::{LastDayError, LeavePeriod, PeriodError};
pub use request::{Asker, RequestFacts, RequestRefusal, ask, last_leave_day};
pub use status::{LeaveStatus, LeaveStep};
pub use terms::LeaveTerms;
pub use types::{
    BACKDATE_MAX, LeaveType, LeaveTypeEdit, LeaveTypeError, MOST_TYPES, NAME_MAX, TermsByYear, TypedEdit,
    TypedLeaveType,
};

#[cfg(test)]
mod testing;
