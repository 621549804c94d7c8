//! People as HR and administrators look after them: accounts that change, lists, figures, reset links, and the mails of it all.

use super::{PersonName, StoreError};
use crate::mail::Letter;
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::attendance::Recorded;
use domain::id::{MailId, ResetRequestId, UserId};
use domain::person::{EmailAddress, EmployeeId, FullName, Role, Salary, Standing};

/// An account with everything that can be changed, locked for a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonRecord {
    /// Whose.
    pub id: UserId,
    /// The employee ID; it never changes.
    pub employee_id: EmployeeId,
    /// The name.
    pub name: FullName,
    /// The address.
    pub email: EmailAddress,
    /// Role, active, blocked.
    pub standing: Standing,
    /// The department.
    pub department: Option<String>,
    /// The position.
    pub position: Option<String>,
    /// The designation.
    pub designation: Option<String>,
    /// The telephone number.
    pub phone_number: Option<String>,
    /// The salary.
    pub salary: Option<Salary>,
    /// The manager.
    pub manager: Option<UserId>,
    /// When the account became inactive, where it is.
    pub deactivated_at: Option<Instant>,
    /// When it was last changed. Whoever saves it says when that is.
    pub updated_at: Instant,
}

/// Whether somebody can act, as a list is filtered by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountStatus {
    /// Active and not blocked.
    Active,
    /// Blocked, though active.
    Blocked,
    /// Inactive.
    Inactive,
}

/// Which people a list holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeopleFilter {
    /// Whose people.
    pub scope: Scope,
    /// With one of these roles.
    pub roles: Vec<Role>,
    /// A part of the name, the employee ID, the department or the address, in any case. Every character stands for itself.
    pub search: Option<String>,
    /// Only Employees without a manager that can act.
    pub without_manager: bool,
    /// Only those whose account stands like this.
    pub status: Option<AccountStatus>,
}

/// A colleague, as everyone may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// Who it is.
    pub person: PersonName,
    /// The address.
    pub email: String,
    /// The role.
    pub role: Role,
    /// The department.
    pub department: Option<String>,
    /// The position.
    pub position: Option<String>,
}

/// How many accounts of a role there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoleCount {
    /// All of them.
    pub all: u32,
    /// Active ones.
    pub active: u32,
    /// Active ones that are not blocked.
    pub acting: u32,
}

/// How many accounts there are, by role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeadCount {
    /// Employees.
    pub employees: RoleCount,
    /// Managers.
    pub managers: RoleCount,
    /// HR.
    pub hr: RoleCount,
    /// Administrators.
    pub admins: RoleCount,
}

impl HeadCount {
    /// The count of a role.
    #[must_use]
    pub const fn of(&self, role: Role) -> RoleCount {
        match role {
            Role::Employee => self.employees,
            Role::Manager => self.managers,
            Role::Hr => self.hr,
            Role::Admin => self.admins,
        }
    }

    /// The same with the count of a role put in.
    #[must_use]
    pub const fn with(mut self, role: Role, count: RoleCount) -> Self {
        match role {
            Role::Employee => self.employees = count,
            Role::Manager => self.managers = count,
            Role::Hr => self.hr = count,
            Role::Admin => self.admins = count,
        }
        self
    }
}

/// Figures about the Employees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeopleFigures {
    /// Active ones now.
    pub active: u32,
    /// Active ones whose first day lies after the day asked for, and not after today.
    pub new_hires: u32,
    /// Those who became inactive since the instant asked for.
    pub left: u32,
    /// Those who were there at that instant, active then.
    pub active_then: u32,
    /// Active, unblocked ones without a manager that can act.
    pub without_manager: u32,
}

/// An Employee and the frozen days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenDays {
    /// Who it is.
    pub person: PersonName,
    /// The days, oldest first.
    pub days: Vec<NaiveDate>,
}

/// What an Employee recorded in a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthRecord {
    /// Who it is.
    pub person: PersonName,
    /// The first day that can have an entry, where it is known.
    pub joining_date: Option<NaiveDate>,
    /// The days with an entry, and what they earn.
    pub recorded: Recorded,
}

/// Somebody to whom a mail goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// Who it is.
    pub user: UserId,
    /// The name.
    pub name: FullName,
    /// The address.
    pub email: EmailAddress,
}

/// A mail to put into the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// Its id.
    pub id: MailId,
    /// The address.
    pub to: String,
    /// What it says.
    pub letter: Letter,
    /// When.
    pub created_at: Instant,
}

impl NewMail {
    /// A letter to an address.
    pub(crate) fn to(ports: &crate::Ports, address: &EmailAddress, letter: Letter, at: Instant) -> Self {
        Self { id: MailId::new(ports.ids.next()), to: address.to_string(), letter, created_at: at }
    }
}

/// The mail outbox, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait MailRepository: Send + Sync {
    /// Puts mails into the outbox, due at once. After the commit whoever sends mails on this instance MUST learn of them at once.
    async fn enqueue(&self, mails: &[NewMail]) -> Result<(), StoreError>;
}

/// Somebody's wish for a reset link. Whether the address is known is looked up later, by nobody who waits for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetRequest {
    /// Its id.
    pub id: ResetRequestId,
    /// The address that was typed.
    pub email: EmailAddress,
    /// When.
    pub asked_at: Instant,
}

/// An open reset link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetLink {
    /// Whose.
    pub user: UserId,
    /// The fingerprint of its secret.
    pub fingerprint: String,
    /// When it is over.
    pub expires_at: Instant,
}

/// Reset links, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait ResetRepository: Send + Sync {
    /// Keeps a wish. After the commit whoever answers wishes on this instance MUST learn of it at once.
    async fn ask(&self, request: &ResetRequest) -> Result<(), StoreError>;
    /// Takes the oldest wish that nobody else is answering, and removes it.
    async fn take_request(&self) -> Result<Option<ResetRequest>, StoreError>;
    /// Keeps a link. MUST take the place of the person's earlier one: there is at most one.
    async fn keep_link(&self, link: &ResetLink) -> Result<(), StoreError>;
    /// Takes the link with this fingerprint, and removes it: of several who ask at once, one gets it.
    async fn take_link(&self, fingerprint: &str) -> Result<Option<ResetLink>, StoreError>;
    /// Removes the person's link, where there is one.
    async fn drop_link(&self, user: UserId) -> Result<(), StoreError>;
}

/// Reads reset links.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait ResetReads: Send + Sync {
    /// The link with this fingerprint.
    async fn link(&self, fingerprint: &str) -> Result<Option<ResetLink>, StoreError>;
}

/// A value that is kept between calls, one for the whole organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Setting {
    /// How many positions are open.
    OpenPositions,
    /// The last day that was looked at for people who recorded nothing.
    FrozenThrough,
}

impl Setting {
    /// Its name in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenPositions => "open_positions",
            Self::FrozenThrough => "frozen_through",
        }
    }
}

/// Settings, for writing.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait SettingRepository: Send + Sync {
    /// The value, where it was ever set. MUST serialise: of two units of work that ask for the same one, the second waits for the
    /// first to end, also where the value was never set.
    async fn lock(&self, setting: Setting) -> Result<Option<String>, StoreError>;
    /// Sets a value.
    async fn set(&self, setting: Setting, value: &str) -> Result<(), StoreError>;
}

/// Reads settings.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait SettingReads: Send + Sync {
    /// The value, where it was ever set.
    async fn get(&self, setting: Setting) -> Result<Option<String>, StoreError>;
}
