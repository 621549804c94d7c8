//! Settings.

use super::state::{Setting, State};
use super::{Memory, Unit};
use application::ports::{Result, SettingReads, SettingRepository, StoredSetting};
use async_trait::async_trait;
use domain::Instant;
use domain::id::UserId;
use domain::settings::{Decided, Key};

impl State {
    fn stored_setting(&self, key: Key) -> Option<StoredSetting> {
        let Setting { version, values, changed_at, changed_by } = self.settings.get(&key)?.clone();
        let changed_by = changed_by.and_then(|by| self.name_of(by));
        Some(StoredSetting { key, version, values, changed_at, changed_by })
    }
}

#[async_trait]
impl SettingRepository for Unit {
    async fn lock(&self, key: Key) -> Result<Option<StoredSetting>> {
        self.run("SettingRepository::lock", |state| Ok(state.stored_setting(key)))
    }

    async fn save(&self, decided: &Decided, by: Option<UserId>, at: Instant) -> Result<()> {
        self.run("SettingRepository::save", |state| {
            let anew = Setting { version: 0, values: Vec::new(), changed_at: at, changed_by: by };
            let setting = state.settings.entry(decided.key).or_insert(anew);
            setting.values.retain(|other| other.from != decided.from);
            setting.values.push(decided.clone());
            setting.values.sort_by_key(|decided| decided.from);
            *setting = Setting { version: setting.version + 1, changed_at: at, changed_by: by, ..setting.clone() };
            Ok(())
        })
    }
}

#[async_trait]
impl SettingReads for Memory {
    async fn stored(&self) -> Result<Vec<StoredSetting>> {
        self.read("SettingReads::stored", |state| {
            state.settings.keys().filter_map(|key| state.stored_setting(*key)).collect()
        })
    }
}
