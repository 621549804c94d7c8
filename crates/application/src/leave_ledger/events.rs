//! What is recorded of the ledger of leave.

use crate::events::Record;
use crate::ports::NewLedgerRow;
use domain::id::{LeaveTypeId, UserId};
use domain::leave::Adjustment;
use std::collections::BTreeSet;

/// People were given leave, or other leave than before.
#[derive(Debug, Clone, Copy)]
pub struct LeaveAllocated<'a>(pub &'a [NewLedgerRow]);

impl From<LeaveAllocated<'_>> for Record {
    fn from(LeaveAllocated(rows): LeaveAllocated<'_>) -> Self {
        entered(Self::of("leave-allocated"), rows)
    }
}

/// Days lapsed, or went into the next year.
#[derive(Debug, Clone, Copy)]
pub struct LeaveSettled<'a>(pub &'a [NewLedgerRow]);

impl From<LeaveSettled<'_>> for Record {
    fn from(LeaveSettled(rows): LeaveSettled<'_>) -> Self {
        entered(Self::of("leave-settled"), rows)
    }
}

/// A balance was adjusted.
#[derive(Debug, Clone, Copy)]
pub struct LeaveAdjusted<'a> {
    pub user: UserId,
    pub leave_type: LeaveTypeId,
    pub adjustment: &'a Adjustment,
}

impl From<LeaveAdjusted<'_>> for Record {
    fn from(event: LeaveAdjusted<'_>) -> Self {
        let Adjustment { year, days, note } = event.adjustment;
        Self::of("leave-adjusted")
            .about([event.user])
            .detail("leaveType", event.leave_type)
            .detail("year", year.unsigned_abs())
            .detail("days", *days)
            .detail("note", note.as_str())
    }
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
