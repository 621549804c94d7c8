//! How long decisions took.

use crate::Ports;
use crate::ports::DecidedTogether;
use domain::Instant;
use domain::oversight::reports::DaysToDecide;
use domain::time::{Month, Zones, days_after};
use std::collections::HashMap;
use std::hash::Hash;

/// The instants between which a month lies: its first, and the first after it.
pub(super) fn span(ports: &Ports, month: Month) -> (Instant, Instant) {
    let zones = ports.zones();
    (zones.start_of(month.first()), zones.start_of(days_after(month.last(), 1)))
}

/// The days that all these decisions took.
pub(super) fn of_all(ports: &Ports, found: impl IntoIterator<Item = DecidedTogether>) -> DaysToDecide {
    let zones = ports.zones();
    found.into_iter().fold(DaysToDecide::default(), |days, of| with(&zones, days, of))
}

/// The days that decisions took, told apart by what stands with them.
pub(crate) fn of_each<K: Eq + Hash>(
    ports: &Ports,
    found: impl IntoIterator<Item = (K, DecidedTogether)>,
) -> HashMap<K, DaysToDecide> {
    let (mut all, zones) = (HashMap::<K, DaysToDecide>::new(), ports.zones());
    for (key, of) in found {
        let own = all.entry(key).or_default();
        *own = with(&zones, std::mem::take(own), of);
    }
    all
}

fn with(zones: &Zones, days: DaysToDecide, of: DecidedTogether) -> DaysToDecide {
    days.with(zones, of.submitted, of.decided, of.entries)
}
