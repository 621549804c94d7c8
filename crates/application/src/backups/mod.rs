//! Backups: that one was made, or restored, is an event like any other (oversight.md 1.2). The file itself is a matter of the store.

pub mod events;

use crate::Result;
use crate::events::{Event, Origin};
use crate::ports::{Ids, Store};
use domain::Instant;
use domain::id::EventId;

/// What a backup holds, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents {
    pub people: u64,
    /// Entries, each of a person and a day.
    pub entries: u64,
    pub audit_entries: u64,
}

/// Records that a backup was made at `at`, so that the portal knows how old the newest one is. The store may have the schema of an
/// earlier version: nothing but the event log is touched.
pub async fn note_backup(store: &dyn Store, ids: &dyn Ids, at: Instant, contents: Contents) -> Result<()> {
    let (id, record) = (EventId::new(ids.next()), events::backup_made(contents));
    let work = store.begin().await?;
    work.events().append(&[Event { id, at, origin: Origin::command(), record, pushes: Vec::new() }]).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
