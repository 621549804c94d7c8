//! Events.

use super::Result;
use crate::events::{Event, Record, Source};
use async_trait::async_trait;
use domain::Instant;
use domain::id::{EventId, SessionId, UserId};
use domain::person::Role;

port! { UnitOfWork::events =>
    /// What happened.
    pub trait EventLog: Send + Sync {
        /// Appends events, in this order.
        [Writes] async fn append(&self, events: &[Event]) -> Result<()>;
    }
}

/// An event as it is stored. What programs before 2026-11-22 did not record is missing from their events, and so is a source or a
/// role that there is not.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEvent {
    /// Its number: later events mostly have higher ones, and no two have the same.
    pub seq: i64,
    pub id: EventId,
    pub at: Instant,
    pub source: Option<Source>,
    pub actor: Option<UserId>,
    /// In which role at that moment.
    pub role: Option<Role>,
    pub on_behalf_of: Option<UserId>,
    pub session: Option<SessionId>,
    pub request_id: Option<String>,
    /// The IP address, as it is counted.
    pub address: Option<String>,
    /// What happened. The payload of an old event is told as it stands: whom it is about stands among the details.
    pub record: Record,
}

/// Reads events back, whatever their kinds.
#[async_trait]
pub trait EventReads: Send + Sync {
    /// The `limit` newest events with a number below `before`, newest first; only those about one person where `about` says so.
    /// MUST be equal to what was appended.
    async fn events(&self, about: Option<UserId>, before: Option<i64>, limit: u32) -> Result<Vec<RecordedEvent>>;
}
