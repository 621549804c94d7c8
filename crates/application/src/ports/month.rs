//! Months.

use super::StoreError;
use async_trait::async_trait;
use domain::month::ChangedDays;
use domain::time::Month;

/// Months, for writing.
#[async_trait]
pub trait MonthRepository: Send + Sync {
    /// The earliest closed month in which one of these days lies; `None` where all of them are open, and then none of them MUST become
    /// closed before the unit of work ends. No month is ever closed so far.
    async fn hold_open(&self, days: &ChangedDays) -> Result<Option<Month>, StoreError>;
}
