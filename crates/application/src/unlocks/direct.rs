//! A manager, HR or an administrator opens a date.

use super::check_standing;
use crate::events::{Audience, Event, Happening, Push, Topic};
use crate::ports::{NewNotice, NewUnlock, PersonRecord, StoreError, UniqueKey, UnlockView};
use crate::sessions::Caller;
use crate::{Error, Invalid, Ports};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Capability, Forbidden};
use domain::id::{NoticeId, UnlockId, UserId};
use domain::person::FullName;
use domain::text::{self, TextError};
use domain::time::{WorkingCalendar, days_before};
use domain::timesheet::REASON_MAX;
use domain::unlock::{ADMIN_FALLBACK_DAYS, UnlockFacts, UnlockRefusal, decide};

/// What is asked for, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// For whom; `None` where nobody was chosen.
    pub employee: Option<UserId>,
    /// The date; `None` where none was chosen.
    pub date: Option<NaiveDate>,
    /// Why.
    pub reason: String,
}

/// An open date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlocked {
    /// For whom.
    pub employee: UserId,
    /// The employee's name.
    pub name: FullName,
    /// The unlock.
    pub unlock: UnlockView,
}

/// Opens the date. Unlock, notice and event appear together or not at all.
pub async fn unlock(ports: &Ports, caller: &Caller, wish: Wish) -> Result<Unlocked, Error> {
    let scope = caller.actor.scope(Capability::UnlockDates)?;
    let (employee, date, reason) = validate(&wish)?;
    let (today, now) = (ports.today(), ports.clock.now());
    // Holidays change rarely and are no part of what the transaction guards. Those of the last year decide how far back a window
    // in working days reaches.
    let holidays = ports.holidays.between(days_before(today, ADMIN_FALLBACK_DAYS), today).await?;
    let calendar = WorkingCalendar::new(holidays.iter().map(|view| &view.holiday));

    let work = ports.store.begin().await?;
    // Locked: somebody who is blocked, or moved to another team, at this moment is so before the unlock or after it.
    let person = work.people().for_change(employee).await?.ok_or(Error::NotFound("User"))?;
    check_standing(person.standing)?;
    if !scope.covers(employee, person.manager) {
        return Err(Forbidden::UnlockOutsideTeam.into());
    }
    let employment = work.people().employment(employee).await?.ok_or(Error::NotFound("User"))?;
    let open = work.unlocks().open_for(employee, date).await?;
    let entry = work.timesheets().of_day(employee, date).await?;
    decide(&UnlockFacts {
        role: caller.actor.role,
        date,
        today,
        joining_date: employment.joining_date,
        entry: entry.map(|entry| entry.status),
        is_unlocked: open.is_some(),
        calendar: &calendar,
    })?;

    let unlock = NewUnlock {
        id: UnlockId::new(ports.ids.next()),
        user: employee,
        date,
        reason,
        created_by: caller.actor.id,
        created_at: now,
    };
    work.unlocks().insert(&unlock).await.map_err(lost_race)?;
    let notice = NewNotice::of_unlock(NoticeId::new(ports.ids.next()), employee, date, &unlock.reason, now);
    work.inbox().notify(&[notice]).await?;
    work.events().append(&[event(ports, &unlock, &person, now)]).await?;
    work.commit().await?;
    Ok(Unlocked { employee, name: person.name, unlock: view(unlock, caller) })
}

fn validate(wish: &Wish) -> Result<(UserId, NaiveDate, String), Error> {
    let mut invalid = Invalid::default();
    if wish.employee.is_none() {
        invalid.fields.push(("employeeId", "Employee is required".to_owned()));
    }
    if wish.date.is_none() {
        invalid.fields.push(("requestedDate", "Date is required".to_owned()));
    }
    let reason = text::prose(&wish.reason, REASON_MAX);
    if reason == Err(TextError::Blank) {
        invalid.fields.push(("reason", "Reason is required".to_owned()));
    }
    if !invalid.fields.is_empty() {
        invalid.message = Some("Please fill in all fields".to_owned());
    }
    match (wish.employee, wish.date, reason) {
        (Some(employee), Some(date), Ok(reason)) => Ok((employee, date, reason)),
        (_, _, Err(why)) if why != TextError::Blank && invalid.fields.is_empty() => {
            Err(Invalid::field("reason", why.sentence("The reason")).into())
        }
        _ => Err(invalid.into()),
    }
}

/// The loser of two unlocks at once is told what a later one would be told.
fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::OpenUnlock) => UnlockRefusal::AlreadyUnlocked.into(),
        other => other.into(),
    }
}

fn event(ports: &Ports, unlock: &NewUnlock, person: &PersonRecord, now: Instant) -> Event {
    let watching: Vec<UserId> = std::iter::once(unlock.user).chain(person.manager).collect();
    let what = Happening::DayUnlocked {
        unlock: unlock.id,
        user: unlock.user,
        date: unlock.date,
        reason: unlock.reason.clone(),
    };
    let pushes = vec![
        Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(watching) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![unlock.user]) },
    ];
    Event::new(ports, now, Some(unlock.created_by), what, pushes)
}

fn view(unlock: NewUnlock, caller: &Caller) -> UnlockView {
    UnlockView {
        id: unlock.id,
        date: unlock.date,
        reason: unlock.reason,
        is_used: false,
        created_at: unlock.created_at,
        creator: caller.person.name.clone(),
        creator_role: caller.actor.role,
    }
}

#[cfg(test)]
mod tests;
