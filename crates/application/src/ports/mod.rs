//! What the use cases need from the world, as traits. Their docs are contracts: each sentence with MUST has a test
//! in the suite that every adapter passes.
//!
//! Rules for all of them:
//! - A look-up returns `Ok(None)` for what is not there; that is an answer, not an error.
//! - Reads that return other people's things take a [`domain::access::Scope`] or the person they are about.
//! - After an error a unit of work is only dropped. Dropping it rolls back.

mod absences;
mod documents;
mod mail;
mod outside;
mod people;
mod reads;
mod store;

pub use absences::{AbsenceRepository, UnmailedAbsences};
pub use documents::{AttendanceReport, AttendanceRow, DocumentError, Documents, Pieces};
pub use mail::{ClaimedMail, MailFault, MailOverview, MailQueue, MailState, MailView, Mailer};
pub use outside::{Claims, Clock, Ids, NoRandomness, Overloaded, PasswordHash, Passwords, ResetToken, Secrets, Tokens};
pub use people::{
    AccountStatus, DirectoryEntry, FrozenDays, HeadCount, MailRepository, MonthRecord, NewMail, PeopleFigures,
    PeopleFilter, PersonRecord, Recipient, ResetLink, ResetReads, ResetRepository, ResetRequest, RoleCount, Setting,
    SettingReads, SettingRepository,
};
pub use reads::{
    ApprovalCount, Badge, Credentials, EntryView, HolidayReads, HolidayView, InboxReads, Login, NoticeView, OwnEntry,
    PeopleReads, PersonName, PersonView, ResubmissionView, SessionReads, SessionView, TeamPresence, TimesheetReads,
    UnlockView,
};
pub use store::{
    DecidedEntry, EventLog, HolidayRepository, InboxRepository, NewNotice, NewPerson, NewResubmission, NewSession,
    NewUnlock, PersonRepository, SessionRepository, Store, StoreError, ThrottleRepository, TimesheetRepository,
    UniqueKey, UnitOfWork, UnlockRepository,
};

#[cfg(test)]
pub(crate) use crate::testing::MockPeopleReads;
#[cfg(test)]
pub(crate) use absences::MockAbsenceRepository;
#[cfg(test)]
pub(crate) use documents::MockDocuments;
#[cfg(test)]
pub(crate) use mail::{MockMailQueue, MockMailer};
#[cfg(test)]
pub(crate) use outside::{MockPasswords, MockSecrets, MockTokens};
#[cfg(test)]
pub(crate) use people::{
    MockMailRepository, MockResetReads, MockResetRepository, MockSettingReads, MockSettingRepository,
};
#[cfg(test)]
pub(crate) use reads::{MockHolidayReads, MockInboxReads, MockSessionReads};
#[cfg(test)]
pub(crate) use store::{
    MockEventLog, MockHolidayRepository, MockInboxRepository, MockPersonRepository, MockSessionRepository,
    MockThrottleRepository, MockTimesheetRepository, MockUnlockRepository,
};
