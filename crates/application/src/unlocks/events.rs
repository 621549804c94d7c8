//! What is recorded of unlocks.

use crate::events::Record;
use crate::ports::NewUnlock;

/// A date was unlocked.
#[derive(Debug, Clone, Copy)]
pub struct DayUnlocked<'a>(pub &'a NewUnlock);

impl From<DayUnlocked<'_>> for Record {
    fn from(DayUnlocked(unlock): DayUnlocked<'_>) -> Self {
        Self::of("day-unlocked")
            .about([unlock.user()])
            .detail("date", unlock.date)
            .detail("reason", unlock.reason.as_str())
    }
}
