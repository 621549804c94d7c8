//! The ledger of leave, and the leave that people use.

use super::{PersonName, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{LeaveRequestId, LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{EnteredOpening, LeaveUse, LedgerRow};
use domain::person::FullName;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLedgerRow {
    pub id: LedgerRowId,
    pub user: UserId,
    pub leave_type: LeaveTypeId,
    pub row: LedgerRow,
    pub note: Option<String>,
    /// The request that takes the days, or gives them back.
    pub request: Option<LeaveRequestId>,
    /// Of an opening balance alone: see [`OpeningRow::number`](domain::leave::OpeningRow::number).
    pub opening_number: Option<i32>,
    /// Who entered it; nobody where the portal did.
    pub by: Option<UserId>,
    pub created_at: Instant,
}

/// An active Employee, as far as it concerns their leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveHolder {
    pub user: UserId,
    pub joining_date: Option<NaiveDate>,
    pub manager: Option<UserId>,
}

/// Something about the leave of a person and a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfAccount<T> {
    pub user: UserId,
    pub leave_type: LeaveTypeId,
    pub what: T,
}

/// Whose leave is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaveOf {
    /// That of this person, whatever their role.
    Person(UserId),
    ActiveEmployees,
}

port! { UnitOfWork::leave_ledger =>
    /// The ledger of leave, for writing.
    pub trait LeaveLedgerRepository: Send + Sync {
        /// Takes turns with every other unit of work that writes leave of these people, or submits a day of theirs: of two that
        /// ask, the second MUST wait for the first to end. MUST lock them in the order of their ids.
        [Looks] async fn lock_people(&self, people: &[UserId]) -> Result<()>;
        /// The active Employees among these people.
        [Looks] async fn holders(&self, people: &[UserId]) -> Result<Vec<LeaveHolder>>;
        /// The next active Employees after `after` in the order of ids, at most `limit`, which MUST be locked like by
        /// [`Self::lock_people`].
        [Looks] async fn lock_next_holders(&self, after: Option<UserId>, limit: u32) -> Result<Vec<LeaveHolder>>;
        /// Enters rows, which MUST never be changed or deleted. No two of a person, type and year MUST have the same number of an
        /// opening balance.
        [Writes] async fn append(&self, rows: &[NewLedgerRow]) -> Result<()>;
        /// What was entered for these people in all years: of each person, type, year, kind and date the sum. One statement.
        [Looks] async fn rows(&self, people: &[UserId]) -> Result<Vec<OfAccount<LedgerRow>>>;
        /// What counts of the live leave of these people in all years, in sums. MUST put together only days of one month with the
        /// same status that are all up to `today` or all after it, under the date of the last of them: a balance comes to the same
        /// with these as with each day. One statement.
        [Looks] async fn uses(&self, people: &[UserId], today: NaiveDate) -> Result<Vec<OfAccount<LeaveUse>>>;
        /// The opening balances of these people that hold, of all years. One statement.
        [Looks] async fn openings(&self, people: &[UserId]) -> Result<Vec<OfAccount<EnteredOpening>>>;
    }
}

/// A row of the ledger with the names of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerRowView {
    pub id: LedgerRowId,
    pub leave_type: LeaveTypeId,
    pub type_name: String,
    pub row: LedgerRow,
    pub note: Option<String>,
    /// The request that takes the days, or gives them back.
    pub request: Option<LeaveRequestId>,
    /// Who entered it; nobody where the portal did.
    pub by: Option<FullName>,
    pub created_at: Instant,
}

port! { Reads::leave_ledger =>
    /// Reads the ledger of leave.
    pub trait LeaveLedgerReads: Send + Sync {
        /// The rows of a person in a leave year, of one type or of all, by their dates, those of one date in the order in which
        /// they were entered.
        async fn ledger(
            &self,
            user: UserId,
            year: i32,
            leave_type: Option<LeaveTypeId>,
        ) -> Result<Vec<LedgerRowView>>;
        /// What was entered in a leave year, as [`LeaveLedgerRepository::rows`] has it. One statement.
        async fn rows_in(&self, whose: LeaveOf, year: i32) -> Result<Vec<OfAccount<LedgerRow>>>;
        /// What counts of live leave in a year, as [`LeaveLedgerRepository::uses`] has it. One statement.
        async fn uses_in(
            &self,
            whose: LeaveOf,
            year: i32,
            today: NaiveDate,
        ) -> Result<Vec<OfAccount<LeaveUse>>>;
        /// As [`LeaveLedgerRepository::openings`].
        async fn openings_of(&self, people: &[UserId]) -> Result<Vec<OfAccount<EnteredOpening>>>;
        /// Every active Employee with the department, by first name, last name and employee ID.
        async fn everybody(&self) -> Result<Vec<(PersonName, Option<String>)>>;
    }
}
