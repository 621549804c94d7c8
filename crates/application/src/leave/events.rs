//! What is recorded of requests for leave.

use crate::events::Record;
use crate::ports::{NewLeaveStep, StoredLeave};
use domain::id::UserId;
use domain::leave::{LeaveStatus, RecountCause};
use std::collections::BTreeSet;

/// Somebody asked for leave, or it was recorded for them.
pub fn leave_requested(leave: &StoredLeave) -> Record {
    let record = about(Record::of("leave-requested"), leave).optional("reason", leave.reason.as_deref());
    record.change("status", None, Some(leave.status.name()))
}

/// A request was approved or rejected.
pub fn leave_decided(leave: &StoredLeave, status: LeaveStatus, step: &NewLeaveStep) -> Record {
    let record = about(Record::of("leave-decided"), leave).optional("comment", step.comment.as_deref());
    record.change("status", Some(leave.status.name()), Some(status.name()))
}

/// An Employee asked to give leave up.
pub fn leave_cancellation_asked(leave: &StoredLeave, step: &NewLeaveStep) -> Record {
    about(Record::of("leave-cancellation-asked"), leave)
        .optional("comment", step.comment.as_deref())
        .optional("lastDay", leave.asked_last_day)
        .change("status", Some(LeaveStatus::Approved.name()), Some(leave.status.name()))
}

/// A cancellation was refused.
pub fn leave_kept(leave: &StoredLeave, step: &NewLeaveStep) -> Record {
    let record = about(Record::of("leave-kept"), leave).optional("comment", step.comment.as_deref());
    record.change("status", Some(LeaveStatus::CancellationAsked.name()), Some(leave.status.name()))
}

/// Leave was given up, or the rest of it.
pub fn leave_cancelled(before: &StoredLeave, after: &StoredLeave, comment: Option<&str>) -> Record {
    about(Record::of("leave-cancelled"), after)
        .optional("comment", comment)
        .change("status", Some(before.status.name()), Some(after.status.name()))
        .change("endDate", Some(before.period.end()), Some(after.period.end()))
        .change("days", Some(before.days), Some(after.days))
}

/// The counted days of requests changed, `requests` in all. The ledger has the new numbers.
pub fn leave_recounted(users: &BTreeSet<UserId>, requests: usize, cause: RecountCause) -> Record {
    Record::of("leave-recounted")
        .about(users.iter().copied())
        .detail("requests", u32::try_from(requests).unwrap_or(u32::MAX))
        .detail("cause", cause.name())
}

fn about(record: Record, leave: &StoredLeave) -> Record {
    record
        .about([leave.person.id])
        .detail("request", leave.id)
        .detail("leaveType", leave.leave_type)
        .detail("dates", leave.period.to_string())
        .detail("days", leave.days)
}
