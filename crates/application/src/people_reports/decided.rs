//! How long decisions took.

use crate::Ports;
use crate::ports::DecidedTogether;
use domain::Instant;
use domain::oversight::reports::DaysToDecide;
use domain::time::{Month, days_after, start_of};

/// The instants between which a month lies: its first, and the first after it.
pub(super) fn span(ports: &Ports, month: Month) -> (Instant, Instant) {
    (start_of(ports.zone, month.first()), start_of(ports.zone, days_after(month.last(), 1)))
}

/// The same days and those of one group more.
pub(super) fn with(ports: &Ports, days: DaysToDecide, of: DecidedTogether) -> DaysToDecide {
    days.with(ports.zone, of.submitted, of.decided, of.entries)
}
