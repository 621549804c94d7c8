//! A value that changes on stated days, and holds in between.

use chrono::NaiveDate;
use std::collections::BTreeMap;
use std::ops::Bound;

/// How many changes a list of work patterns or of salaries has at most (settings.md 8).
pub const MOST_CHANGES: usize = 200;

/// What holds on each day: one value from the beginning, and others each from its own day on.
///
/// A month that is over keeps its figures whatever is changed for the days to come, because each day is asked for by itself.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History<T> {
    first: T,
    later: BTreeMap<NaiveDate, T>,
}

impl<T> History<T> {
    /// The value that holds on every day.
    pub const fn always(value: T) -> Self {
        Self { first: value, later: BTreeMap::new() }
    }

    /// The same history, with `value` from `from` on until the day before the next later change.
    pub fn with(mut self, from: NaiveDate, value: T) -> Self {
        self.later.insert(from, value);
        self
    }

    /// The changes, each with the day from which its value holds, in order.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = (NaiveDate, &T)> {
        self.later.iter().map(|(from, value)| (*from, value))
    }

    pub fn next_change(&self, day: NaiveDate) -> Option<NaiveDate> {
        self.later.range((Bound::Excluded(day), Bound::Unbounded)).next().map(|(from, _)| *from)
    }

    /// The change whose value holds on `day`, or the first one where none does yet.
    pub fn change_at(&self, day: NaiveDate) -> Option<(NaiveDate, &T)> {
        let last = self.later.range(..=day).next_back();
        last.or_else(|| self.later.iter().next()).map(|(from, value)| (*from, value))
    }

    /// What holds before the first change.
    pub const fn first(&self) -> &T {
        &self.first
    }

    /// Another value in the place of each.
    pub fn map<U>(self, mut to: impl FnMut(T) -> U) -> History<U> {
        let first = to(self.first);
        History { first, later: self.later.into_iter().map(|(from, value)| (from, to(value))).collect() }
    }

    /// What holds from `first` to `last`, both included: each value with the days on which it holds, in order.
    pub fn between(&self, first: NaiveDate, last: NaiveDate) -> impl Iterator<Item = (NaiveDate, NaiveDate, &T)> {
        let changes = self.later.keys().copied().filter(move |day| first < *day && *day <= last);
        let starts = std::iter::once(first).chain(changes.clone());
        let ends = changes.map(|day| super::days_before(day, 1)).chain(std::iter::once(last));
        starts.zip(ends).map(|(from, to)| (from, to, self.on(from)))
    }

    pub fn on(&self, day: NaiveDate) -> &T {
        self.later.range(..=day).next_back().map_or(&self.first, |(_, value)| value)
    }
}

impl<T: PartialEq> History<T> {
    /// The same history without the changes that change nothing.
    pub fn condensed(mut self) -> Self {
        let mut before = &self.first;
        let mut idle = Vec::new();
        for (from, value) in &self.later {
            if value == before {
                idle.push(*from);
            }
            before = value;
        }
        for from in idle {
            self.later.remove(&from);
        }
        self
    }
}

impl<T: Clone> History<Option<T>> {
    /// What holds on each day: the value of this history, or that of `beneath` where this one has none.
    pub fn over(&self, beneath: &History<T>) -> History<T> {
        let at = |own: &Option<T>, day| own.clone().unwrap_or_else(|| History::on(beneath, day).clone());
        let days = self.later.keys().chain(beneath.later.keys());
        let later = days.map(|day| (*day, at(self.on(*day), *day))).collect();
        History { first: self.first.clone().unwrap_or_else(|| beneath.first.clone()), later }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::day;
    use crate::time::days_after;
    use proptest::prelude::*;

    #[test]
    fn a_value_holds_from_its_day_until_the_next_one() {
        let history = History::always(1).with(day("2026-07-01"), 3).with(day("2026-06-15"), 2);
        let on = |text| *history.on(day(text));
        assert_eq!([on("1990-01-01"), on("2026-06-14")], [1, 1]);
        assert_eq!([on("2026-06-15"), on("2026-06-30")], [2, 2]);
        assert_eq!([on("2026-07-01"), on("2099-01-01")], [3, 3]);
    }

    #[test]
    fn a_period_is_told_apart_by_the_changes_in_it() {
        let history = History::always(1).with(day("2026-06-15"), 2).with(day("2026-07-01"), 3);
        let of = |first, last| {
            let periods = history.between(day(first), day(last));
            periods.map(|(from, to, value)| (from.to_string(), to.to_string(), *value)).collect::<Vec<_>>()
        };
        let period = |from: &str, to: &str, value| (from.to_owned(), to.to_owned(), value);
        assert_eq!(
            of("2026-06-01", "2026-06-30"),
            [period("2026-06-01", "2026-06-14", 1), period("2026-06-15", "2026-06-30", 2)]
        );
        assert_eq!(of("2026-07-01", "2026-07-01"), [period("2026-07-01", "2026-07-01", 3)]);
        assert_eq!(of("2026-05-01", "2026-05-31"), [period("2026-05-01", "2026-05-31", 1)]);
    }

    #[test]
    fn a_second_value_from_the_same_day_replaces_the_first() {
        let history = History::always(1).with(day("2026-07-01"), 2).with(day("2026-07-01"), 5);
        assert_eq!((*history.on(day("2026-06-30")), *history.on(day("2026-07-01"))), (1, 5));
    }

    #[test]
    fn the_change_of_a_day_is_the_last_one_or_the_first_to_come() {
        let history = History::always(1).with(day("2026-06-15"), 2).with(day("2026-07-01"), 3);
        let at = |text| history.change_at(day(text)).map(|(from, value)| (from.to_string(), *value));
        for (on, from, value) in
            [("2026-06-01", "2026-06-15", 2), ("2026-06-30", "2026-06-15", 2), ("2026-07-01", "2026-07-01", 3)]
        {
            assert_eq!(at(on), Some((from.to_owned(), value)), "{on}");
        }
        assert_eq!(History::always(1).change_at(day("2026-06-01")), None);
    }

    #[test]
    fn changes_are_known_by_their_days() {
        let history = History::always(1).with(day("2026-07-01"), 2).with(day("2026-06-15"), 1);
        let days = |history: &History<i32>| history.changes().map(|(from, _)| from.to_string()).collect::<Vec<_>>();
        assert_eq!(days(&history), ["2026-06-15", "2026-07-01"]);
        let next = |text| history.next_change(day(text)).map(|day| day.to_string());
        assert_eq!(next("2026-06-14").as_deref(), Some("2026-06-15"));
        assert_eq!((next("2026-06-15").as_deref(), next("2026-07-01")), (Some("2026-07-01"), None));
        assert_eq!(days(&history.condensed()), ["2026-07-01"]);
    }

    fn histories<T: std::fmt::Debug + Clone>(
        values: impl Strategy<Value = T> + Clone,
    ) -> impl Strategy<Value = History<T>> {
        let changes = prop::collection::vec((0u64..60, values.clone()), 0..8);
        (values, changes).prop_map(|(first, changes)| {
            let from = |offset| days_after(day("2026-06-01"), offset);
            changes.into_iter().fold(History::always(first), |all, (offset, value)| all.with(from(offset), value))
        })
    }

    proptest! {
        #[test]
        fn a_condensed_history_says_the_same_with_no_row_to_spare(history in histories(0u8..3)) {
            let condensed = history.clone().condensed();
            let values: Vec<_> = std::iter::once(condensed.first()).chain(condensed.changes().map(|(_, v)| v)).collect();
            prop_assert!(values.windows(2).all(|two| two[0] != two[1]));
            for offset in 0..62 {
                let day = days_after(day("2026-05-31"), offset);
                prop_assert_eq!(condensed.on(day), history.on(day));
            }
        }

        #[test]
        fn own_values_lie_over_those_of_all(own in histories(prop::option::of(0u8..3)), all in histories(0u8..3)) {
            let both = own.over(&all);
            for offset in 0..62 {
                let day = days_after(day("2026-05-31"), offset);
                prop_assert_eq!(*both.on(day), own.on(day).unwrap_or(*all.on(day)));
            }
        }
    }
}
