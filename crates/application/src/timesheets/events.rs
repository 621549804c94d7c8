//! What is recorded of days: never what was done on them, which stands in the entry's versions.

use crate::events::Record;
use domain::timesheet::{Entry, Hours, Status};

/// A day was recorded, corrected or resubmitted.
#[derive(Debug, Clone, Copy)]
pub struct DaySubmitted<'a> {
    /// How long, and where it stood, before; `None` where the day had no entry.
    pub before: Option<(Hours, Status)>,
    pub after: &'a Entry,
    /// Whether it came back after a rejection.
    pub is_resubmission: bool,
}

impl From<DaySubmitted<'_>> for Record {
    fn from(DaySubmitted { before, after, is_resubmission }: DaySubmitted<'_>) -> Self {
        Self::of("day-submitted")
            .about([after.user()])
            .detail("date", after.date())
            .detail("version", after.version())
            .detail("isResubmission", is_resubmission)
            .change("hours", before.map(|(hours, _)| hours), Some(after.hours()))
            .change("status", before.map(|(_, status)| status), Some(after.status()))
    }
}
