//! What is recorded of days: never what was done on them, which stands in the entry's versions.

use crate::events::Record;
use domain::timesheet::{Entry, Hours, Status};

/// A day was recorded, corrected or resubmitted. `before`: how long, and where it stood; `None` where the day had no entry.
pub fn day_submitted(before: Option<(Hours, Status)>, after: &Entry, is_resubmission: bool) -> Record {
    Record::of("day-submitted")
        .about([after.user()])
        .detail("date", after.date())
        .detail("version", after.version())
        .detail("isResubmission", is_resubmission)
        .change("hours", before.map(|(hours, _)| hours), Some(after.hours()))
        .change("status", before.map(|(_, status)| status), Some(after.status()))
}
