//! Leave types.

use super::Result;
use domain::leave::LeaveType;

port! { UnitOfWork::leave_types =>
    /// Leave types, for writing.
    pub trait LeaveTypeRepository: Send + Sync {
        /// All of them. MUST serialise: of two units of work that ask, the second waits for the first to end.
        [Looks] async fn all(&self) -> Result<Vec<LeaveType>>;
        /// Saves a new one. MUST be `Conflict(LeaveTypeName)` where another has its name, whatever the case.
        [Writes] async fn insert(&self, leave_type: &LeaveType) -> Result<()>;
        /// Saves a changed one with its terms of every year. MUST be `Conflict(LeaveTypeName)` where another has its name, and
        /// `Stale` where there is no such type.
        [Writes] async fn update(&self, leave_type: &LeaveType) -> Result<()>;
    }
}

port! { Reads::leave_types =>
    /// Reads leave types.
    pub trait LeaveTypeReads: Send + Sync {
        /// All of them.
        async fn leave_types(&self) -> Result<Vec<LeaveType>>;
    }
}
