//! People, opening balances and holidays as files that can be imported again (moving-in.md 1.8): an export that is planned changes
//! nothing.

mod balances;
mod holidays;
mod people;
#[cfg(test)]
mod tests;

pub use balances::balances;
pub use holidays::holidays;
pub use people::people;

use crate::downloads::{Spreadsheet, note};
use crate::ports::{Cell, Column, PeopleFilter, PersonView, Rows, Table};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::access::accounts::lists;
use domain::id::UserId;
use domain::import;
use domain::person::Role;
use domain::sheet;
use std::borrow::Cow;

/// Of so many people what is stored elsewhere is read together.
const READ_TOGETHER: usize = 1_000;

/// The people with one of `roles` whom the caller may list, by name.
async fn listed(ports: &Ports, caller: &Caller, roles: &[Role]) -> Result<Vec<PersonView>> {
    let scope = caller.actor.scope(Capability::ListPeople)?;
    let roles = lists(caller.actor.role).iter().filter(|role| roles.contains(role)).copied().collect();
    let filter = PeopleFilter { scope, roles, search: None, without_manager: None, status: None };
    Ok(ports.reads.people().list(&filter, 1, u32::MAX).await?.0)
}

fn ids(people: &[PersonView]) -> Vec<UserId> {
    people.iter().map(|view| view.person.id).collect()
}

/// The file, once its download is recorded.
async fn file(
    ports: &Ports,
    caller: &Caller,
    name: String,
    columns: &[import::Column],
    rows: Rows,
) -> Result<Spreadsheet> {
    note(ports, caller, &name, None).await?;
    let columns = columns.iter().map(|column| Column::named(column.name)).collect();
    Ok(Spreadsheet { name, pieces: ports.documents.table_csv(Table { columns, rows }) })
}

/// A text that is read back as it is.
fn text(text: &str) -> Cell {
    Cell::text(sheet::kept(text).into_owned())
}

fn maybe(optional: Option<&str>) -> Cell {
    optional.map_or(Cell::Nothing, text)
}

fn date(day: Option<NaiveDate>) -> Cell {
    day.map_or(Cell::Nothing, Cell::Date)
}

/// A word of ours.
fn word(word: impl Into<Cow<'static, str>>) -> Cell {
    Cell::text(word)
}
