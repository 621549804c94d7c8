//! Settings: values that are kept between calls.

use super::StoreError;
use async_trait::async_trait;

/// A value that is kept between calls, one for the whole organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Setting {
    /// How many positions are open.
    OpenPositions,
    /// The last day that was looked at for people who recorded nothing.
    FrozenThrough,
}

impl Setting {
    /// Its name in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenPositions => "open_positions",
            Self::FrozenThrough => "frozen_through",
        }
    }
}

/// Settings, for writing.
#[async_trait]
pub trait SettingRepository: Send + Sync {
    /// The value, if it was ever set. MUST serialise: of two units of work that ask for the same one, the second waits for the
    /// first to end, also where the value was never set.
    async fn lock(&self, setting: Setting) -> Result<Option<String>, StoreError>;
    /// Sets a value.
    async fn set(&self, setting: Setting, value: &str) -> Result<(), StoreError>;
}

/// Reads settings.
#[async_trait]
pub trait SettingReads: Send + Sync {
    /// The value, if it was ever set.
    async fn get(&self, setting: Setting) -> Result<Option<String>, StoreError>;
}
