//! Leave types.

use super::Result;
use async_trait::async_trait;
use domain::leave::LeaveType;

#[async_trait]
pub trait LeaveTypeRepository: Send + Sync {
    /// All of them. MUST serialise: of two units of work that ask, the second waits for the first to end.
    async fn all(&self) -> Result<Vec<LeaveType>>;
    /// Saves a new one. MUST be `Conflict(LeaveTypeName)` where another has its name, whatever the case.
    async fn insert(&self, leave_type: &LeaveType) -> Result<()>;
    /// Saves a changed one with its terms of every year. MUST be `Conflict(LeaveTypeName)` where another has its name, and `Stale`
    /// where there is no such type.
    async fn update(&self, leave_type: &LeaveType) -> Result<()>;
}

#[async_trait]
pub trait LeaveTypeReads: Send + Sync {
    /// All of them.
    async fn leave_types(&self) -> Result<Vec<LeaveType>>;
}
