//! Writing: the store and its unit of work.
//!
//! Every write is one guarded transition over constraints of the database. The loser of a race gets
//! [`StoreError::Conflict`] or [`StoreError::Stale`], never a second row.

use crate::events::Event;
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, NoticeId, ResubmissionId, SessionId, TimesheetId, UnlockId, UserId};
use domain::notice::{self, NoticeKind, NoticeText};
use domain::person::{EmailAddress, EmployeeId, Employment, FullName, Role, Salary};
use domain::session::SessionEnd;
use domain::throttle::Attempts;
use domain::timesheet::{Entry, Hours};

use super::{
    AbsenceRepository, Login, MailRepository, PasswordHash, PersonRecord, Recipient, ResetRepository, SettingRepository,
};

/// A uniqueness that the database keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UniqueKey {
    /// One entry for each person and day.
    EntryOfDay,
    /// One unused unlock for each person and day.
    OpenUnlock,
    /// One live session for each person.
    LiveSession,
    /// One account for each address.
    Email,
    /// One person for each employee ID.
    EmployeeId,
    /// One holiday for each date.
    HolidayDate,
    /// One notification for each resubmitted version.
    Resubmission,
    /// Any other key, ids among them.
    Other,
}

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
    Corrupt {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row.
        id: String,
    },
    /// The database is away, busy or too slow: trying again later makes sense.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// Anything else, with the adapter's words for the log.
    #[error("the database failed: {0}")]
    Backend(String),
}

/// Begins units of work.
#[async_trait]
pub trait Store: Send + Sync {
    /// Begins one. MUST lose nobody's write when the caller goes away while it begins.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError>;
}

/// One transaction. Everything in it appears together, at [`UnitOfWork::commit`], or not at all.
#[async_trait]
pub trait UnitOfWork: Send + Sync {
    /// People.
    fn people(&self) -> &dyn PersonRepository;
    /// Sessions.
    fn sessions(&self) -> &dyn SessionRepository;
    /// Entries and their versions.
    fn timesheets(&self) -> &dyn TimesheetRepository;
    /// Unlocks.
    fn unlocks(&self) -> &dyn UnlockRepository;
    /// Marks of absence.
    fn absences(&self) -> &dyn AbsenceRepository;
    /// Resubmissions and notices.
    fn inbox(&self) -> &dyn InboxRepository;
    /// Holidays.
    fn holidays(&self) -> &dyn HolidayRepository;
    /// Budgets of attempts.
    fn throttles(&self) -> &dyn ThrottleRepository;
    /// The mail outbox.
    fn mails(&self) -> &dyn MailRepository;
    /// Reset links.
    fn resets(&self) -> &dyn ResetRepository;
    /// Settings.
    fn settings(&self) -> &dyn SettingRepository;
    /// What happened.
    fn events(&self) -> &dyn EventLog;
    /// Makes it all true. After it, whoever waits for events of this store MUST learn of the new ones, at once on this
    /// instance and within a second on others.
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
}

/// An account to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPerson {
    /// Its id.
    pub id: UserId,
    /// The employee ID, from [`PersonRepository::next_employee_id`].
    pub employee_id: EmployeeId,
    /// The name.
    pub name: FullName,
    /// The address.
    pub email: EmailAddress,
    /// The role.
    pub role: Role,
    /// The department.
    pub department: Option<String>,
    /// The position.
    pub position: Option<String>,
    /// The salary.
    pub salary: Option<Salary>,
    /// The first day that can have an entry.
    pub joining_date: Option<NaiveDate>,
    /// The manager.
    pub manager: Option<UserId>,
    /// Whether the account is active.
    pub is_active: bool,
    /// The password hash.
    pub hash: PasswordHash,
    /// Whether that password has to be changed at the first login.
    pub is_first_login: bool,
    /// When.
    pub created_at: Instant,
}

/// People, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait PersonRepository: Send + Sync {
    /// Whether there is any account at all. MUST serialise: of two units of work that ask on an empty database, the second
    /// waits for the first to end.
    async fn any(&self) -> Result<bool, StoreError>;
    /// The next employee ID: counts up from [`EmployeeId::FIRST`], and MUST never be handed out twice by committed work.
    async fn next_employee_id(&self) -> Result<EmployeeId, StoreError>;
    /// Creates an account. MUST be `Conflict(Email)` where the address has one.
    async fn insert(&self, person: &NewPerson) -> Result<(), StoreError>;
    /// What the rules need to know of a person; `None` where there is no such person.
    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError>;
    /// The login of a person, locked until the unit of work ends, so that logins, blocks and
    /// password changes of one person happen one after the other.
    async fn lock_login(&self, user: UserId) -> Result<Option<Login>, StoreError>;
    /// Sets the password hash and whether it has to be changed at the next login. MUST be `Stale` where there is no such person.
    async fn set_password(
        &self,
        user: UserId,
        hash: &PasswordHash,
        is_first_login: bool,
        at: Instant,
    ) -> Result<(), StoreError>;
    /// A person's account, locked until the unit of work ends. Who locks an Employee and the manager locks the manager first.
    async fn for_change(&self, user: UserId) -> Result<Option<PersonRecord>, StoreError>;
    /// The administrators that can act, locked in a fixed order until the unit of work ends: of two units of work that would each
    /// take one away, the second sees what the first has left. Whoever needs this asks it before any single account.
    async fn acting_admins(&self) -> Result<Vec<UserId>, StoreError>;
    /// Saves an account. MUST be `Conflict(Email)` where another one has the address, and `Stale` where there is no such person.
    async fn save(&self, person: &PersonRecord, at: Instant) -> Result<(), StoreError>;
    /// The names and addresses of these people, in one statement. Unknown ids are left out.
    async fn recipients(&self, users: &[UserId]) -> Result<Vec<Recipient>, StoreError>;
    /// Takes the manager from everyone in the team, and returns whom.
    async fn release_team(&self, manager: UserId, at: Instant) -> Result<Vec<UserId>, StoreError>;
}

/// A session to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// Its id, random.
    pub id: SessionId,
    /// Whose.
    pub user: UserId,
    /// When it starts.
    pub created_at: Instant,
    /// When it is over at the latest.
    pub expires_at: Instant,
    /// From which IP address, as it is counted.
    pub address: String,
}

/// Sessions, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait SessionRepository: Send + Sync {
    /// Starts a session. MUST be `Conflict(LiveSession)` while the person has a live one.
    async fn start(&self, session: &NewSession) -> Result<(), StoreError>;
    /// Ends the person's live session, and returns it where there was one.
    async fn end_live(&self, user: UserId, end: SessionEnd, at: Instant) -> Result<Option<SessionId>, StoreError>;
    /// Ends this session. `false` where it had ended already; its first end MUST stand.
    async fn end(&self, session: SessionId, end: SessionEnd, at: Instant) -> Result<bool, StoreError>;
    /// Remembers that the person signed in from this address at `at`.
    async fn remember_address(&self, user: UserId, address: &str, at: Instant) -> Result<(), StoreError>;
}

/// An entry for a decision, with the person's manager of this moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedEntry {
    /// The entry.
    pub entry: Entry,
    /// The manager at this moment; MUST NOT change until the unit of work ends.
    pub manager: Option<UserId>,
}

/// Entries, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait TimesheetRepository: Send + Sync {
    /// The entry of a person's day, locked until the unit of work ends.
    async fn of_day(&self, user: UserId, date: NaiveDate) -> Result<Option<Entry>, StoreError>;
    /// The entries with these ids, locked in a fixed order until the unit of work ends. Unknown ids are left out.
    async fn for_decision(&self, ids: &[TimesheetId]) -> Result<Vec<DecidedEntry>, StoreError>;
    /// Saves a new entry and its first version, made by `actor`. MUST be `Conflict(EntryOfDay)` where the day has one.
    async fn insert(&self, entry: &Entry, actor: UserId) -> Result<(), StoreError>;
    /// Saves the next version of entries, each made by `actor` from the version before it, in a fixed number of statements.
    /// MUST be `Stale` where one of them is no longer at the version before.
    async fn update(&self, entries: &[Entry], actor: UserId) -> Result<(), StoreError>;
}

/// An unlock to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUnlock {
    /// Its id.
    pub id: UnlockId,
    /// For whom.
    pub user: UserId,
    /// The day that it opens.
    pub date: NaiveDate,
    /// Why.
    pub reason: String,
    /// By whom.
    pub created_by: UserId,
    /// When.
    pub created_at: Instant,
}

/// Unlocks, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait UnlockRepository: Send + Sync {
    /// The unused unlock of a person's day.
    async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>, StoreError>;
    /// Creates one. MUST be `Conflict(OpenUnlock)` where the day has an unused one.
    async fn insert(&self, unlock: &NewUnlock) -> Result<(), StoreError>;
    /// Uses it up. MUST be `Stale` where that has happened before.
    async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<(), StoreError>;
}

/// A manager's notification that a rejected day came back. It belongs to the employee's current manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewResubmission {
    /// Its id.
    pub id: ResubmissionId,
    /// The entry.
    pub timesheet: TimesheetId,
    /// The version that came back.
    pub version: u32,
    /// Whose day.
    pub user: UserId,
    /// The hours that were rejected.
    pub previous_hours: Hours,
    /// The description that was rejected.
    pub previous_description: String,
    /// Why they were.
    pub original_comment: String,
    /// When it came back.
    pub created_at: Instant,
}

/// A message to an employee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotice {
    /// Its id.
    pub id: NoticeId,
    /// To whom.
    pub user: UserId,
    /// About what.
    pub kind: NoticeKind,
    /// Its words.
    pub text: NoticeText,
    /// Where in the portal it leads.
    pub link: Option<String>,
    /// When.
    pub created_at: Instant,
}

impl NewNotice {
    /// Tells `user` that nothing was recorded on `day`, and leads to the day.
    #[must_use]
    pub fn of_absence(id: NoticeId, user: UserId, day: NaiveDate, at: Instant) -> Self {
        Self::about_day(id, user, day, NoticeKind::Frozen, notice::of_absence(day), at)
    }

    /// Tells `user` that `day` can be filled in, and why, and leads to the day.
    #[must_use]
    pub fn of_unlock(id: NoticeId, user: UserId, day: NaiveDate, reason: &str, at: Instant) -> Self {
        Self::about_day(id, user, day, NoticeKind::Unlocked, notice::of_unlock(day, reason), at)
    }

    fn about_day(
        id: NoticeId,
        user: UserId,
        day: NaiveDate,
        kind: NoticeKind,
        text: NoticeText,
        created_at: Instant,
    ) -> Self {
        Self { id, user, kind, text, link: Some(format!("/employee/timesheet?date={day}")), created_at }
    }
}

/// Resubmissions and notices, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait InboxRepository: Send + Sync {
    /// Saves a manager's notification.
    async fn notify_resubmission(&self, resubmission: &NewResubmission) -> Result<(), StoreError>;
    /// Marks the pending notifications of these entries as viewed, and says how many were pending.
    async fn view_resubmissions_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32, StoreError>;
    /// The current manager of each of these notifications. Unknown ids are left out.
    async fn resubmission_managers(
        &self,
        ids: &[ResubmissionId],
    ) -> Result<Vec<(ResubmissionId, Option<UserId>)>, StoreError>;
    /// Marks these notifications as viewed, and says how many were pending.
    async fn view_resubmissions(&self, ids: &[ResubmissionId], at: Instant) -> Result<u32, StoreError>;
    /// Saves notices.
    async fn notify(&self, notices: &[NewNotice]) -> Result<(), StoreError>;
    /// The owner of each of these notices. Unknown ids are left out.
    async fn notice_owners(&self, ids: &[NoticeId]) -> Result<Vec<(NoticeId, UserId)>, StoreError>;
    /// Marks these notices as read, and says how many were unread.
    async fn read_notices(&self, ids: &[NoticeId], at: Instant) -> Result<u32, StoreError>;
}

/// Budgets of attempts, shared by all instances.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait ThrottleRepository: Send + Sync {
    /// The attempts of a bucket, empty where it is new. The bucket MUST be locked until the unit of work ends.
    async fn load(&self, bucket: &str) -> Result<Attempts, StoreError>;
    /// Saves them.
    async fn save(&self, bucket: &str, attempts: &Attempts, at: Instant) -> Result<(), StoreError>;
}

/// Holidays, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait HolidayRepository: Send + Sync {
    /// All of them. MUST serialise: of two units of work that ask, the second waits for the first to end.
    async fn all(&self) -> Result<Vec<Holiday>, StoreError>;
    /// Saves a new one. MUST be `Conflict(HolidayDate)` where its date has one.
    async fn insert(&self, holiday: &Holiday, at: Instant) -> Result<(), StoreError>;
    /// Saves a changed one; who entered it stays. MUST be `Conflict(HolidayDate)` where another has its date, and `Stale` where
    /// there is no such holiday.
    async fn update(&self, holiday: &Holiday, at: Instant) -> Result<(), StoreError>;
    /// Removes one, and says whether it was there.
    async fn delete(&self, holiday: HolidayId) -> Result<bool, StoreError>;
}

/// What happened.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait EventLog: Send + Sync {
    /// Appends events, in this order.
    async fn append(&self, events: &[Event]) -> Result<(), StoreError>;
}
