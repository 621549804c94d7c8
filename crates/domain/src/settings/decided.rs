//! What holds of every setting.

use super::registry::Key;
use super::value::Value;
use crate::time::History;
use chrono::{NaiveDate, NaiveTime};
use std::collections::BTreeMap;

/// A value that the organisation has decided on, and that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub key: Key,
    /// The first day on which it holds: of a setting by month the first of one, else none.
    pub from: Option<NaiveDate>,
    pub value: Value,
}

/// What holds of every setting: what the operator has set, else what was decided, else the default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings(BTreeMap<Key, History<Value>>);

impl Default for Settings {
    fn default() -> Self {
        Self(Key::ALL.iter().map(|key| (*key, History::always(key.default_value()))).collect())
    }
}

impl Settings {
    /// These settings, and others that hold instead: each for good, or from its day on.
    #[must_use]
    pub fn with(mut self, decided: impl IntoIterator<Item = Decided>) -> Self {
        for Decided { key, from, value } in decided {
            let history = match from {
                None => History::always(value),
                Some(from) => self.history(key).clone().with(from, value),
            };
            self.0.insert(key, history);
        }
        self
    }

    /// What holds of it on every day.
    ///
    /// # Panics
    /// Never: every key is there from the beginning.
    pub fn history(&self, key: Key) -> &History<Value> {
        self.0.get(&key).unwrap_or_else(|| unreachable!("{key:?} is missing"))
    }

    /// What holds of one that is not by month.
    pub fn value(&self, key: Key) -> &Value {
        self.history(key).first()
    }

    /// The value of an integer setting. Panics for a setting of another type.
    pub fn integer(&self, key: Key) -> u32 {
        integer(self.value(key))
    }

    /// The whole number that a setting by month is, month by month.
    pub fn integers(&self, key: Key) -> History<u32> {
        self.history(key).clone().map(|value| integer(&value))
    }

    /// The text or the code that a setting is.
    pub fn text(&self, key: Key) -> &str {
        match self.value(key) {
            Value::Text(text) => text,
            other => unreachable!("{other:?} is no text"),
        }
    }

    /// The time of day that a setting is.
    pub fn time(&self, key: Key) -> NaiveTime {
        match self.value(key) {
            Value::Time(time) => *time,
            other => unreachable!("{other:?} is no time"),
        }
    }

    /// Whether a setting says yes.
    pub fn is_on(&self, key: Key) -> bool {
        match self.value(key) {
            Value::Boolean(is_on) => *is_on,
            other => unreachable!("{other:?} is neither yes nor no"),
        }
    }
}

fn integer(value: &Value) -> u32 {
    match value {
        Value::Integer(number) => *number,
        other => unreachable!("{other:?} is no whole number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Kind;
    use crate::testing::day;

    fn decided(key: Key, from: Option<&str>, value: Value) -> Decided {
        Decided { key, from: from.map(day), value }
    }

    #[test]
    fn every_setting_is_read_as_what_it_is() {
        let settings = Settings::default();
        for key in Key::ALL {
            match key.definition().kind {
                Kind::Integer { min, max } => assert!((min..=max).contains(&settings.integer(*key))),
                Kind::Text { .. } | Kind::Choice(_) => assert!(!settings.text(*key).is_empty()),
                Kind::Time => assert!(settings.time(*key) > NaiveTime::MIN),
                Kind::Boolean => assert!(!settings.is_on(*key)),
            }
        }
    }

    #[test]
    fn a_value_holds_from_its_month_until_the_next_one() {
        let settings = Settings::default().with([
            decided(Key::GoodPercent, Some("2026-08-01"), Value::Integer(70)),
            decided(Key::GoodPercent, Some("2026-06-01"), Value::Integer(65)),
            decided(Key::PasswordMinimum, None, Value::Integer(10)),
        ]);
        let good = settings.integers(Key::GoodPercent);
        let on = |text| *good.on(day(text));
        assert_eq!([on("2026-05-31"), on("2026-06-01"), on("2026-07-31"), on("2026-08-01")], [80, 65, 65, 70]);
        assert_eq!((settings.integer(Key::PasswordMinimum), settings.integer(Key::SessionHours)), (10, 12));
    }

    #[test]
    fn what_is_said_last_wins() {
        let name = |name: &str| decided(Key::OrganisationName, None, Value::Text(name.into()));
        let settings = Settings::default().with([name("Northwind")]).with([name("Acme")]);
        assert_eq!(settings.text(Key::OrganisationName), "Acme");
    }
}
