//! A person's month as a file.

use super::{owner, sheet};
use crate::downloads::{Spreadsheet, file_safe, note};
use crate::ports::PersonName;
use crate::sessions::Caller;
use crate::{Error, Ports, Result};
use domain::id::UserId;
use domain::time::Month;

/// The entries of `user` in `month`, oldest first. It is noted where somebody else takes them along.
pub async fn download(ports: &Ports, caller: &Caller, user: UserId, month: Month) -> Result<Spreadsheet> {
    let person = owner(ports, caller, Some(user)).await?;
    let mut entries = ports.reads.timesheets().of_user(person.id, month.first(), month.last()).await?;
    if entries.is_empty() {
        return Err(Error::NoEntries);
    }
    entries.reverse();
    let name = file_name(&person, month);
    note(ports, caller, &name, Some(person.id)).await?;
    Ok(Spreadsheet { name, pieces: ports.documents.table_csv(sheet(entries)) })
}

fn file_name(person: &PersonName, month: Month) -> String {
    let (first, last) = (file_safe(&person.name.first), file_safe(&person.name.last));
    format!("{first}_{last}_timesheet_{}_{}.csv", month.name(), month.year())
}
