//! The moment when a use case runs.

use crate::Ports;
use chrono::NaiveDate;
use domain::Instant;
use domain::rules::Rules;
use domain::time::Zones;
use std::sync::Arc;

/// When a use case runs, and under which rules. Taken once, at its beginning: a clock that is read a second time may have passed
/// midnight, and a decision would mix two days.
#[derive(Debug, Clone)]
pub struct Moment {
    pub now: Instant,
    /// The organisation's day at that instant.
    pub today: NaiveDate,
    pub rules: Arc<Rules>,
}

impl Ports {
    pub fn moment(&self) -> Moment {
        let (now, rules) = (self.clock.now(), self.policy.in_force().rules.clone());
        Moment { now, today: rules.zones.day_in(now), rules }
    }

    /// The organisation's time zones: *today* is the day there.
    pub fn zones(&self) -> Zones {
        self.policy.in_force().rules.zones.clone()
    }
}
