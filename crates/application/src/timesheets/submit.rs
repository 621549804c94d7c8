//! An employee submits a day: recorded, corrected or resubmitted.

use crate::events::{Audience, Event, Happening, Push, Topic};
use crate::ports::{EntryView, NewResubmission, OwnEntry, StoreError, UniqueKey};
use crate::sessions::Caller;
use crate::{Conflict, Error, Invalid, Ports};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::{EventId, ResubmissionId, TimesheetId, UserId};
use domain::person::Employment;
use domain::text;
use domain::time::WorkingCalendar;
use domain::timesheet::{DESCRIPTION_MAX, DayFacts, Entry, EntryFacts, Hours, Opening, Refusal, Status, decide};
use domain::unlock;

/// What the employee sends.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// The day.
    pub date: NaiveDate,
    /// The hours, as typed.
    pub hours: f64,
    /// What was done, as typed.
    pub description: String,
}

/// What was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// The entry as it is now.
    pub entry: EntryView,
    /// Whether the day had none before.
    pub is_new: bool,
}

/// Saves a day. Entry, version, used-up unlock, notification and event appear together or not at all.
pub async fn submit(ports: &Ports, caller: &Caller, submission: Submission) -> Result<Submitted, Error> {
    caller.actor.require(Capability::RecordDays)?;
    let (hours, description) = validate(&submission)?;
    let user = caller.actor.id;
    let (date, today, now) = (submission.date, ports.today(), ports.clock.now());
    // Holidays change rarely and are no part of what the transaction guards.
    // Those between the day and today decide how far back an unlock would reach.
    let holidays = ports.holidays.between(date, date.max(today)).await?;
    let working = WorkingCalendar::new(holidays.iter().map(|view| &view.holiday));

    let work = ports.store.begin().await?;
    let person = work.people().employment(user).await?.ok_or(Error::NotFound("User"))?;
    // The unlock first: a submission that has just used it up is then seen with the entry that it made.
    let unlock = work.unlocks().open_for(user, date).await?;
    let existing = work.timesheets().of_day(user, date).await?;
    let facts = DayFacts {
        date,
        today,
        joining_date: person.joining_date,
        entry: existing.as_ref().map(|entry| EntryFacts { status: entry.status, rejected_on: entry.rejected_on }),
        is_unlocked: unlock.is_some(),
        is_holiday: working.is_holiday(date),
        is_absent: false,
        helpers: unlock::helpers(date, today, &person, is_rejected(existing.as_ref()), &working),
    };
    let opening = match decide(&facts) {
        // Only such a day can be frozen, so only then it is looked up.
        Err(Refusal::Locked(_)) => {
            let is_absent = work.absences().is_marked(user, date).await?;
            decide(&DayFacts { is_absent, ..facts })?
        }
        decided => decided?,
    };

    let is_new = existing.is_none();
    let entry = match existing.clone() {
        None => Entry::record(TimesheetId::new(ports.ids.next()), user, date, hours, description, now),
        Some(entry) => entry.rewrite(hours, description, now),
    };
    let saved = if is_new {
        work.timesheets().insert(&entry, user).await
    } else {
        work.timesheets().update(std::slice::from_ref(&entry), user).await
    };
    saved.map_err(lost_race)?;
    if let Some(unlock) = unlock.filter(|_| opening.uses_unlock()) {
        work.unlocks().use_up(unlock, now).await.map_err(lost_race)?;
    }
    if let (Opening::Resubmission { .. }, Some(previous)) = (opening, &existing) {
        let notification = resubmission(ResubmissionId::new(ports.ids.next()), previous, &entry, now);
        work.inbox().notify_resubmission(&notification).await?;
    }
    work.events().append(&[event(EventId::new(ports.ids.next()), &entry, opening, &person)]).await?;
    work.commit().await?;
    Ok(Submitted { entry: EntryView { entry: view(entry), person: caller.person.clone() }, is_new })
}

fn validate(submission: &Submission) -> Result<(Hours, String), Error> {
    let mut invalid = Invalid::default();
    let hours = Hours::parse(submission.hours).map_err(|why| invalid.fields.push(("hours", why.sentence().to_owned())));
    let description = text::prose(&submission.description, DESCRIPTION_MAX)
        .map_err(|why| invalid.fields.push(("description", why.sentence("Task description"))));
    match (hours, description) {
        (Ok(hours), Ok(description)) => Ok((hours, description)),
        _ => Err(invalid.into()),
    }
}

/// The loser of two submissions at once is told what a later one would be told.
fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::EntryOfDay) => Refusal::AlreadySubmitted.into(),
        StoreError::Stale => Conflict::EntriesChanged.into(),
        other => other.into(),
    }
}

fn is_rejected(entry: Option<&Entry>) -> bool {
    entry.is_some_and(|entry| entry.status == Status::Rejected)
}

fn resubmission(id: ResubmissionId, previous: &Entry, entry: &Entry, now: domain::Instant) -> NewResubmission {
    NewResubmission {
        id,
        timesheet: entry.id,
        version: entry.version,
        user: entry.user,
        previous_hours: previous.hours,
        previous_description: previous.description.clone(),
        original_comment: previous.comment.clone().unwrap_or_default(),
        created_at: now,
    }
}

fn event(id: EventId, entry: &Entry, opening: Opening, person: &Employment) -> Event {
    let is_resubmission = matches!(opening, Opening::Resubmission { .. });
    let both: Vec<UserId> = std::iter::once(entry.user).chain(person.manager).collect();
    let mut pushes = vec![Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(both) }];
    if let Some(manager) = person.manager.filter(|_| is_resubmission) {
        pushes.push(Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![manager]) });
    }
    Event {
        id,
        at: entry.updated_at,
        actor: Some(entry.user),
        what: Happening::DaySubmitted {
            entry: entry.id,
            user: entry.user,
            date: entry.date,
            version: entry.version,
            is_resubmission,
        },
        pushes,
    }
}

fn view(entry: Entry) -> OwnEntry {
    OwnEntry {
        id: entry.id,
        date: entry.date,
        hours: entry.hours,
        description: entry.description,
        status: entry.status,
        comment: entry.comment,
        rejected_on: entry.rejected_on,
        is_resubmission: entry.is_resubmission,
        created_at: entry.created_at,
        updated_at: entry.updated_at,
    }
}

#[cfg(test)]
mod tests;
