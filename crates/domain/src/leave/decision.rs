//! What becomes of a request: it is decided on, cancelled, shortened or kept (leave.md 1.4 and 1.6).
//!
//! Who may do so is asked before. A closed month is asked about afterwards: of the outcome, where that gives up approved dates.

use super::{LeavePeriod, LeaveStatus, LeaveStep};
use chrono::NaiveDate;

/// What a decider says of a request that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    Reject,
}

impl Verdict {
    pub const fn status(self) -> LeaveStatus {
        match self {
            Self::Approve => LeaveStatus::Approved,
            Self::Reject => LeaveStatus::Rejected,
        }
    }

    /// How it is kept in the history of the request.
    pub const fn step(self) -> LeaveStep {
        match self {
            Self::Approve => LeaveStep::Approved,
            Self::Reject => LeaveStep::Rejected,
        }
    }

    /// Whether a decider changes a request by this verdict: not where it is already as they want it. `is_as_seen`: it is what the
    /// decider saw.
    pub fn changes(self, status: LeaveStatus, is_as_seen: bool) -> Result<bool, StepRefusal> {
        match status {
            status if status == self.status() => Ok(false),
            LeaveStatus::Pending if is_as_seen => Ok(true),
            _ => Err(StepRefusal::SomeChanged),
        }
    }
}

/// Why a step is not taken. [`StepRefusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepRefusal {
    /// One of several requests is not as the decider saw it, or can no longer be decided on.
    SomeChanged,
    /// The request is not as it was seen.
    Changed,
    Rejected,
    /// Nobody has decided on it: a decider rejects it instead.
    Undecided,
    AlreadyAsked,
    NoReason,
    LastDay(super::LastDayError),
    NothingAsked,
}

impl StepRefusal {
    /// The field that is to blame, as it is called on the wire; nothing where it clashes with how the request stands.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::NoReason => Some("comment"),
            Self::LastDay(_) => Some("lastDay"),
            Self::SomeChanged
            | Self::Changed
            | Self::Rejected
            | Self::Undecided
            | Self::AlreadyAsked
            | Self::NothingAsked => None,
        }
    }

    pub fn sentence(self) -> String {
        let sentence = match self {
            Self::SomeChanged => "Some requests have changed since you opened them. Please review them again.",
            Self::Changed => "This leave request has changed since you opened it. Please review it again.",
            Self::Rejected => "This leave request was rejected",
            Self::Undecided => "This leave request has not been decided yet",
            Self::AlreadyAsked => "A cancellation has already been asked for",
            Self::NoReason => "A reason is required",
            Self::LastDay(why) => return why.sentence(),
            Self::NothingAsked => "No cancellation is asked for",
        };
        sentence.to_owned()
    }
}

/// Who cancels a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Canceller {
    Employee,
    Decider,
}

/// A request, as far as it matters to those who would cancel it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancelFacts {
    pub today: NaiveDate,
    pub status: LeaveStatus,
    pub period: LeavePeriod,
    pub needs_approval: bool,
    /// Where a cancellation is asked for, the last day that is kept; nothing where all is given up.
    pub asked_last_day: Option<NaiveDate>,
}

/// How a cancellation is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancelCall {
    pub by: Canceller,
    /// The last day that is kept; nothing where all is given up.
    pub last_day: Option<NaiveDate>,
    pub has_comment: bool,
    /// Whether the request is as they saw it.
    pub is_as_seen: bool,
}

/// What a cancellation makes of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancellation {
    pub status: LeaveStatus,
    pub step: LeaveStep,
    /// What is left of it, or would be once the cancellation that is asked for is accepted; nothing where all is given up.
    pub kept: Option<LeavePeriod>,
    /// The first date that is given up. The last one is that of the request.
    pub given_up_from: NaiveDate,
}

crate::names! {
    /// Whether the whole of a request can be cancelled, for its reader.
    pub enum MayCancel {
        No = "no",
        Directly = "directly",
        /// It can be asked for.
        Ask = "ask",
    }
}

impl CancelFacts {
    /// Whether the whole of the request can be cancelled by `reader`: nobody who merely reads it.
    pub fn may_cancel(&self, reader: Option<Canceller>) -> MayCancel {
        match (reader, self.status) {
            (Some(Canceller::Employee), LeaveStatus::Pending) | (Some(Canceller::Decider), LeaveStatus::Approved) => {
                MayCancel::Directly
            }
            (Some(Canceller::Employee), LeaveStatus::Approved) if self.asks(self.period.start()) => MayCancel::Ask,
            (Some(Canceller::Employee), LeaveStatus::Approved) => MayCancel::Directly,
            _ => MayCancel::No,
        }
    }

    /// Decides what a cancellation makes of the request; `None` where it is already as it is meant. The order of the questions is part
    /// of the rule.
    pub fn cancel(&self, call: CancelCall) -> Result<Option<Cancellation>, StepRefusal> {
        use Canceller::{Decider, Employee};
        use LeaveStatus::{Approved, CancellationAsked, Cancelled, Pending, Rejected};
        let repeats = call.by == Employee && self.status == CancellationAsked && call.last_day == self.asked_last_day;
        if self.status == Cancelled || repeats {
            return Ok(None);
        }
        if !call.is_as_seen {
            return Err(StepRefusal::Changed);
        }
        let last_day = match (self.status, call.by) {
            (Rejected, _) => return Err(StepRefusal::Rejected),
            (Pending, Decider) => return Err(StepRefusal::Undecided),
            (CancellationAsked, Employee) => return Err(StepRefusal::AlreadyAsked),
            (Approved, Decider) if !call.has_comment => return Err(StepRefusal::NoReason),
            (CancellationAsked, Decider) => self.asked_last_day,
            (Pending | Approved | Cancelled, _) => call.last_day,
        };
        let kept = last_day.map(|last_day| self.period.shortened(last_day)).transpose();
        let kept = kept.map_err(StepRefusal::LastDay)?;
        let given_up_from = self.period.given_up_from(last_day);
        let is_asked = (self.status, call.by) == (Approved, Employee) && self.asks(given_up_from);
        let (status, step) = match (is_asked, kept) {
            (true, _) => (CancellationAsked, LeaveStep::CancellationAsked),
            (false, None) => (Cancelled, LeaveStep::Cancelled),
            (false, Some(_)) if self.status == Pending => (Pending, LeaveStep::Shortened),
            (false, Some(_)) => (Approved, LeaveStep::Shortened),
        };
        Ok(Some(Cancellation { status, step, kept, given_up_from }))
    }

    /// Whether an Employee who gives up approved dates from `first` on has to ask.
    fn asks(&self, first: NaiveDate) -> bool {
        self.needs_approval && first <= self.today
    }
}

/// Asks whether a decider may refuse a cancellation, after which the leave is approved again. `is_as_seen`: the request is as the
/// decider saw it.
pub fn keep(status: LeaveStatus, is_as_seen: bool) -> Result<(), StepRefusal> {
    if !is_as_seen {
        Err(StepRefusal::Changed)
    } else if status == LeaveStatus::CancellationAsked {
        Ok(())
    } else {
        Err(StepRefusal::NothingAsked)
    }
}

#[cfg(test)]
mod tests;
