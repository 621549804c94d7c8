//! What is recorded of settings. They concern everybody, so they are about nobody.

use crate::events::Record;
use chrono::NaiveDate;
use domain::settings::{Key, Value};

/// A setting was changed. `from`: the day from which the value holds, of a setting by month or by day. `before`: what held, where
/// something had been decided.
pub fn setting_changed(key: Key, from: Option<NaiveDate>, before: Option<&Value>, after: &Value) -> Record {
    Record::of("setting-changed").detail("key", key.definition().name).optional("from", from).change(
        "value",
        before.map(ToString::to_string),
        Some(after.to_string()),
    )
}
