//! What is recorded of work patterns.

use crate::events::Record;
use chrono::NaiveDate;
use domain::time::WorkPattern;
use domain::work_patterns::PatternOwner;

/// A list of patterns was changed.
#[derive(Debug, Clone, Copy)]
pub struct WorkPatternChanged {
    pub owner: PatternOwner,
    /// From when the pattern holds.
    pub from: NaiveDate,
    /// What held on that day; `None`: the organisation's.
    pub before: Option<WorkPattern>,
    pub after: Option<WorkPattern>,
}

impl From<WorkPatternChanged> for Record {
    fn from(WorkPatternChanged { owner, from, before, after }: WorkPatternChanged) -> Self {
        let record = Self::of("work-pattern-changed").detail("from", from);
        let record = match owner {
            PatternOwner::Organisation => record,
            PatternOwner::Person(user) => record.about([user]),
        };
        let days = |pattern: WorkPattern| pattern.weekdays().iso_numbers().map(u32::from).collect::<Vec<_>>();
        record
            .change("workingDays", before.map(days), after.map(days))
            .change("fullDayHours", before.map(WorkPattern::full_day), after.map(WorkPattern::full_day))
            .change("halfDayHours", before.map(WorkPattern::half_day), after.map(WorkPattern::half_day))
    }
}
