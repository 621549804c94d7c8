//! Somebody is named to stand in for a manager.

use super::events;
use super::letter::tell_both;
use super::{Shown, one, pushes};
use crate::ports::{PersonRecord, Substitution};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Conflict, Error, Invalid, Ports, Result};
use chrono::NaiveDate;
use domain::access::{Capability, Scope, may_name};
use domain::id::{SubstitutionId, UserId};
use domain::substitution::Days;
use domain::text::{self, TextError};
use domain::timesheet::REASON_MAX;

/// A substitution, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubstitutionWish {
    /// The manager; a Manager who names none means themselves.
    pub manager: Option<UserId>,
    /// Who is to stand in; `None` where nobody was chosen.
    pub substitute: Option<UserId>,
    /// The first day; `None` where none was chosen.
    pub from: Option<NaiveDate>,
    /// The last day, likewise.
    pub to: Option<NaiveDate>,
    pub reason: String,
}

/// The same, parsed.
struct Wanted {
    manager: UserId,
    substitute: UserId,
    days: Days,
    reason: String,
}

pub async fn name(ports: &Ports, caller: &Caller, wish: SubstitutionWish) -> Result<Shown> {
    let scope = caller.actor.scope(Capability::NameSubstitutes)?;
    let moment = ports.moment();
    let Wanted { manager, substitute, days, reason } = validate(&wish, &scope, moment.today)?;
    let work = ports.begin(&moment, caller).await?;
    let (lead, stand_in) = lock(&work, manager, substitute).await?;
    may_name(&caller.actor, manager)?;
    if !lead.standing.can_be_represented() {
        return Err(Invalid::field("managerId", "Only an active manager can have a substitute").into());
    }
    if !(stand_in.standing.can_represent() && stand_in.standing.can_act()) {
        let unfit = "The substitute must be an active Manager, HR or Admin";
        return Err(Invalid::field("substituteId", unfit).into());
    }
    if manager == substitute {
        return Err(Invalid::field("substituteId", "A manager cannot be their own substitute").into());
    }
    if let Some(day) = days.first_taken(work.substitutions().days_of(manager, moment.today).await?) {
        return Err(Conflict::AlreadySubstituted { name: lead.name, day }.into());
    }
    let substitution = Substitution {
        id: SubstitutionId::new(ports.ids.next()),
        manager,
        substitute,
        days,
        reason,
        created_by: caller.actor.id,
        created_at: moment.now,
        ended_at: None,
    };
    work.substitutions().insert(&substitution).await?;
    let pushes = pushes(&substitution, lead.standing.is_blocked);
    tell_both(&work, &substitution, false).await?;
    work.record(events::substitution_made(&substitution), pushes).await?;
    work.commit().await?;
    one(ports, substitution.id, moment.today).await
}

/// Both people, locked in the order of their ids: a change of the role of either comes before or after.
async fn lock(work: &Work<'_>, manager: UserId, substitute: UserId) -> Result<(PersonRecord, PersonRecord)> {
    let first = work.people().for_change(manager.min(substitute)).await?.ok_or(Error::NotFound("User"))?;
    if manager == substitute {
        return Ok((first.clone(), first));
    }
    let second = work.people().for_change(manager.max(substitute)).await?.ok_or(Error::NotFound("User"))?;
    Ok(if first.id == manager { (first, second) } else { (second, first) })
}

fn validate(wish: &SubstitutionWish, scope: &Scope, today: NaiveDate) -> Result<Wanted> {
    let own = match scope {
        Scope::Own(own) => Some(*own),
        Scope::Team(_) | Scope::Everyone => None,
    };
    let manager = wish.manager.or(own);
    let reason = text::prose(&wish.reason, REASON_MAX);
    let mut invalid = Invalid::default();
    for (field, label, is_missing) in [
        ("managerId", "Manager", manager.is_none()),
        ("substituteId", "Substitute", wish.substitute.is_none()),
        ("from", "First day", wish.from.is_none()),
        ("to", "Last day", wish.to.is_none()),
        ("reason", "Reason", reason == Err(TextError::Blank)),
    ] {
        if is_missing {
            invalid.fields.push((field, format!("{label} is required")));
        }
    }
    if !invalid.fields.is_empty() {
        invalid.message = Some("Please fill in all fields".to_owned());
    }
    let days = wish.from.zip(wish.to).map(|(from, to)| Days::named(from, to, today)).transpose();
    if let Err(why) = days {
        invalid.fields.push((why.field(), why.sentence()));
    }
    if let Err(why) = &reason
        && *why != TextError::Blank
    {
        invalid.fields.push(("reason", why.sentence("The reason")));
    }
    match (manager, wish.substitute, days, reason) {
        (Some(manager), Some(substitute), Ok(Some(days)), Ok(reason)) => {
            Ok(Wanted { manager, substitute, days, reason })
        }
        _ => Err(invalid.into()),
    }
}
