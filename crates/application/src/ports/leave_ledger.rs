//! The ledger of leave.

use super::StoreError;
use async_trait::async_trait;
use domain::Instant;
use domain::id::{LeaveRequestId, LeaveTypeId, LedgerRowId, UserId};
use domain::leave::LedgerRow;

/// A row that is entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLedgerRow {
    /// Its id.
    pub id: LedgerRowId,
    /// Whose leave.
    pub user: UserId,
    /// Of which type.
    pub leave_type: LeaveTypeId,
    /// What it adds, or takes off.
    pub row: LedgerRow,
    /// Why.
    pub note: Option<String>,
    /// The request that takes the days, or gives them back.
    pub request: Option<LeaveRequestId>,
    /// Who entered it; nobody where the portal did.
    pub by: Option<UserId>,
    /// When.
    pub created_at: Instant,
}

/// The ledger of leave, for writing.
#[async_trait]
pub trait LeaveLedgerRepository: Send + Sync {
    /// Takes turns with every other unit of work that writes leave of these people, or submits a day of theirs: of two that ask, the
    /// second MUST wait for the first to end. MUST lock them in the order of their ids.
    async fn lock_people(&self, people: &[UserId]) -> Result<(), StoreError>;
    /// Enters rows, which MUST never be changed or deleted.
    async fn append(&self, rows: &[NewLedgerRow]) -> Result<(), StoreError>;
}
