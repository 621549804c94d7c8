//! A value that changes on stated days, and holds in between.

use chrono::NaiveDate;
use std::collections::BTreeMap;

/// What holds on each day: one value from the beginning, and others each from its own day on.
///
/// A month that is over keeps its figures whatever is changed for the days to come, because each day is asked for by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History<T> {
    first: T,
    later: BTreeMap<NaiveDate, T>,
}

impl<T> History<T> {
    /// The value that holds on every day.
    #[must_use]
    pub const fn always(value: T) -> Self {
        Self { first: value, later: BTreeMap::new() }
    }

    /// The same history, with `value` from `from` on until the day before the next later change.
    #[must_use]
    pub fn with(mut self, from: NaiveDate, value: T) -> Self {
        self.later.insert(from, value);
        self
    }

    /// What holds before the first change.
    #[must_use]
    pub const fn first(&self) -> &T {
        &self.first
    }

    /// Another value in the place of each.
    #[must_use]
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

    /// What holds on `day`.
    #[must_use]
    pub fn on(&self, day: NaiveDate) -> &T {
        self.later.range(..=day).next_back().map_or(&self.first, |(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

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
}
