//! The organisation's time zones.

use super::{History, day_in, days_before, instant_of, start_of};
use crate::Instant;
use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use chrono_tz::{TZ_VARIANTS, Tz};
use std::sync::LazyLock;

/// For how long after a change of the zone nothing is sent because of the hour: time to see what it brought about.
const CALM: TimeDelta = TimeDelta::minutes(1);

/// The organisation's time zone, which may change from a day on.
///
/// A day begins when it begins in its own zone, and lasts until the next one begins in that one's. So the day before a change is
/// longer or shorter, no instant belongs to two days, and days that are past stay what they were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zones {
    by_day: History<Tz>,
    /// When it was decided last.
    decided_at: Option<Instant>,
}

impl Default for Zones {
    fn default() -> Self {
        Tz::UTC.into()
    }
}

impl From<Tz> for Zones {
    fn from(zone: Tz) -> Self {
        Self { by_day: History::always(zone), decided_at: None }
    }
}

impl Zones {
    /// The zones that a setting by day names. What is no zone counts as UTC.
    pub fn named(names: &History<impl Clone + ToString>) -> Self {
        let by_day = names.clone().map(|name| name.to_string().parse().unwrap_or(Tz::UTC));
        Self { by_day, decided_at: None }
    }

    /// The same, decided at this instant.
    #[must_use]
    pub fn decided(self, at: Option<Instant>) -> Self {
        Self { decided_at: at, ..self }
    }

    pub fn on(&self, day: NaiveDate) -> Tz {
        *self.by_day.on(day)
    }

    pub fn day_in(&self, instant: Instant) -> NaiveDate {
        let begun = |(from, zone): &(NaiveDate, &Tz)| start_of(**zone, *from) <= instant;
        let next = self.by_day.changes().find(|change| !begun(change)).map(|(from, _)| from);
        let zone = self.by_day.changes().rfind(begun).map_or(*self.by_day.first(), |(_, zone)| *zone);
        let day = day_in(zone, instant);
        next.map_or(day, |next| day.min(days_before(next, 1)))
    }

    /// When a day begins, as [`start_of`].
    pub fn start_of(&self, day: NaiveDate) -> Instant {
        start_of(self.on(day), day)
    }

    /// When clocks show `time` on a day, as [`instant_of`].
    pub fn instant_of(&self, day: NaiveDate, time: NaiveTime) -> Instant {
        instant_of(self.on(day), day, time)
    }

    /// The zone at an instant.
    pub fn at(&self, instant: Instant) -> Tz {
        self.on(self.day_in(instant))
    }

    /// What clocks show at an instant. In the hours by which a change makes a day longer it may be a time of the next day.
    pub fn local(&self, instant: Instant) -> NaiveDateTime {
        instant.with_timezone(&self.at(instant)).naive_local()
    }

    /// Whether this time of the day has come by `now`.
    pub fn has_come(&self, time: NaiveTime, now: Instant) -> bool {
        self.instant_of(self.day_in(now), time) <= now
    }

    /// Whether the zone has just changed: nothing is sent then because of the hour.
    pub fn is_settling(&self, now: Instant) -> bool {
        let begun = self.by_day.changes().map(|(from, zone)| start_of(*zone, from));
        begun.chain(self.decided_at).any(|at| at <= now && now - at < CALM)
    }
}

/// The names of all zones, sorted.
pub(crate) fn zone_names() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let mut names: Vec<_> = TZ_VARIANTS.iter().map(|zone| zone.name()).collect();
        names.sort_unstable();
        names
    });
    &NAMES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{at, day};
    use crate::time::days_after;
    use chrono_tz::Asia::Tokyo;
    use chrono_tz::Europe::{Berlin, Lisbon};
    use proptest::prelude::*;

    fn moved(first: Tz, from: &str, then: Tz) -> Zones {
        Zones { by_day: History::always(first).with(day(from), then), decided_at: None }
    }

    #[test]
    fn the_day_before_a_move_to_the_west_is_longer() {
        let zones = moved(Berlin, "2026-06-10", Lisbon);
        // Berlin's midnight is at 22:00 UTC, Lisbon's at 23:00.
        assert_eq!(zones.start_of(day("2026-06-09")), at("2026-06-08T22:00:00Z"));
        assert_eq!(zones.start_of(day("2026-06-10")), at("2026-06-09T23:00:00Z"));
        for (instant, expected) in [
            ("2026-06-09T21:59:59Z", "2026-06-09"),
            ("2026-06-09T22:30:00Z", "2026-06-09"),
            ("2026-06-09T23:00:00Z", "2026-06-10"),
        ] {
            assert_eq!(zones.day_in(at(instant)), day(expected), "{instant}");
        }
        assert_eq!((zones.at(at("2026-06-09T22:30:00Z")), zones.at(at("2026-06-09T23:00:00Z"))), (Berlin, Lisbon));
    }

    #[test]
    fn the_day_before_a_move_to_the_east_is_shorter() {
        let zones = moved(Berlin, "2026-06-10", Tokyo);
        assert_eq!(zones.start_of(day("2026-06-10")), at("2026-06-09T15:00:00Z"));
        assert_eq!(zones.day_in(at("2026-06-09T14:59:59Z")), day("2026-06-09"));
        assert_eq!(zones.day_in(at("2026-06-09T15:00:00Z")), day("2026-06-10"));
        assert_eq!(zones.local(at("2026-06-09T15:00:00Z")), day("2026-06-10").and_time(NaiveTime::MIN));
    }

    #[test]
    fn a_change_is_settled_after_a_minute() {
        let zones = moved(Berlin, "2026-06-10", Lisbon).decided(Some(at("2026-06-01T09:00:00Z")));
        for (now, expected) in [
            ("2026-06-01T08:59:59Z", false),
            ("2026-06-01T09:00:59Z", true),
            ("2026-06-01T09:01:00Z", false),
            ("2026-06-09T23:00:30Z", true),
            ("2026-06-09T23:01:00Z", false),
        ] {
            assert_eq!(zones.is_settling(at(now)), expected, "{now}");
        }
        assert!(zone_names().is_sorted() && zone_names().contains(&"Europe/Berlin"));
    }

    fn zones() -> impl Strategy<Value = Zones> {
        let zone = || prop::sample::select(&TZ_VARIANTS[..]);
        (zone(), prop::collection::vec((0u64..6, zone()), 0..4)).prop_map(|(first, changes)| {
            let with = |all: History<Tz>, (offset, zone)| all.with(days_after(day("2026-03-27"), offset), zone);
            Zones { by_day: changes.into_iter().fold(History::always(first), with), decided_at: None }
        })
    }

    proptest! {
        /// However often the zone changes, days follow each other, and each instant belongs to the day that has begun last.
        #[test]
        fn days_follow_each_other(zones in zones(), minutes in prop::collection::vec(0i64..20_000, 2..30)) {
            let start = at("2026-03-24T00:00:00Z");
            let mut instants: Vec<_> = minutes.into_iter().map(|minutes| start + TimeDelta::minutes(minutes)).collect();
            instants.sort_unstable();
            let days: Vec<_> = instants.iter().map(|instant| zones.day_in(*instant)).collect();
            prop_assert!(days.is_sorted(), "{days:?}");
            for (instant, day) in instants.into_iter().zip(days) {
                prop_assert!(zones.start_of(day) <= instant, "{instant} on {day}");
                prop_assert!(instant < zones.start_of(days_after(day, 1)), "{instant} on {day}");
            }
        }
    }
}
