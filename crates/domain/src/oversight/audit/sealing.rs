//! One step of sealing: which events come next, and which numbers are left out.
//!
//! A number is given out when an event is written and becomes visible when its transaction commits, so a lower one may appear after a
//! higher one. It is sealed when it appears. A number that has not appeared after half a minute, which is longer than a transaction may
//! live, belongs to one that was rolled back.

use super::{ChainPoint, SealedEvent};
use crate::Instant;
use chrono::Duration;
use std::collections::BTreeSet;

/// How long a number that was left out is looked for.
const GAP_LIFE: Duration = Duration::seconds(30);
/// More left-out numbers than this are not remembered from one step; it takes a fault to make so many.
const MOST_GAPS: usize = 5_000;

/// A number that no event has been seen with, below one that there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The number.
    pub seq: i64,
    /// When it was noticed.
    pub noticed_at: Instant,
}

/// The seal of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// The number of the event.
    pub seq: i64,
    /// Its position and hash.
    pub point: ChainPoint,
}

/// What one step of sealing enters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealing {
    /// The seals, in the order of their positions.
    pub seals: Vec<Seal>,
    /// The highest number that has a seal then.
    pub newest_seq: i64,
    /// Numbers that are no longer looked for: they have appeared, or never will.
    pub closed: Vec<i64>,
    /// Numbers that are looked for from now on.
    pub opened: Vec<i64>,
}

impl Sealing {
    /// The step that comes after `newest`, the position of the event `newest_seq` or of a later one: first the events that have
    /// appeared in `gaps`, then the newer ones, each in the order of their numbers.
    #[must_use]
    pub fn step(
        newest: ChainPoint,
        newest_seq: i64,
        gaps: &[Gap],
        late: &[SealedEvent],
        newer: &[SealedEvent],
        now: Instant,
    ) -> Self {
        let mut point = newest;
        let seals = late.iter().chain(newer).map(|event| {
            point = point.then(event);
            Seal { seq: event.seq, point }
        });
        let seals = seals.collect();
        let appeared: BTreeSet<i64> = late.iter().map(|event| event.seq).collect();
        let is_over = |gap: &&Gap| appeared.contains(&gap.seq) || now - gap.noticed_at >= GAP_LIFE;
        let closed = gaps.iter().filter(is_over).map(|gap| gap.seq).collect();
        let (mut opened, mut last) = (Vec::new(), newest_seq);
        for event in newer {
            opened.extend((last + 1..event.seq).rev().take(MOST_GAPS));
            last = event.seq;
        }
        opened.sort_unstable();
        let opened = opened.split_off(opened.len().saturating_sub(MOST_GAPS));
        Self { seals, newest_seq: last, closed, opened }
    }

    /// Whether it enters nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seals.is_empty() && self.closed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::tests::sparse;
    use super::*;

    fn event(seq: i64) -> SealedEvent {
        SealedEvent { seq, ..sparse() }
    }

    fn at(second: i64) -> Instant {
        Instant::default() + Duration::seconds(second)
    }

    fn numbers(sealing: &Sealing) -> Vec<i64> {
        sealing.seals.iter().map(|seal| seal.seq).collect()
    }

    // Shows: J5
    #[test]
    fn events_are_sealed_in_the_order_of_their_numbers_one_behind_the_other() {
        let step = Sealing::step(ChainPoint::START, 0, &[], &[], &[event(1), event(2)], at(0));
        let first = ChainPoint::START.then(&event(1));
        let expected = [Seal { seq: 1, point: first }, Seal { seq: 2, point: first.then(&event(2)) }];
        assert_eq!((step.seals.as_slice(), step.newest_seq), (&expected[..], 2));
        assert!(step.opened.is_empty() && step.closed.is_empty());
        assert!(Sealing::step(first, 1, &[], &[], &[], at(0)).is_empty());
    }

    // Shows: J5
    #[test]
    fn a_number_that_appears_late_is_sealed_then_and_one_that_does_not_is_given_up() {
        let step = Sealing::step(ChainPoint::START, 3, &[], &[], &[event(5), event(8)], at(0));
        assert_eq!((numbers(&step), step.opened.as_slice(), step.newest_seq), (vec![5, 8], &[4, 6, 7][..], 8));
        let gaps: Vec<Gap> = step.opened.iter().map(|seq| Gap { seq: *seq, noticed_at: at(0) }).collect();
        let late = Sealing::step(ChainPoint::START, 8, &gaps, &[event(6)], &[event(9)], at(29));
        assert_eq!((numbers(&late), late.closed, late.newest_seq), (vec![6, 9], vec![6], 9));
        let over = Sealing::step(ChainPoint::START, 8, &gaps, &[], &[], at(30));
        assert_eq!(over.closed, [4, 6, 7]);
        assert!(!over.is_empty());
    }

    #[test]
    fn of_a_hole_that_a_fault_has_made_the_newest_numbers_are_looked_for() {
        let step = Sealing::step(ChainPoint::START, 0, &[], &[], &[event(1_000_000), event(1_000_002)], at(0));
        assert_eq!((step.opened.len(), step.opened.last()), (5_000, Some(&1_000_001)));
        assert_eq!(step.opened.first(), Some(&995_001));
    }
}
