//! A person's month as a file.

use super::{owner, sheet};
use crate::ports::{PersonName, Pieces};
use crate::sessions::Caller;
use crate::{Error, Ports};
use domain::id::UserId;
use domain::time::Month;

/// A month of one person, on its way into a file.
pub struct Download {
    /// Whose.
    pub person: PersonName,
    /// The month.
    pub month: Month,
    /// The file, piece by piece.
    pub pieces: Pieces,
}

/// The entries of `user` in `month`, oldest first.
pub async fn download(ports: &Ports, caller: &Caller, user: UserId, month: Month) -> Result<Download, Error> {
    let person = owner(ports, caller, Some(user)).await?;
    let mut entries = ports.reads.timesheets().of_user(person.id, month.first(), month.last()).await?;
    if entries.is_empty() {
        return Err(Error::NoEntries);
    }
    entries.reverse();
    Ok(Download { person, month, pieces: ports.documents.table_csv(sheet(entries)) })
}

#[cfg(test)]
mod tests;
