//! What is recorded of notices.

use crate::events::Record;
use domain::id::UserId;

/// An Employee read notices.
#[derive(Debug, Clone, Copy)]
pub struct NoticesRead {
    pub user: UserId,
    pub count: u32,
}

impl From<NoticesRead> for Record {
    fn from(event: NoticesRead) -> Self {
        Self::of("notices-read").about([event.user]).detail("count", event.count)
    }
}
