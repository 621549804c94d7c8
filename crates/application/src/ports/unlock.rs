//! Unlocks.

use super::StoreError;
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::MayUnlock;
use domain::id::{TimesheetId, UnlockId, UserId};
use domain::person::{FullName, Role};

/// An unlock to create. It cannot be made without the proof that the caller may open dates of this person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUnlock {
    /// Its id.
    pub id: UnlockId,
    /// The day that it opens.
    pub date: NaiveDate,
    /// Why.
    pub reason: String,
    /// When.
    pub created_at: Instant,
    proof: MayUnlock,
}

impl NewUnlock {
    /// `proof` says who makes it, and whose day it is for.
    #[must_use]
    pub const fn new(proof: MayUnlock, id: UnlockId, date: NaiveDate, reason: String, created_at: Instant) -> Self {
        Self { id, date, reason, created_at, proof }
    }

    /// Whose day it opens.
    #[must_use]
    pub const fn user(&self) -> UserId {
        self.proof.subject()
    }

    /// By whom.
    #[must_use]
    pub const fn created_by(&self) -> UserId {
        self.proof.by()
    }

    /// The manager for whom they stand in; `None` where they act for themselves.
    #[must_use]
    pub const fn on_behalf_of(&self) -> Option<UserId> {
        self.proof.on_behalf_of()
    }
}

/// Unlocks, for writing.
#[async_trait]
pub trait UnlockRepository: Send + Sync {
    /// The unused unlock of a person's day.
    async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>, StoreError>;
    /// Creates one. MUST be `Conflict(OpenUnlock)` where the day has an unused one.
    async fn insert(&self, unlock: &NewUnlock) -> Result<(), StoreError>;
    /// Uses it up. MUST be `Stale` where that has happened before.
    async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<(), StoreError>;
    /// Ends the unused unlocks of the days of these entries, in one statement, and says how many those were. Nobody can use them
    /// any more.
    async fn end_those_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32, StoreError>;
}

/// An unlock as its employee sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlockView {
    /// Its id.
    pub id: UnlockId,
    /// The day that it opens.
    pub date: NaiveDate,
    /// Why.
    pub reason: String,
    /// Whether it is used up.
    pub is_used: bool,
    /// When it was made.
    pub created_at: Instant,
    /// Who made it.
    pub creator: FullName,
    /// The role that person has now.
    pub creator_role: Role,
}
