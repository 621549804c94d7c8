//! The ports of leave.

use super::{Failing, FailingWork, Fault, away};
use application::ports::{
    LeaveHolder, LeaveLedgerReads, LeaveLedgerRepository, LeaveOf, LeaveTypeReads, LeaveTypeRepository, LedgerRowView,
    NewLedgerRow, OfAccount, PersonName, StoreError,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{LeaveType, LeaveUse, LedgerRow};

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
    fn holders(people: &[UserId]) -> Vec<LeaveHolder>;
    fn lock_next_holders(after: Option<UserId>, limit: u32) -> Vec<LeaveHolder>;
    fn append(rows: &[NewLedgerRow]) -> ();
    fn rows(people: &[UserId]) -> Vec<OfAccount<LedgerRow>>;
    fn uses(people: &[UserId], today: NaiveDate) -> Vec<OfAccount<LeaveUse>>;
});

passing_on!(LeaveLedgerReads for Failing through leave_ledger {
    fn ledger(user: UserId, year: i32, leave_type: Option<LeaveTypeId>) -> Vec<LedgerRowView>;
    fn rows_in(whose: LeaveOf, year: i32) -> Vec<OfAccount<LedgerRow>>;
    fn uses_in(whose: LeaveOf, year: i32, today: NaiveDate) -> Vec<OfAccount<LeaveUse>>;
    fn everybody() -> Vec<(PersonName, Option<String>)>;
});
