//! Values that are kept between calls.

use super::Result;

domain::names! {
    /// A value that is kept between calls, one for the whole organisation. It is no setting: nobody decides on it on a page of
    /// settings.
    pub enum KeptValue {
        OpenPositions = "open_positions",
        /// The last day that was looked at for people who recorded nothing.
        FrozenThrough = "frozen_through",
        /// The last day on which leave was allocated and settled, or how far that has come.
        LeaveSettled = "leave_settled",
        Digests = "mail_digests",
        Reminders = "mail_reminders",
        /// The last night in which closed months were checked, or how far that has come.
        MonthsChecked = "months_checked",
        /// The last night in which old entries of the audit log were removed, or how far that has come.
        AuditPruned = "audit_pruned",
    }
}

port! { UnitOfWork::kept_values =>
    /// Kept values, for writing.
    pub trait KeptValueRepository: Send + Sync {
        /// The value, if it was ever set. MUST serialise: of two units of work that ask for the same one, the second waits for the
        /// first to end, also where the value was never set.
        [Looks] async fn lock(&self, value: KeptValue) -> Result<Option<String>>;
        /// Sets a value.
        [Writes] async fn set(&self, value: KeptValue, text: &str) -> Result<()>;
    }
}

port! { Reads::kept_values =>
    /// Reads kept values.
    pub trait KeptValueReads: Send + Sync {
        /// The value, if it was ever set.
        async fn get(&self, value: KeptValue) -> Result<Option<String>>;
    }
}
