//! Where an entry stands, and what is true of it there.

use crate::Instant;
use crate::id::UserId;
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

/// Who decided, and when. The name stays on record though the team may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// Who decided.
    pub by: UserId,
    /// The manager for whom they stood in; `None` where they acted for themselves.
    pub on_behalf_of: Option<UserId>,
    /// When.
    pub at: Instant,
}

/// What a rejection leaves with the entry until it is changed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Why it was rejected.
    pub comment: String,
    /// The organisation's day of the rejection.
    pub on: NaiveDate,
}

/// Where an entry stands, with all that is true of it there and nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Waits for the manager. Where it had been decided before, with that decision.
    Pending(Option<Decided>),
    /// Accepted.
    Approved(Decided),
    /// Sent back.
    Rejected(Decided, Rejection),
}

impl State {
    pub(super) const fn status(&self) -> Status {
        match self {
            Self::Pending(_) => Status::Pending,
            Self::Approved(_) => Status::Approved,
            Self::Rejected(..) => Status::Rejected,
        }
    }

    pub(super) const fn decided(&self) -> Option<Decided> {
        match self {
            Self::Pending(before) => *before,
            Self::Approved(decided) | Self::Rejected(decided, _) => Some(*decided),
        }
    }

    /// The lowest version that an entry in this state can have: it was recorded and decided, and each of the two once more if
    /// it came back.
    pub(super) const fn earliest_version(&self, is_resubmission: bool) -> u32 {
        match (self, is_resubmission) {
            (Self::Pending(None), _) => 1,
            (Self::Pending(Some(_)), _) => 3,
            (Self::Approved(_) | Self::Rejected(..), false) => 2,
            (Self::Approved(_) | Self::Rejected(..), true) => 4,
        }
    }
}
