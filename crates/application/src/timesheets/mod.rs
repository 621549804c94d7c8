//! Recording days, and looking at them.

mod all;
mod calendar;
mod download;
pub mod events;
mod history;
mod letter;
mod mine;
mod remarks;
mod sheet;
mod submit;
mod team;
mod weeks;

pub use all::{AllTimesheets, all, period};
pub use calendar::{Calendar, CalendarDay, calendar};
pub use download::download;
pub use history::{HistoryRow, history};
pub use letter::DayResubmittedLetter;
pub use mine::{Mine, mine};
pub use remarks::Remarks;
pub use sheet::sheet;
pub use submit::{Submission, Submitted, submit};
pub use team::{Team, TeamFilter, team};
pub(crate) use weeks::weeks_by_person;
pub use weeks::{PersonWeek, Week, weeks_of};

use crate::ports::{EntryView, PersonName};
use crate::sessions::Caller;
use crate::{Error, Invalid, Ports, Result};
use chrono::NaiveDate;
use domain::access::{Actor, Capability, Forbidden};
use domain::id::UserId;
use domain::person::{Employment, Role};
use domain::time::days_after;

const MOST_DAYS: u64 = 366;

/// Whose days or leave are read: the caller's own, or another's within the scope of the capability.
///
/// The refusals come in a fixed order: the role first (an employee who names somebody else learns nothing about
/// them, not even whether they exist), then the unknown id, then whose it is.
pub(crate) async fn readable(
    ports: &Ports,
    actor: &Actor,
    capability: Capability,
    user: Option<UserId>,
) -> Result<Employment> {
    let scope = actor.scope(capability)?;
    let user = match (user, actor.role) {
        (None, Role::Employee) => actor.id,
        (Some(user), Role::Employee) if user != actor.id => return Err(Forbidden::Role.into()),
        (None, _) => return Err(Forbidden::Role.into()),
        (Some(user), _) => user,
    };
    let person = ports.reads.people().employment(user, ports.moment().today).await?.ok_or(Error::NotFound("User"))?;
    if scope.covers(user, person.manager) { Ok(person) } else { Err(Forbidden::NotInTeam.into()) }
}

/// The name of the person asked about. The caller's own is at hand already: the hot path asks nothing more.
async fn owner(ports: &Ports, caller: &Caller, user: Option<UserId>) -> Result<PersonName> {
    if caller.actor.role == Role::Employee && user.is_none_or(|user| user == caller.actor.id) {
        return Ok(caller.person.clone());
    }
    let person = readable(ports, &caller.actor, Capability::ReadTimesheets, user).await?;
    let view = ports.reads.people().person(person.user).await?.ok_or(Error::NotFound("User"))?;
    Ok(view.person)
}

/// Refuses a period that is longer than one call covers.
fn check_length(from: NaiveDate, to: NaiveDate) -> Result<(), Invalid> {
    if to < days_after(from, MOST_DAYS) {
        Ok(())
    } else {
        Err(Invalid::field("to", format!("The period must be at most {MOST_DAYS} days")))
    }
}

/// Adds the owner to entries that were read without one.
fn with_owner(entries: Vec<crate::ports::OwnEntry>, person: &PersonName) -> Vec<EntryView> {
    entries.into_iter().map(|entry| EntryView { entry, person: person.clone() }).collect()
}
