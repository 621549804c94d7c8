//! What is recorded of work patterns.

use crate::events::Record;
use chrono::NaiveDate;
use domain::time::WorkPattern;
use domain::work_patterns::PatternOwner;

/// A list of patterns was changed: what held on the day from which the pattern holds, and what holds. `None`: the organisation's.
pub fn work_pattern_changed(
    owner: PatternOwner,
    from: NaiveDate,
    before: Option<WorkPattern>,
    after: Option<WorkPattern>,
) -> Record {
    let about = match owner {
        PatternOwner::Organisation => None,
        PatternOwner::Person(user) => Some(user),
    };
    let days = |pattern: WorkPattern| pattern.weekdays().iso_numbers().map(u32::from).collect::<Vec<_>>();
    Record::of("work-pattern-changed")
        .about(about)
        .detail("from", from)
        .change("workingDays", before.map(days), after.map(days))
        .change("fullDayHours", before.map(WorkPattern::full_day), after.map(WorkPattern::full_day))
        .change("halfDayHours", before.map(WorkPattern::half_day), after.map(WorkPattern::half_day))
}
