//! How long decisions took.

use crate::Ports;
use crate::ports::DecidedTogether;
use domain::Instant;
use domain::oversight::reports::DaysToDecide;
use domain::time::{Month, days_after, start_of};
use std::collections::HashMap;
use std::hash::Hash;

/// The instants between which a month lies: its first, and the first after it.
pub(super) fn span(ports: &Ports, month: Month) -> (Instant, Instant) {
    (start_of(ports.zone, month.first()), start_of(ports.zone, days_after(month.last(), 1)))
}

/// The days that all these decisions took.
pub(super) fn of_all(ports: &Ports, found: impl IntoIterator<Item = DecidedTogether>) -> DaysToDecide {
    found.into_iter().fold(DaysToDecide::default(), |days, of| with(ports, days, of))
}

/// The days that decisions took, told apart by what stands with them.
pub(crate) fn of_each<K: Eq + Hash>(
    ports: &Ports,
    found: impl IntoIterator<Item = (K, DecidedTogether)>,
) -> HashMap<K, DaysToDecide> {
    let mut all: HashMap<K, DaysToDecide> = HashMap::new();
    for (key, of) in found {
        let own = all.entry(key).or_default();
        *own = with(ports, std::mem::take(own), of);
    }
    all
}

fn with(ports: &Ports, days: DaysToDecide, of: DecidedTogether) -> DaysToDecide {
    days.with(ports.zone, of.submitted, of.decided, of.entries)
}
