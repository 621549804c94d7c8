//! The unit of work: one transaction, with all repositories on it.

use application::ports::{
    AbsenceRepository, EventLog, HolidayRepository, InboxRepository, MailRepository, PersonRepository, ResetRepository,
    SessionRepository, SettingRepository, Store, StoreError, ThrottleRepository, TimesheetRepository, UnitOfWork,
    UnlockRepository,
};
use async_trait::async_trait;

use crate::database::{Database, Transaction};

/// One transaction. Each area of the store implements its repository on it.
pub(crate) struct Unit {
    pub(crate) transaction: Transaction,
}

#[async_trait]
impl Store for Database {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        Ok(Box::new(Unit { transaction: self.begin_transaction().await? }))
    }
}

#[async_trait]
impl UnitOfWork for Unit {
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

    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.transaction.commit().await
    }
}
