//! The clock of a test.

use std::sync::atomic::{AtomicI64, Ordering};

use application::ports::Clock;
use domain::Instant;

/// A clock that stands still until the test moves it.
#[derive(Debug, Default)]
pub struct TestClock(AtomicI64);

impl TestClock {
    /// Stands at `instant` from now on.
    pub fn set(&self, instant: &str) {
        let at: Instant = instant.parse().unwrap_or_else(|error| panic!("{instant}: {error}"));
        self.0.store(at.timestamp_micros(), Ordering::SeqCst);
    }

    /// Moves the clock on.
    pub fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        Instant::from_timestamp_micros(self.0.load(Ordering::SeqCst)).unwrap_or_default()
    }
}
