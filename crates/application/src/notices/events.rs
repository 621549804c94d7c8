//! What is recorded of notices.

use crate::events::Record;
use domain::id::UserId;

/// An Employee read notices, `count` in all.
pub fn notices_read(user: UserId, count: u32) -> Record {
    Record::of("notices-read").about([user]).detail("count", count)
}
