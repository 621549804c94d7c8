//! From when to when leave is asked for (leave.md 1.4 and 7).

use super::{DayPart, Half};
use crate::time::{days_after, days_before};
use chrono::NaiveDate;
use std::cmp::Ordering;
use std::fmt;

/// How many calendar days leave has at most.
const LONGEST: i64 = 366;

/// The days of leave, from a part of the first to a part of the last. It has no gap: what does not count in it is another matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LeavePeriod {
    start: NaiveDate,
    start_part: DayPart,
    end: NaiveDate,
    end_part: DayPart,
}

/// What is wrong with the days that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeriodError {
    Backwards,
    TwoParts,
    /// Several dates, and only the morning of the first.
    StartsInMorning,
    /// Several dates, and only the afternoon of the last.
    EndsInAfternoon,
}

impl PeriodError {
    /// The field that is to blame, as it is called on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Backwards => "endDate",
            Self::TwoParts | Self::EndsInAfternoon => "endPart",
            Self::StartsInMorning => "startPart",
        }
    }

    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Backwards => "The last day must not be before the first",
            Self::TwoParts => "On a single day both parts must be the same",
            Self::StartsInMorning => "Leave over several days cannot start in the morning only",
            Self::EndsInAfternoon => "Leave over several days cannot end in the afternoon only",
        }
    }
}

/// Leave cannot be shortened to a day: it is not one from the first of these to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastDayError {
    first: NaiveDate,
    last: NaiveDate,
}

impl LastDayError {
    pub fn sentence(self) -> String {
        format!("The last day must be from {} to {}", self.first, self.last)
    }
}

impl LeavePeriod {
    /// The days from `start_part` of `start` to `end_part` of `end`, or everything that is wrong with them.
    pub fn new(
        start: NaiveDate,
        start_part: DayPart,
        end: NaiveDate,
        end_part: DayPart,
    ) -> Result<Self, Vec<PeriodError>> {
        let wrong: Vec<PeriodError> = match start.cmp(&end) {
            Ordering::Greater => vec![PeriodError::Backwards],
            Ordering::Equal => (start_part != end_part).then_some(PeriodError::TwoParts).into_iter().collect(),
            Ordering::Less => {
                let morning = (start_part == DayPart::Morning).then_some(PeriodError::StartsInMorning);
                let afternoon = (end_part == DayPart::Afternoon).then_some(PeriodError::EndsInAfternoon);
                morning.into_iter().chain(afternoon).collect()
            }
        };
        if wrong.is_empty() { Ok(Self { start, start_part, end, end_part }) } else { Err(wrong) }
    }

    pub const fn start(self) -> NaiveDate {
        self.start
    }

    pub const fn start_part(self) -> DayPart {
        self.start_part
    }

    pub const fn end(self) -> NaiveDate {
        self.end
    }

    pub const fn end_part(self) -> DayPart {
        self.end_part
    }

    /// Whether it has more calendar days than leave may have.
    pub fn is_too_long(self) -> bool {
        (self.end - self.start).num_days() >= LONGEST
    }

    pub fn dates(self) -> impl Iterator<Item = (NaiveDate, DayPart)> {
        let part = move |date| match date {
            date if date == self.start => self.start_part,
            date if date == self.end => self.end_part,
            _ => DayPart::Full,
        };
        self.start.iter_days().take_while(move |date| *date <= self.end).map(move |date| (date, part(date)))
    }

    pub fn halves(self) -> impl Iterator<Item = Half> {
        self.dates().flat_map(|(date, part)| part.halves().iter().map(move |half| Half { date, of_day: *half }))
    }

    /// What is left of it where it ends with `last_day`: with the whole of that, on one date with what was asked of it.
    pub fn shortened(self, last_day: NaiveDate) -> Result<Self, LastDayError> {
        if last_day < self.start || self.end <= last_day {
            return Err(LastDayError { first: self.start, last: days_before(self.end, 1) });
        }
        let end_part = if last_day == self.start { self.start_part } else { DayPart::Full };
        Ok(Self { end: last_day, end_part, ..self })
    }

    /// The first date that is given up where it ends with `last_day`, or where nothing is left of it.
    pub fn given_up_from(self, last_day: Option<NaiveDate>) -> NaiveDate {
        last_day.map_or(self.start, |last| days_after(last, 1))
    }

    /// Which parts are meant, as it stands behind the title in a calendar feed, with the space before it; nothing where whole dates
    /// are (leave.md 1.8).
    pub fn parts_behind_title(self) -> &'static str {
        match (self.start_part, self.end_part) {
            (DayPart::Full, DayPart::Full) => "",
            (DayPart::Morning, _) => " (morning)",
            (DayPart::Afternoon, _) if self.start == self.end => " (afternoon)",
            (DayPart::Afternoon, DayPart::Morning) => " (from noon, until noon)",
            (DayPart::Afternoon, _) => " (from noon)",
            (DayPart::Full, _) => " (until noon)",
        }
    }
}

/// `2026-07-06 to 2026-07-28`, one date `2026-07-06`; a part stands behind its date, as in `2026-07-06 (afternoon)`.
impl fmt::Display for LeavePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |date: NaiveDate, part| match part {
            DayPart::Full => date.to_string(),
            part => format!("{date} ({})", part.name()),
        };
        f.write_str(&words(self.start, self.start_part))?;
        if self.start == self.end { Ok(()) } else { write!(f, " to {}", words(self.end, self.end_part)) }
    }
}

#[cfg(test)]
mod tests;
