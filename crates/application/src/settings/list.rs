//! The settings of a page.

use crate::ports::StoredSetting;
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::person::FullName;
use domain::settings::{Decided, Keeper, Key, Rhythm, Value};
use domain::time::Month;

domain::names! {
    /// Where the value of a setting comes from.
    pub enum SettingSource {
        /// Nobody has decided anything.
        Default = "default",
        /// It was decided on a page.
        Portal = "portal",
        /// The operator has set it, and nobody changes it on a page.
        Operator = "operator",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingView {
    pub key: Key,
    /// What holds; of a setting by month in this month, of one by day today.
    pub value: Value,
    /// The first day on which it holds, where it was decided by month or by day.
    pub from: Option<NaiveDate>,
    pub next: Option<(NaiveDate, Value)>,
    pub default: Value,
    pub source: SettingSource,
    pub version: u32,
    pub changed: Option<(Instant, Option<FullName>)>,
}

/// The settings that somebody keeps, in the order of their page.
pub async fn list(ports: &Ports, caller: &Caller, keeper: Keeper) -> Result<Vec<SettingView>> {
    caller.actor.require(keeper.capability())?;
    let mut stored = ports.reads.settings().stored().await?;
    let view = |key| {
        let place = stored.iter().position(|setting| setting.key == key);
        SettingView::new(ports, key, place.map(|place| stored.swap_remove(place)))
    };
    Ok(Key::of(keeper).map(view).collect())
}

impl SettingView {
    pub(super) fn new(ports: &Ports, key: Key, stored: Option<StoredSetting>) -> Self {
        let (default, today) = (ports.policy.defaults().value(key).clone(), ports.moment().today);
        let reached = if key.definition().rhythm == Rhythm::ByDay { today } else { Month::of(today).first() };
        let stored_version = stored.as_ref().map_or(0, |setting| setting.version);
        let changed = stored.as_ref().map(|setting| (setting.changed_at, setting.changed_by.clone()));
        let values = stored.map(|setting| setting.values).unwrap_or_default();
        let (begun, mut ahead): (Vec<Decided>, Vec<Decided>) =
            values.into_iter().partition(|decided| decided.from.is_none_or(|from| from <= reached));
        let holding = begun.into_iter().next_back();
        let (source, value, from) = match (ports.policy.operators(key), holding) {
            (Some(value), _) => (SettingSource::Operator, value.clone(), None),
            (None, Some(decided)) => (SettingSource::Portal, decided.value, decided.from),
            (None, None) => (SettingSource::Default, default.clone(), None),
        };
        let next = if ahead.is_empty() { None } else { Some(ahead.swap_remove(0)) };
        Self {
            key,
            value,
            from,
            next: next.and_then(|decided| Some((decided.from?, decided.value))),
            default,
            source,
            version: stored_version,
            changed,
        }
    }
}
