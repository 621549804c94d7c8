//! What is recorded of absences.

use crate::events::Record;
use chrono::NaiveDate;
use domain::id::UserId;

/// People were marked absent on a day that is over.
pub fn day_frozen(date: NaiveDate, users: &[UserId]) -> Record {
    Record::of("day-frozen").about(users.iter().copied()).detail("date", date)
}
