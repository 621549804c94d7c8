//! What the use cases need from the world, as traits, one file for each aggregate: its repository, its reads and their views.
//! Their docs are contracts: each sentence with MUST has a test in the suite that every adapter passes.
//!
//! Rules for all of them:
//! - A look-up returns `Ok(None)` for what is not there; that is an answer, not an error.
//! - Reads that return other people's things take a [`domain::access::Scope`] or the person they are about.
//! - After an error a unit of work is only dropped. Dropping it rolls back.

mod absence;
mod cause;
mod documents;
mod event;
mod figures;
mod holiday;
mod inbox;
mod mail;
mod month;
mod outside;
mod person;
mod reads;
mod reset;
mod session;
mod setting;
mod throttle;
mod timesheet;
mod unit;
mod unlock;

pub use absence::{AbsenceRepository, FrozenDays, UnmailedAbsences};
pub use cause::Cause;
pub use documents::{Align, Cell, Column, DocumentError, Documents, Pieces, Report, Rows, Table};
pub use event::{EventLog, EventReads, RecordedEvent};
pub use figures::{HeadCount, PeopleFigures, RoleCount, TeamPresence};
pub use holiday::{HolidayReads, HolidayRepository, HolidayView};
pub use inbox::{Badge, InboxReads, InboxRepository, NewNotice, NewResubmission, NoticeView, ResubmissionView};
pub use mail::{ClaimedMail, MailFault, MailOverview, MailQueue, MailRepository, MailState, MailView, Mailer, NewMail};
pub use month::MonthRepository;
pub use outside::{Claims, Clock, Ids, NoRandomness, Overloaded, PasswordHash, Passwords, ResetToken, Secrets, Tokens};
pub use person::{
    AccountStatus, ChangedPerson, Credentials, DirectoryEntry, Login, MonthRecord, NewPerson, PeopleFilter,
    PeopleReads, PersonName, PersonRecord, PersonRepository, PersonView, Recipient,
};
pub use reads::Reads;
pub use reset::{ResetLink, ResetReads, ResetRepository, ResetRequest};
pub use session::{NewSession, SessionReads, SessionRepository, SessionView};
pub use setting::{Setting, SettingReads, SettingRepository};
pub use throttle::ThrottleRepository;
pub use timesheet::{ApprovalCount, DecidedEntry, EntryView, OwnEntry, TimesheetReads, TimesheetRepository};
pub use unit::{Commit, Store, StoreError, UniqueKey, UnitOfWork};
pub use unlock::{NewUnlock, UnlockRepository, UnlockView};

#[cfg(test)]
pub(crate) use documents::MockDocuments;
#[cfg(test)]
pub(crate) use mail::{MockMailQueue, MockMailer};
#[cfg(test)]
pub(crate) use outside::{MockPasswords, MockSecrets, MockTokens};
