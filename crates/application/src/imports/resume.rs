//! An import whose instance has died is gone on with.

use super::apply::{ended, go_on};
use super::kinds::with_kind;
use super::{Import, ImportState};
use crate::people::Author;
use crate::ports::ImportEnd;
use crate::{Error, Ports, Result};
use domain::access::Capability;
use domain::id::ApplyId;
use domain::person::Standing;

/// The reason where the rights of the person who imports have ended meanwhile.
const NO_LONGER: &str = "The person who began this import may no longer import";

/// Goes on with an import that nobody holds any more, and says whether there was one.
pub async fn resume_next(ports: &Ports) -> Result<bool> {
    if !ports.reads.imports().is_abandoned().await? {
        return Ok(false);
    }
    let Some((author, import, by)) = taken_over(ports).await? else { return Ok(true) };
    match with_kind!(import.kind, |kind| go_on(ports, &author, kind, import, by, false).await) {
        // Where something got in its way, the next round goes on with it.
        Ok(import) => Ok(import.state != ImportState::Applying),
        // The old plan says so.
        Err(Error::ImportChanged(_)) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Takes an import that nobody holds, for the person who began it. One that they may not go on with is over.
pub(super) async fn taken_over(ports: &Ports) -> Result<Option<(Author, Import, ApplyId)>> {
    let (moment, by) = (ports.moment(), ApplyId::new(ports.ids.next()));
    let work = ports.begin(&moment, Author::operator().origin).await?;
    let Some(import) = work.imports().take_over(by).await? else { return Ok(None) };
    work.commit().await?;
    if let Some(author) = author_of(ports, &import).await? {
        return Ok(Some((author, import, by)));
    }
    let end = ImportEnd { state: ImportState::Failed, applied_at: None, reason: Some(NO_LONGER.to_owned()) };
    ended(ports, &Author::operator(), import.id, by, &end).await?;
    Ok(None)
}

/// The person who imports, with their present role; `None` where it no longer lets them import.
async fn author_of(ports: &Ports, import: &Import) -> Result<Option<Author>> {
    let Some(user) = import.owner else { return Ok(Some(Author::operator())) };
    let Some(person) = ports.reads.people().person(user).await? else { return Ok(None) };
    let standing = Standing { role: person.role, is_active: person.is_active, is_blocked: person.is_blocked };
    let author = Author::resuming(user, person.role);
    let may = standing.is_active && !standing.is_blocked && author.actor.require(Capability::MoveData).is_ok();
    Ok(may.then_some(author))
}
