//! HR and administrators change a list of patterns.

use super::save::{intend, save};
use super::{PatternList, may_keep};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Conflict, Invalid, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held};
use domain::time::{TypedPattern, WorkPattern, check_beginning, days_after};
use domain::work_patterns::PatternOwner;

/// A change of a list of patterns, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternWish {
    /// The first day on which it shall hold.
    pub from: NaiveDate,
    /// The pattern as typed; `None` for a person who shall work by the organisation's.
    pub pattern: Option<TypedPattern>,
    /// How often the list had been changed when they last looked at it.
    pub version: u32,
}

/// Decides the days from one day on until the next row. A call for the present pattern changes nothing.
pub async fn change(ports: &Ports, caller: &Caller, owner: PatternOwner, wish: PatternWish) -> Result<PatternList> {
    caller.actor.require(Capability::KeepHrSettings)?;
    let moment = ports.moment();
    let wanted = validate(owner, wish.from, wish.pattern.as_ref(), moment.today)?;
    let work = ports.begin(&moment, caller).await?;
    // Before anybody is locked, because a request for leave holds them.
    work.holidays().all().await?;
    let manager = owner_of(&work, caller, owner).await?;
    let stored = work.work_patterns().lock(owner).await?;
    let Some(intended) = intend(owner, manager, stored.history(owner), wish.from, wanted) else {
        return Ok(PatternList::new(&moment, owner, stored));
    };
    match owner {
        PatternOwner::Organisation => pass_for_everybody(&work, intended.days()).await?,
        PatternOwner::Person(user) => gate::pass(&work, &intended.days(), Concerned::Person(user)).await?,
    }
    if stored.version != wish.version {
        return Err(Conflict::WorkPatternChanged.into());
    }
    intended.admit()?;
    let events = save(&work, &[intended], true).await?;
    work.events().append(&events).await?;
    let now = work.work_patterns().lock(owner).await?;
    work.commit().await?;
    ports.policy.refresh(ports.reads.as_ref()).await?;
    Ok(PatternList::new(&ports.moment(), owner, now))
}

/// Passes the gate with a change of the organisation's pattern, which concerns everybody but those who work by patterns of their own on
/// these days (months.md 1.7).
async fn pass_for_everybody(work: &Work<'_>, mut days: ChangedDays) -> Result<()> {
    loop {
        let gate = gate::hold(work, &days, Concerned::Anybody).await?;
        let (Held::Closed(month), ChangedDays::Span { from, to }) = (gate.held(), &days) else { return gate.pass() };
        let [first, last] = [month.first().max(*from), to.map_or(month.last(), |to| to.min(month.last()))];
        let patterns = work.work_patterns().in_force(None).await?;
        let apart: Vec<UserId> = patterns.with_own_from(first, last).collect();
        if work.months().has_row_besides(month, &apart).await? {
            return gate.pass();
        }
        // Nobody in that month works by it. A later month may still be closed.
        days = ChangedDays::Span { from: days_after(month.last(), 1), to: *to };
    }
}

/// The pattern that was typed, where it fits.
pub(crate) fn validate(
    owner: PatternOwner,
    from: NaiveDate,
    typed: Option<&TypedPattern>,
    today: NaiveDate,
) -> Result<Option<WorkPattern>> {
    let mut invalid = Invalid::default();
    if let Err(why) = check_beginning(from, today) {
        invalid.fields.push(("from", why.sentence()));
    }
    let pattern = typed.map(WorkPattern::parse).transpose();
    match &pattern {
        Ok(None) if owner == PatternOwner::Organisation => {
            invalid.fields.push(("pattern", "The organisation needs a work pattern".to_owned()));
        }
        Ok(_) => {}
        Err(wrong) => invalid.fields.extend(wrong.iter().map(|why| (why.field(), why.sentence().to_owned()))),
    }
    invalid.into_result()?;
    Ok(pattern.unwrap_or_default())
}

/// Locks the person whose list it is, so that they stay an Employee until the change is done, and names their manager.
async fn owner_of(work: &Work<'_>, caller: &Caller, owner: PatternOwner) -> Result<Option<UserId>> {
    let PatternOwner::Person(user) = owner else { return Ok(None) };
    let person = work.people().for_change(user).await?;
    may_keep(&caller.actor, owner, person.as_ref().map(|person| person.standing.role))?;
    Ok(person.and_then(|person| person.manager))
}
