//! Settings: what the organisation has decided.

use super::Result;
use domain::Instant;
use domain::id::UserId;
use domain::person::FullName;
use domain::settings::{Decided, Key};

/// What was decided about one setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSetting {
    pub key: Key,
    pub version: u32,
    /// The values, in the order of their days.
    pub values: Vec<Decided>,
    pub changed_at: Instant,
    pub changed_by: Option<FullName>,
}

port! { UnitOfWork::settings =>
    /// Settings, for writing.
    pub trait SettingRepository: Send + Sync {
        /// What was decided about one, if anything ever was. MUST serialise: of two units of work that ask for the same one, the
        /// second waits for the first to end.
        [Looks] async fn lock(&self, key: Key) -> Result<Option<StoredSetting>>;
        /// Saves a value in the place of the one with the same first day, and MUST count the version of its setting up by one.
        /// `by`: who decided it, where it was somebody with an account.
        [Writes] async fn save(&self, decided: &Decided, by: Option<UserId>, at: Instant) -> Result<()>;
    }
}

port! { Reads::settings =>
    /// Reads settings.
    pub trait SettingReads: Send + Sync {
        /// What was decided about each, in the order of the pages; nothing of those about which nothing was. A value that the
        /// registry does not know, or no longer, is left out.
        async fn stored(&self) -> Result<Vec<StoredSetting>>;
    }
}
