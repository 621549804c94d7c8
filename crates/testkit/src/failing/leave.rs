//! The ports of leave.

use super::{Failing, FailingWork, Fault, away};
use application::ports::{LeaveTypeReads, LeaveTypeRepository, StoreError};
use async_trait::async_trait;
use domain::leave::LeaveType;

passing_on!(LeaveTypeRepository for FailingWork through leave_types {
    fn all() -> Vec<LeaveType>;
    fn insert(leave_type: &LeaveType) -> ();
    fn update(leave_type: &LeaveType) -> ();
});

passing_on!(LeaveTypeReads for Failing through leave_types {
    fn leave_types() -> Vec<LeaveType>;
});
