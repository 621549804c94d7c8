//! The ports of leave.

use super::{Failing, FailingWork, Fault, away};
use application::ports::{LeaveLedgerRepository, LeaveTypeReads, LeaveTypeRepository, NewLedgerRow, StoreError};
use async_trait::async_trait;
use domain::id::UserId;
use domain::leave::LeaveType;

passing_on!(LeaveTypeRepository for FailingWork through leave_types {
    fn all() -> Vec<LeaveType>;
    fn insert(leave_type: &LeaveType) -> ();
    fn update(leave_type: &LeaveType) -> ();
});

passing_on!(LeaveTypeReads for Failing through leave_types {
    fn leave_types() -> Vec<LeaveType>;
});

passing_on!(LeaveLedgerRepository for FailingWork through leave_ledger {
    fn lock_people(people: &[UserId]) -> ();
    fn append(rows: &[NewLedgerRow]) -> ();
});
