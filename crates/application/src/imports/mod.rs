//! Imports: people, balances of leave and holidays from files (moving-in.md).
//!
//! A file is read into rows, planned with nothing written, and applied by the number of its plan. What a row means and does is
//! known by its [`Kind`] alone, which asks the use cases; the rest of this module is the same for all kinds.

mod apply;
mod balances;
pub mod events;
mod holidays;
mod kind;
mod kinds;
mod make;
pub mod operate;
mod outcomes;
pub(crate) mod people;
mod plan;
mod read;
mod resume;
mod rows;
mod subjects;
#[cfg(test)]
mod testing;

pub use apply::Wanted;
pub(crate) use kind::{DueRow, FileRow, Kind, Options, Outcome};
pub use make::{OfCountry, SentFile};
pub use plan::{
    Action, AskedQuestion, Counts, FieldChange, Import, ImportMode, ImportRow, ImportState, ImportedFile, PlannedRow,
    Problem, Progress,
};
pub use read::{plan, refused, rows};
pub use resume::resume_next;

use crate::events::{Audience, Push, Topic};
use crate::people::Author;
use crate::sessions::Caller;
use crate::{Error, Ports, Result};
use domain::id::{ImportId, UserId};

/// Plans a file, and returns the plan.
pub async fn plan_file(ports: &Ports, caller: &Caller, file: SentFile) -> Result<Import> {
    make::plan_file(ports, &Author::from(caller), file).await
}

/// Plans the holidays of a country.
pub async fn plan_country(ports: &Ports, caller: &Caller, wanted: OfCountry) -> Result<Import> {
    make::plan_country(ports, &Author::from(caller), wanted).await
}

/// Applies a plan of the caller's, and returns it as it is then: a large one may still be [`ImportState::Applying`].
pub async fn apply(ports: &Ports, caller: &Caller, id: ImportId, wanted: Wanted) -> Result<Import> {
    apply::apply(ports, &Author::from(caller), id, wanted).await
}

/// A plan of the author's that has not expired.
async fn own(ports: &Ports, author: &Author, id: ImportId) -> Result<Import> {
    let found = ports.reads.imports().import(id).await?;
    let owner = author.origin.actor.map(|(user, _)| user);
    let is_there = |import: &Import| {
        import.owner == owner && (import.expires_at > ports.clock.now() || import.state == ImportState::Applying)
    };
    found.filter(is_there).ok_or(Error::NotFound("Import"))
}

/// The message to the person who imports.
fn told_to(owner: Option<UserId>) -> Vec<Push> {
    let push = |user| Push::Changed { topic: Topic::Imports, audience: Audience::Users(vec![user]) };
    owner.map(push).into_iter().collect()
}

#[cfg(test)]
mod tests;
