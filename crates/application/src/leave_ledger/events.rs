//! What is recorded of the ledger of leave.

use crate::events::Record;
use crate::ports::NewLedgerRow;
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{Adjustment, LeaveDays, Opening};
use std::collections::BTreeSet;

/// People were given leave, or other leave than before.
pub fn leave_allocated(rows: &[NewLedgerRow]) -> Record {
    entered(Record::of("leave-allocated"), rows)
}

/// Days lapsed, or went into the next year.
pub fn leave_settled(rows: &[NewLedgerRow]) -> Record {
    entered(Record::of("leave-settled"), rows)
}

/// A balance was adjusted.
pub fn leave_adjusted(user: UserId, leave_type: LeaveTypeId, adjustment: &Adjustment) -> Record {
    by_hand(user, leave_type, adjustment.year, adjustment.days).detail("note", adjustment.note.as_str())
}

/// The opening balance of somebody was set, in place of `before`.
pub fn opening_set(user: UserId, leave_type: LeaveTypeId, before: Option<&Opening>, after: &Opening) -> Record {
    let before = before.map(|opening| opening.days);
    by_hand(user, leave_type, after.year, after.days - before.unwrap_or_default())
        .optional("note", after.note.as_deref())
        .change("openingBalance", before, Some(after.days))
}

fn by_hand(user: UserId, leave_type: LeaveTypeId, year: i32, days: LeaveDays) -> Record {
    Record::of("leave-adjusted")
        .about([user])
        .detail("leaveType", leave_type)
        .detail("year", year.unsigned_abs())
        .detail("days", days)
}

/// The rows themselves stand in the ledger.
fn entered(record: Record, rows: &[NewLedgerRow]) -> Record {
    let types: BTreeSet<LeaveTypeId> = rows.iter().map(|new| new.leave_type).collect();
    let years: BTreeSet<u32> = rows.iter().map(|new| new.row.year.unsigned_abs()).collect();
    record
        .about(rows.iter().map(|new| new.user))
        .detail("leaveTypes", types.into_iter().collect::<Vec<_>>())
        .detail("years", years.into_iter().collect::<Vec<_>>())
}
