//! Which halves of leave count, and what they come to (leave.md 1.1 and 1.7).
//!
//! A half counts on a working day of the person, by the pattern that holds on it and the holidays, and not before the first day that
//! can have an entry. What counted when leave was asked for is kept with each half, and counted anew where holidays, patterns or that day
//! change.

use super::{DayPart, Half, LeaveDays, LeavePeriod};
use crate::person::{FirstDay, check_first_day};
use crate::time::{DayOff, WorkCalendar};
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeMap;

/// A half day of leave, and whether it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CountedHalf {
    pub half: Half,
    pub counts: bool,
}

crate::names! {
    /// Why leave is counted anew.
    pub enum RecountCause {
        /// A holiday was added, moved or deleted.
        Holidays = "holidays",
        WorkPattern = "work-pattern",
        JoiningDate = "joining-date",
        RecordsFrom = "records-from",
    }
}

impl RecountCause {
    /// The sentence for the person whose leave it is.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Holidays => "Holidays have changed.",
            Self::WorkPattern => "Your work pattern has changed.",
            Self::JoiningDate => "Your joining date has changed.",
            Self::RecordsFrom => "Your records here begin on another day.",
        }
    }
}

/// What stands beside the rows of the ledger that counting anew enters.
pub const COUNTED_ANEW: &str = "Counted anew";

/// A date of leave that somebody looks at before asking for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedDate {
    pub date: NaiveDate,
    /// The part of it that would be leave.
    pub part: DayPart,
    /// What counts of it: nothing, half a day, or a day.
    pub counts: LeaveDays,
    /// Why nobody is expected to work on it; `None` on a working day.
    pub off: Option<DayOff>,
}

/// What decides which halves of a person count.
#[derive(Debug, Clone, Copy)]
pub struct Counting<'a> {
    pub calendar: WorkCalendar<'a>,
    /// Where the person's days begin: leave from before is in the opening balance.
    pub first_day: Option<FirstDay>,
}

impl Counting<'_> {
    fn counts(&self, date: NaiveDate) -> bool {
        check_first_day(self.first_day, date).is_ok() && self.calendar.is_working_day(date)
    }

    pub fn halves(&self, period: LeavePeriod) -> Vec<CountedHalf> {
        period.halves().map(|half| CountedHalf { half, counts: self.counts(half.date) }).collect()
    }

    /// Counts each date of the period, for somebody who asks what leave would come to.
    pub fn dates(&self, period: LeavePeriod) -> Vec<CountedDate> {
        let counted = |(date, part): (NaiveDate, DayPart)| {
            let counts = if self.counts(date) { part.length() } else { LeaveDays::NONE };
            CountedDate { date, part, counts, off: self.calendar.day_off(date) }
        };
        period.dates().map(counted).collect()
    }

    /// The halves that come to count or no longer do, out of the live ones of a person on the dates concerned, each with the request
    /// that it belongs to. Halves of closed months are none of them: they are never counted anew.
    ///
    /// `has_entry`: whether a date has a pending or approved entry. Such a date is not covered whole afterwards if it was not before: a
    /// half that would do so does not begin to count, and neither do two that would begin together.
    pub fn anew<R: Copy>(
        &self,
        live: &[(R, CountedHalf)],
        has_entry: impl Fn(NaiveDate) -> bool,
    ) -> Vec<(R, CountedHalf)> {
        let on_date = live.iter().fold(BTreeMap::<NaiveDate, usize>::new(), |mut halves, (_, counted)| {
            *halves.entry(counted.half.date).or_default() += 1;
            halves
        });
        let is_whole = |date: NaiveDate| on_date.get(&date).is_some_and(|halves| *halves > 1);
        let mut changed = Vec::new();
        for (request, counted) in live {
            let date = counted.half.date;
            let counts = self.counts(date) && (counted.counts || !(is_whole(date) && has_entry(date)));
            if counts != counted.counts {
                changed.push((*request, CountedHalf { counts, ..*counted }));
            }
        }
        changed
    }
}

impl DayPart {
    const fn length(self) -> LeaveDays {
        match self {
            Self::Full => LeaveDays::whole(1),
            Self::Morning | Self::Afternoon => LeaveDays::HALF,
        }
    }
}

/// Why a date does not count, for a person; `holiday` is the name of the holiday, where it is one.
pub fn reason_off(off: DayOff, holiday: Option<&str>) -> String {
    match (off, holiday) {
        (DayOff::Holiday, Some(name)) => format!("Holiday: {name}"),
        (DayOff::Holiday, None) => "Holiday".to_owned(),
        (DayOff::Weekend, _) => "Weekend".to_owned(),
        (DayOff::ByPattern, _) => "Day off".to_owned(),
    }
}

pub(super) fn counted(halves: &[CountedHalf]) -> impl Iterator<Item = NaiveDate> {
    halves.iter().filter(|counted| counted.counts).map(|counted| counted.half.date)
}

pub fn total(halves: &[CountedHalf]) -> LeaveDays {
    counted(halves).map(|_| LeaveDays::HALF).sum()
}

/// What counts of these halves in each leave year in which something does.
pub fn total_by_year(halves: &[CountedHalf]) -> BTreeMap<i32, LeaveDays> {
    counted(halves).fold(BTreeMap::new(), |mut years, date| {
        *years.entry(date.year()).or_default() += LeaveDays::HALF;
        years
    })
}

/// The part of each date that these halves cover, by one request or two: [`DayPart::Full`] where it is covered whole. What does not
/// count covers nothing.
pub fn covered(halves: impl IntoIterator<Item = CountedHalf>) -> BTreeMap<NaiveDate, DayPart> {
    halves.into_iter().filter(|counted| counted.counts).fold(BTreeMap::new(), |mut dates, counted| {
        let Half { date, of_day } = counted.half;
        dates.entry(date).and_modify(|part: &mut DayPart| *part = part.with(of_day)).or_insert_with(|| of_day.into());
        dates
    })
}

/// Whether these parts of one date, by one request or two, cover it whole.
pub fn covers_whole(parts: impl IntoIterator<Item = DayPart>) -> bool {
    let halves = parts.into_iter().flat_map(DayPart::halves).copied();
    halves.map(DayPart::from).reduce(|part, half| if part == half { part } else { DayPart::Full })
        == Some(DayPart::Full)
}

#[cfg(test)]
mod tests;
