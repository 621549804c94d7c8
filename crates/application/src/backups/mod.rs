//! Backups: that one was made, or restored, is an event like any other (oversight.md 1.2). The file itself is a matter of the store.

pub mod events;

use crate::events::{Event, Origin};
use crate::{Ports, Result};

/// What a backup holds, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents {
    pub people: u64,
    /// Entries, each of a person and a day.
    pub entries: u64,
    pub audit_entries: u64,
}

/// Records that a backup was made, so that the portal knows how old the newest one is.
pub async fn note_backup(ports: &Ports, contents: Contents) -> Result<()> {
    let event = Event::new(ports, ports.clock.now(), Origin::command(), events::backup_made(contents), Vec::new());
    let work = ports.store.begin().await?;
    work.events().append(&[event]).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
