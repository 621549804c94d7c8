//! The one clock, real or moved.

use application::ports::Clock;
use chrono::{Duration, DurationRound, Utc};
use domain::Instant;

fn machine_now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "this adapter is where the machine's clock is read")]
    let now = Utc::now();
    // The store keeps microseconds; a finer clock would make a value differ from itself read back.
    now.duration_trunc(Duration::microseconds(1)).unwrap_or(now)
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        machine_now()
    }
}

/// A clock that started at a given instant and runs on from there, for tests and demonstrations.
#[derive(Debug, Clone, Copy)]
pub struct MovedClock {
    shift: Duration,
}

impl MovedClock {
    /// A clock that shows `start` now and goes on from there.
    pub fn starting_at(start: Instant) -> Self {
        Self { shift: start - machine_now() }
    }
}

impl Clock for MovedClock {
    fn now(&self) -> Instant {
        machine_now() + self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_clock_starts_where_it_was_told_and_runs_on() {
        let start = "2026-06-10T08:00:00Z".parse::<Instant>().unwrap_or_default();
        let clock = MovedClock::starting_at(start);
        let first = clock.now();
        assert!(first >= start && first < start + Duration::seconds(10));
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(clock.now() > first);
    }

    #[test]
    fn no_clock_is_finer_than_the_store() {
        assert_eq!(SystemClock.now().timestamp_subsec_nanos() % 1_000, 0);
    }
}
