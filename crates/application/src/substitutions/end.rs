//! A substitution ends before its last day is over.

use super::letter::tell_both;
use super::{Shown, events, one, pushes};
use crate::events::Event;
use crate::ports::{PartOf, PersonRecord, Substitution};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Conflict, Error, Ports, Result};
use chrono::NaiveDate;
use domain::access::{Capability, may_end};
use domain::id::SubstitutionId;
use domain::person::Consequences;
use domain::substitution::SubstitutionStatus;

/// Ends a substitution that runs or is planned: the manager, HR or an administrator. The substitute has no right over the team from
/// the next request on.
pub async fn end(ports: &Ports, caller: &Caller, id: SubstitutionId) -> Result<Shown> {
    caller.actor.require(Capability::NameSubstitutes)?;
    let moment = ports.moment();
    let manager = one(ports, id, moment.today).await?.view.manager.id;
    may_end(&caller.actor, manager)?;
    let work = ports.begin(&moment, caller).await?;
    // The manager is locked first, as by a change of the account, with which the substitution may end.
    let manager = work.people().for_change(manager).await?.ok_or(Error::NotFound("User"))?;
    let found = work.substitutions().for_change(id).await?.ok_or(Error::NotFound("Substitution"))?;
    let before = found.status(moment.today);
    if !before.can_end() {
        return Err(Conflict::SubstitutionOver.into());
    }
    work.substitutions().end(id, caller.actor.id, moment.now).await?;
    tell_both(&work, &found, true).await?;
    let pushes = pushes(&found, manager.standing.is_blocked);
    work.record(events::substitution_ended(&found, before), pushes).await?;
    work.commit().await?;
    one(ports, id, moment.today).await
}

/// What ends by itself when the account of `person`, who is locked, changes: substitutions that they can be no part of any more.
pub(crate) async fn end_by_itself(work: &Work<'_>, person: &PersonRecord, follows: Consequences) -> Result<Vec<Event>> {
    let part = match (follows.releases_team, follows.stops_substituting) {
        (false, false) => return Ok(Vec::new()),
        (true, true) => PartOf::Any,
        (true, false) => PartOf::Manager,
        (false, true) => PartOf::Substitute,
    };
    let today = work.moment.today;
    let ended = work.substitutions().end_those_of(person.id, part, today, work.moment.now).await?;
    for substitution in &ended {
        tell_both(work, substitution, true).await?;
    }
    let event = |substitution: &Substitution| {
        let what = events::substitution_ended(substitution, substitution.status(today));
        work.event(what, pushes(substitution, true))
    };
    Ok(ended.iter().map(event).collect())
}

impl Substitution {
    pub fn status(&self, today: NaiveDate) -> SubstitutionStatus {
        SubstitutionStatus::of(self.days, self.ended_at.is_some(), today)
    }
}
