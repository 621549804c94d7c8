//! Unlocks, and the requests for them. Both are rows of one list: a request that is approved is the unlock.

use super::{PersonName, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Forbidden, MayUnlock, Scope};
use domain::id::{TimesheetId, UnlockId, UserId};
use domain::person::{Employment, FullName, Role};
use domain::timesheet::Status;
use domain::unlock::RequestStatus;

/// An unlock to create. It cannot be made without the proof that the caller may open dates of this person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUnlock {
    pub id: UnlockId,
    pub date: NaiveDate,
    pub reason: String,
    pub created_at: Instant,
    proof: MayUnlock,
}

impl NewUnlock {
    /// `proof` says who makes it, and whose day it is for.
    pub const fn new(proof: MayUnlock, id: UnlockId, date: NaiveDate, reason: String, created_at: Instant) -> Self {
        Self { id, date, reason, created_at, proof }
    }

    /// Whose day it opens.
    pub const fn user(&self) -> UserId {
        self.proof.subject()
    }

    pub const fn created_by(&self) -> UserId {
        self.proof.by()
    }

    /// The manager for whom they stand in; `None` where they act for themselves.
    pub const fn on_behalf_of(&self) -> Option<UserId> {
        self.proof.on_behalf_of()
    }
}

/// A person's request to have a day of their own unlocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRequest {
    /// Its id, which is that of the unlock it may become.
    pub id: UnlockId,
    pub user: UserId,
    pub date: NaiveDate,
    pub reason: String,
    pub created_at: Instant,
}

/// A request, or an unlock that nobody asked for, locked for a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRequest {
    pub made: NewRequest,
    /// Where it stands. A request is noted as expired some time after it is.
    pub status: RequestStatus,
}

/// A decision on a request. It cannot be made without the proof that the caller may open dates of this person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedRequest {
    pub request: NewRequest,
    /// What the person who decides says about it.
    pub comment: Option<String>,
    pub at: Instant,
    proof: MayUnlock,
}

impl DecidedRequest {
    /// Refused where `proof` is about somebody else.
    pub fn new(proof: MayUnlock, request: NewRequest, comment: Option<String>, at: Instant) -> Result<Self, Forbidden> {
        if proof.subject() == request.user {
            Ok(Self { request, comment, at, proof })
        } else {
            Err(Forbidden::UnlockOutsideTeam)
        }
    }

    pub const fn by(&self) -> UserId {
        self.proof.by()
    }

    /// The manager for whom they stand in; `None` where they act for themselves.
    pub const fn on_behalf_of(&self) -> Option<UserId> {
        self.proof.on_behalf_of()
    }
}

/// A request on which nobody decided in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpiredRequest {
    pub id: UnlockId,
    pub user: UserId,
    /// Their present manager.
    pub manager: Option<UserId>,
    pub date: NaiveDate,
    pub reason: String,
}

port! { UnitOfWork::unlocks =>
    /// Unlocks and requests, for writing. The caller has locked the account of the person whose they are, but where it says
    /// otherwise.
    pub trait UnlockRepository: Send + Sync {
        /// The unused unlock of a person's day.
        [Looks] async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>>;
        /// Creates one. MUST be `Conflict(OpenUnlock)` where the day has an unused one.
        [ChangesDays] async fn insert(&self, unlock: &NewUnlock) -> Result<()>;
        /// Uses it up. MUST be `Stale` where that has happened before.
        [Writes] async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<()>;
        /// Ends the unused unlocks of the days of these entries, in one statement, and says how many those were. Nobody can use
        /// them any more. Requests MUST stay as they are.
        [Writes] async fn end_those_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32>;

        /// Whose it is, without a lock: a decision on it locks that account first.
        [Looks] async fn owner(&self, id: UnlockId) -> Result<Option<UserId>>;
        /// It, locked until the unit of work ends.
        [Looks] async fn for_decision(&self, id: UnlockId) -> Result<Option<StoredRequest>>;
        /// A person's requests on which nobody has decided, oldest first, locked likewise. Some of them may be overdue.
        [Looks] async fn undecided(&self, user: UserId) -> Result<Vec<NewRequest>>;
        /// Saves a request. MUST be `Conflict(WaitingRequest)` where another one for the day is undecided.
        [ChangesDays] async fn ask(&self, request: &NewRequest) -> Result<()>;
        /// Approves a request: from now on it is an unlock. MUST be `Stale` where it is decided or expired, and
        /// `Conflict(OpenUnlock)` where the day has an unused unlock.
        [ChangesDays] async fn approve(&self, decided: &DecidedRequest) -> Result<()>;
        /// Declines a request. MUST be `Stale` where it is decided or expired.
        [Writes] async fn decline(&self, decided: &DecidedRequest) -> Result<()>;
        /// Notes that undecided requests made before `before` are expired, the oldest first and at most `limit`; only those of
        /// `user`, where one is named. Nobody needs to be locked. Of two that do it at once each request MUST be returned to one of
        /// them.
        [Writes] async fn expire(
            &self,
            before: Instant,
            user: Option<UserId>,
            limit: u32,
        ) -> Result<Vec<ExpiredRequest>>;
        /// How it is read, with what this unit of work has made of it.
        [Looks] async fn view(&self, id: UnlockId) -> Result<Option<UnlockView>>;
    }
}

/// What became of a request, or who unlocked a day that nobody asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionView {
    pub at: Instant,
    pub by: FullName,
    /// The role that person has now.
    pub role: Role,
    pub on_behalf_of: Option<FullName>,
}

/// An unlock or a request for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlockView {
    pub id: UnlockId,
    pub date: NaiveDate,
    pub reason: String,
    /// Where it stands, as far as that was noted.
    pub status: RequestStatus,
    /// Whether the employee asked for it.
    pub is_asked: bool,
    pub is_used: bool,
    pub created_at: Instant,
    /// Who asked, or who unlocked.
    pub creator: FullName,
    /// The role that person has now.
    pub creator_role: Role,
    pub decision: Option<DecisionView>,
    pub comment: Option<String>,
    /// Where the entry of the day stands now, where there is one.
    pub entry: Option<Status>,
    /// Whether the day lies in a closed month.
    pub is_closed: bool,
}

/// What decides for whom an undecided request waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndecidedRequest {
    pub id: UnlockId,
    pub date: NaiveDate,
    pub created_at: Instant,
    /// Where the entry of the day stands, where there is one.
    pub entry: Option<Status>,
    /// Whether the day lies in a closed month.
    pub is_closed: bool,
    pub person: Employment,
}

/// A request with the people whom it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestView {
    pub request: UnlockView,
    pub employee: PersonName,
    /// Their present manager.
    pub manager: Option<(UserId, FullName)>,
}

port! { Reads::unlocks =>
    /// Reads unlocks and requests.
    pub trait UnlockReads: Send + Sync {
        /// A person's unlocks and requests, newest first, at most `limit`.
        async fn of_person(&self, user: UserId, limit: u32) -> Result<Vec<UnlockView>>;
        /// A person's undecided requests, by date. Some of them may be overdue.
        async fn undecided_of(&self, user: UserId) -> Result<Vec<UnlockView>>;
        /// The undecided requests made since `since` by people in `scope` who could fill the day (active, unblocked Employees),
        /// oldest first. One query, with only what is needed to say for whom each waits on `today`.
        async fn undecided(
            &self,
            scope: Scope,
            since: Instant,
            today: NaiveDate,
        ) -> Result<Vec<UndecidedRequest>>;
        /// These requests, oldest first. One query. Unknown ids are left out.
        async fn requests(&self, ids: &[UnlockId]) -> Result<Vec<RequestView>>;
    }
}
