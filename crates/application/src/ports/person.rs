//! People: their accounts, and what is read of them.

use super::{HeadCount, PasswordHash, PeopleFigures, Result, TeamPresence};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Actor, Forbidden, Leads, MayAssign, MayBlock, MayManage, Scope};
use domain::attendance::{Days, OnLeave, Recorded};
use domain::id::UserId;
use domain::person::service::{ServiceHistory, ServicePeriod, Tenure};
use domain::person::{EmailAddress, EmployeeId, Employment, FullName, Role, Standing};
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
    pub name: FullName,
    pub email: EmailAddress,
    pub role: Role,
    pub department: Option<String>,
    pub position: Option<String>,
    /// The first day that can have an entry.
    pub joining_date: Option<NaiveDate>,
    pub manager: Option<UserId>,
    pub is_active: bool,
    /// The days in service that it begins with, from [`at_creation`](domain::person::service::at_creation).
    pub service: Option<ServicePeriod>,
    /// `None`: they sign in by a provider.
    pub hash: Option<PasswordHash>,
    /// Whether that password has to be changed at the first login.
    pub is_first_login: bool,
    pub created_at: Instant,
}

/// An account with everything that can be changed, locked for a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonRecord {
    pub id: UserId,
    /// The employee ID; it never changes.
    pub employee_id: EmployeeId,
    pub name: FullName,
    pub email: EmailAddress,
    pub standing: Standing,
    pub department: Option<String>,
    pub position: Option<String>,
    pub designation: Option<String>,
    pub phone_number: Option<String>,
    /// The first day that can have an entry, where it is known.
    pub joining_date: Option<NaiveDate>,
    pub manager: Option<UserId>,
    pub deactivated_at: Option<Instant>,
    /// When it was last changed, as the caller who saves it says.
    pub updated_at: Instant,
}

/// An account as it is to be saved. It cannot be made without the proof that the caller may change it like this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPerson(PersonRecord);

impl ChangedPerson {
    /// As somebody who looks after the account wants it. Refused where `proof` is about another one.
    pub fn managed(proof: MayManage, account: PersonRecord) -> Result<Self, Forbidden> {
        Self::about(proof.subject(), account)
    }

    /// With this manager, or with none. Refused where `proof` is about another account.
    pub fn assigned(proof: MayAssign, account: PersonRecord, manager: Option<UserId>) -> Result<Self, Forbidden> {
        Self::about(proof.subject(), PersonRecord { manager, ..account })
    }

    /// Blocked, or no longer. Refused where `proof` is about another account.
    pub fn blocked(proof: MayBlock, account: PersonRecord, is_blocked: bool) -> Result<Self, Forbidden> {
        let standing = Standing { is_blocked, ..account.standing };
        Self::about(proof.subject(), PersonRecord { standing, ..account })
    }

    /// With the details that people change of their own account. Refused where it is not that of `actor`.
    pub fn detailed(
        actor: &Actor,
        account: PersonRecord,
        department: Option<String>,
        position: Option<String>,
    ) -> Result<Self, Forbidden> {
        Self::about(actor.id, PersonRecord { department, position, ..account })
    }

    fn about(subject: UserId, account: PersonRecord) -> Result<Self, Forbidden> {
        if subject == account.id { Ok(Self(account)) } else { Err(Forbidden::NotInTeam) }
    }

    pub const fn record(&self) -> &PersonRecord {
        &self.0
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
        /// Creates an account, with its service. MUST be `Conflict(Email)` where the address has one.
        // It changes days with the joining date, of an Employee.
        [ChangesDays] async fn insert(&self, person: &NewPerson) -> Result<()>;
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
        /// Marks the account as a break-glass account, or no longer. MUST be `Stale` where there is no such person.
        [Writes] async fn set_break_glass(&self, user: UserId, is_break_glass: bool) -> Result<()>;
        /// A person's account, locked until the unit of work ends. A caller who locks both an Employee and the manager locks the
        /// manager first.
        [Looks] async fn for_change(&self, user: UserId) -> Result<Option<PersonRecord>>;
        /// The account with this address, locked likewise.
        [Looks] async fn for_change_by_email(&self, email: &EmailAddress) -> Result<Option<PersonRecord>>;
        /// The administrators that can act, locked in a fixed order until the unit of work ends: of two units of work that would
        /// each take one away, the second sees what the first has left. A caller who needs this asks for it before any single
        /// account.
        [Looks] async fn acting_admins(&self) -> Result<Vec<UserId>>;
        /// Saves an account. MUST be `Conflict(Email)` where another one has the address, and `Stale` where there is no such
        /// person. Another role MUST count since `at`.
        [Writes] async fn save(&self, person: &ChangedPerson, at: Instant) -> Result<()>;
        /// The tenures of a person, oldest first. A caller who changes them MUST have locked the account.
        [Looks] async fn tenures(&self, user: UserId) -> Result<Vec<Tenure>>;
        /// Replaces the tenures of a person, and the days in service that follow from them. The store MUST refuse two periods that
        /// share a day.
        [Writes] async fn save_service(&self, user: UserId, history: &ServiceHistory) -> Result<()>;
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
pub struct PersonView {
    pub person: PersonName,
    pub email: String,
    pub phone_number: Option<String>,
    pub role: Role,
    pub department: Option<String>,
    pub designation: Option<String>,
    pub position: Option<String>,
    pub joining_date: Option<NaiveDate>,
    pub is_active: bool,
    pub is_blocked: bool,
    /// Whether the generated password has to be changed first.
    pub is_first_login: bool,
    pub manager: Option<(UserId, FullName)>,
    pub updated_at: Instant,
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
    /// A part of the name, the employee ID, the department or the address, in any case. Every character stands for itself.
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
        /// The active, unblocked people of these teams who have joined by `today`; those of them without an entry on it who are
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
