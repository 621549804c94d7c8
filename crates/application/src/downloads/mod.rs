//! Files that people take along.

pub mod events;
mod name;

pub use name::file_safe;

use crate::events::Event;
use crate::ports::Pieces;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::id::UserId;

/// A spreadsheet on its way into a file.
pub struct Spreadsheet {
    pub name: String,
    pub pieces: Pieces,
}

/// Notes that the caller takes a file along that has data of others; `about` says whose, if it is one person's. It is kept before the
/// first byte goes out, so that nobody has a file that nobody knows of. A file about the caller makes no event (oversight.md 1.2).
pub async fn note(ports: &Ports, caller: &Caller, file_name: &str, about: Option<UserId>) -> Result<()> {
    if about == Some(caller.actor.id) {
        return Ok(());
    }
    let work = ports.store.begin().await?;
    let what = events::file_downloaded(file_name, about);
    work.events().append(&[Event::new(ports, ports.clock.now(), caller, what, Vec::new())]).await?;
    Ok(work.commit().await?)
}
