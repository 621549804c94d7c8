//! What a change of a list of patterns comes to, and how one or many are saved.

use super::events;
use crate::events::{Audience, Event, Push, Topic};
use crate::ports::PatternChange;
use crate::work::Work;
use crate::{Conflict, Result, leave};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::leave::RecountCause;
use domain::month::ChangedDays;
use domain::notice::work_pattern;
use domain::time::{MOST_CHANGES, WorkPattern, days_before};
use domain::work_patterns::{PatternOwner, PatternRows};

/// A change of a list of patterns, before the months are asked whether its days are open.
#[derive(Debug, Clone)]
pub(crate) struct IntendedPattern {
    owner: PatternOwner,
    /// The manager of the person whose list it is.
    manager: Option<UserId>,
    pub(crate) from: NaiveDate,
    /// What holds on that day.
    pub(crate) held: Option<WorkPattern>,
    pub(crate) wanted: Option<WorkPattern>,
    /// The last day that it decides, where another row follows.
    to: Option<NaiveDate>,
    before: PatternRows,
    after: PatternRows,
}

/// What it comes to that `wanted` holds from one day on until the next row; `None` where it holds already.
pub(crate) fn intend(
    owner: PatternOwner,
    manager: Option<UserId>,
    before: PatternRows,
    from: NaiveDate,
    wanted: Option<WorkPattern>,
) -> Option<IntendedPattern> {
    let held = *before.on(from);
    if held == wanted {
        return None;
    }
    let to = before.next_change(from).map(|next| days_before(next, 1));
    let after = before.clone().with(from, wanted).condensed();
    Some(IntendedPattern { owner, manager, from, held, wanted, to, before, after })
}

/// The first pattern of a new person.
pub(crate) fn first(user: UserId, from: NaiveDate, pattern: WorkPattern) -> Option<IntendedPattern> {
    let owner = PatternOwner::Person(user);
    intend(owner, None, owner.no_rows(), from, Some(pattern))
}

impl IntendedPattern {
    /// The days that it decides.
    pub(crate) fn days(&self) -> ChangedDays {
        ChangedDays::Span { from: self.from, to: self.to }
    }

    /// Refuses what is refused once the months are open.
    pub(crate) fn admit(&self) -> Result<()> {
        if self.after.changes().count() > MOST_CHANGES { Err(Conflict::TooManyChanges.into()) } else { Ok(()) }
    }

    fn change(&self) -> PatternChange {
        let stays = |day| self.after.changes().any(|(from, _)| from == day);
        PatternChange {
            owner: self.owner,
            dropped: self.before.changes().map(|(from, _)| from).filter(|day| !stays(*day)).collect(),
            saved: stays(self.from).then_some((self.from, self.wanted)),
        }
    }

    const fn person(&self) -> Option<UserId> {
        match self.owner {
            PatternOwner::Organisation => None,
            PatternOwner::Person(user) => Some(user),
        }
    }

    /// The organisation's pattern is everybody's; that of a person concerns them, and those who see their attendance.
    fn audience(&self) -> Audience {
        match self.owner {
            PatternOwner::Organisation => Audience::Everyone,
            PatternOwner::Person(user) => Audience::Readers(std::iter::once(user).chain(self.manager).collect()),
        }
    }

    fn event(&self, work: &Work<'_>, are_told: bool) -> Event {
        let mut pushes = vec![Push::Changed { topic: Topic::Settings, audience: self.audience() }];
        if let Some(user) = self.person().filter(|_| are_told) {
            pushes.push(Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user]) });
        }
        work.event(events::work_pattern_changed(self.owner, self.from, self.held, self.wanted), pushes)
    }
}

/// Saves changes of lists of the organisation or of people, each of another list, and returns the events to record. `are_told`: whether
/// the people get a notice; new ones know of no other pattern.
pub(crate) async fn save(work: &Work<'_>, changes: &[IntendedPattern], are_told: bool) -> Result<Vec<Event>> {
    let rows: Vec<PatternChange> = changes.iter().map(IntendedPattern::change).collect();
    work.work_patterns().change(&rows, work.actor(), work.moment.now).await?;
    let people: Vec<UserId> = changes.iter().filter_map(IntendedPattern::person).collect();
    if are_told && !people.is_empty() {
        let notice = |change: &IntendedPattern| {
            let organisations = *work.moment.rules.work_patterns.of_organisation().on(change.from);
            Some((change.person()?, work_pattern::notice(change.from, change.wanted.unwrap_or(organisations))))
        };
        work.notify(changes.iter().filter_map(notice).collect()).await?;
    }
    let mut events: Vec<Event> = changes.iter().map(|change| change.event(work, are_told)).collect();
    if let Some(days) = days_of(changes) {
        let is_everybody = people.len() < changes.len();
        let people = (!is_everybody).then_some(people.as_slice());
        events.extend(leave::recount(work, RecountCause::WorkPattern, people, days).await?);
    }
    Ok(events)
}

/// The days that any of them decides; `None` where there are no changes.
fn days_of(changes: &[IntendedPattern]) -> Option<ChangedDays> {
    let from = changes.iter().map(|change| change.from).min()?;
    let to =
        changes.iter().map(|change| change.to).reduce(|one, other| one.zip(other).map(|(one, other)| one.max(other)));
    Some(ChangedDays::Span { from, to: to.flatten() })
}
