//! The store and its unit of work: every repository on one transaction.
//!
//! Every write is one guarded transition over constraints of the database. The loser of a race gets
//! [`StoreError::Conflict`] or [`StoreError::Stale`], never a second row.

use super::{
    AbsenceRepository, Cause, EventLog, HolidayRepository, InboxRepository, MailRepository, MonthRepository,
    PersonRepository, ResetRepository, SessionRepository, SettingRepository, ThrottleRepository, TimesheetRepository,
    UnlockRepository,
};
use async_trait::async_trait;

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
    /// Another unit of work got in this one's way. MUST be answered only in a unit of work, and only where nothing of it is
    /// kept: the same from its beginning may succeed at once.
    #[error("two writers got into each other's way: {0}")]
    Clash(Cause),
    /// The database is away, overloaded or too slow: trying again later makes sense.
    #[error("the database is not available: {0}")]
    Unavailable(Cause),
    /// Anything else.
    #[error("the database failed: {0}")]
    Backend(Cause),
}

/// Begins units of work.
#[async_trait]
pub trait Store: Send + Sync {
    /// Begins one. MUST lose nobody's write when the caller goes away while it begins.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError>;
}

/// The end of a unit of work.
#[async_trait]
pub trait Commit: Send + Sync {
    /// Makes it all true. After it, those who wait for events of this store MUST learn of the new ones: at once on this instance,
    /// and within a second on others.
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
}

/// One transaction. Everything in it appears together, at [`Commit::commit`], or not at all. A type
/// that can commit and implements every repository is one.
pub trait UnitOfWork: Commit {
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
    /// Months.
    fn months(&self) -> &dyn MonthRepository;
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
}

impl<T> UnitOfWork for T
where
    T: PersonRepository
        + SessionRepository
        + TimesheetRepository
        + UnlockRepository
        + AbsenceRepository
        + InboxRepository
        + HolidayRepository
        + MonthRepository
        + ThrottleRepository
        + MailRepository
        + ResetRepository
        + SettingRepository
        + EventLog
        + Commit,
{
    fn people(&self) -> &dyn PersonRepository {
        self
    }
    fn sessions(&self) -> &dyn SessionRepository {
        self
    }
    fn timesheets(&self) -> &dyn TimesheetRepository {
        self
    }
    fn unlocks(&self) -> &dyn UnlockRepository {
        self
    }
    fn absences(&self) -> &dyn AbsenceRepository {
        self
    }
    fn inbox(&self) -> &dyn InboxRepository {
        self
    }
    fn holidays(&self) -> &dyn HolidayRepository {
        self
    }
    fn months(&self) -> &dyn MonthRepository {
        self
    }
    fn throttles(&self) -> &dyn ThrottleRepository {
        self
    }
    fn mails(&self) -> &dyn MailRepository {
        self
    }
    fn resets(&self) -> &dyn ResetRepository {
        self
    }
    fn settings(&self) -> &dyn SettingRepository {
        self
    }
    fn events(&self) -> &dyn EventLog {
        self
    }
}
