//! What is recorded of absences.

use crate::events::Record;
use chrono::NaiveDate;
use domain::id::UserId;

/// People were marked absent on a day that is over.
#[derive(Debug, Clone, Copy)]
pub struct DayFrozen<'a> {
    pub date: NaiveDate,
    pub users: &'a [UserId],
}

impl From<DayFrozen<'_>> for Record {
    fn from(event: DayFrozen<'_>) -> Self {
        Self::of("day-frozen").about(event.users.iter().copied()).detail("date", event.date)
    }
}
