//! What is recorded of work patterns.

use crate::events::Record;
use chrono::NaiveDate;
use domain::time::WorkPattern;
use domain::work_patterns::PatternOwner;

/// A list of patterns was changed.
#[derive(Debug, Clone, Copy)]
pub struct WorkPatternChanged {
    /// Whose.
    pub owner: PatternOwner,
    /// From when the pattern holds.
    pub from: NaiveDate,
    /// What held on that day; `None`: the organisation's.
    pub before: Option<WorkPattern>,
    /// What holds on it.
    pub after: Option<WorkPattern>,
}

impl From<WorkPatternChanged> for Record {
    fn from(WorkPatternChanged { owner, from, before, after }: WorkPatternChanged) -> Self {
        let record = Self::of("work-pattern-changed").detail("from", from);
        let record = match owner {
            PatternOwner::Organisation => record,
            PatternOwner::Person(user) => record.about([user]),
        };
        record.change("pattern", before.map(WorkPattern::in_words), after.map(WorkPattern::in_words))
    }
}
