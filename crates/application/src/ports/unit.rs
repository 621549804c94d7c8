//! The store and its unit of work: every repository on one transaction.
//!
//! Every write is one guarded transition over constraints of the database. The loser of a race gets
//! [`StoreError::Conflict`] or [`StoreError::Stale`], never a second row.

use super::{Cause, UniqueKey, UnitOfWork};
use async_trait::async_trait;
use domain::time::Month;

/// Why the store did not do it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It is there already.
    #[error("conflict on {0:?}")]
    Conflict(UniqueKey),
    /// It changed since it was read.
    #[error("stale: changed since it was read")]
    Stale,
    /// A row holds something that the rules do not know.
    #[error("corrupt: {table}.{column} of {id}")]
    Corrupt { table: &'static str, column: &'static str, id: String },
    /// Another unit of work got in this one's way. MUST be answered only in a unit of work, and only where nothing of it is
    /// kept: the same from its beginning may succeed at once.
    #[error("two writers got into each other's way: {0}")]
    Clash(Cause),
    /// The database is away, overloaded or too slow: trying again later makes sense.
    #[error("the database is not available: {0}")]
    Unavailable(Cause),
    #[error("the database failed: {0}")]
    Backend(Cause),
}

/// What the store answers.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Begins units of work.
#[async_trait]
pub trait Store: Send + Sync {
    /// Begins one. MUST lose nobody's write when the caller goes away while it begins.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>>;
    /// Begins one that has the month to itself until it ends: no other that does, and none for which
    /// [`MonthRepository::hold_open`](super::MonthRepository::hold_open) keeps it open, runs beside it. It waits for those under
    /// way in tries of 100 ms, and MUST be [`StoreError::Unavailable`] after 20 of them. Those who come later MUST wait behind a
    /// try, and no longer than for it.
    async fn begin_alone(&self, month: Month) -> Result<Box<dyn UnitOfWork>>;
}

/// The end of a unit of work.
#[async_trait]
pub trait Commit: Send + Sync {
    /// Makes it all true. After it, those who wait for events of this store MUST learn of the new ones: at once on this instance,
    /// and within a second on others.
    async fn commit(self: Box<Self>) -> Result<()>;
}
