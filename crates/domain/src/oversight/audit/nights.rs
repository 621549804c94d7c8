//! What is done about the audit log each night, and how old an entry may become.

use crate::Instant;
use crate::time::{Zones, days_before};
use chrono::{Months, NaiveDate, NaiveTime};
use std::fmt;

/// When the audit log is verified, on the organisation's clock.
pub const VERIFY_AT: NaiveTime = at(3, 0);
/// When entries that are too old are removed, on the organisation's clock.
pub const PRUNE_AT: NaiveTime = at(3, 30);

const fn at(hour: u32, minute: u32) -> NaiveTime {
    match NaiveTime::from_hms_opt(hour, minute, 0) {
        Some(time) => time,
        None => NaiveTime::MIN,
    }
}

/// The last day on which this time has come. What is to be done each night and was not done for it is due.
pub fn night(now: Instant, zones: &Zones, time: NaiveTime) -> NaiveDate {
    let today = zones.day_in(now);
    if zones.has_come(time, now) { today } else { days_before(today, 1) }
}

/// What happened before this instant is older than so many months.
pub fn older_than(now: Instant, zones: &Zones, months: u32) -> Instant {
    zones.start_of(zones.day_in(now).checked_sub_months(Months::new(months)).unwrap_or(NaiveDate::MIN))
}

/// How far the removal of a night has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Night {
    /// The day on which it began.
    pub night: NaiveDate,
    pub removed: u32,
    pub is_done: bool,
}

impl Night {
    /// The removal to go on with, if there is one: that of the last night which is not done.
    pub fn due(last: Option<Self>, now: Instant, zones: &Zones) -> Option<Self> {
        let night = night(now, zones, PRUNE_AT);
        match last {
            // One that was cut off is ended first, so that what it removed is told.
            Some(last) if !last.is_done => Some(last),
            // A clock that was set back makes no night twice.
            Some(last) if last.night >= night => None,
            _ => Some(Self { night, removed: 0, is_done: false }),
        }
    }
}

impl fmt::Display for Night {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { night, removed, is_done } = self;
        write!(f, "{night} {removed} {}", if *is_done { "done" } else { "begun" })
    }
}

impl Night {
    /// Reads what [`fmt::Display`] wrote, and nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let (Some(night), Some(removed), Some(state), None) = (words.next(), words.next(), words.next(), words.next())
        else {
            return None;
        };
        Some(Self {
            night: night.parse().ok()?,
            removed: removed.parse().ok()?,
            is_done: match state {
                "done" => true,
                "begun" => false,
                _ => return None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::at as instant;
    use chrono_tz::Europe::Berlin;

    #[test]
    fn a_night_begins_at_its_hour_on_the_organisations_clock() {
        let of = |now, time| night(instant(now), &Berlin.into(), time).to_string();
        // Berlin is two hours ahead of UTC in July.
        assert_eq!(of("2026-07-03T00:59:59Z", VERIFY_AT), "2026-07-02");
        assert_eq!(of("2026-07-03T01:00:00Z", VERIFY_AT), "2026-07-03");
        assert_eq!(of("2026-07-03T01:29:59Z", PRUNE_AT), "2026-07-02");
        assert_eq!(of("2026-07-03T01:30:00Z", PRUNE_AT), "2026-07-03");
    }

    #[test]
    fn what_is_older_than_the_months_kept_happened_before_that_day_began() {
        let cut = |now, months| older_than(instant(now), &Berlin.into(), months).to_string();
        assert_eq!(cut("2026-07-03T12:00:00Z", 24), "2024-07-02 22:00:00 UTC");
        assert_eq!(cut("2026-07-02T22:30:00Z", 24), "2024-07-02 22:00:00 UTC", "it is the third there already");
        assert_eq!(cut("2026-03-31T12:00:00Z", 25), "2024-02-28 23:00:00 UTC", "there is no 31st");
    }

    #[test]
    fn entries_are_removed_once_a_night_and_one_that_was_cut_off_is_ended_first() {
        let due = |last, now| Night::due(last, instant(now), &Berlin.into());
        let first = due(None, "2026-07-03T01:30:00Z").unwrap();
        assert_eq!(first.to_string(), "2026-07-03 0 begun");
        let begun = Night { removed: 1_000, ..first };
        assert_eq!(due(Some(begun), "2026-07-05T12:00:00Z"), Some(begun));
        let done = Night { is_done: true, ..begun };
        for later in ["2026-07-03T02:00:00Z", "2026-07-04T01:29:59Z", "2026-07-01T12:00:00Z"] {
            assert_eq!(due(Some(done), later), None, "{later}");
        }
        assert_eq!(due(Some(done), "2026-07-04T01:30:00Z").unwrap().to_string(), "2026-07-04 0 begun");
    }

    #[test]
    fn a_night_reads_back() {
        let begun = Night { night: "2026-07-03".parse().unwrap(), removed: 7, is_done: false };
        for night in [begun, Night { is_done: true, ..begun }] {
            assert_eq!(Night::parse(&night.to_string()), Some(night));
        }
        for other in [
            "",
            "2026-07-03",
            "2026-07-03 7",
            "2026-07-03 7 ended",
            "July 7 done",
            "2026-07-03 -1 done",
            "2026-07-03 7 done ",
        ] {
            assert_eq!(Night::parse(other), None, "{other}");
        }
    }
}
