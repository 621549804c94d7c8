//! Links under which programs read a calendar of leave.

use super::Result;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::LeavePeriod;
use domain::person::{FullName, Standing};

/// The link of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveFeed {
    pub user: UserId,
    pub fingerprint: String,
    pub created_at: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedLeave {
    pub request: LeaveRequestId,
    pub name: FullName,
    pub leave_type: String,
    pub period: LeavePeriod,
    pub updated_at: Instant,
}

port! { UnitOfWork::leave_feeds =>
    /// Links to feeds, for writing.
    pub trait LeaveFeedRepository: Send + Sync {
        /// Keeps a link. MUST replace the person's earlier one: there is at most one.
        [Writes] async fn keep(&self, feed: &LeaveFeed) -> Result<()>;
        /// Ends the person's link, and returns whether there was one.
        [Writes] async fn end(&self, user: UserId) -> Result<bool>;
        /// Ends the links of these people, and returns who had one. One statement.
        [Writes] async fn end_of(&self, users: &[UserId]) -> Result<Vec<UserId>>;
    }
}

port! { Reads::leave_feeds =>
    /// Reads feeds.
    pub trait LeaveFeedReads: Send + Sync {
        /// When the person's link was made, where there is one.
        async fn made_at(&self, user: UserId) -> Result<Option<Instant>>;
        /// Whose the link with this fingerprint is, and how their account stands.
        async fn owner(&self, fingerprint: &str) -> Result<Option<(UserId, Standing)>>;
        /// The approved leave of active Employees in `scope` that counts anything and ends on `since` or later, earliest first. One
        /// statement.
        async fn approved(&self, scope: &Scope, since: NaiveDate) -> Result<Vec<FeedLeave>>;
    }
}
