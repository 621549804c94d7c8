//! One person's entry for one day, and the only ways in which it changes.
//!
//! A transition consumes the entry and returns the next version of it. Who may ask for one is decided
//! elsewhere: [`super::decide`] for the employee, [`crate::access::may_decide`] for the manager.

use super::Hours;
use crate::Instant;
use crate::access::MayDecide;
use crate::id::{TimesheetId, UserId};
use chrono::NaiveDate;

/// Where an entry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Waits for the manager.
    Pending,
    /// Accepted; only a rejection opens it again.
    Approved,
    /// Sent back with a comment.
    Rejected,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Approved, Self::Rejected];

    /// Its name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// The status with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// An entry as it stands, with everything that is stored of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id, the same through all versions.
    pub id: TimesheetId,
    /// Whose day it is.
    pub user: UserId,
    /// The day.
    pub date: NaiveDate,
    /// How long.
    pub hours: Hours,
    /// What was done.
    pub description: String,
    /// Where it stands.
    pub status: Status,
    /// Why it was rejected: there exactly while it is rejected.
    pub comment: Option<String>,
    /// Whether this version came back after a rejection.
    pub is_resubmission: bool,
    /// Counts up from 1 with every change; a change is only saved on the version it was made from.
    pub version: u32,
    /// Who decided last, and keeps the name though the team may change.
    pub decided_by: Option<UserId>,
    /// When that was.
    pub decided_at: Option<Instant>,
    /// The organisation's day of the rejection: there exactly while it is rejected.
    pub rejected_on: Option<NaiveDate>,
    /// When the first version was made.
    pub created_at: Instant,
    /// When this version was made.
    pub updated_at: Instant,
}

/// A decision was asked of a proof that is about somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionError;

impl Entry {
    /// A new entry, waiting for the manager.
    #[must_use]
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
            status: Status::Pending,
            comment: None,
            is_resubmission: false,
            version: 1,
            decided_by: None,
            decided_at: None,
            rejected_on: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The employee writes the day anew: it waits for the manager again, without the old comment.
    /// It is a resubmission where it had been rejected, and stays one while it is corrected before the decision.
    #[must_use]
    pub fn rewrite(self, hours: Hours, description: String, now: Instant) -> Self {
        Self {
            hours,
            description,
            is_resubmission: self.status == Status::Rejected
                || (self.status == Status::Pending && self.is_resubmission),
            status: Status::Pending,
            comment: None,
            rejected_on: None,
            ..self.next_version(now)
        }
    }

    /// Accepts the entry. `None` where it is approved already: a repeat changes nothing.
    pub fn approve(self, proof: MayDecide, now: Instant) -> Result<Option<Self>, DecisionError> {
        self.check(proof)?;
        if self.status == Status::Approved {
            return Ok(None);
        }
        Ok(Some(Self {
            status: Status::Approved,
            comment: None,
            rejected_on: None,
            decided_by: Some(proof.by()),
            decided_at: Some(now),
            ..self.next_version(now)
        }))
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
        self.check(proof)?;
        if self.status == Status::Rejected {
            return Ok(None);
        }
        Ok(Some(Self {
            status: Status::Rejected,
            comment: Some(reason.to_owned()),
            rejected_on: Some(today),
            decided_by: Some(proof.by()),
            decided_at: Some(now),
            ..self.next_version(now)
        }))
    }

    fn check(&self, proof: MayDecide) -> Result<(), DecisionError> {
        if proof.subject() == self.user { Ok(()) } else { Err(DecisionError) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::{Actor, may_decide};
    use crate::person::Role;
    use uuid::Uuid;

    fn user(n: u128) -> UserId {
        UserId::new(Uuid::from_u128(n))
    }

    fn now() -> Instant {
        "2026-06-10T12:00:00Z".parse().unwrap()
    }

    fn pending() -> Entry {
        let id = TimesheetId::new(Uuid::from_u128(9));
        Entry::record(id, user(1), "2026-06-10".parse().unwrap(), Hours::FULL_DAY, "Work".into(), now())
    }

    fn proof(subject: u128) -> MayDecide {
        may_decide(Actor { id: user(7), role: Role::Manager }, user(subject), Some(user(7))).unwrap()
    }

    #[test]
    fn a_rejection_comes_back_as_a_resubmission_without_its_comment() {
        let today = "2026-06-12".parse().unwrap();
        let rejected = pending().reject(proof(1), "Too short", today, now()).unwrap().unwrap();
        assert_eq!((rejected.comment.as_deref(), rejected.rejected_on), (Some("Too short"), Some(today)));
        let back = rejected.rewrite(Hours::HALF_DAY, "More".into(), now());
        assert_eq!((back.status, back.comment.as_deref(), back.rejected_on), (Status::Pending, None, None));
        assert!(back.is_resubmission && back.version == 3);
        assert_eq!(back.decided_by, Some(user(7)), "who decided stays on record");
    }

    #[test]
    fn a_repeated_decision_changes_nothing() {
        let approved = pending().approve(proof(1), now()).unwrap().unwrap();
        assert_eq!(approved.clone().approve(proof(1), now()), Ok(None));
        let rejected = approved.reject(proof(1), "Why", now().date_naive(), now()).unwrap().unwrap();
        assert_eq!(rejected.reject(proof(1), "Other", now().date_naive(), now()), Ok(None));
    }

    #[test]
    fn a_proof_about_somebody_else_decides_nothing() {
        assert_eq!(pending().approve(proof(2), now()), Err(DecisionError));
    }

    #[test]
    fn every_version_is_later_than_the_one_before_even_when_the_clock_is_set_back() {
        let first = pending();
        let second = first.clone().rewrite(Hours::MAX, "x".into(), now() - chrono::Duration::hours(3));
        assert!(second.updated_at > first.updated_at);
    }
}
