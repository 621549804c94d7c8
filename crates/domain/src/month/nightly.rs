//! When closed months are checked, and how far that has come (months.md 1.10).

use crate::Instant;
use crate::time::{Month, Zones, days_before};
use chrono::{NaiveDate, NaiveTime, SecondsFormat, TimeDelta};
use std::fmt;

/// When a night's check begins, on the organisation's clock.
pub(crate) const BEGINS_AT: NaiveTime = match NaiveTime::from_hms_opt(3, 0, 0) {
    Some(time) => time,
    None => NaiveTime::MIN,
};

/// How long a month is kept for the instance that has claimed it. One takes seconds.
const CLAIM_LASTS: TimeDelta = TimeDelta::minutes(10);

/// How far the check of a night has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Begun,
    Through(Month),
    Done,
}

/// The check of a night. It goes from month to month, and whatever instance comes first claims the next one. A month counts as checked
/// once its check is over: that of an instance which has died is made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NightlyCheck {
    /// The day on which it begins.
    night: NaiveDate,
    progress: Progress,
    /// Until when the next month is kept for somebody.
    claimed_until: Option<Instant>,
}

impl NightlyCheck {
    /// The check to make now, if there is one: that of the last night which is not done, where nobody is at it. After a stop it is made
    /// at the next start.
    pub fn due(last: Option<Self>, now: Instant, zones: &Zones) -> Option<Self> {
        let today = zones.day_in(now);
        let night = if zones.has_come(BEGINS_AT, now) { today } else { days_before(today, 1) };
        match last {
            Some(last) if last.is_claimed(now) => None,
            // A clock that was set back makes no night twice.
            Some(last) if last.night >= night => {
                Some(Self { claimed_until: None, ..last }).filter(|last| last.progress != Progress::Done)
            }
            _ => Some(Self { night, progress: Progress::Begun, claimed_until: None }),
        }
    }

    /// A clock that was set back prolongs no claim.
    fn is_claimed(self, now: Instant) -> bool {
        self.claimed_until.is_some_and(|until| now < until && until <= now + CLAIM_LASTS)
    }

    /// The check with its next month claimed, from now on.
    #[must_use]
    pub fn claimed(self, now: Instant) -> Self {
        Self { claimed_until: Some(now + CLAIM_LASTS), ..self }
    }

    /// The next of these months to check, which are in order.
    pub fn next(self, closed: &[Month]) -> Option<Month> {
        closed.iter().copied().find(|month| match self.progress {
            Progress::Begun => true,
            Progress::Through(last) => last < *month,
            Progress::Done => false,
        })
    }

    /// The check after a step, claimed by nobody: on from this month, or done where there was none.
    #[must_use]
    pub fn after(self, month: Option<Month>) -> Self {
        Self { progress: month.map_or(Progress::Done, Progress::Through), claimed_until: None, ..self }
    }
}

impl fmt::Display for NightlyCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.night)?;
        match self.progress {
            Progress::Begun => f.write_str("begun"),
            Progress::Through(month) => month.fmt(f),
            Progress::Done => f.write_str("done"),
        }?;
        match self.claimed_until {
            Some(until) => write!(f, " {}", until.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
            None => Ok(()),
        }
    }
}

impl NightlyCheck {
    /// Reads what [`fmt::Display`] wrote, and nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(' ');
        let (Some(night), Some(progress), until, None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        Some(Self {
            night: night.parse().ok()?,
            progress: match progress {
                "begun" => Progress::Begun,
                "done" => Progress::Done,
                month => Progress::Through(Month::parse(month)?),
            },
            claimed_until: until.map(str::parse).transpose().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::Berlin;

    fn due(last: Option<NightlyCheck>, now: &str) -> Option<NightlyCheck> {
        NightlyCheck::due(last, now.parse().unwrap(), &Berlin.into())
    }

    fn months(of: &[&str]) -> Vec<Month> {
        of.iter().map(|text| Month::parse(text).unwrap()).collect()
    }

    #[test]
    fn it_is_made_once_a_night_from_three_o_clock_on_or_at_the_next_start() {
        // Berlin is two hours ahead of UTC in July.
        let first = due(None, "2026-07-03T01:00:00Z").unwrap();
        assert_eq!(first.to_string(), "2026-07-03 begun");
        let done = first.after(None);
        for later in ["2026-07-03T01:00:01Z", "2026-07-03T21:59:00Z", "2026-07-04T00:59:59Z", "2026-07-01T12:00:00Z"] {
            assert_eq!(due(Some(done), later), None, "{later}");
        }
        assert_eq!(due(Some(done), "2026-07-04T01:00:00Z").unwrap().to_string(), "2026-07-04 begun");
        let started = due(Some(done), "2026-07-05T00:30:00Z").unwrap();
        assert_eq!(started.to_string(), "2026-07-04 begun", "it stood still from the third to the fifth");
        assert_eq!(due(Some(started.after(None)), "2026-07-05T01:00:00Z").unwrap().to_string(), "2026-07-05 begun");
    }

    #[test]
    fn it_goes_from_month_to_month() {
        let closed = months(&["2026-04", "2026-05", "2026-06"]);
        let mut check = due(None, "2026-07-03T01:00:00Z").unwrap();
        let mut seen = Vec::new();
        while let Some(month) = check.next(&closed) {
            seen.push(month);
            check = due(Some(check.after(Some(month))), "2026-07-03T05:00:00Z").unwrap();
        }
        assert_eq!(seen, closed);
        assert_eq!(check.next(&months(&["2026-04", "2026-07"])), months(&["2026-07"]).pop(), "closed in the meantime");
        assert_eq!(check.after(None).next(&closed), None);
    }

    #[test]
    fn a_month_is_kept_for_one_instance_at_a_time_and_for_ten_minutes() {
        let begun = due(None, "2026-07-03T01:00:00Z").unwrap();
        let claimed = begun.claimed("2026-07-03T01:00:00Z".parse().unwrap());
        assert_eq!(claimed.to_string(), "2026-07-03 begun 2026-07-03T01:10:00Z");
        for during in ["2026-07-03T01:00:00Z", "2026-07-03T01:09:59Z"] {
            assert_eq!(due(Some(claimed), during), None, "{during}");
        }
        assert_eq!(due(Some(claimed), "2026-07-03T01:10:00Z"), Some(begun), "it has died");
        assert_eq!(due(Some(claimed), "2026-07-03T00:59:59Z"), Some(begun), "a clock that was set back");
        let late = begun.claimed("2026-07-04T00:59:00Z".parse().unwrap());
        assert_eq!(due(Some(late), "2026-07-04T01:00:00Z"), None, "the next night begins when it is over");
        assert_eq!(due(Some(late), "2026-07-04T01:09:00Z").unwrap().to_string(), "2026-07-04 begun");
        let june = Month::parse("2026-06");
        assert_eq!(claimed.after(june), begun.after(june), "what was checked is claimed no longer");
    }

    #[test]
    fn it_reads_back() {
        let now = "2026-07-03T01:00:00Z";
        let begun = due(None, now).unwrap();
        let through = begun.after(Month::parse("2026-06"));
        let claimed = through.claimed(now.parse().unwrap());
        for check in [begun, through, begun.after(None), claimed] {
            assert_eq!(NightlyCheck::parse(&check.to_string()), Some(check));
        }
        for other in [
            "",
            "2026-07-03",
            "2026-07-03 ended",
            "July begun",
            "2026-07-03 2026-6",
            "2026-07-03 begun soon",
            "2026-07-03 begun 2026-07-03T01:10:00Z ",
        ] {
            assert_eq!(NightlyCheck::parse(other), None, "{other}");
        }
    }
}
