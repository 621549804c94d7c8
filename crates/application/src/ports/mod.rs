//! What the use cases need from the world, as traits, one file for each aggregate: its repository, its reads and their views.
//! Their docs are contracts: each sentence with MUST has a test in the suite that every adapter passes.
//!
//! Rules for all of them:
//! - A look-up returns `Ok(None)` for what is not there; that is an answer, not an error.
//! - Reads that return other people's things take a [`domain::access::Scope`] or the person they are about.
//! - After an error a unit of work is only dropped. Dropping it rolls back.

#[macro_use]
mod port;

mod absence;
mod account;
mod audit;
mod cause;
mod changed_person;
mod digest;
mod documents;
mod event;
mod figures;
mod holiday;
mod identity;
mod import;
mod import_reader;
mod inbox;
mod invitation;
mod job_run;
mod kept_value;
mod leave_calendar;
mod leave_count;
mod leave_day;
mod leave_feed;
mod leave_ledger;
mod leave_request;
mod leave_type;
mod mail;
mod mail_choice;
mod month;
mod outbound;
mod outside;
mod person;
mod provider_token;
mod report;
mod reset;
mod salary;
mod second_factor;
mod session;
mod setting;
mod substitution;
mod system_report;
mod throttle;
mod timesheet;
mod unit;
mod unlock;
mod work_pattern;

pub use absence::{AbsenceRepository, UnmailedAbsences};
pub use account::{AccountKeys, AccountReads};
pub use audit::{
    ActedBy, AuditChain, AuditFilter, AuditNames, AuditOrder, AuditPart, AuditReads, AuditRepository,
    AuditVerification, AuditView, Backlog, Unsealed,
};
pub use cause::Cause;
pub use changed_person::ChangedPerson;
pub use digest::{DigestNotice, DigestRepository, MissingDays, WaitingEntries};
pub use documents::{
    Align, CalendarEntry, CalendarFile, Cell, Column, DocumentError, Documents, Pieces, Report, Rows, Table,
};
pub use event::{EventLog, EventReads, RecordedEvent};
pub use figures::{HeadCount, PeopleFigures, RoleCount, TeamPresence};
pub use holiday::{HolidayReads, HolidayRepository, HolidayView};
pub use identity::{
    Identity, IdentityReads, IdentityRepository, ProviderSession, ProviderSignIns, SignInCode, SignInFlowRepository,
};
pub use import::{AppliedPiece, ImportEnd, ImportReads, ImportRepository};
pub use import_reader::{FileRead, ImportReader};
pub use inbox::{Badge, InboxReads, InboxRepository, NewNotice, NewResubmission, NoticeView, ResubmissionView};
pub use invitation::{InvitationReads, InvitationRepository, Invitee};
pub use job_run::{JobRunReads, JobRunRepository};
pub use kept_value::{KeptValue, KeptValueReads, KeptValueRepository};
pub use leave_calendar::{AwayOnDate, LeaveCalendarReads, OnLeaveFilter, PersonOnLeave};
pub use leave_count::{HalfInQuestion, LeaveCountRepository};
pub use leave_day::{LeaveDayReads, LeaveOfDay};
pub use leave_feed::{FeedLeave, LeaveFeed, LeaveFeedReads, LeaveFeedRepository};
pub use leave_ledger::{
    LeaveHolder, LeaveLedgerReads, LeaveLedgerRepository, LeaveOf, LedgerRowView, NewLedgerRow, OfAccount,
};
pub use leave_request::{
    AccountRow, AlsoAway, AwayOn, LeaveFilter, LeaveInYear, LeaveReads, LeaveRequestReads, LeaveRequestRepository,
    LeaveStepView, LiveHalf, NewLeave, NewLeaveStep, StoredLeave, TakenBy,
};
pub use leave_type::{LeaveTypeReads, LeaveTypeRepository};
pub use mail::{ClaimedMail, MailFault, MailOverview, MailQueue, MailRepository, MailState, MailView, Mailer, NewMail};
pub use mail_choice::{Addressees, MailChoiceReads, MailChoiceRepository};
pub use month::{
    By, Imprint, MonthCheck, MonthReads, MonthRepository, MonthView, NewRevision, OwnRow, PayrollTotals, PersonOfMonth,
    ReminderKind, Revision, Sample, Untold,
};
pub use outbound::{BasicLogin, Outbound, OutboundAnswer, OutboundFault};
pub use outside::{
    Claims, Clock, Ids, LinkToken, NoRandomness, OneTimeCodes, Overloaded, PasswordHash, Passwords, Seals, Secrets,
    Ticket, Tokens, Workers,
};
pub use person::{
    AccountStatus, Credentials, DirectoryEntry, EmployeeIds, FrozenDays, Login, MonthRecord, NewPerson, PeopleFilter,
    PeopleReads, PersonName, PersonRecord, PersonRepository, PersonView, Recipient,
};
pub use port::{COMMIT, Intercepted, Interceptor, Kind};
pub use provider_token::ProviderTokens;
pub use report::{CountedMonth, DecidedTogether, Headcount, MissingOf, PlaceOfWork, ReportReads};
pub use reset::{ResetLink, ResetReads, ResetRepository, ResetRequest};
pub use salary::{NewSalary, SalaryReads, SalaryRepository, StoredSalary, salaries};
pub use second_factor::{
    NewRecoveryCode, SecondFactor, SecondFactorReads, SecondFactorRepository, SecondFactorView, WaitingKey,
};
pub use session::{NewSession, SessionReads, SessionRepository, SessionView};
pub use setting::{SettingReads, SettingRepository, StoredSetting};
pub use substitution::{
    PartOf, Party, StoodInFor, Substitution, SubstitutionReads, SubstitutionRepository, SubstitutionView,
};
pub use system_report::{
    Activity, FoundPeople, MailFigures, ManagerWaiting, RoleAccounts, SystemReportReads, UnsentMail,
};
pub use throttle::ThrottleRepository;
pub use timesheet::{
    ApprovalCount, DecidedEntry, EntryHistory, EntryVersion, EntryView, OwnEntry, StoredDay, TimesheetReads,
    TimesheetRepository, WaitingTotals, WeekFacts,
};
pub use unit::{Commit, Result, Store, StoreError};
pub use unlock::{
    DecidedRequest, DecisionView, ExpiredRequest, NewRequest, NewUnlock, RequestView, StoredRequest, UndecidedRequest,
    UnlockReads, UnlockRepository, UnlockView,
};
pub use work_pattern::{PatternChange, StoredPattern, StoredPatterns, WorkPatternReads, WorkPatternRepository};

#[cfg(test)]
pub(crate) use documents::MockDocuments;
#[cfg(test)]
pub(crate) use import_reader::MockImportReader;
#[cfg(test)]
pub(crate) use mail::{MockMailQueue, MockMailer};
#[cfg(test)]
pub(crate) use outside::{MockPasswords, MockSecrets, MockTokens};

macro_rules! unique_keys {
    ($($(#[$doc:meta])* $key:ident = $name:literal,)+) => {
        /// A uniqueness that the database keeps.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum UniqueKey {
            $($(#[$doc])* $key,)+
            /// Any other key, ids among them.
            Other,
        }

        impl UniqueKey {
            /// The key that has this name in the schema.
            pub fn named(name: &str) -> Self {
                match name {
                    $($name => Self::$key,)+
                    _ => Self::Other,
                }
            }
        }
    };
}

unique_keys! {
    EntryOfDay = "ux_timesheets_user_date",
    OpenUnlock = "ux_unlocks_open",
    WaitingRequest = "ux_unlocks_pending",
    LiveSession = "ux_sessions_live",
    /// One second factor for each person.
    SecondFactor = "ux_credentials_totp",
    /// One person for each account at a provider.
    Identity = "ux_identities_subject",
    /// One account at each provider for each person.
    IdentityOfIssuer = "ux_identities_issuer",
    Email = "ux_users_email",
    EmployeeId = "ux_users_employee_number",
    /// One person for each external ID, however it is written.
    ExternalId = "ux_users_external_id",
    HolidayDate = "ux_holidays_date",
    /// One leave type for each name, whatever its case.
    LeaveTypeName = "ux_leave_types_name",
    /// One live request for leave for each half of a person's date.
    LeaveHalf = "pk_leave_halves",
    /// One notification for each resubmitted version.
    Resubmission = "ux_resubmissions_version",
}

macro_rules! all_of {
    ($(#[$about:meta])* $all:ident: ($($also:tt)+) { $($(#[$doc:meta])* $accessor:ident: $port:ident,)+ }) => {
        $(#[$about])*
        pub trait $all: $($also)+ {
            $($(#[$doc])* fn $accessor(&self) -> &dyn $port;)+
        }

        impl<T: $($also)+ $(+ $port)+> $all for T {
            $(fn $accessor(&self) -> &dyn $port {
                self
            })+
        }
    };
}

all_of! {
    /// One transaction. Everything in it appears together, at [`Commit::commit`], or not at all. A type that can commit and
    /// implements every repository is one.
    UnitOfWork: (Commit) {
        people: PersonRepository,
        accounts: AccountReads,
        sessions: SessionRepository,
        timesheets: TimesheetRepository,
        unlocks: UnlockRepository,
        absences: AbsenceRepository,
        inbox: InboxRepository,
        holidays: HolidayRepository,
        imports: ImportRepository,
        leave_types: LeaveTypeRepository,
        leave_ledger: LeaveLedgerRepository,
        leave_requests: LeaveRequestRepository,
        leave_counts: LeaveCountRepository,
        leave: LeaveReads,
        leave_feeds: LeaveFeedRepository,
        months: MonthRepository,
        throttles: ThrottleRepository,
        mails: MailRepository,
        mail_choices: MailChoiceRepository,
        digests: DigestRepository,
        resets: ResetRepository,
        invitations: InvitationRepository,
        second_factors: SecondFactorRepository,
        identities: IdentityRepository,
        sign_in_flows: SignInFlowRepository,
        settings: SettingRepository,
        work_patterns: WorkPatternRepository,
        salaries: SalaryRepository,
        substitutions: SubstitutionRepository,
        kept_values: KeptValueRepository,
        job_runs: JobRunRepository,
        events: EventLog,
        /// The chain of seals on events, and what was verified of it.
        audit: AuditRepository,
    }
}

all_of! {
    /// Everything that can be read. A type that implements the reads of every aggregate is one.
    Reads: (Send + Sync) {
        people: PeopleReads,
        accounts: AccountReads,
        sessions: SessionReads,
        timesheets: TimesheetReads,
        unlocks: UnlockReads,
        holidays: HolidayReads,
        imports: ImportReads,
        leave_types: LeaveTypeReads,
        leave_ledger: LeaveLedgerReads,
        leave_requests: LeaveRequestReads,
        leave: LeaveReads,
        leave_days: LeaveDayReads,
        months: MonthReads,
        leave_calendar: LeaveCalendarReads,
        leave_feeds: LeaveFeedReads,
        reports: ReportReads,
        inbox: InboxReads,
        mail_choices: MailChoiceReads,
        resets: ResetReads,
        invitations: InvitationReads,
        second_factors: SecondFactorReads,
        identities: IdentityReads,
        settings: SettingReads,
        work_patterns: WorkPatternReads,
        salaries: SalaryReads,
        substitutions: SubstitutionReads,
        kept_values: KeptValueReads,
        audit: AuditReads,
        job_runs: JobRunReads,
        /// What the reports about the portal itself ask for.
        system_reports: SystemReportReads,
    }
}
