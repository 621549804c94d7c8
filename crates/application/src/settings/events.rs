//! What is recorded of settings. They concern everybody, so they are about nobody.

use crate::events::Record;
use chrono::NaiveDate;
use domain::settings::{Key, Value};

/// A setting was changed.
#[derive(Debug, Clone)]
pub struct SettingChanged<'a> {
    pub key: Key,
    /// From when the value holds, of a setting by month or by day.
    pub from: Option<NaiveDate>,
    /// What held, where something had been decided.
    pub before: Option<&'a Value>,
    pub after: &'a Value,
}

impl From<SettingChanged<'_>> for Record {
    fn from(SettingChanged { key, from, before, after }: SettingChanged<'_>) -> Self {
        let record = Self::of("setting-changed").detail("key", key.definition().name);
        let record = from.into_iter().fold(record, |record, from| record.detail("from", from));
        record.change("value", before.map(ToString::to_string), Some(after.to_string()))
    }
}
