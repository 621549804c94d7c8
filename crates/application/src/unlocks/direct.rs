//! A manager, HR or an administrator opens a date.

use super::decide::open_as_asked;
use super::events;
use super::expire::still_waiting;
use super::{DayUnlockedLetter, Judge, REQUEST, Unlocked, check_standing, pushes, read_form};
use crate::mail::send_at_once;
use crate::ports::{Addressees, DecidedRequest, NewUnlock, PersonRecord, StoreError, UniqueKey};
use crate::sessions::Caller;
use crate::work::Work;
use crate::working_days::WorkingDays;
use crate::{Error, Invalid, Ports, Result, gate, leave};
use chrono::NaiveDate;
use domain::access::{Capability, may_unlock};
use domain::id::{UnlockId, UserId};
use domain::mail_choices::MailKind;
use domain::month::{ChangedDays, Concerned};
use domain::notice::unlocked;
use domain::unlock::{UnlockFacts, UnlockRefusal, decide};

/// An unlock without a request by the employee, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectUnlockRequest {
    /// For whom; `None` where nobody was chosen.
    pub employee: Option<UserId>,
    /// The date; `None` where none was chosen.
    pub date: Option<NaiveDate>,
    pub reason: String,
}

/// Opens the date, or approves the request for it that waits. Unlock, notice and event appear together or not at all.
pub async fn unlock(ports: &Ports, caller: &Caller, request: DirectUnlockRequest) -> Result<Unlocked> {
    caller.actor.require(Capability::UnlockDates)?;
    let (employee, date, reason) = validate(&request)?;
    let moment = ports.moment();
    let (today, now) = (moment.today, moment.now);
    let working = WorkingDays::of_windows(ports, &moment).await?;

    let work = ports.begin(&moment, caller).await?;
    // Locked: if the person is blocked or moves to another team at this moment, that comes before the unlock or after it.
    let person = work.people().for_change(employee).await?.ok_or(Error::NotFound("User"))?;
    check_standing(person.standing)?;
    let proof = may_unlock(&caller.actor, employee, person.manager)?;
    let employment = work.people().employment(employee, today).await?.ok_or(Error::NotFound("User"))?;
    let gate = gate::hold(&work, &ChangedDays::of([date]), Concerned::Anybody).await?;
    let asked = still_waiting(&work, employee).await?.into_iter().find(|asked| asked.date == date);
    let open = work.unlocks().open_for(employee, date).await?;
    let entry = work.timesheets().of_day(employee, date).await?;
    let status = entry.map(|entry| entry.status());
    let decided = decide(&UnlockFacts {
        role: caller.actor.role,
        date,
        today,
        first_day: employment.first_day,
        entry: status,
        is_unlocked: open.is_some(),
        is_on_leave: leave::covers_whole(work.leave(), employee, date).await?,
        calendar: working.of(employee),
        rules: &moment.rules,
    });
    gate.after(decided, |why| why.precedes_month())?;

    let judge = Judge::of(&moment, &working, &employment);
    let made_at = asked.as_ref().map_or(now, |asked| asked.created_at);
    let proof = proof.of_date(judge.waits_for(date, made_at, status, false));
    let id = if let Some(asked) = asked {
        // The employee asked first, so their request becomes the unlock.
        let decided = DecidedRequest::new(proof, asked, Some(reason), now)?;
        open_as_asked(&work, &person, &decided).await?;
        decided.request.id
    } else {
        let unlock = NewUnlock::new(proof, UnlockId::new(ports.ids.next()), date, reason, now);
        open_unasked(&work, &person, &unlock).await?;
        unlock.id
    };
    let view = work.unlocks().view(id).await?.ok_or(Error::NotFound(REQUEST))?;
    work.commit().await?;
    Ok(Unlocked { employee, name: person.name, unlock: judge.read(view) })
}

/// Creates an unlock for which nobody asked, and tells the employee.
async fn open_unasked(work: &Work<'_>, person: &PersonRecord, unlock: &NewUnlock) -> Result<()> {
    work.unlocks().insert(unlock).await.map_err(lost_race)?;
    work.months().end_acceptance(person.id, unlock.date).await?;
    work.notify(vec![(person.id, unlocked::notice(unlock.date, &unlock.reason))]).await?;
    let letter = |_: &_| Some(DayUnlockedLetter { date: unlock.date, reason: Some(unlock.reason.clone()) });
    let to = Addressees::People(vec![person.id]);
    send_at_once(work, MailKind::Unlocked, &to, letter).await?;
    let pushes = pushes(person.id, person.manager);
    let event = work.event_for(unlock.on_behalf_of(), events::day_unlocked(unlock), pushes);
    Ok(work.events().append(&[event]).await?)
}

fn validate(request: &DirectUnlockRequest) -> Result<(UserId, NaiveDate, String)> {
    let mut invalid = Invalid::default();
    if request.employee.is_none() {
        invalid.fields.push(("employeeId", "Employee is required".to_owned()));
    }
    let employee = request.employee;
    let (date, reason) = read_form(invalid, request.date, &request.reason)?;
    Ok((employee.ok_or_else(|| Invalid::field("employeeId", "Employee is required"))?, date, reason))
}

/// The loser of two unlocks at once is told what a later one would be told.
fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::OpenUnlock) => UnlockRefusal::AlreadyUnlocked.into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests;
