//! What is recorded of holidays. They concern everybody, so they are about nobody.

use crate::events::Record;
use domain::holiday::Holiday;

/// A holiday was added.
pub fn holiday_added(holiday: &Holiday) -> Record {
    fields(Record::of("holiday-added").detail("holiday", holiday.id), None, Some(holiday))
}

/// A holiday was changed.
pub fn holiday_changed(before: &Holiday, after: &Holiday) -> Record {
    fields(Record::of("holiday-changed").detail("holiday", after.id), Some(before), Some(after))
}

/// A holiday was deleted.
pub fn holiday_deleted(holiday: &Holiday) -> Record {
    fields(Record::of("holiday-deleted").detail("holiday", holiday.id), Some(holiday), None)
}

fn fields(record: Record, before: Option<&Holiday>, after: Option<&Holiday>) -> Record {
    let description = |holiday: Option<&'_ Holiday>| holiday.and_then(|holiday| holiday.description.clone());
    let end_year = |holiday: Option<&'_ Holiday>| holiday.and_then(|holiday| u32::try_from(holiday.end_year?).ok());
    record
        .change("date", before.map(|holiday| holiday.date), after.map(|holiday| holiday.date))
        .change("name", before.map(|holiday| holiday.name.as_str()), after.map(|holiday| holiday.name.as_str()))
        .change("description", description(before), description(after))
        .change("isRecurring", before.map(|holiday| holiday.is_recurring), after.map(|holiday| holiday.is_recurring))
        .change("endYear", end_year(before), end_year(after))
}
