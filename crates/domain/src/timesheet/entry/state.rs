//! Where an entry stands, and what is true of it there.

use crate::Instant;
use crate::id::UserId;
use chrono::NaiveDate;

crate::names! {
    /// Where an entry stands.
    pub enum Status {
        Pending = "pending",
        /// Accepted; only a rejection opens it again.
        Approved = "approved",
        Rejected = "rejected",
    }
}

/// Who decided, and when. The name stays on record though the team may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    pub by: UserId,
    /// The manager for whom they stood in; `None` where they acted for themselves.
    pub on_behalf_of: Option<UserId>,
    pub at: Instant,
}

/// What a rejection leaves with the entry until it is changed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    pub comment: String,
    /// The organisation's day of the rejection.
    pub on: NaiveDate,
}

/// Where an entry stands, with all that is true of it there and nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Waits for the manager. Where it had been decided before, with that decision.
    Pending(Option<Decided>),
    Approved(Decided),
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
