//! An Employee asks to have a day of their own unlocked.

use super::events;
use super::expire::still_waiting;
use super::{Judge, Request, UnlockRequestedLetter, read_form};
use crate::events::{Audience, Push, Topic};
use crate::mail::send_at_once;
use crate::ports::{Addressees, NewRequest, Recipient, StoreError, UniqueKey};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Error, Invalid, Ports, Result, gate, leave};
use chrono::NaiveDate;
use domain::access::{Capability, Forbidden};
use domain::id::{UnlockId, UserId};
use domain::mail_choices::MailKind;
use domain::month::{ChangedDays, Concerned};
use domain::person::Role;
use domain::timesheet::{DayFacts, EntryFacts, Status};
use domain::unlock::{self, AskRefusal, Asked, WaitsFor, last_day};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskForUnlock {
    /// The date; `None` where none was chosen.
    pub date: Option<NaiveDate>,
    pub reason: String,
}

/// Takes the request. Request and event appear together or not at all.
pub async fn ask(ports: &Ports, caller: &Caller, typed: AskForUnlock) -> Result<Request> {
    caller.actor.require(Capability::RecordDays)?;
    let (date, reason) = read_form(Invalid::default(), typed.date, &typed.reason)?;
    let moment = ports.moment();
    let (user, today, now) = (caller.actor.id, moment.today, moment.now);
    let working = WorkingDays::of_windows(ports, &moment).await?;

    let work = ports.begin(&moment, caller).await?;
    // Locked: of two requests of one person the second is counted after the first.
    work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    let person = work.people().employment(user, today).await?.ok_or(Error::NotFound("User"))?;
    // The role may have changed since the call was let in.
    if !person.is_in_service {
        return Err(Forbidden::Role.into());
    }
    let gate = gate::hold(&work, &ChangedDays::of([date]), Concerned::Anybody).await?;
    let waiting = still_waiting(&work, user).await?;
    let open = work.unlocks().open_for(user, date).await?;
    let entry = work.timesheets().of_day(user, date).await?;
    let is_rejected = entry.as_ref().is_some_and(|entry| entry.status() == Status::Rejected);
    let calendar = working.of(user);
    let facts = DayFacts {
        rules: &moment.rules,
        date,
        today,
        first_day: person.first_day,
        entry: entry.map(|entry| EntryFacts {
            status: entry.status(),
            rejected_on: entry.rejection().map(|rejection| rejection.on),
        }),
        is_unlocked: open.is_some(),
        is_on_leave: leave::covers_whole(work.leave(), user, date).await?,
        off: calendar.day_off(date),
        is_absent: false,
        unlockers: unlock::unlockers(date, today, &person, is_rejected, calendar, &moment.rules),
    };
    let asked = Asked { is_for_date: waiting.iter().any(|other| other.date == date), waiting: waiting.len() };
    let waits_for = gate.after(unlock::ask(&facts, asked), |why| why.precedes_month())?;

    let request = NewRequest { id: UnlockId::new(ports.ids.next()), user, date, reason, created_at: now };
    work.unlocks().ask(&request).await.map_err(lost_race)?;
    let to = match (waits_for, person.manager) {
        (WaitsFor::Manager, Some(manager)) => Addressees::TeamOf(manager, today),
        (WaitsFor::Manager, None) | (WaitsFor::Hr, _) => Addressees::Role(Role::Hr),
        (WaitsFor::Admin, _) => Addressees::Role(Role::Admin),
    };
    let letter = |to: &Recipient| {
        let (employee, reason) = (caller.person.name.clone(), request.reason.clone());
        Some(UnlockRequestedLetter { employee, date, reason, until: last_day(today), to: to.role })
    };
    send_at_once(&work, MailKind::UnlockRequest, &to, letter).await?;
    let watching: Vec<UserId> = std::iter::once(user).chain(person.manager).collect();
    let pushes = vec![Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(watching) }];
    work.record(events::unlock_requested(&request, waits_for), pushes).await?;
    let view = work.unlocks().view(request.id).await?.ok_or(Error::NotFound(super::REQUEST))?;
    work.commit().await?;
    Ok(Judge::of(&moment, &working, &person).read(view))
}

/// The loser of two requests at once is told what a later one would be told.
fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::WaitingRequest) => AskRefusal::AlreadyAsked.into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests;
