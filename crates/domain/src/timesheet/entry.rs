//! One person's entry for one day, and the only ways in which it changes.
//!
//! A transition consumes the entry and returns the next version of it. Who may ask for one is decided
//! elsewhere: [`super::decide`] for the employee, [`crate::access::may_decide`] for the manager.

mod state;
mod stored;

pub use state::{Decided, Rejection, State, Status};
pub use stored::{Stored, Unreachable};

use super::Hours;
use crate::Instant;
use crate::access::MayDecide;
use crate::id::{TimesheetId, UserId};
use chrono::NaiveDate;

/// The entry of one person for one day. Nothing changes it but its transitions, and a decision needs the proof that its maker may
/// decide:
///
/// ```compile_fail,E0451
/// # use domain::timesheet::{Entry, State};
/// fn approve_without_a_proof(entry: Entry, other: &Entry) -> Entry {
///     Entry { state: other.state().clone(), ..entry }
/// }
/// ```
///
/// ```compile_fail,E0616
/// # use domain::timesheet::{Entry, Hours};
/// fn correct_in_passing(mut entry: Entry) {
///     entry.hours = Hours::MAX;
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    id: TimesheetId,
    user: UserId,
    date: NaiveDate,
    hours: Hours,
    description: String,
    state: State,
    is_resubmission: bool,
    version: u32,
    created_at: Instant,
    updated_at: Instant,
}

/// The proof of a decision is about somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionError;

impl Entry {
    /// A new entry, waiting for the manager.
    pub fn record(
        id: TimesheetId,
        user: UserId,
        date: NaiveDate,
        hours: Hours,
        description: String,
        now: Instant,
    ) -> Self {
        Self {
            id,
            user,
            date,
            hours,
            description,
            state: State::Pending(None),
            is_resubmission: false,
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }

    /// The employee writes the day anew: it waits for the manager again, without the old comment.
    /// It is a resubmission where it had been rejected, and stays one while it is corrected before the decision.
    #[must_use]
    pub fn rewrite(self, hours: Hours, description: String, now: Instant) -> Self {
        let is_resubmission = match self.state {
            State::Pending(_) => self.is_resubmission,
            State::Approved(_) => false,
            State::Rejected(..) => true,
        };
        let state = State::Pending(self.state.decided());
        Self { hours, description, state, is_resubmission, ..self.next_version(now) }
    }

    /// Accepts the entry. `None` where it is approved already: a repeat changes nothing.
    pub fn approve(self, proof: MayDecide, now: Instant) -> Result<Option<Self>, DecisionError> {
        let decided = self.decided_now(proof, now)?;
        if self.status() == Status::Approved {
            return Ok(None);
        }
        Ok(Some(Self { state: State::Approved(decided), ..self.next_version(now) }))
    }

    /// Sends the entry back with `reason`, on the organisation's day `today`.
    /// `None` where it is rejected already: a repeat changes nothing.
    pub fn reject(
        self,
        proof: MayDecide,
        reason: &str,
        today: NaiveDate,
        now: Instant,
    ) -> Result<Option<Self>, DecisionError> {
        let decided = self.decided_now(proof, now)?;
        if self.status() == Status::Rejected {
            return Ok(None);
        }
        let rejection = Rejection { comment: reason.to_owned(), on: today };
        Ok(Some(Self { state: State::Rejected(decided, rejection), ..self.next_version(now) }))
    }

    fn decided_now(&self, proof: MayDecide, at: Instant) -> Result<Decided, DecisionError> {
        let decided = Decided { by: proof.by(), on_behalf_of: proof.on_behalf_of(), at };
        if proof.subject() == self.user { Ok(decided) } else { Err(DecisionError) }
    }

    fn next_version(self, now: Instant) -> Self {
        // A clock that was set back must not make a change look older than the one before it.
        Self {
            version: self.version + 1,
            updated_at: now.max(self.updated_at + chrono::Duration::microseconds(1)),
            ..self
        }
    }
}

/// What is known of it.
impl Entry {
    /// The same through all versions.
    pub const fn id(&self) -> TimesheetId {
        self.id
    }

    pub const fn user(&self) -> UserId {
        self.user
    }

    pub const fn date(&self) -> NaiveDate {
        self.date
    }

    pub const fn hours(&self) -> Hours {
        self.hours
    }

    pub fn description(&self) -> &str {
        &self.description
    }

    /// Where it stands, with all that belongs to it there.
    pub const fn state(&self) -> &State {
        &self.state
    }

    pub const fn status(&self) -> Status {
        self.state.status()
    }

    /// Why it was rejected and when, where it is.
    pub const fn rejection(&self) -> Option<&Rejection> {
        match &self.state {
            State::Rejected(_, rejection) => Some(rejection),
            State::Pending(_) | State::Approved(_) => None,
        }
    }

    /// The last decision, also where the employee has written the day anew since.
    pub const fn decided(&self) -> Option<Decided> {
        self.state.decided()
    }

    /// Whether this version came back after a rejection.
    pub const fn is_resubmission(&self) -> bool {
        self.is_resubmission
    }

    /// Counts up from 1 with every change; a change is only saved on the version it was made from.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// When the first version was made.
    pub const fn created_at(&self) -> Instant {
        self.created_at
    }

    /// When this version was made.
    pub const fn updated_at(&self) -> Instant {
        self.updated_at
    }
}

#[cfg(test)]
mod tests;
