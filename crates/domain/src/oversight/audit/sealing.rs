//! One step of sealing: which events come next, and which numbers are left out.
//!
//! A number is given out when an event is written and becomes visible when its transaction commits, so a lower one may appear after a
//! higher one. It is looked for as long as a transaction is open that could have taken it, and sealed when it appears. No clock says
//! how long that is.

use super::{ChainPoint, SealedEvent};
use std::collections::BTreeSet;

/// More left-out numbers than this are not remembered from one step; it takes a fault to make so many.
const MOST_GAPS: usize = 5_000;

/// A number that no event has been seen with, below one that there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    pub seq: i64,
    /// Whether a transaction is still open that could have taken it.
    pub may_appear: bool,
}

/// The number of an event and its link of the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    pub seq: i64,
    pub point: ChainPoint,
}

/// What one step of sealing enters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealing {
    /// The seals, in the order of their positions.
    pub seals: Vec<Seal>,
    /// Up to which number events have a seal then, but for those that are looked for and those that nobody can read.
    pub newest_seq: i64,
    /// Numbers that are no longer looked for, because they have appeared.
    pub closed: Vec<i64>,
    /// Numbers that are no longer looked for unless they have appeared meanwhile: nobody is left who could have taken them.
    pub given_up: Vec<i64>,
    /// Numbers that are looked for from now on.
    pub opened: Vec<i64>,
}

impl Sealing {
    /// The step that comes after `newest`, the position of the event `newest_seq` or of a later one: first the events that have
    /// appeared in `gaps`, then the newer ones, each in the order of their numbers.
    ///
    /// Events that are `unreadable` get no seal and are not looked for again. A verification finds them.
    pub fn step(
        newest: ChainPoint,
        newest_seq: i64,
        gaps: &[Gap],
        late: &[SealedEvent],
        newer: &[SealedEvent],
        unreadable: &[i64],
    ) -> Self {
        let mut point = newest;
        let seals = late.iter().chain(newer).map(|event| {
            point = point.then(event);
            Seal { seq: event.seq, point }
        });
        let seals = seals.collect();
        let seen: BTreeSet<i64> = late.iter().map(|event| event.seq).chain(unreadable.iter().copied()).collect();
        let (appeared, missing): (Vec<&Gap>, Vec<&Gap>) = gaps.iter().partition(|gap| seen.contains(&gap.seq));
        let closed = appeared.into_iter().map(|gap| gap.seq).collect();
        let given_up = missing.into_iter().filter(|gap| !gap.may_appear).map(|gap| gap.seq).collect();
        let (mut opened, mut last) = (Vec::new(), newest_seq);
        let later: BTreeSet<i64> = newer.iter().map(|event| event.seq).chain(unreadable.iter().copied()).collect();
        for seq in later.range(newest_seq + 1..) {
            opened.extend((last + 1..*seq).rev().take(MOST_GAPS));
            last = *seq;
        }
        opened.sort_unstable();
        let opened = opened.split_off(opened.len().saturating_sub(MOST_GAPS));
        Self { seals, newest_seq: last, closed, given_up, opened }
    }

    /// Whether it enters nothing behind `newest_seq`.
    pub fn is_empty(&self, newest_seq: i64) -> bool {
        self.newest_seq == newest_seq && self.seals.is_empty() && self.closed.is_empty() && self.given_up.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::tests::sparse;
    use super::*;

    fn event(seq: i64) -> SealedEvent {
        SealedEvent { seq, ..sparse() }
    }

    fn numbers(sealing: &Sealing) -> Vec<i64> {
        sealing.seals.iter().map(|seal| seal.seq).collect()
    }

    fn gaps(seqs: &[i64], may_appear: bool) -> Vec<Gap> {
        seqs.iter().map(|seq| Gap { seq: *seq, may_appear }).collect()
    }

    #[test]
    fn events_are_sealed_in_the_order_of_their_numbers_one_behind_the_other() {
        let step = Sealing::step(ChainPoint::START, 0, &[], &[], &[event(1), event(2)], &[]);
        let first = ChainPoint::START.then(&event(1));
        let expected = [Seal { seq: 1, point: first }, Seal { seq: 2, point: first.then(&event(2)) }];
        assert_eq!((step.seals.as_slice(), step.newest_seq), (&expected[..], 2));
        assert!(step.opened.is_empty() && step.closed.is_empty() && step.given_up.is_empty());
        assert!(Sealing::step(first, 1, &[], &[], &[], &[]).is_empty(1));
    }

    #[test]
    fn a_number_is_looked_for_until_it_appears_or_nobody_is_left_who_could_have_it() {
        let step = Sealing::step(ChainPoint::START, 3, &[], &[], &[event(5), event(8)], &[]);
        assert_eq!((numbers(&step), step.opened.as_slice(), step.newest_seq), (vec![5, 8], &[4, 6, 7][..], 8));
        let open = gaps(&step.opened, true);
        assert!(Sealing::step(ChainPoint::START, 8, &open, &[], &[], &[]).is_empty(8), "however long that takes");
        let late = Sealing::step(ChainPoint::START, 8, &open, &[event(6)], &[event(9)], &[]);
        assert_eq!((numbers(&late), late.closed, late.newest_seq), (vec![6, 9], vec![6], 9));
        assert!(late.given_up.is_empty());
        let over = Sealing::step(ChainPoint::START, 8, &gaps(&step.opened, false), &[event(6)], &[], &[]);
        assert_eq!((over.closed.as_slice(), over.given_up.as_slice()), (&[6][..], &[4, 7][..]));
        assert!(!Sealing::step(ChainPoint::START, 8, &gaps(&[4], false), &[], &[], &[]).is_empty(8));
    }

    #[test]
    fn an_event_that_nobody_can_read_stops_no_other_and_gets_no_seal() {
        let step = Sealing::step(ChainPoint::START, 0, &gaps(&[-2, -1], true), &[], &[event(1), event(4)], &[-1, 2]);
        assert_eq!((numbers(&step), step.newest_seq), (vec![1, 4], 4));
        assert_eq!((step.closed, step.given_up, step.opened), (vec![-1], vec![], vec![3]));
        let all = Sealing::step(ChainPoint::START, 4, &[], &[], &[], &[5, 7]);
        assert_eq!(
            (all.is_empty(4), all.newest_seq, all.opened),
            (false, 7, vec![6]),
            "what comes behind them is sealed"
        );
    }

    #[test]
    fn of_a_hole_that_a_fault_has_made_the_newest_numbers_are_looked_for() {
        let step = Sealing::step(ChainPoint::START, 0, &[], &[], &[event(1_000_000), event(1_000_002)], &[]);
        assert_eq!((step.opened.len(), step.opened.last()), (5_000, Some(&1_000_001)));
        assert_eq!(step.opened.first(), Some(&995_001));
    }
}
