//! Reading: flat views, one query each, as wide as a screen needs and no wider.

use super::{
    DirectoryEntry, FrozenDays, HeadCount, MonthRecord, PasswordHash, PeopleFigures, PeopleFilter, StoreError,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::holiday::Holiday;
use domain::id::{HolidayId, NoticeId, ResubmissionId, SessionId, TimesheetId, UnlockId, UserId};
use domain::person::{EmployeeId, Employment, FullName, Role, Salary};
use domain::session::SessionEnd;
use domain::time::Month;
use domain::timesheet::{Hours, Status};

/// Who somebody is, as other people may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    /// The id.
    pub id: UserId,
    /// The employee ID.
    pub employee_id: EmployeeId,
    /// The name.
    pub name: FullName,
}

/// A session with its owner, as every request asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionView {
    /// The session.
    pub id: SessionId,
    /// How and that it ended; `None` while it is live.
    pub ended: Option<SessionEnd>,
    /// When it is over at the latest.
    pub expires_at: Instant,
    /// Its owner.
    pub person: PersonName,
    /// The owner's address.
    pub email: String,
    /// The owner's role now.
    pub role: Role,
    /// Whether the account is active and not blocked.
    pub may_act: bool,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
}

/// Looks sessions up.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait SessionReads: Send + Sync {
    /// The session and its owner, in one indexed look-up. MUST show a change that was committed before the call.
    async fn session(&self, id: SessionId) -> Result<Option<SessionView>, StoreError>;
}

/// What a login needs to know of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    /// The password hash.
    pub hash: PasswordHash,
    /// Whether the account is active.
    pub is_active: bool,
    /// Whether it is blocked.
    pub is_blocked: bool,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
    /// The role.
    pub role: Role,
}

/// An account, found by its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Who it is.
    pub person: PersonName,
    /// The address.
    pub email: String,
    /// The login.
    pub login: Login,
    /// Whether the person has signed in from the caller's IP address lately.
    pub is_known_address: bool,
}

/// A person with everything that is kept of the person but the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonView {
    /// Who it is.
    pub person: PersonName,
    /// The address.
    pub email: String,
    /// The telephone number.
    pub phone_number: Option<String>,
    /// The role.
    pub role: Role,
    /// The department.
    pub department: Option<String>,
    /// The designation.
    pub designation: Option<String>,
    /// The position.
    pub position: Option<String>,
    /// The first working day.
    pub joining_date: Option<NaiveDate>,
    /// Whether the account is active.
    pub is_active: bool,
    /// Whether it is blocked.
    pub is_blocked: bool,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
    /// The manager, where one is assigned.
    pub manager: Option<(UserId, FullName)>,
    /// The salary, where one is set.
    pub salary: Option<Salary>,
    /// When it was last changed.
    pub updated_at: Instant,
}

/// Reads people.
#[async_trait]
pub trait PeopleReads: Send + Sync {
    /// The account with this address (in lower case). `known_since`: a sign-in from `address` counts from then on.
    async fn credentials(
        &self,
        email: &str,
        address: &str,
        known_since: Instant,
    ) -> Result<Option<Credentials>, StoreError>;
    /// A person.
    async fn person(&self, user: UserId) -> Result<Option<PersonView>, StoreError>;
    /// What the rules need to know of a person.
    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError>;
    /// The active, unblocked people of a manager's team who have joined by `today`, and those of them without an entry on it.
    async fn presence(&self, manager: UserId, today: NaiveDate) -> Result<TeamPresence, StoreError>;
    /// A page (from 1) of the people that the filter lets through, by first name, last name and employee ID, and how many there
    /// are in all. A fixed number of statements, whatever the number of people.
    async fn list(&self, filter: &PeopleFilter, page: u32, limit: u32) -> Result<(Vec<PersonView>, u32), StoreError>;
    /// The same of the directory, which MUST leave out inactive accounts.
    async fn directory(
        &self,
        roles: &[Role],
        search: Option<&str>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<DirectoryEntry>, u32), StoreError>;
    /// How many accounts there are, by role. One grouped query.
    async fn head_count(&self) -> Result<HeadCount, StoreError>;
    /// Figures about the Employees on `today`: who is new counts from the day after `new_since`, who has left from the instant `left_since`.
    /// One query.
    async fn figures(
        &self,
        today: NaiveDate,
        new_since: NaiveDate,
        left_since: Instant,
    ) -> Result<PeopleFigures, StoreError>;
    /// The active, unblocked Employees with frozen days from `since` on, by name, at most `limit` people. A day is frozen on which
    /// somebody was marked absent and that has neither an entry nor an unused unlock. One query.
    async fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>, StoreError>;
    /// What the Employees in `scope` recorded in `month`, by name: those who are active, and those who have an entry in it. What an
    /// entry earns MUST be what [`domain::attendance::credit`] says. One grouped query.
    async fn month_records(&self, scope: Scope, month: Month) -> Result<Vec<MonthRecord>, StoreError>;
}

/// How many entries of a person stand where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalCount {
    /// Whose.
    pub user: UserId,
    /// Pending ones.
    pub pending: u32,
    /// Approved ones.
    pub approved: u32,
    /// Rejected ones.
    pub rejected: u32,
}

/// How many of a team there are, and how many have recorded today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamPresence {
    /// Members.
    pub members: u32,
    /// Members without an entry today.
    pub without_entry: u32,
}

/// An entry whose owner the caller knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnEntry {
    /// Its id.
    pub id: TimesheetId,
    /// The day.
    pub date: NaiveDate,
    /// How long.
    pub hours: Hours,
    /// What was done.
    pub description: String,
    /// Where it stands.
    pub status: Status,
    /// Why it was rejected.
    pub comment: Option<String>,
    /// The day of the rejection, where it is rejected.
    pub rejected_on: Option<NaiveDate>,
    /// Whether it came back after a rejection.
    pub is_resubmission: bool,
    /// When it was first made.
    pub created_at: Instant,
    /// When it last changed.
    pub updated_at: Instant,
}

/// An entry with its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryView {
    /// The entry.
    pub entry: OwnEntry,
    /// Whose it is.
    pub person: PersonName,
}

/// An unlock as its employee sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlockView {
    /// Its id.
    pub id: UnlockId,
    /// The day that it opens.
    pub date: NaiveDate,
    /// Why.
    pub reason: String,
    /// Whether it is used up.
    pub is_used: bool,
    /// When it was made.
    pub created_at: Instant,
    /// Who made it.
    pub creator: FullName,
    /// The role that person has now.
    pub creator_role: Role,
}

/// Reads entries.
#[async_trait]
pub trait TimesheetReads: Send + Sync {
    /// A person's entries from `from` to `to`, both included, newest first. One indexed query.
    async fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>, StoreError>;
    /// The entries of everyone in `scope` (of `employee` alone, where one is named) from `from` to `to`, both included,
    /// newest first, then by name. One query, whatever the number of people.
    async fn of_scope(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError>;
    /// Every entry of every week (Monday to Sunday, of one person) that holds a pending entry dated before `before`;
    /// newest first, then by name. One query.
    async fn waiting_weeks(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        before: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError>;
    /// The days from `from` to `to` for which the person has an unused unlock.
    async fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError>;
    /// The oldest day of the person that has an unused unlock or a rejected entry.
    async fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>, StoreError>;
    /// How many entries of each of these people (of everyone, where none are named) stand where. People without an entry are
    /// left out. One grouped query.
    async fn approval_counts(&self, users: Option<&[UserId]>) -> Result<Vec<ApprovalCount>, StoreError>;
    /// The days from `from` to `to` on which the person was marked absent.
    async fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError>;
    /// The days before `before` on which the person has a rejected entry, oldest first, at most `limit`.
    async fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>, StoreError>;
    /// The person's unlocks, newest first, at most `limit`.
    async fn unlocks(&self, user: UserId, limit: u32) -> Result<Vec<UnlockView>, StoreError>;
    /// A page (from 1) of everyone's entries from `from` to `to`, both included, newest first, then by name, and how many there are in
    /// all.
    async fn page(
        &self,
        from: NaiveDate,
        to: NaiveDate,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<EntryView>, u32), StoreError>;
    /// The entries that were made last, newest first, at most `limit`.
    async fn newest(&self, limit: u32) -> Result<Vec<EntryView>, StoreError>;
}

/// A holiday with who entered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolidayView {
    /// The holiday.
    pub holiday: Holiday,
    /// The name of who entered it.
    pub creator: Option<FullName>,
}

impl HolidayView {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> HolidayId {
        self.holiday.id
    }
}

/// Reads holidays.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait HolidayReads: Send + Sync {
    /// Every holiday that may fall on a day from `from` to `to`: those dated between, and every recurring one that began by `to`.
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>, StoreError>;
}

/// A manager's notification that a rejected day came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResubmissionView {
    /// Its id.
    pub id: ResubmissionId,
    /// Whether it was viewed.
    pub is_viewed: bool,
    /// The entry's id.
    pub timesheet: TimesheetId,
    /// The day.
    pub date: NaiveDate,
    /// The hours of the entry now.
    pub hours: Hours,
    /// The description of the entry now.
    pub description: String,
    /// Whose day.
    pub person: PersonName,
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
pub struct NoticeView {
    /// Its id.
    pub id: NoticeId,
    /// Its kind, by name.
    pub kind: String,
    /// The headline.
    pub title: String,
    /// What happened.
    pub body: String,
    /// The first day it is about.
    pub date: Option<NaiveDate>,
    /// Where in the portal it leads.
    pub link: Option<String>,
    /// Whether it was read.
    pub is_read: bool,
    /// When.
    pub created_at: Instant,
}

/// What a badge counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Badge {
    /// An employee's unread notices.
    UnreadNotices(UserId),
    /// A manager's pending resubmissions.
    PendingResubmissions(UserId),
}

/// Reads resubmissions and notices.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait InboxReads: Send + Sync {
    /// The notifications about the manager's team of now: the pending ones, and those viewed from `viewed_since` on; newest first.
    async fn resubmissions(&self, manager: UserId, viewed_since: Instant) -> Result<Vec<ResubmissionView>, StoreError>;
    /// A page (from 1) of the person's notices, newest first, and how many there are in all.
    async fn notices(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<NoticeView>, u32), StoreError>;
    /// What the badge counts.
    async fn count(&self, badge: Badge) -> Result<u32, StoreError>;
}
