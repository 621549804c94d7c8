//! Values that are kept between calls.

use super::StoreError;
use async_trait::async_trait;

/// A value that is kept between calls, one for the whole organisation. It is no setting: nobody decides on it on a page of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeptValue {
    /// How many positions are open.
    OpenPositions,
    /// The last day that was looked at for people who recorded nothing.
    FrozenThrough,
    /// The last day on which leave was allocated and settled, or how far that has come.
    LeaveSettled,
    /// The last round of digests.
    Digests,
    /// The last round of evening reminders.
    Reminders,
    /// The last night in which closed months were checked, or how far that has come.
    MonthsChecked,
    /// The last night in which old entries of the audit log were removed, or how far that has come.
    AuditPruned,
}

impl KeptValue {
    /// Its name in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenPositions => "open_positions",
            Self::FrozenThrough => "frozen_through",
            Self::LeaveSettled => "leave_settled",
            Self::Digests => "mail_digests",
            Self::Reminders => "mail_reminders",
            Self::MonthsChecked => "months_checked",
            Self::AuditPruned => "audit_pruned",
        }
    }
}

/// Kept values, for writing.
#[async_trait]
pub trait KeptValueRepository: Send + Sync {
    /// The value, if it was ever set. MUST serialise: of two units of work that ask for the same one, the second waits for the
    /// first to end, also where the value was never set.
    async fn lock(&self, value: KeptValue) -> Result<Option<String>, StoreError>;
    /// Sets a value.
    async fn set(&self, value: KeptValue, text: &str) -> Result<(), StoreError>;
}

/// Reads kept values.
#[async_trait]
pub trait KeptValueReads: Send + Sync {
    /// The value, if it was ever set.
    async fn get(&self, value: KeptValue) -> Result<Option<String>, StoreError>;
}
