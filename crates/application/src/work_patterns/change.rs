//! HR and administrators change a list of patterns.

use super::events;
use super::{PatternList, may_keep};
use crate::events::{Audience, Push, Topic};
use crate::ports::PatternChange;
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Conflict, Invalid, Moment, Ports, Result, gate, leave};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::UserId;
use domain::leave::RecountCause;
use domain::month::{ChangedDays, Concerned, Held};
use domain::notice::work_pattern;
use domain::time::{MOST_CHANGES, TypedPattern, WorkPattern, check_beginning, days_after, days_before};
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
    let wanted = validate(owner, &wish, &moment)?;
    let work = ports.begin(&moment, caller).await?;
    // Before anybody is locked, because a request for leave holds them.
    work.holidays().all().await?;
    let manager = owner_of(&work, caller, owner).await?;
    let stored = work.work_patterns().lock(owner).await?;
    let before = stored.history(owner);
    let held = *before.on(wish.from);
    if held == wanted {
        return Ok(PatternList::new(&moment, owner, stored));
    }
    let days =
        ChangedDays::Span { from: wish.from, to: before.next_change(wish.from).map(|next| days_before(next, 1)) };
    let person = match owner {
        PatternOwner::Organisation => {
            pass_for_everybody(&work, days.clone()).await?;
            None
        }
        PatternOwner::Person(user) => {
            gate::pass(&work, &days, Concerned::Person(user)).await?;
            Some(user)
        }
    };
    if stored.version != wish.version {
        return Err(Conflict::WorkPatternChanged.into());
    }
    let after = before.clone().with(wish.from, wanted).condensed();
    if after.changes().count() > MOST_CHANGES {
        return Err(Conflict::TooManyChanges.into());
    }
    let stays = |day| after.changes().any(|(from, _)| from == day);
    let change = PatternChange {
        owner,
        dropped: before.changes().map(|(from, _)| from).filter(|day| !stays(*day)).collect(),
        saved: stays(wish.from).then_some((wish.from, wanted)),
    };
    work.work_patterns().change(&change, caller.actor.id, moment.now).await?;
    let mut pushes = vec![Push::Changed { topic: Topic::Settings, audience: audience(owner, manager) }];
    if let PatternOwner::Person(user) = owner {
        let organisations = *moment.rules.work_patterns.of_organisation().on(wish.from);
        let notice = work_pattern::notice(wish.from, wanted.unwrap_or(organisations));
        work.notify(vec![(user, notice)]).await?;
        pushes.push(Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user]) });
    }
    let what = events::work_pattern_changed(owner, wish.from, held, wanted);
    let mut events = vec![work.event(what, pushes)];
    events.extend(leave::recount(&work, RecountCause::WorkPattern, person, days).await?);
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

fn validate(owner: PatternOwner, wish: &PatternWish, moment: &Moment) -> Result<Option<WorkPattern>> {
    let mut invalid = Invalid::default();
    if let Err(why) = check_beginning(wish.from, moment.today) {
        invalid.fields.push(("from", why.sentence()));
    }
    let pattern = wish.pattern.as_ref().map(WorkPattern::parse).transpose();
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
    may_keep(caller, owner, person.as_ref().map(|person| person.standing.role))?;
    Ok(person.and_then(|person| person.manager))
}

/// The organisation's pattern is everybody's; that of a person concerns them, and those who see their attendance.
fn audience(owner: PatternOwner, manager: Option<UserId>) -> Audience {
    match owner {
        PatternOwner::Organisation => Audience::Everyone,
        PatternOwner::Person(user) => Audience::Readers(std::iter::once(user).chain(manager).collect()),
    }
}
