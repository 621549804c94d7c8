//! A manager, HR or an administrator opens a date.

use super::check_standing;
use super::events::DayUnlocked;
use crate::events::{Audience, Event, Origin, Push, Topic};
use crate::ports::{NewNotice, NewUnlock, PersonRecord, StoreError, UniqueKey, UnlockView};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Error, Invalid, Ports, Refusal, RefusalKind, gate};
use chrono::NaiveDate;
use domain::access::{Capability, may_unlock};
use domain::id::{UnlockId, UserId};
use domain::month::ChangedDays;
use domain::notice::unlocked;
use domain::person::FullName;
use domain::text::{self, TextError};
use domain::timesheet::REASON_MAX;
use domain::unlock::{UnlockFacts, UnlockRefusal, decide};

/// A request to unlock a day, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectUnlockRequest {
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
pub async fn unlock(ports: &Ports, caller: &Caller, request: DirectUnlockRequest) -> Result<Unlocked, Error> {
    caller.actor.require(Capability::UnlockDates)?;
    let (employee, date, reason) = validate(&request)?;
    let moment = ports.moment();
    let (today, now) = (moment.today, moment.now);
    let working = WorkingDays::of_windows(ports, &moment).await?;

    let work = ports.store.begin().await?;
    // Locked: if the person is blocked or moves to another team at this moment, that comes before the unlock or after it.
    let person = work.people().for_change(employee).await?.ok_or(Error::NotFound("User"))?;
    check_standing(person.standing)?;
    let proof = may_unlock(&caller.actor, employee, person.manager)?;
    let employment = work.people().employment(employee, today).await?.ok_or(Error::NotFound("User"))?;
    let open = work.unlocks().open_for(employee, date).await?;
    let entry = work.timesheets().of_day(employee, date).await?;
    let gate = gate::hold(work.as_ref(), &ChangedDays::of([date])).await?;
    let decided = decide(&UnlockFacts {
        role: caller.actor.role,
        date,
        today,
        joining_date: employment.joining_date,
        entry: entry.map(|entry| entry.status()),
        is_unlocked: open.is_some(),
        calendar: working.of(employee),
        rules: &moment.rules,
    });
    gate.after(decided, |why| why.precedes_month())?;

    let unlock = NewUnlock::new(proof, UnlockId::new(ports.ids.next()), date, reason, now);
    work.unlocks().insert(&unlock).await.map_err(lost_race)?;
    let notice = unlocked::notice(date, &unlock.reason);
    work.inbox().notify(&[NewNotice::to(ports, employee, notice, now)]).await?;
    work.events().append(&[event(ports, caller, &unlock, &person)]).await?;
    work.commit().await?;
    Ok(Unlocked { employee, name: person.name, unlock: view(unlock, caller) })
}

impl Refusal for UnlockRefusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Future | Self::BeforeJoining(_) => RefusalKind::Invalid,
            Self::TooFarBack(_) => RefusalKind::Forbidden,
            Self::AlreadyUnlocked | Self::AlreadyApproved => RefusalKind::Conflict,
        }
    }

    fn sentence(&self) -> String {
        Self::sentence(*self)
    }

    fn field(&self) -> Option<&'static str> {
        (self.kind() == RefusalKind::Invalid).then_some("requestedDate")
    }
}

fn validate(request: &DirectUnlockRequest) -> Result<(UserId, NaiveDate, String), Error> {
    let mut invalid = Invalid::default();
    if request.employee.is_none() {
        invalid.fields.push(("employeeId", "Employee is required".to_owned()));
    }
    if request.date.is_none() {
        invalid.fields.push(("requestedDate", "Date is required".to_owned()));
    }
    let reason = text::prose(&request.reason, REASON_MAX);
    if reason == Err(TextError::Blank) {
        invalid.fields.push(("reason", "Reason is required".to_owned()));
    }
    if !invalid.fields.is_empty() {
        invalid.message = Some("Please fill in all fields".to_owned());
    }
    match (request.employee, request.date, reason) {
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

fn event(ports: &Ports, caller: &Caller, unlock: &NewUnlock, person: &PersonRecord) -> Event {
    let watching: Vec<UserId> = std::iter::once(unlock.user()).chain(person.manager).collect();
    let pushes = vec![
        Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(watching) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![unlock.user()]) },
    ];
    let origin = Origin { on_behalf_of: unlock.on_behalf_of(), ..caller.into() };
    Event::new(ports, unlock.created_at, origin, DayUnlocked(unlock), pushes)
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
