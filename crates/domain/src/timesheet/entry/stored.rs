//! An entry on its way to the store, and back.

use super::{Decided, Entry, Rejection, State, Status};
use crate::Instant;
use crate::id::{TimesheetId, UserId};
use crate::timesheet::Hours;
use chrono::NaiveDate;

/// An entry as it is stored: flat, and whatever the row says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub id: TimesheetId,
    pub user: UserId,
    pub date: NaiveDate,
    pub hours: Hours,
    pub description: String,
    pub status: Status,
    pub comment: Option<String>,
    /// Whether this version came back after a rejection.
    pub is_resubmission: bool,
    /// Counts up from 1 with every change.
    pub version: u32,
    pub decided_by: Option<UserId>,
    /// The manager for whom they stood in; `None` where they acted for themselves.
    pub decided_for: Option<UserId>,
    pub decided_at: Option<Instant>,
    /// The organisation's day of the rejection, where it is rejected.
    pub rejected_on: Option<NaiveDate>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// No transition leaves behind what is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreachable {
    /// The field of [`Stored`] that does not go with the others.
    pub field: &'static str,
}

impl Entry {
    /// The entry that was stored. Only the store calls this: everybody else records a new one. Fails if no transition can have
    /// led to what is stored.
    pub fn restore(stored: Stored) -> Result<Self, Unreachable> {
        let wrong = |field| Unreachable { field };
        let Stored { status, comment, rejected_on, is_resubmission, version, .. } = stored;
        let decided = match (stored.decided_by, stored.decided_at) {
            (Some(by), Some(at)) => Some(Decided { by, on_behalf_of: stored.decided_for, at }),
            (None, None) if stored.decided_for.is_some() => return Err(wrong("decided_for")),
            (None, None) => None,
            (None, Some(_)) => return Err(wrong("decided_by")),
            (Some(_), None) => return Err(wrong("decided_at")),
        };
        let is_rejected = status == Status::Rejected;
        if comment.is_some() != is_rejected {
            return Err(wrong("comment"));
        }
        let rejection = match (comment, rejected_on) {
            (Some(comment), Some(on)) => Some(Rejection { comment, on }),
            (None, None) => None,
            _ => return Err(wrong("rejected_on")),
        };
        let state = match (status, decided, rejection) {
            (Status::Pending, before, _) => State::Pending(before),
            (Status::Approved, Some(decided), _) => State::Approved(decided),
            (Status::Rejected, Some(decided), Some(rejection)) => State::Rejected(decided, rejection),
            (Status::Approved | Status::Rejected, ..) => return Err(wrong("decided_by")),
        };
        if is_resubmission && state.decided().is_none() {
            return Err(wrong("is_resubmission"));
        }
        if version < state.earliest_version(is_resubmission) {
            return Err(wrong("version"));
        }
        Ok(Self {
            id: stored.id,
            user: stored.user,
            date: stored.date,
            hours: stored.hours,
            description: stored.description,
            state,
            is_resubmission,
            version,
            created_at: stored.created_at,
            updated_at: stored.updated_at,
        })
    }

    /// What is stored of it, or shown.
    pub fn into_stored(self) -> Stored {
        let (status, decided) = (self.state.status(), self.state.decided());
        let rejection = match self.state {
            State::Rejected(_, rejection) => Some(rejection),
            State::Pending(_) | State::Approved(_) => None,
        };
        let (comment, rejected_on) = rejection.map(|Rejection { comment, on }| (comment, on)).unzip();
        Stored {
            id: self.id,
            user: self.user,
            date: self.date,
            hours: self.hours,
            description: self.description,
            status,
            comment,
            is_resubmission: self.is_resubmission,
            version: self.version,
            decided_by: decided.map(|decided| decided.by),
            decided_for: decided.and_then(|decided| decided.on_behalf_of),
            decided_at: decided.map(|decided| decided.at),
            rejected_on,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}
