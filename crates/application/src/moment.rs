//! The moment when a use case runs.

use crate::Ports;
use chrono::NaiveDate;
use domain::Instant;
use domain::rules::Rules;
use domain::time::day_in;
use std::sync::Arc;

/// When a use case runs, and under which rules. Taken once, at its beginning: a clock that is read a second time may have passed
/// midnight, and a decision would mix two days.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The instant.
    pub now: Instant,
    /// The organisation's day at that instant.
    pub today: NaiveDate,
    /// The rules that hold.
    pub rules: Arc<Rules>,
}

impl Ports {
    /// This moment.
    #[must_use]
    pub fn moment(&self) -> Moment {
        let now = self.clock.now();
        Moment { now, today: day_in(self.zone, now), rules: self.policy.in_force().rules.clone() }
    }
}
