//! Months.

use application::ports::{MonthReads, MonthRepository, StoreError};
use async_trait::async_trait;
use domain::month::ChangedDays;
use domain::time::Month;

use crate::database::Database;
use crate::unit::Unit;

#[async_trait]
impl MonthRepository for Unit {
    /// There is nothing that closes a month, so there is nothing to ask the database for.
    async fn hold_open(&self, _days: &ChangedDays) -> Result<Option<Month>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl MonthReads for Database {
    async fn first_closed(&self, _days: &ChangedDays) -> Result<Option<Month>, StoreError> {
        Ok(None)
    }
}
