//! Substitutions.

use super::Result;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::{SubstitutionId, UserId};
use domain::person::{FullName, Role};
use domain::substitution::{Days, SubstitutionStatus};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Substitution {
    pub id: SubstitutionId,
    pub manager: UserId,
    pub substitute: UserId,
    pub days: Days,
    pub reason: String,
    pub created_by: UserId,
    pub created_at: Instant,
    pub ended_at: Option<Instant>,
}

/// Which substitutions end by themselves, because a person cannot be part of them any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartOf {
    /// Those in which the person is the manager or the substitute.
    Any,
    Manager,
    Substitute,
}

port! { UnitOfWork::substitutions =>
    /// Substitutions, for writing.
    pub trait SubstitutionRepository: Send + Sync {
        /// The days from `today` on for which the manager has a substitute. A caller who adds to them MUST have locked the manager.
        [Looks] async fn days_of(&self, manager: UserId, today: NaiveDate) -> Result<Vec<Days>>;
        /// Saves a new one.
        [Writes] async fn insert(&self, substitution: &Substitution) -> Result<()>;
        /// One, locked until the unit of work ends.
        [Looks] async fn for_change(&self, id: SubstitutionId) -> Result<Option<Substitution>>;
        /// Ends one. MUST be `Stale` where it has ended already.
        [Writes] async fn end(&self, id: SubstitutionId, by: UserId, at: Instant) -> Result<()>;
        /// Ends those of a person whose last day is not over on `today`, and returns them. Nobody has ended them: they end by
        /// themselves.
        [Writes] async fn end_those_of(
            &self,
            user: UserId,
            part: PartOf,
            today: NaiveDate,
            at: Instant,
        ) -> Result<Vec<Substitution>>;
    }
}

/// A person in a substitution, with the role that they have now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    pub id: UserId,
    pub name: FullName,
    pub role: Role,
}

/// A substitution with the names of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubstitutionView {
    pub id: SubstitutionId,
    pub manager: Party,
    pub substitute: Party,
    pub days: Days,
    pub reason: String,
    pub created_at: Instant,
    pub created_by: Party,
    pub ended_at: Option<Instant>,
    /// Who ended it; `None` also where it ended by itself.
    pub ended_by: Option<Party>,
}

/// A manager for whom somebody stands in now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoodInFor {
    pub manager: UserId,
    pub name: FullName,
    pub to: NaiveDate,
}

port! { Reads::substitutions =>
    /// Reads substitutions.
    pub trait SubstitutionReads: Send + Sync {
        /// A page (from 1) of those in `scope` (of a person: those they are part of), and how many there are in all: the running
        /// ones on `today`, then the planned ones, then the rest; of each the one with the latest first day first.
        async fn substitutions(
            &self,
            scope: &Scope,
            status: Option<SubstitutionStatus>,
            today: NaiveDate,
            page: u32,
            limit: u32,
        ) -> Result<(Vec<SubstitutionView>, u32)>;
        /// One.
        async fn substitution(&self, id: SubstitutionId) -> Result<Option<SubstitutionView>>;
        /// The managers for whom `substitute` stands in on `today`, by name.
        async fn stood_in_for(&self, substitute: UserId, today: NaiveDate) -> Result<Vec<StoodInFor>>;
    }
}
