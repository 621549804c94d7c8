//! What is recorded of requests for leave.

use crate::events::Record;
use crate::ports::{NewLeaveStep, StoredLeave};
use domain::id::UserId;
use domain::leave::{LeaveStatus, RecountCause};
use std::collections::BTreeSet;

/// Somebody asked for leave, or it was recorded for them.
#[derive(Debug, Clone, Copy)]
pub struct LeaveRequested<'a>(pub &'a StoredLeave);

impl From<LeaveRequested<'_>> for Record {
    fn from(LeaveRequested(leave): LeaveRequested<'_>) -> Self {
        let record = about(Self::of("leave-requested"), leave).change("status", None, Some(leave.status.name()));
        match &leave.reason {
            Some(reason) => record.detail("reason", reason.as_str()),
            None => record,
        }
    }
}

/// A request was approved or rejected.
#[derive(Debug, Clone, Copy)]
pub struct LeaveDecided<'a> {
    pub leave: &'a StoredLeave,
    pub status: LeaveStatus,
    pub step: &'a NewLeaveStep,
}

impl From<LeaveDecided<'_>> for Record {
    fn from(LeaveDecided { leave, status, step }: LeaveDecided<'_>) -> Self {
        let record = about(Self::of("leave-decided"), leave);
        comment(record, step).change("status", Some(leave.status.name()), Some(status.name()))
    }
}

/// An Employee asked to give leave up.
#[derive(Debug, Clone, Copy)]
pub struct LeaveCancellationAsked<'a> {
    pub leave: &'a StoredLeave,
    pub step: &'a NewLeaveStep,
}

impl From<LeaveCancellationAsked<'_>> for Record {
    fn from(LeaveCancellationAsked { leave, step }: LeaveCancellationAsked<'_>) -> Self {
        let record = comment(about(Self::of("leave-cancellation-asked"), leave), step);
        let record = record.change("status", Some(LeaveStatus::Approved.name()), Some(leave.status.name()));
        match leave.asked_last_day {
            Some(last_day) => record.detail("lastDay", last_day),
            None => record,
        }
    }
}

/// A cancellation was refused.
#[derive(Debug, Clone, Copy)]
pub struct LeaveKept<'a> {
    pub leave: &'a StoredLeave,
    pub step: &'a NewLeaveStep,
}

impl From<LeaveKept<'_>> for Record {
    fn from(LeaveKept { leave, step }: LeaveKept<'_>) -> Self {
        let record = comment(about(Self::of("leave-kept"), leave), step);
        record.change("status", Some(LeaveStatus::CancellationAsked.name()), Some(leave.status.name()))
    }
}

/// Leave was given up, or the rest of it.
#[derive(Debug, Clone, Copy)]
pub struct LeaveCancelled<'a> {
    pub before: &'a StoredLeave,
    pub after: &'a StoredLeave,
    pub comment: Option<&'a str>,
}

impl From<LeaveCancelled<'_>> for Record {
    fn from(LeaveCancelled { before, after, comment }: LeaveCancelled<'_>) -> Self {
        let record = about(Self::of("leave-cancelled"), after)
            .change("status", Some(before.status.name()), Some(after.status.name()))
            .change("endDate", Some(before.period.end()), Some(after.period.end()))
            .change("days", Some(before.days), Some(after.days));
        match comment {
            Some(comment) => record.detail("comment", comment),
            None => record,
        }
    }
}

/// Requests came to count otherwise. What each of them comes to stands in the ledger.
#[derive(Debug, Clone, Copy)]
pub struct LeaveRecounted<'a> {
    pub users: &'a BTreeSet<UserId>,
    pub requests: usize,
    pub cause: RecountCause,
}

impl From<LeaveRecounted<'_>> for Record {
    fn from(LeaveRecounted { users, requests, cause }: LeaveRecounted<'_>) -> Self {
        Self::of("leave-recounted")
            .about(users.iter().copied())
            .detail("requests", u32::try_from(requests).unwrap_or(u32::MAX))
            .detail("cause", cause.name())
    }
}

fn about(record: Record, leave: &StoredLeave) -> Record {
    record
        .about([leave.person.id])
        .detail("request", leave.id)
        .detail("leaveType", leave.leave_type)
        .detail("dates", leave.period.to_string())
        .detail("days", leave.days)
}

fn comment(record: Record, step: &NewLeaveStep) -> Record {
    match &step.comment {
        Some(comment) => record.detail("comment", comment.as_str()),
        None => record,
    }
}
