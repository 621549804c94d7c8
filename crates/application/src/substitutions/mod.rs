//! Substitutes: who stands in for a manager who is away (settings.md 1.4).

mod end;
pub mod events;
mod letter;
mod list;
mod name;
mod teams;

pub use end::end;
pub(crate) use end::end_by_itself;
pub use letter::SubstitutionLetter;
pub use list::list;
pub use name::{SubstitutionWish, name};
pub(crate) use teams::managers_stood_in_for;
pub use teams::{ManagersStoodInFor, stood_in_for};

use crate::events::{Audience, Push, Topic};
use crate::ports::{Substitution, SubstitutionView};
use crate::{Error, Ports, Result};
use chrono::NaiveDate;
use domain::id::SubstitutionId;
use domain::substitution::SubstitutionStatus;

/// A substitution, and how it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub view: SubstitutionView,
    pub status: SubstitutionStatus,
}

impl Shown {
    fn on(today: NaiveDate, view: SubstitutionView) -> Self {
        Self { status: SubstitutionStatus::of(view.days, view.ended_at.is_some(), today), view }
    }
}

async fn one(ports: &Ports, id: SubstitutionId, today: NaiveDate) -> Result<Shown> {
    let view = ports.reads.substitutions().substitution(id).await?.ok_or(Error::NotFound("Substitution"))?;
    Ok(Shown::on(today, view))
}

/// What changes on screens with a substitution: what both people lead, and the lists of those who see all of them. Where the manager
/// `is_away`, because they are blocked or leave, the calendars of the whole team say who can help instead.
fn pushes(substitution: &Substitution, is_away: bool) -> Vec<Push> {
    let both = vec![substitution.manager, substitution.substitute];
    let to = |topic, audience| Push::Changed { topic, audience };
    let timesheets = if is_away { Audience::Everyone } else { Audience::Users(both.clone()) };
    vec![
        to(Topic::Settings, Audience::Readers(both.clone())),
        to(Topic::Timesheets, timesheets),
        to(Topic::Notifications, Audience::Users(both)),
    ]
}

#[cfg(test)]
mod tests;
