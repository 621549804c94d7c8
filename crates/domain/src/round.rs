//! Rounds of mails: once on a day, from a time of that day on, person after person (settings.md 1.5).
//!
//! A round that has begun is carried on with after a standstill, by whatever instance comes first, and on its own day alone. How far
//! it has come is kept with each step.

use crate::Instant;
use crate::id::UserId;
use crate::time::Zones;
use chrono::{NaiveDate, NaiveTime, SecondsFormat, TimeDelta};
use std::fmt;

/// How far back the very first round looks.
const FIRST_LOOKS_BACK: TimeDelta = TimeDelta::hours(24);

/// How far a round has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    Begun,
    /// Everybody up to this person has been, in the order of ids.
    Through(UserId),
    Done,
}

/// The round of mails of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    pub day: NaiveDate,
    /// When it began. What happens later is for the next one to tell.
    pub began_at: Instant,
    /// When the one before it began: what happened before that is told already.
    pub since: Instant,
    pub progress: Progress,
}

impl Round {
    /// The round to make now, if there is one: that of today which has begun and is not done; or a new one from `time` on, if today
    /// `is_meant` and has none yet. There is none while a change of the zone settles. `last`: the last one that is known of.
    pub fn due(last: Option<Self>, now: Instant, zones: &Zones, time: NaiveTime, is_meant: bool) -> Option<Self> {
        let today = zones.day_in(now);
        match last {
            _ if zones.is_settling(now) => None,
            // A clock that was set back makes no day twice.
            Some(last) if last.day >= today => {
                Some(last).filter(|round| round.day == today && round.progress != Progress::Done)
            }
            _ if !is_meant || !zones.has_come(time, now) => None,
            last => {
                let since = last.map_or_else(|| now - FIRST_LOOKS_BACK, |last| last.began_at);
                Some(Self { day: today, began_at: now, since, progress: Progress::Begun })
            }
        }
    }

    /// The last person who was looked at.
    pub const fn through(&self) -> Option<UserId> {
        match self.progress {
            Progress::Through(user) => Some(user),
            Progress::Begun | Progress::Done => None,
        }
    }

    /// The round after a step: on from the last person of it, or done where it had fewer people than a step can have.
    #[must_use]
    pub fn after(self, last: Option<UserId>) -> Self {
        Self { progress: last.map_or(Progress::Done, Progress::Through), ..self }
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [began_at, since] = [self.began_at, self.since].map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true));
        write!(f, "{} {began_at} {since} ", self.day)?;
        match self.progress {
            Progress::Begun => f.write_str("begun"),
            Progress::Through(user) => user.fmt(f),
            Progress::Done => f.write_str("done"),
        }
    }
}

impl Round {
    /// Reads what [`fmt::Display`] wrote, and nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(' ');
        let (Some(day), Some(began_at), Some(since), Some(progress), None) =
            (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        Some(Self {
            day: day.parse().ok()?,
            began_at: began_at.parse().ok()?,
            since: since.parse().ok()?,
            progress: match progress {
                "begun" => Progress::Begun,
                "done" => Progress::Done,
                user => Progress::Through(user.parse().ok()?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{at, time};
    use chrono_tz::Europe::Berlin;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn due(last: Option<Round>, now: &str) -> Option<Round> {
        Round::due(last, at(now), &Berlin.into(), time("08:30:00"), true)
    }

    #[test]
    fn a_round_begins_at_its_time_in_the_organisations_zone_or_later_on_that_day() {
        // Berlin is two hours ahead of UTC in June.
        assert_eq!(due(None, "2026-06-10T06:29:59Z"), None);
        for now in ["2026-06-10T06:30:00Z", "2026-06-10T21:59:59Z"] {
            let round = due(None, now).unwrap();
            assert_eq!((round.day.to_string().as_str(), round.progress), ("2026-06-10", Progress::Begun));
            assert_eq!((round.began_at, round.since), (at(now), at(now) - TimeDelta::hours(24)));
        }
        assert_eq!(due(None, "2026-06-10T22:00:00Z"), None, "the next day, before its time");
    }

    #[test]
    fn a_day_that_is_not_meant_has_none() {
        assert_eq!(Round::due(None, at("2026-06-14T10:00:00Z"), &Berlin.into(), time("08:30:00"), false), None);
    }

    #[test]
    fn a_round_is_carried_on_with_on_its_day_and_made_once() {
        let begun = due(None, "2026-06-10T06:30:00Z").unwrap();
        let halfway = begun.after(Some(UserId::new(Uuid::from_u128(7))));
        for unfinished in [begun, halfway] {
            assert_eq!(due(Some(unfinished), "2026-06-10T12:00:00Z"), Some(unfinished));
        }
        assert_eq!(halfway.through(), Some(UserId::new(Uuid::from_u128(7))));
        let done = halfway.after(None);
        assert_eq!((done.progress, done.through()), (Progress::Done, None));
        assert_eq!(due(Some(done), "2026-06-10T12:00:00Z"), None);
        // An hour that was changed during the day makes no second one, and neither does a clock that was set back.
        assert_eq!(Round::due(Some(done), at("2026-06-10T16:00:00Z"), &Berlin.into(), time("17:45:00"), true), None);
        assert_eq!(due(Some(done), "2026-06-09T12:00:00Z"), None);
        assert_eq!(due(Some(halfway), "2026-06-09T12:00:00Z"), None);
    }

    #[test]
    fn the_next_one_tells_of_what_happened_since_the_last_one_began() {
        let last = due(None, "2026-06-10T06:30:00Z").unwrap().after(Some(UserId::new(Uuid::from_u128(7))));
        let next = due(Some(last), "2026-06-15T06:30:01Z").unwrap();
        assert_eq!((next.since, next.began_at), (last.began_at, at("2026-06-15T06:30:01Z")));
        assert_eq!(next.progress, Progress::Begun, "nobody gets what was left of the former one");
    }

    #[test]
    fn something_else_is_no_round() {
        for text in
            ["", "2026-06-10", "2026-06-10 x y done", "2026-06-10 2026-06-10T06:30:00Z 2026-06-09T06:30:00Z ended"]
        {
            assert_eq!(Round::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_round_reads_back(day in 0u64..20_000, micros in 0i64..4_000_000_000_000_000, user in any::<u128>(), which in 0..3) {
            let began_at = Instant::from_timestamp_micros(micros).unwrap();
            let progress = match which {
                0 => Progress::Begun,
                1 => Progress::Through(UserId::new(Uuid::from_u128(user))),
                _ => Progress::Done,
            };
            let day = "2026-01-01".parse::<NaiveDate>().unwrap() + chrono::Days::new(day);
            let round = Round { day, began_at, since: began_at - TimeDelta::hours(24), progress };
            prop_assert_eq!(Round::parse(&round.to_string()), Some(round));
        }

        /// However often it is asked, at whatever moments in their order, each day is begun once.
        #[test]
        fn each_day_is_begun_once(mut minutes in prop::collection::vec(0i64..10_000, 1..40)) {
            minutes.sort_unstable();
            let start = at("2026-06-08T00:00:00Z");
            let (mut last, mut begun) = (None, Vec::new());
            for minute in minutes {
                let now = start + TimeDelta::minutes(minute);
                if let Some(round) = Round::due(last, now, &Berlin.into(), time("08:30:00"), true) {
                    prop_assert!(last.is_none_or(|before: Round| before.day <= round.day));
                    begun.extend((round.progress == Progress::Begun).then_some(round.day));
                    last = Some(round.after((minute % 2 == 0).then_some(UserId::new(Uuid::from_u128(1)))));
                }
            }
            let mut once = begun.clone();
            once.dedup();
            prop_assert_eq!(begun, once);
        }
    }
}
