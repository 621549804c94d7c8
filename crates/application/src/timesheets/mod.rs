//! Recording days, and looking at them.

mod all;
mod calendar;
mod download;
mod mine;
mod submit;
mod team;
mod weeks;

pub use all::{AllTimesheets, all, period};
pub use calendar::{Calendar, CalendarDay, calendar};
pub use download::{Download, download};
pub use mine::{Mine, mine};
pub use submit::{Submission, Submitted, submit};
pub use team::{Team, TeamFilter, team};
pub(crate) use weeks::weeks_by_person;
pub use weeks::{PersonWeek, Week, weeks_of};

use crate::ports::{EntryView, PersonName};
use crate::{Error, Ports};
use domain::access::{Actor, Capability, Forbidden};
use domain::id::UserId;
use domain::person::{Employment, Role};

/// Whose days are read: the caller's own, or another's within the caller's scope.
///
/// The refusals come in a fixed order: the role first (an employee who names somebody else learns nothing about
/// him, not even whether he exists), then the unknown id, then whose it is.
async fn readable(ports: &Ports, actor: Actor, user: Option<UserId>) -> Result<Employment, Error> {
    let scope = actor.scope(Capability::ReadTimesheets)?;
    let user = match (user, actor.role) {
        (None, Role::Employee) => actor.id,
        (Some(user), Role::Employee) if user != actor.id => return Err(Forbidden::Role.into()),
        (None, _) => return Err(Forbidden::Role.into()),
        (Some(user), _) => user,
    };
    let person = ports.people.employment(user).await?.ok_or(Error::NotFound("User"))?;
    if scope.covers(user, person.manager) { Ok(person) } else { Err(Forbidden::NotInTeam.into()) }
}

/// Puts an owner to entries that were read without one.
fn with_owner(entries: Vec<crate::ports::OwnEntry>, person: &PersonName) -> Vec<EntryView> {
    entries.into_iter().map(|entry| EntryView { entry, person: person.clone() }).collect()
}
