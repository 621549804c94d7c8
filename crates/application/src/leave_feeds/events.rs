//! What is recorded of calendar feeds: that there is one, and nothing of its link.

use crate::events::Record;
use domain::id::UserId;

/// Somebody made a link to a calendar feed, or replaced the one that they had.
pub fn leave_feed_made(user: UserId) -> Record {
    Record::of("leave-feed-made").about([user])
}

/// A link to a calendar feed ended: its owner turned it off, or has another role, or has left.
pub fn leave_feed_ended(user: UserId) -> Record {
    Record::of("leave-feed-ended").about([user])
}
