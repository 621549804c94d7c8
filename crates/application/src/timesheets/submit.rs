//! An employee submits a day: recorded, corrected or resubmitted.

use super::DayResubmittedLetter;
use super::events;
use crate::events::{Audience, Event, Push, Topic};
use crate::gate::Gate;
use crate::mail::send_at_once;
use crate::ports::{Addressees, EntryView, NewResubmission, Recipient, StoreError, StoredDay, UniqueKey};
use crate::sessions::Caller;
use crate::work::Work;
use crate::working_days::WorkingDays;
use crate::{Conflict, Error, Invalid, Moment, Ports, Result};
use chrono::NaiveDate;
use domain::access::{Capability, Forbidden};
use domain::id::{ResubmissionId, TimesheetId, UserId};
use domain::mail_choices::MailKind;
use domain::person::Employment;
use domain::text;
use domain::timesheet::{
    DESCRIPTION_MAX, DayFacts, Entry, EntryFacts, Hours, Refusal, Status, SubmissionDecision, decide,
};
use domain::unlock;

#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    pub date: NaiveDate,
    /// The hours, as typed.
    pub hours: f64,
    pub description: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    pub entry: EntryView,
    /// Whether the day had none before.
    pub is_new: bool,
}

/// Saves a day. Entry, version, used-up unlock, notification and event appear together or not at all.
pub async fn submit(ports: &Ports, caller: &Caller, submission: Submission) -> Result<Submitted> {
    caller.actor.require(Capability::RecordDays)?;
    let (hours, description) = validate(&submission)?;
    let day = Day { date: submission.date, hours, description, moment: ports.moment() };
    match record(ports, caller, &day).await {
        // Somebody else was quicker with the entry or the unlock: what they did is looked at as if it had been there before.
        Err(Failure::LostRace(_)) => record(ports, caller, &day).await,
        outcome => outcome,
    }
    .map_err(Failure::told)
}

/// A submission whose fields make sense, at one moment.
struct Day {
    date: NaiveDate,
    hours: Hours,
    description: String,
    moment: Moment,
}

/// Why a day was not saved.
enum Failure {
    /// What it was decided by had changed when it was saved.
    LostRace(StoreError),
    Refused(Error),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

impl Failure {
    fn saving(error: StoreError) -> Self {
        match error {
            StoreError::Conflict(UniqueKey::EntryOfDay) | StoreError::Stale => Self::LostRace(error),
            other => other.into(),
        }
    }

    /// Who loses twice is told that there was a race.
    fn told(self) -> Error {
        match self {
            Self::LostRace(StoreError::Stale) => Conflict::EntriesChanged.into(),
            Self::LostRace(_) => Refusal::AlreadySubmitted.into(),
            Self::Refused(error) => error,
        }
    }
}

async fn record(ports: &Ports, caller: &Caller, day: &Day) -> Result<Submitted, Failure> {
    let Day { date, hours, ref description, ref moment } = *day;
    let (user, today, now) = (caller.actor.id, moment.today, moment.now);
    let work = ports.begin(moment, caller).await?;
    let stored = work.timesheets().for_submission(user, date, today).await?;
    let stored = stored.ok_or(Error::NotFound("User"))?;
    let StoredDay { person, unlock, entry: existing, is_on_leave, holidays, held } = stored;
    let working = WorkingDays::new(moment, holidays);
    let working = working.of(user);
    // The role may have changed since the call was let in, and nobody could decide this day.
    if !person.is_in_service {
        return Err(Forbidden::Role.into());
    }
    let facts = DayFacts {
        rules: &moment.rules,
        date,
        today,
        first_day: person.first_day,
        entry: existing.as_ref().map(|entry| EntryFacts {
            status: entry.status(),
            rejected_on: entry.rejection().map(|rejection| rejection.on),
        }),
        is_unlocked: unlock.is_some(),
        is_on_leave,
        off: working.day_off(date),
        is_absent: false,
        unlockers: unlock::unlockers(date, today, &person, is_rejected(existing.as_ref()), working, &moment.rules),
    };
    let gate = Gate::found(held);
    let decided = match decide(&facts) {
        // Only such a day can be frozen, so it is looked up only then.
        Err(Refusal::Locked(_)) => {
            let is_absent = work.absences().is_marked(user, date).await?;
            decide(&DayFacts { is_absent, ..facts })
        }
        decided => decided,
    };
    let decision = gate.after(decided, |why| why.precedes_month())?;

    // The unlock first: a decision locks that of a day before its entry, and in another order the two could wait for each other.
    if let Some(unlock) = unlock.filter(|_| decision.uses_unlock()) {
        work.unlocks().use_up(unlock, now).await.map_err(Failure::saving)?;
    }
    let is_new = existing.is_none();
    let before = existing.as_ref().map(|entry| (entry.hours(), entry.status()));
    // What was rejected is kept for the manager to compare; any other earlier text is in the versions.
    let replaced = match (decision, &existing) {
        (SubmissionDecision::Resubmission { .. }, Some(previous)) => Some(resubmission(ports, previous, now)),
        _ => None,
    };
    let description = description.clone();
    let entry = match existing {
        None => {
            let entry = Entry::record(TimesheetId::new(ports.ids.next()), user, date, hours, description, now);
            let event = event(&work, before, &entry, decision, &person);
            work.timesheets().record(&entry, &event).await.map_err(Failure::saving)?;
            entry
        }
        Some(entry) => {
            let entry = entry.rewrite(hours, description, now);
            if date < today {
                // A day that was accepted as absent is one that is over.
                work.months().end_acceptance(user, date).await?;
            }
            work.timesheets().rewrite(&entry).await.map_err(Failure::saving)?;
            if let Some(notification) = replaced {
                work.inbox().notify_resubmission(&notification).await?;
                tell_manager(&work, caller, &person, date).await?;
            }
            work.events().append(&[event(&work, before, &entry, decision, &person)]).await?;
            entry
        }
    };
    work.commit().await?;
    Ok(Submitted { entry: EntryView { entry: entry.into(), person: caller.person.clone() }, is_new })
}

fn validate(submission: &Submission) -> Result<(Hours, String)> {
    let mut invalid = Invalid::default();
    let hours = Hours::parse(submission.hours).map_err(|why| invalid.fields.push(("hours", why.sentence().to_owned())));
    let description = text::prose(&submission.description, DESCRIPTION_MAX)
        .map_err(|why| invalid.fields.push(("description", why.sentence("Task description"))));
    match (hours, description) {
        (Ok(hours), Ok(description)) => Ok((hours, description)),
        _ => Err(invalid.into()),
    }
}

fn is_rejected(entry: Option<&Entry>) -> bool {
    entry.is_some_and(|entry| entry.status() == Status::Rejected)
}

/// Tells the manager that the rejected entry `previous` comes back as its next version.
fn resubmission(ports: &Ports, previous: &Entry, now: domain::Instant) -> NewResubmission {
    NewResubmission {
        id: ResubmissionId::new(ports.ids.next()),
        timesheet: previous.id(),
        version: previous.version() + 1,
        user: previous.user(),
        previous_hours: previous.hours(),
        previous_description: previous.description().to_owned(),
        original_comment: previous.rejection().map(|rejection| rejection.comment.clone()).unwrap_or_default(),
        created_at: now,
    }
}

/// A mail to those who lead the team, as far as they want one for each such day.
async fn tell_manager(work: &Work<'_>, caller: &Caller, person: &Employment, date: NaiveDate) -> Result<()> {
    let Some(manager) = person.manager else { return Ok(()) };
    let letter = |_: &Recipient| Some(DayResubmittedLetter { employee: caller.person.name.to_string(), date });
    let to = Addressees::TeamOf(manager, work.moment.today);
    send_at_once(work, MailKind::Resubmission, &to, letter).await
}

fn event(
    work: &Work<'_>,
    before: Option<(Hours, Status)>,
    entry: &Entry,
    decision: SubmissionDecision,
    person: &Employment,
) -> Event {
    let is_resubmission = matches!(decision, SubmissionDecision::Resubmission { .. });
    let both: Vec<UserId> = std::iter::once(entry.user()).chain(person.manager).collect();
    let mut pushes = vec![Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(both) }];
    if let Some(manager) = person.manager.filter(|_| is_resubmission) {
        pushes.push(Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![manager]) });
    }
    // The entry never goes back in time, even where the clock does.
    Event { at: entry.updated_at(), ..work.event(events::day_submitted(before, entry, is_resubmission), pushes) }
}

#[cfg(test)]
mod tests;
