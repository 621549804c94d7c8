//! What is recorded of calendar feeds: that there is one, and nothing of its link.

use crate::events::Record;
use domain::id::UserId;

/// Somebody made a link to a calendar feed, or replaced the one that they had.
#[derive(Debug, Clone, Copy)]
pub struct LeaveFeedMade {
    pub user: UserId,
}

impl From<LeaveFeedMade> for Record {
    fn from(event: LeaveFeedMade) -> Self {
        Self::of("leave-feed-made").about([event.user])
    }
}

/// A link to a calendar feed ended: its owner turned it off, or has another role, or has left.
#[derive(Debug, Clone, Copy)]
pub struct LeaveFeedEnded {
    pub user: UserId,
}

impl From<LeaveFeedEnded> for Record {
    fn from(event: LeaveFeedEnded) -> Self {
        Self::of("leave-feed-ended").about([event.user])
    }
}
