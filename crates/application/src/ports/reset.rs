//! Reset links, and the requests for them.

use super::Result;
use domain::Instant;
use domain::id::{ResetRequestId, UserId};
use domain::person::EmailAddress;

/// Somebody's request for a reset link. Whether the address is known is looked up later, when nobody waits for the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetRequest {
    pub id: ResetRequestId,
    pub email: EmailAddress,
    pub asked_at: Instant,
}

/// An open link for a new password, known by its fingerprint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetLink {
    pub user: UserId,
    pub fingerprint: String,
    pub expires_at: Instant,
}

port! { UnitOfWork::resets =>
    /// Reset links, for writing.
    pub trait ResetRepository: Send + Sync {
        /// Stores a request. After the commit, the worker that answers requests on this instance MUST learn of it at once.
        [Writes] async fn ask(&self, request: &ResetRequest) -> Result<()>;
        /// Takes the oldest request that nobody else is answering, and removes it.
        [Writes] async fn take_request(&self) -> Result<Option<ResetRequest>>;
        /// Stores links of different people, in one statement. Each MUST replace the person's earlier one: there is at most one.
        [Writes] async fn keep_links(&self, links: &[ResetLink]) -> Result<()>;
        /// Takes the link with this fingerprint, and removes it. Of several callers at once, one gets it.
        [Writes] async fn take_link(&self, fingerprint: &str) -> Result<Option<ResetLink>>;
        /// Removes the person's link, and says whether there was one.
        [Writes] async fn drop_link(&self, user: UserId) -> Result<bool>;
        /// Removes the links of these people. One statement.
        [Writes] async fn drop_links(&self, users: &[UserId]) -> Result<()>;
    }
}

port! { Reads::resets =>
    /// Reads reset links.
    pub trait ResetReads: Send + Sync {
        /// The link with this fingerprint.
        async fn link(&self, fingerprint: &str) -> Result<Option<ResetLink>>;
    }
}
