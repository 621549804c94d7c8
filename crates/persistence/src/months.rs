//! Months.

use application::ports::{MonthRepository, StoreError};
use async_trait::async_trait;
use domain::month::ChangedDays;
use domain::time::Month;

use crate::unit::Unit;

#[async_trait]
impl MonthRepository for Unit {
    /// There is nothing that closes a month, so there is nothing to ask the database for.
    async fn hold_open(&self, _days: &ChangedDays) -> Result<Option<Month>, StoreError> {
        Ok(None)
    }
}
