//! Who may do what: one table, and proofs that it was asked.
//!
//! [`reach`] is the table: for each capability and role, whose things it covers. Reads take the resulting [`Scope`], so an
//! unscoped read cannot be written. A change takes a proof, see [`May`], which only the function that asks hands out, and which
//! names the person it is about.

pub mod accounts;
mod leads;
mod proof;
mod substitutes;

pub use leads::Leads;
pub use proof::{
    Assign, Block, Decide, DecideLeave, Manage, May, MayAssign, MayBlock, MayDecide, MayDecideLeave, MayManage,
    MayUnlock, Unlock, may_decide, may_decide_leave, may_unlock,
};
pub use substitutes::{may_end, may_name};

use crate::id::UserId;
use crate::person::Role;
use uuid::Uuid;

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub id: UserId,
    /// The role at this request.
    pub role: Role,
    /// Whose teams the person leads at this request.
    pub leads: Leads,
}

/// The one list of capabilities: hands it to the macro `$with`, for those who make a type of each.
#[macro_export]
macro_rules! capabilities {
    ($with:ident) => {
        $with! {
            /// Record own days, correct and resubmit them, and see own unlocks.
            RecordDays,
            /// See own notices.
            ReadNotices,
            ChooseMails,
            ReadTimesheets,
            /// Read everybody's entries in one list, and how many of each person have which status.
            ReadAllTimesheets,
            /// Approve and reject, and be told of resubmissions.
            DecideTimesheets,
            UnlockDates,
            ReadHolidays,
            ManageHolidays,
            ReadLeaveTypes,
            /// Add and change leave types, and read those that are no longer in use.
            KeepLeaveTypes,
            /// Read leave: requests, balances and what they are made of.
            ReadLeave,
            /// Adjust balances of leave, and take everybody's along as a file.
            AdjustLeave,
            /// Ask for leave, or record it for an Employee.
            AskForLeave,
            CancelLeave,
            /// See what waits for a decision about leave, and decide.
            DecideLeave,
            /// See the leave calendar: who is away when.
            SeeLeaveCalendar,
            KeepLeaveFeed,
            ReadAttendance,
            SeeTeamDashboard,
            /// See what people are paid.
            SeeSalaries,
            /// See the telephone numbers of people whose accounts one may read.
            SeePhoneNumbers,
            ListPeople,
            SeePeopleFigures,
            /// Set the figures that people set.
            KeepFigures,
            /// Change accounts, and assign managers.
            ManagePeople,
            BlockPeople,
            /// Import people, balances of leave and holidays from files, and export them. Each row is up to its own capability.
            MoveData,
            /// Name and end substitutes, and read who stands in for whom.
            NameSubstitutes,
            /// Keep months: see what is open in them, close and reopen them, and take their payroll along.
            KeepMonths,
            /// Read own statements and receipts of closed months.
            ReadStatements,
            /// Read the audit log, take it along as a file, and have it verified.
            ReadAuditLog,
            ReadEntryHistory,
            /// See the report about the days and hours of a team.
            SeeTeamReport,
            /// See the reports about departments, headcount and missing days.
            SeeReports,
            /// See the reports about the portal itself: accounts, activity, approvals, jobs and data health.
            SeeSystemReports,
            /// Read and change what HR decides for the organisation.
            KeepHrSettings,
            /// Read and change what administrators decide for it.
            KeepSystemSettings,
        }
    };
}

macro_rules! capability {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// Something a person may or may not do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Capability {
            $($(#[$doc])* $name,)+
        }

        impl Capability {
            pub const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}
capabilities!(capability);

/// Whose things a read covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    Own(UserId),
    /// Those of the people whose manager is one of these.
    Team(Leads),
    Everyone,
}

/// How far a capability reaches for a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Nothing,
    Own,
    /// Those of the caller's team.
    Team,
    /// Those of the teams of the managers for whom the caller stands in; while there are none, nothing.
    TeamsOfOthers,
    Everyone,
}

/// The permission is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forbidden {
    Role,
    /// The role has it, but not for this person.
    NotInTeam,
    OwnEntry,
    /// Only an administrator hands out this role.
    AdminRole,
    /// Only an administrator looks after this account.
    AdminAccount,
    OwnRole,
    OwnAccount,
    /// Visitors may not register themselves here.
    RegistrationClosed,
    /// The role opens no dates.
    NoUnlock,
    /// A manager unlocks dates of their own team only.
    UnlockOutsideTeam,
    /// A manager names a substitute for nobody else.
    SubstituteOfOthers,
    /// A manager ends no substitution for somebody else.
    SubstitutionOfOthers,
    /// Their sign-in is too long ago.
    OldSignIn,
}

impl Forbidden {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Role => "You do not have permission to do this",
            Self::NotInTeam => "You can only do this for your team members",
            Self::OwnEntry => "You cannot decide on your own timesheet",
            Self::AdminRole => "Only an administrator can assign this role",
            Self::AdminAccount => "Only an administrator can manage this account",
            Self::OwnRole => "You cannot change your own role",
            Self::OwnAccount => "You cannot deactivate yourself!",
            Self::RegistrationClosed => "Self-registration is closed. Please contact HR.",
            Self::NoUnlock => "No unlock permissions",
            Self::UnlockOutsideTeam => "You can only unlock timesheets for your team members",
            Self::SubstituteOfOthers => "You can only name a substitute for yourself",
            Self::SubstitutionOfOthers => "You can only end a substitution of your own",
            Self::OldSignIn => "Please sign in again before you link another account",
        }
    }
}

/// The table: how far `capability` reaches for `role`.
#[expect(
    clippy::match_same_arms,
    reason = "a table is read row by row: merging rows by their outcome would hide who may do what"
)]
pub const fn reach(role: Role, capability: Capability) -> Reach {
    use Capability as C;
    use Role as R;
    match (capability, role) {
        (C::RecordDays | C::ReadStatements, R::Employee) => Reach::Own,
        (C::RecordDays | C::ReadStatements, R::Manager | R::Hr | R::Admin | R::Boss) => Reach::Nothing,

        (C::ReadNotices, R::Employee | R::Manager) => Reach::Own,
        (C::ReadNotices, R::Hr | R::Admin | R::Boss) => Reach::Nothing,

        (C::ChooseMails, R::Employee | R::Manager | R::Hr | R::Admin) => Reach::Own,
        (C::ChooseMails, R::Boss) => Reach::Nothing,

        (C::ReadTimesheets, R::Employee) => Reach::Own,
        (C::ReadTimesheets, R::Manager) => Reach::Team,
        (C::ReadTimesheets, R::Hr | R::Admin | R::Boss) => Reach::Everyone,

        (C::ReadAllTimesheets, R::Employee | R::Manager) => Reach::Nothing,
        (C::ReadAllTimesheets, R::Hr | R::Admin | R::Boss) => Reach::Everyone,

        (C::DecideTimesheets | C::SeeTeamDashboard, R::Manager) => Reach::Team,
        (C::DecideTimesheets, R::Hr | R::Admin) => Reach::TeamsOfOthers,
        (C::SeeTeamDashboard, R::Hr | R::Admin) => Reach::Nothing,
        (C::DecideTimesheets | C::SeeTeamDashboard, R::Employee | R::Boss) => Reach::Nothing,

        (C::UnlockDates | C::ReadAttendance, R::Employee) => Reach::Nothing,
        (C::UnlockDates | C::ReadAttendance, R::Manager) => Reach::Team,
        (C::UnlockDates | C::ReadAttendance, R::Hr | R::Admin) => Reach::Everyone,
        (C::UnlockDates, R::Boss) => Reach::Nothing,
        (C::ReadAttendance, R::Boss) => Reach::Everyone,

        (C::ReadHolidays | C::ReadLeaveTypes, R::Employee | R::Manager | R::Hr | R::Admin) => Reach::Everyone,
        (C::ReadHolidays, R::Boss) => Reach::Everyone,
        (C::ReadLeaveTypes, R::Boss) => Reach::Nothing,

        (C::ManageHolidays | C::SeeSalaries, R::Hr | R::Admin) => Reach::Everyone,
        (C::ManageHolidays | C::SeeSalaries, R::Employee | R::Manager | R::Boss) => Reach::Nothing,

        (C::SeePhoneNumbers, R::Employee) => Reach::Own,
        (C::SeePhoneNumbers, R::Manager) => Reach::Team,
        (C::SeePhoneNumbers, R::Hr | R::Admin) => Reach::Everyone,
        (C::SeePhoneNumbers, R::Boss) => Reach::Nothing,

        (C::ListPeople, R::Employee | R::Boss) => Reach::Nothing,
        (C::ListPeople, R::Manager) => Reach::Team,
        // Which accounts of everyone's: `accounts::lists`.
        (C::ListPeople, R::Hr | R::Admin) => Reach::Everyone,

        // Which accounts: `accounts::manages`.
        (C::ManagePeople, R::Hr | R::Admin) => Reach::Everyone,
        (C::ManagePeople, R::Employee | R::Manager | R::Boss) => Reach::Nothing,

        (C::SeePeopleFigures | C::KeepFigures | C::MoveData, R::Hr | R::Admin) => Reach::Everyone,
        (C::SeePeopleFigures | C::KeepFigures | C::MoveData, R::Employee | R::Manager | R::Boss) => Reach::Nothing,

        (C::NameSubstitutes, R::Employee | R::Boss) => Reach::Nothing,
        // Their own, in either part; they name one for themselves alone: `may_name`.
        (C::NameSubstitutes, R::Manager) => Reach::Own,
        (C::NameSubstitutes, R::Hr | R::Admin) => Reach::Everyone,

        (C::KeepMonths, R::Hr | R::Admin) => Reach::Everyone,
        (C::KeepMonths, R::Employee | R::Manager | R::Boss) => Reach::Nothing,

        (C::KeepHrSettings | C::KeepLeaveTypes | C::AdjustLeave, R::Hr | R::Admin) => Reach::Everyone,
        (C::KeepHrSettings | C::KeepLeaveTypes | C::AdjustLeave, R::Employee | R::Manager | R::Boss) => Reach::Nothing,

        (C::ReadLeave | C::AskForLeave | C::CancelLeave, R::Employee) => Reach::Own,
        (C::ReadLeave | C::CancelLeave | C::DecideLeave, R::Manager) => Reach::Team,
        (C::AskForLeave, R::Manager) => Reach::Nothing,
        (C::ReadLeave | C::AskForLeave, R::Hr | R::Admin) => Reach::Everyone,
        (C::CancelLeave | C::DecideLeave, R::Hr | R::Admin) => Reach::TeamsOfOthers,
        (C::DecideLeave, R::Employee) => Reach::Nothing,
        (C::ReadLeave | C::AskForLeave | C::CancelLeave | C::DecideLeave, R::Boss) => Reach::Nothing,

        (C::SeeLeaveCalendar, R::Employee | R::Boss) => Reach::Nothing,
        (C::SeeLeaveCalendar, R::Manager) => Reach::Team,
        (C::SeeLeaveCalendar, R::Hr | R::Admin) => Reach::Everyone,

        // Whose leave the feed has.
        (C::KeepLeaveFeed, R::Employee) => Reach::Own,
        (C::KeepLeaveFeed, R::Manager) => Reach::Team,
        (C::KeepLeaveFeed, R::Hr | R::Admin | R::Boss) => Reach::Nothing,

        (C::ReadEntryHistory, R::Employee) => Reach::Own,
        (C::ReadEntryHistory, R::Manager) => Reach::Team,
        (C::ReadEntryHistory, R::Hr | R::Admin) => Reach::Everyone,
        (C::ReadEntryHistory, R::Boss) => Reach::Nothing,

        (C::SeeTeamReport, R::Manager) => Reach::Team,
        (C::SeeTeamReport, R::Employee | R::Hr | R::Admin | R::Boss) => Reach::Nothing,

        (C::SeeReports, R::Hr | R::Admin | R::Boss) => Reach::Everyone,
        (C::SeeReports, R::Employee | R::Manager) => Reach::Nothing,

        (C::ReadAuditLog | C::SeeSystemReports, R::Admin) => Reach::Everyone,
        (C::ReadAuditLog | C::SeeSystemReports, R::Employee | R::Manager | R::Hr | R::Boss) => Reach::Nothing,

        (C::BlockPeople | C::KeepSystemSettings, R::Admin) => Reach::Everyone,
        (C::BlockPeople | C::KeepSystemSettings, R::Employee | R::Manager | R::Hr | R::Boss) => Reach::Nothing,
    }
}

/// Why a role without `capability` is turned away.
const fn missing(capability: Capability) -> Forbidden {
    match capability {
        Capability::UnlockDates => Forbidden::NoUnlock,
        _ => Forbidden::Role,
    }
}

impl Actor {
    /// Somebody with this role who stands in for nobody.
    pub const fn new(id: UserId, role: Role) -> Self {
        Self { id, role, leads: Leads::own(id) }
    }

    /// The operator of the portal's machine: an administrator without an account, so with an id that no person has.
    pub const fn operator() -> Self {
        Self::new(UserId::new(Uuid::nil()), Role::Admin)
    }

    /// The scope that `capability` gives this person, or why it gives none.
    pub fn scope(&self, capability: Capability) -> Result<Scope, Forbidden> {
        match reach(self.role, capability) {
            Reach::Nothing => Err(missing(capability)),
            Reach::Own => Ok(Scope::Own(self.id)),
            Reach::Team => Ok(Scope::Team(self.leads.clone())),
            Reach::TeamsOfOthers => self.teams(capability).cloned().map(Scope::Team),
            Reach::Everyone => Ok(Scope::Everyone),
        }
    }

    /// The teams that `capability` gives this person, or why it gives none: what only those who lead a team may do.
    pub fn teams(&self, capability: Capability) -> Result<&Leads, Forbidden> {
        match reach(self.role, capability) {
            Reach::Team => Ok(&self.leads),
            Reach::TeamsOfOthers if self.leads.stand_in() => Ok(&self.leads),
            Reach::Nothing | Reach::Own | Reach::TeamsOfOthers | Reach::Everyone => Err(missing(capability)),
        }
    }

    /// What the person is able to do, for anybody at all.
    pub fn capabilities(&self) -> impl Iterator<Item = Capability> {
        Capability::ALL.iter().copied().filter(|capability| self.require(*capability).is_ok())
    }

    /// Whether the person has `capability` for anybody at all.
    pub const fn require(&self, capability: Capability) -> Result<(), Forbidden> {
        match reach(self.role, capability) {
            Reach::TeamsOfOthers if self.leads.stand_in() => Ok(()),
            Reach::Nothing | Reach::TeamsOfOthers => Err(missing(capability)),
            Reach::Own | Reach::Team | Reach::Everyone => Ok(()),
        }
    }
}

impl Scope {
    pub fn covers(&self, user: UserId, manager: Option<UserId>) -> bool {
        match self {
            Self::Own(own) => *own == user,
            Self::Team(leads) => leads.cover(manager),
            Self::Everyone => true,
        }
    }
}

#[cfg(test)]
mod tests;
