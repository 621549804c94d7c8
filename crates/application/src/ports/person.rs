//! People: their accounts, and what is read of them.

use super::{ChangedPerson, HeadCount, PasswordHash, PeopleFigures, Result, TeamPresence};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::attendance::{Days, OnLeave, Recorded};
use domain::id::UserId;
use domain::person::service::{ServiceHistory, ServicePeriod};
use domain::person::{Beginning, EmailAddress, EmployeeId, Employment, FullName, Role, Standing, WaysIn};
use domain::time::Month;
use domain::timesheet::Hours;
use domain::work_patterns::Expected;

/// Who somebody is, as other people may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    pub id: UserId,
    pub employee_id: EmployeeId,
    pub name: FullName,
}

/// An Employee and their frozen days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenDays {
    pub person: PersonName,
    /// The days, oldest first.
    pub days: Vec<NaiveDate>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPerson {
    pub id: UserId,
    /// The employee ID, from [`PersonRepository::next_employee_id`].
    pub employee_id: EmployeeId,
    /// The number that the person has in another program.
    pub external_id: Option<String>,
    pub name: FullName,
    pub email: EmailAddress,
    pub role: Role,
    pub department: Option<String>,
    pub position: Option<String>,
    pub designation: Option<String>,
    pub phone_number: Option<String>,
    pub joining_date: Option<NaiveDate>,
    /// From which day on their days are expected, where that is not the joining date.
    pub records_from: Option<NaiveDate>,
    pub manager: Option<UserId>,
    pub is_active: bool,
    /// The tenure that it begins with, from [`at_creation`](domain::person::service::at_creation). Its days in service begin later
    /// where the records do.
    pub service: Option<ServicePeriod>,
    /// `None`: they sign in by a provider, or set their first password with the link of an invitation.
    pub hash: Option<PasswordHash>,
    /// Whether a first password of one's own has to be set: at the first login, or with an invitation.
    pub is_first_login: bool,
    pub created_at: Instant,
}

impl NewPerson {
    pub const fn beginning(&self) -> Beginning {
        Beginning { joining_date: self.joining_date, records_from: self.records_from }
    }
}

/// An account with everything that can be changed, locked for a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonRecord {
    pub id: UserId,
    /// The employee ID; it never changes.
    pub employee_id: EmployeeId,
    /// The number that the person has in another program.
    pub external_id: Option<String>,
    pub name: FullName,
    pub email: EmailAddress,
    pub standing: Standing,
    pub department: Option<String>,
    pub position: Option<String>,
    pub designation: Option<String>,
    pub phone_number: Option<String>,
    pub joining_date: Option<NaiveDate>,
    /// From which day on their days are expected, where that is not the joining date.
    pub records_from: Option<NaiveDate>,
    pub manager: Option<UserId>,
    pub deactivated_at: Option<Instant>,
    /// When it was last changed, as the caller who saves it says.
    pub updated_at: Instant,
}

impl From<&NewPerson> for PersonRecord {
    fn from(new: &NewPerson) -> Self {
        Self {
            id: new.id,
            employee_id: new.employee_id,
            external_id: new.external_id.clone(),
            name: new.name.clone(),
            email: new.email.clone(),
            standing: Standing { role: new.role, is_active: new.is_active, is_blocked: false },
            department: new.department.clone(),
            position: new.position.clone(),
            designation: new.designation.clone(),
            phone_number: new.phone_number.clone(),
            joining_date: new.joining_date,
            records_from: new.records_from,
            manager: new.manager,
            deactivated_at: None,
            updated_at: new.created_at,
        }
    }
}

impl PersonRecord {
    pub const fn beginning(&self) -> Beginning {
        Beginning { joining_date: self.joining_date, records_from: self.records_from }
    }
}

/// What a login needs to know of an account.
#[expect(clippy::struct_excessive_bools, reason = "four independent answers to four questions")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    /// `None` where the account has no password.
    pub hash: Option<PasswordHash>,
    pub is_active: bool,
    pub is_blocked: bool,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
    pub role: Role,
    /// Since when they have the role.
    pub in_role_since: Instant,
    /// Whether it is marked as a break-glass account.
    pub is_break_glass: bool,
}

/// Somebody to whom a mail goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    pub user: UserId,
    pub name: FullName,
    pub email: EmailAddress,
    pub role: Role,
}

/// Which employee IDs a read is about. Reading the even ones beside the odd ones keeps two connections busy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmployeeIds {
    All,
    Even,
    Odd,
}

impl EmployeeIds {
    pub const fn have(self, id: EmployeeId) -> bool {
        match self {
            Self::All => true,
            Self::Even => id.number().is_multiple_of(2),
            Self::Odd => !id.number().is_multiple_of(2),
        }
    }
}

port! { UnitOfWork::people =>
    /// People, for writing.
    pub trait PersonRepository: Send + Sync {
        /// Whether there is any account at all. MUST serialise: of two units of work that ask on an empty database, the second
        /// waits for the first to end.
        [Looks] async fn any(&self) -> Result<bool>;
        /// The next employee ID: counts up from [`EmployeeId::FIRST`], and MUST never be handed out twice by committed work.
        [Writes] async fn next_employee_id(&self) -> Result<EmployeeId>;
        /// As many of them, in their order, at once.
        [Writes] async fn next_employee_ids(&self, count: u32) -> Result<Vec<EmployeeId>>;
        /// Creates an account, with its service. MUST be `Conflict(Email)` where the address has one, and `Conflict(ExternalId)`
        /// where the external ID has one, however it is written.
        // It changes days from the first day on, of an Employee.
        [ChangesDays] async fn insert(&self, person: &NewPerson) -> Result<()>;
        /// Creates accounts likewise, with as many statements for 500 as for one.
        [ChangesDays] async fn insert_many(&self, people: &[NewPerson]) -> Result<()>;
        /// What the rules need to know of a person on `today`; `None` where there is no such person. The account MUST NOT change
        /// until the unit of work ends; others may ask the same meanwhile.
        [Looks] async fn employment(&self, user: UserId, today: NaiveDate) -> Result<Option<Employment>>;
        /// The login of a person, locked until the unit of work ends, so that logins, blocks and
        /// password changes of one person happen one after the other.
        [Looks] async fn lock_login(&self, user: UserId) -> Result<Option<Login>>;
        /// Sets the password hash, or takes the password away, and whether it has to be changed at the next login. MUST be `Stale` where there is no such
        /// person.
        [Writes] async fn set_password(
            &self,
            user: UserId,
            hash: Option<&PasswordHash>,
            is_first_login: bool,
            at: Instant,
        ) -> Result<()>;
        /// How far these people have come into the portal, in one statement. Unknown ids are left out.
        [Looks] async fn ways_in(&self, users: &[UserId]) -> Result<Vec<(UserId, WaysIn)>>;
        /// Takes the passwords of these people away; each has to set a first one of their own. One statement.
        [Writes] async fn drop_passwords(&self, users: &[UserId], at: Instant) -> Result<()>;
        /// Marks the account as a break-glass account, or no longer. MUST be `Stale` where there is no such person.
        [Writes] async fn set_break_glass(&self, user: UserId, is_break_glass: bool) -> Result<()>;
        /// A person's account, locked until the unit of work ends. A caller who locks both an Employee and the manager locks the
        /// manager first.
        [Looks] async fn for_change(&self, user: UserId) -> Result<Option<PersonRecord>>;
        /// The accounts of these people in the order of their ids, locked likewise and in this order. One statement.
        [Looks] async fn for_change_of(&self, users: &[UserId]) -> Result<Vec<PersonRecord>>;
        /// The account with this address, locked likewise.
        [Looks] async fn for_change_by_email(&self, email: &EmailAddress) -> Result<Option<PersonRecord>>;
        /// The administrators that can act, locked in a fixed order until the unit of work ends: of two units of work that would
        /// each take one away, the second sees what the first has left. A caller who needs this asks for it before any single
        /// account.
        [Looks] async fn acting_admins(&self) -> Result<Vec<UserId>>;
        /// Saves accounts, each once, with one statement. MUST be `Conflict(Email)` where another one has the address, `Conflict(ExternalId)` where another one
        /// has the external ID, however it is written, and `Stale` where there is no such person. Another role MUST count since `at`.
        [Writes] async fn save_many(&self, people: &[ChangedPerson], at: Instant) -> Result<()>;
        /// [`Self::save_many`] of one.
        [Writes] async fn save(&self, person: &ChangedPerson, at: Instant) -> Result<()>;
        /// Replaces the tenures of people, each once, and the days in service that follow from them. The caller MUST have locked the
        /// accounts. The store MUST refuse two periods of a person that share a day. As many statements for 500 as for one.
        [Writes] async fn save_service(&self, histories: &[(UserId, ServiceHistory)]) -> Result<()>;
        /// The names and addresses of these people, in one statement. Unknown ids are left out.
        [Looks] async fn recipients(&self, users: &[UserId]) -> Result<Vec<Recipient>>;
        /// Takes the manager from everyone in the team, and returns whom. MUST lock them in the order of their ids.
        [Writes] async fn release_team(&self, manager: UserId, at: Instant) -> Result<Vec<UserId>>;
    }
}

/// An account, found by its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    pub person: PersonName,
    pub email: String,
    pub login: Login,
    /// Whether the person has signed in from the caller's IP address lately.
    pub is_known_address: bool,
}

/// A person with everything that is kept of the person but the password.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent answers to four questions")]
pub struct PersonView {
    pub person: PersonName,
    /// The number that the person has in another program.
    pub external_id: Option<String>,
    pub email: String,
    pub phone_number: Option<String>,
    pub role: Role,
    pub department: Option<String>,
    pub designation: Option<String>,
    pub position: Option<String>,
    pub joining_date: Option<NaiveDate>,
    pub records_from: Option<NaiveDate>,
    pub is_active: bool,
    pub is_blocked: bool,
    /// Whether there is a password, the generated one included.
    pub has_password: bool,
    /// Whether a first password of one's own has to be set.
    pub is_first_login: bool,
    pub manager: Option<(UserId, FullName)>,
    pub updated_at: Instant,
}

impl PersonView {
    pub const fn beginning(&self) -> Beginning {
        Beginning { joining_date: self.joining_date, records_from: self.records_from }
    }
}

domain::names! {
    /// Whether somebody can act, as a filter of lists.
    pub enum AccountStatus {
        /// Active and not blocked.
        Active = "active",
        /// Blocked, though active.
        Blocked = "blocked",
        Inactive = "inactive",
    }
}

impl AccountStatus {
    pub const fn of(standing: Standing) -> Self {
        match standing {
            Standing { is_active: false, .. } => Self::Inactive,
            Standing { is_blocked: true, .. } => Self::Blocked,
            _ => Self::Active,
        }
    }
}

/// Which people a list holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeopleFilter {
    pub scope: Scope,
    pub roles: Vec<Role>,
    /// A part of the name, the employee ID, the department or the address, in any case. Every character stands for itself. Where
    /// the scope is everyone, whose readers look after accounts, a part of the external ID too.
    pub search: Option<String>,
    /// Only Employees without a manager that can act on this day: themselves, or through a substitute.
    pub without_manager: Option<NaiveDate>,
    pub status: Option<AccountStatus>,
}

/// A colleague, as everyone may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryEntry {
    pub person: PersonName,
    pub email: String,
    pub role: Role,
    pub department: Option<String>,
    pub position: Option<String>,
}

/// An Employee's records of a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthRecord {
    pub person: PersonName,
    /// The days in service (months.md 1.1).
    pub in_service: Days,
    /// The days with an entry, and what they earn.
    pub recorded: Recorded,
    /// Their approved leave that counts.
    pub on_leave: OnLeave,
}

port! { Reads::people =>
    /// Reads people.
    pub trait PeopleReads: Send + Sync {
        /// The account with this address (in lower case). `known_since`: a sign-in from `address` counts from then on.
        async fn credentials(
            &self,
            email: &str,
            address: &str,
            known_since: Instant,
        ) -> Result<Option<Credentials>>;
        /// A person.
        async fn person(&self, user: UserId) -> Result<Option<PersonView>>;
        /// What the rules need to know of a person on `today`.
        async fn employment(&self, user: UserId, today: NaiveDate) -> Result<Option<Employment>>;
        /// The active, unblocked people of these teams whose days have begun by `today`; those of them without an entry on it who are
        /// `expected`, and whom approved leave does not cover whole; and the active Employees of these teams with approved leave
        /// that counts on it, blocked or not.
        async fn presence(&self, leads: &Leads, today: NaiveDate, expected: &Expected) -> Result<TeamPresence>;
        /// A page (from 1) of the people that the filter lets through, by first name, last name and employee ID, and how many there
        /// are in all. A fixed number of statements, whatever the number of people.
        async fn list(&self, filter: &PeopleFilter, page: u32, limit: u32) -> Result<(Vec<PersonView>, u32)>;
        /// The same of the directory, which MUST leave out inactive accounts.
        async fn directory(
            &self,
            roles: &[Role],
            search: Option<&str>,
            page: u32,
            limit: u32,
        ) -> Result<(Vec<DirectoryEntry>, u32)>;
        /// The people in the teams of these managers, each with the manager. One statement.
        async fn managed_by(&self, managers: &[UserId]) -> Result<Vec<(UserId, (UserId, FullName))>>;
        /// How many accounts there are, by role. A fixed number of statements, whatever the number of people.
        async fn head_count(&self) -> Result<HeadCount>;
        /// Figures about the Employees on `today`. New ones count from the day after `new_since`, leavers from the instant
        /// `left_since`. One query.
        async fn figures(
            &self,
            today: NaiveDate,
            new_since: NaiveDate,
            left_since: Instant,
        ) -> Result<PeopleFigures>;
        /// The active, unblocked Employees with frozen days from `since` on, by name, at most `limit` people. A day is frozen if
        /// somebody was marked absent on it, it has neither an entry nor an unused unlock, no approved leave covers it whole, it
        /// was not accepted as absent, and its month is not closed. One query.
        async fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>>;
        /// What people in `scope` recorded in `month`, their days in service and their leave in it, by name: the people who were in
        /// service in it, and the Employees who are active or have an entry in it. What an entry earns MUST be what
        /// [`domain::attendance::Recorded::with`] says, told apart by each length of half a day in `half_days`. One grouped query
        /// for every twenty thousand people.
        async fn month_records(
            &self,
            scope: Scope,
            month: Month,
            half_days: &[Hours],
        ) -> Result<Vec<MonthRecord>>;
    }
}
