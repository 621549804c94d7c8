//! When closed months are checked, and how far that has come (months.md 1.10).

use crate::Instant;
use crate::time::{Month, days_before};
use chrono::{NaiveDate, NaiveTime};
use chrono_tz::Tz;
use std::fmt;
use std::str::FromStr;

/// When a night's check begins, on the organisation's clock.
const BEGINS_AT: NaiveTime = match NaiveTime::from_hms_opt(3, 0, 0) {
    Some(time) => time,
    None => NaiveTime::MIN,
};

/// How far the check of a night has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Begun,
    Through(Month),
    Done,
}

/// The check of a night. It goes from month to month, and whatever instance comes first carries on with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NightlyCheck {
    /// The day on which it begins.
    night: NaiveDate,
    progress: Progress,
}

impl NightlyCheck {
    /// The check to make now, if there is one: that of the last night which is not done. After a stop it is made at the next start.
    #[must_use]
    pub fn due(last: Option<Self>, now: Instant, zone: Tz) -> Option<Self> {
        let local = now.with_timezone(&zone);
        let today = local.date_naive();
        let night = if local.time() < BEGINS_AT { days_before(today, 1) } else { today };
        match last {
            // A clock that was set back makes no night twice.
            Some(last) if last.night >= night => Some(last).filter(|last| last.progress != Progress::Done),
            _ => Some(Self { night, progress: Progress::Begun }),
        }
    }

    /// The next of these months to check, which are in order.
    #[must_use]
    pub fn next(self, closed: &[Month]) -> Option<Month> {
        closed.iter().copied().find(|month| match self.progress {
            Progress::Begun => true,
            Progress::Through(last) => last < *month,
            Progress::Done => false,
        })
    }

    /// The check after a step: on from this month, or done where there was none.
    #[must_use]
    pub fn after(self, month: Option<Month>) -> Self {
        Self { progress: month.map_or(Progress::Done, Progress::Through), ..self }
    }
}

/// As it is kept.
impl fmt::Display for NightlyCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.night)?;
        match self.progress {
            Progress::Begun => f.write_str("begun"),
            Progress::Through(month) => month.fmt(f),
            Progress::Done => f.write_str("done"),
        }
    }
}

/// The text is no check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotACheck;

impl FromStr for NightlyCheck {
    type Err = NotACheck;

    fn from_str(text: &str) -> Result<Self, NotACheck> {
        let (night, progress) = text.split_once(' ').ok_or(NotACheck)?;
        Ok(Self {
            night: night.parse().map_err(|_| NotACheck)?,
            progress: match progress {
                "begun" => Progress::Begun,
                "done" => Progress::Done,
                month => Progress::Through(Month::parse(month).ok_or(NotACheck)?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::Berlin;

    fn due(last: Option<NightlyCheck>, now: &str) -> Option<NightlyCheck> {
        NightlyCheck::due(last, now.parse().unwrap(), Berlin)
    }

    fn months(of: &[&str]) -> Vec<Month> {
        of.iter().map(|text| Month::parse(text).unwrap()).collect()
    }

    // Shows: M55
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

    // Shows: M55
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
    fn it_reads_back() {
        let begun = due(None, "2026-07-03T01:00:00Z").unwrap();
        for check in [begun, begun.after(Month::parse("2026-06")), begun.after(None)] {
            assert_eq!(check.to_string().parse(), Ok(check));
        }
        for other in ["", "2026-07-03", "2026-07-03 ended", "July begun", "2026-07-03 2026-6"] {
            assert_eq!(other.parse::<NightlyCheck>(), Err(NotACheck), "{other}");
        }
    }
}
