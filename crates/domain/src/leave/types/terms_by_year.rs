//! What a leave type gives, by leave year.

use crate::leave::LeaveTerms;
use std::collections::BTreeMap;

/// What a leave type gives in each leave year: some terms from the beginning, and others each from its own year on.
///
/// A year that has ended keeps its terms, because a change begins this year at the earliest.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermsByYear {
    first: LeaveTerms,
    later: BTreeMap<i32, LeaveTerms>,
}

impl TermsByYear {
    /// The same terms in every year.
    pub const fn always(terms: LeaveTerms) -> Self {
        Self { first: terms, later: BTreeMap::new() }
    }

    /// The terms before the first change.
    pub const fn first(&self) -> &LeaveTerms {
        &self.first
    }

    /// The changes, each with the year from which its terms hold, in order.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = (i32, &LeaveTerms)> {
        self.later.iter().map(|(from, terms)| (*from, terms))
    }

    pub fn of(&self, year: i32) -> LeaveTerms {
        self.later.range(..=year).next_back().map_or(self.first, |(_, terms)| *terms)
    }

    /// The same, with other terms from a year on until the next change.
    pub fn with(mut self, from: i32, terms: LeaveTerms) -> Self {
        self.later.insert(from, terms);
        self
    }

    /// The same, changed in `from` and in every later year. A year that then says what the year before it says is no change.
    pub fn changed_from(&self, from: i32, change: impl Fn(&mut LeaveTerms)) -> Self {
        let mut changed = self.clone().with(from, self.of(from));
        changed.later.range_mut(from..).for_each(|(_, terms)| change(terms));
        let mut before = changed.first;
        changed.later.retain(|_, terms| std::mem::replace(&mut before, *terms) != *terms);
        changed
    }
}
