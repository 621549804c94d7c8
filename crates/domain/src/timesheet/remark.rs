//! What a manager should look at before approving a week. A week without a remark can be approved unseen.

use super::{Hours, Status};
use crate::rules::Rules;
use crate::time::{DayOff, Week, WorkCalendar};
use chrono::NaiveDate;
use std::collections::HashMap;

crate::names! {
    /// What is unusual about a week.
    pub enum RemarkKind {
        /// More hours than a long day has.
        LongDay = "long-day",
        /// Less than half a day on a working day.
        ShortDay = "short-day",
        /// A day that was filled in through an unlock.
        UnlockUsed = "unlock-used",
        /// One description for many days.
        SameText = "same-text",
        HolidayWorked = "holiday-worked",
        /// Work on a weekday on which the person does not work, a weekend's as a rule.
        DayOffWorked = "day-off-worked",
        /// A working day without an entry.
        DayMissing = "day-missing",
        /// A day that was rejected and has not been corrected.
        DayRejected = "day-rejected",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    pub kind: RemarkKind,
    /// On which days, in order. Never empty.
    pub days: Vec<NaiveDate>,
    pub sentence: String,
}

/// An entry, as far as remarks are concerned.
#[derive(Debug, Clone, Copy)]
pub struct RecordedDay<'a> {
    pub date: NaiveDate,
    pub hours: Hours,
    pub description: &'a str,
    pub status: Status,
    /// Whether an unlock was used to fill it in.
    pub by_unlock: bool,
}

/// The remarks on a week with these entries, of which there is one a day; `calendar` says when the person works. Only on a day that
/// `is_due` an entry is missing: one that is over, in the person's service, and not covered whole by approved leave.
pub fn remarks(
    week: Week,
    entries: &[RecordedDay<'_>],
    calendar: &WorkCalendar<'_>,
    rules: &Rules,
    is_due: impl Fn(NaiveDate) -> bool,
) -> Vec<Remark> {
    let by_day: HashMap<NaiveDate, &RecordedDay<'_>> = entries.iter().map(|entry| (entry.date, entry)).collect();
    let entries_where = |applies: &dyn Fn(&RecordedDay<'_>) -> bool| -> Vec<NaiveDate> {
        week.days().filter(|day| by_day.get(day).is_some_and(|entry| applies(entry))).collect()
    };
    let is_worked = |entry: &RecordedDay<'_>, off: &[DayOff]| {
        entry.hours > Hours::NONE && calendar.day_off(entry.date).is_some_and(|found| off.contains(&found))
    };
    let is_common = |entry: &RecordedDay<'_>| {
        let same = entries.iter().filter(|other| other.description.trim() == entry.description.trim());
        same.count() >= rules.same_text_days
    };
    let is_short = |entry: &RecordedDay<'_>| {
        calendar.is_working_day(entry.date) && entry.hours < calendar.pattern(entry.date).half_day()
    };
    let is_missing = |day: &NaiveDate| !by_day.contains_key(day) && is_due(*day) && calendar.is_working_day(*day);
    [
        (RemarkKind::LongDay, entries_where(&|entry| entry.hours > rules.long_day)),
        (RemarkKind::ShortDay, entries_where(&is_short)),
        (RemarkKind::UnlockUsed, entries_where(&|entry| entry.by_unlock)),
        (RemarkKind::SameText, entries_where(&is_common)),
        (RemarkKind::HolidayWorked, entries_where(&|entry| is_worked(entry, &[DayOff::Holiday]))),
        (RemarkKind::DayOffWorked, entries_where(&|entry| is_worked(entry, &[DayOff::Weekend, DayOff::ByPattern]))),
        (RemarkKind::DayMissing, week.days().filter(is_missing).collect()),
        (RemarkKind::DayRejected, entries_where(&|entry| entry.status == Status::Rejected)),
    ]
    .into_iter()
    .filter(|(_, days)| !days.is_empty())
    .map(|(kind, days)| Remark { kind, sentence: sentence(kind, &days, rules), days })
    .collect()
}

fn sentence(kind: RemarkKind, days: &[NaiveDate], rules: &Rules) -> String {
    let names: Vec<String> = days.iter().map(|day| day.format("%A").to_string()).collect();
    let names = match names.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    };
    match kind {
        RemarkKind::LongDay => format!("More than {} hours on {names}", rules.long_day.as_f64()),
        RemarkKind::ShortDay => format!("Less than half a day on {names}"),
        RemarkKind::UnlockUsed => format!("Filled in through an unlock: {names}"),
        RemarkKind::SameText => format!("The same description on {} days", days.len()),
        RemarkKind::HolidayWorked => format!("Work on a holiday: {names}"),
        RemarkKind::DayOffWorked => format!("Work on a day off: {names}"),
        RemarkKind::DayMissing => format!("No entry for {names}"),
        RemarkKind::DayRejected => format!("Rejected and not corrected: {names}"),
    }
}

#[cfg(test)]
mod tests;
