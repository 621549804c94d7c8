//! Requests for leave.

use super::{PersonName, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Leads, MayDecideLeave};
use domain::id::{LeaveRequestId, LeaveStepId, LeaveTypeId, TimesheetId, UserId};
use domain::leave::{CountedHalf, LeaveDays, LeavePeriod, LeaveStatus, LeaveStep, LeaveType, LedgerRow};
use domain::person::FullName;

/// A row of the ledger, with whose and of which type it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountRow {
    pub user: UserId,
    pub leave_type: LeaveTypeId,
    pub row: LedgerRow,
}

/// A half day of a live request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveHalf {
    pub user: UserId,
    pub leave_type: LeaveTypeId,
    pub request: LeaveRequestId,
    pub status: LeaveStatus,
    pub half: CountedHalf,
}

/// A request for leave, without its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLeave {
    pub id: LeaveRequestId,
    pub person: PersonName,
    /// Their present manager.
    pub manager: Option<(UserId, FullName)>,
    pub leave_type: LeaveTypeId,
    pub type_name: String,
    pub needs_approval: bool,
    /// From when to when; what was given up by shortening it is no part of it.
    pub period: LeavePeriod,
    /// What counts of it; of one that is no longer live, what counted last.
    pub days: LeaveDays,
    pub reason: Option<String>,
    pub status: LeaveStatus,
    /// Where a cancellation is asked for, the last day that is kept; nothing where all is given up.
    pub asked_last_day: Option<NaiveDate>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// A step in the history of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveStepView {
    pub request: LeaveRequestId,
    pub at: Instant,
    pub what: LeaveStep,
    /// Who did it; nobody where the portal did.
    pub by: Option<FullName>,
    pub on_behalf_of: Option<FullName>,
    pub comment: Option<String>,
}

port! { Reads, UnitOfWork::leave =>
    /// Leave as it is stored, in a unit of work or outside of one.
    pub trait LeaveReads: Send + Sync {
        /// All leave types, without a lock.
        async fn types(&self) -> Result<Vec<LeaveType>>;
        /// The rows of the ledger of these people and types, of every year.
        async fn rows(&self, people: &[UserId], types: &[LeaveTypeId]) -> Result<Vec<AccountRow>>;
        /// The halves of all live requests of these people.
        async fn live(&self, people: &[UserId]) -> Result<Vec<LiveHalf>>;
        /// The halves of live requests that a person has from `from` to `to`, both included.
        async fn live_on(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<CountedHalf>>;
        /// The dates from `from` to `to`, both included, on which a person has a pending or approved entry.
        async fn entries_on(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>>;
        /// These requests, in the order of their ids. Unknown ids are left out.
        async fn requests(&self, ids: &[LeaveRequestId]) -> Result<Vec<StoredLeave>>;
        /// The history of these requests, oldest step first.
        async fn steps(&self, ids: &[LeaveRequestId]) -> Result<Vec<LeaveStepView>>;
    }
}

/// A step to be kept in the history of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLeaveStep {
    pub id: LeaveStepId,
    pub request: LeaveRequestId,
    pub at: Instant,
    pub what: LeaveStep,
    pub comment: Option<String>,
    pub taken_by: TakenBy,
}

/// Who takes a step. That somebody decided cannot be said without the proof that they may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakenBy {
    Decider(MayDecideLeave),
    /// The Employee whose leave it is, or somebody who records it.
    Person(UserId),
    /// It follows from something else.
    Nobody,
}

impl NewLeaveStep {
    /// By whom.
    pub const fn by(&self) -> Option<UserId> {
        match self.taken_by {
            TakenBy::Decider(proof) => Some(proof.by()),
            TakenBy::Person(user) => Some(user),
            TakenBy::Nobody => None,
        }
    }

    /// The manager for whom they stand in.
    pub const fn on_behalf_of(&self) -> Option<UserId> {
        match self.taken_by {
            TakenBy::Decider(proof) => proof.on_behalf_of(),
            TakenBy::Person(_) | TakenBy::Nobody => None,
        }
    }
}

/// A request to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLeave {
    pub id: LeaveRequestId,
    pub user: UserId,
    pub leave_type: LeaveTypeId,
    pub period: LeavePeriod,
    /// Every half of it, counted or not.
    pub halves: Vec<CountedHalf>,
    pub reason: Option<String>,
    pub status: LeaveStatus,
    pub created_at: Instant,
}

port! { UnitOfWork::leave_requests =>
    /// Requests for leave, for writing. The caller has locked the people whose they are, but where it says otherwise; see
    /// [`LeaveLedgerRepository::lock_people`](super::LeaveLedgerRepository::lock_people).
    pub trait LeaveRequestRepository: Send + Sync {
        /// Whose these are, without a lock: a change of them locks those people first. Unknown ids are left out.
        [Looks] async fn owners(&self, ids: &[LeaveRequestId]) -> Result<Vec<(LeaveRequestId, UserId)>>;
        /// The halves of these requests, those that no longer live left out.
        [Looks] async fn halves(&self, ids: &[LeaveRequestId]) -> Result<Vec<(LeaveRequestId, CountedHalf)>>;
        /// The first day of these entries that live leave covers whole.
        [Looks] async fn first_covered(&self, entries: &[TimesheetId]) -> Result<Option<NaiveDate>>;
        /// Saves a request. MUST be `Conflict(LeaveHalf)` where another live one of the person has one of its halves.
        [ChangesDays] async fn insert(&self, request: &NewLeave) -> Result<()>;
        /// Says where requests stand from now on. Where that is no longer live, their halves MUST be free from then on.
        // What is pending is rejected and withdrawn in a closed month too; for the rest the use case asks.
        [Writes] async fn set_status(
            &self,
            ids: &[LeaveRequestId],
            status: LeaveStatus,
            asked_last_day: Option<NaiveDate>,
            at: Instant,
        ) -> Result<()>;
        /// Has a request end earlier, with what still counts, and stand like this. The halves behind its end MUST be free from then
        /// on.
        [Writes] async fn shorten(
            &self,
            id: LeaveRequestId,
            period: LeavePeriod,
            days: LeaveDays,
            status: LeaveStatus,
            at: Instant,
        ) -> Result<()>;
        /// Adds steps to the history of requests.
        [Writes] async fn add_steps(&self, steps: &[NewLeaveStep]) -> Result<()>;
    }
}

/// Which requests of teams a list holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveFilter {
    pub leads: Leads,
    pub status: Vec<LeaveStatus>,
    /// With a date on this day or later.
    pub from: Option<NaiveDate>,
    /// With a date on this day or earlier.
    pub to: Option<NaiveDate>,
    pub employee: Option<UserId>,
    /// The one that begins first comes first; else the one that begins last.
    pub is_earliest_first: bool,
}

/// The days of a request in a leave year, and the balance left there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaveInYear {
    pub request: LeaveRequestId,
    pub year: i32,
    /// What counts of it; of one that is no longer live, what counted last.
    pub days: LeaveDays,
    /// What the rows of its person and type come to in that year.
    pub left: LeaveDays,
}

/// Leave of somebody else in the team, on a date on which a request counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlsoAway {
    pub request: LeaveRequestId,
    pub name: FullName,
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// Where it stands, a live one.
    pub status: LeaveStatus,
}

/// A date on which a request counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AwayOn {
    pub request: LeaveRequestId,
    pub date: NaiveDate,
    /// How many others in the team have approved leave that counts on it.
    pub others: u32,
    /// How many active Employees the team has.
    pub members: u32,
}

port! { Reads::leave_requests =>
    /// Reads requests for leave.
    pub trait LeaveRequestReads: Send + Sync {
        /// The requests of a person with a date from `from` to `to`, both included, the one that begins last first, at most
        /// `limit`.
        async fn leave_of(
            &self,
            user: UserId,
            from: NaiveDate,
            to: NaiveDate,
            limit: u32,
        ) -> Result<Vec<StoredLeave>>;
        /// A page (from 1) of the requests that the filter lets through, and how many there are in all.
        async fn leave_page(
            &self,
            filter: &LeaveFilter,
            page: u32,
            limit: u32,
        ) -> Result<(Vec<StoredLeave>, u32)>;
        /// What these requests come to in each leave year in which they count or counted. One statement.
        async fn by_year(&self, ids: &[LeaveRequestId]) -> Result<Vec<LeaveInYear>>;
        /// The live leave of other active Employees of the same team on the dates on which these requests count, the earliest
        /// first, at most `limit` for each. One statement.
        async fn also_away(&self, ids: &[LeaveRequestId], limit: u32) -> Result<Vec<AlsoAway>>;
        /// The dates on which these requests count, in order, with how many of the team are away. One statement.
        async fn away_on(&self, ids: &[LeaveRequestId]) -> Result<Vec<AwayOn>>;
        /// How many requests of these teams wait for a decision.
        async fn count_waiting(&self, leads: &Leads) -> Result<u32>;
    }
}
