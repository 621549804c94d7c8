//! Months.

use super::StoreError;
use async_trait::async_trait;
use domain::month::ChangedDays;
use domain::time::Month;

/// Months, for writing.
#[async_trait]
pub trait MonthRepository: Send + Sync {
    /// The earliest closed month in which one of these days lies; `None` if all of them are open, and then they MUST stay open
    /// until the unit of work ends. So far no month is ever closed.
    async fn hold_open(&self, days: &ChangedDays) -> Result<Option<Month>, StoreError>;
}

/// Reads months.
#[async_trait]
pub trait MonthReads: Send + Sync {
    /// The earliest closed month in which one of these days lies. So far no month is ever closed.
    async fn first_closed(&self, days: &ChangedDays) -> Result<Option<Month>, StoreError>;
}
