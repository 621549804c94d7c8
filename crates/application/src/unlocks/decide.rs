//! A manager, HR or an administrator decides on a request.

use super::events;
use super::{DayUnlockedLetter, Judge, REQUEST, Request, RequestDeclinedLetter, Unlocked, check_standing, pushes};
use crate::mail::send_at_once;
use crate::ports::{Addressees, DecidedRequest, NewRequest, PersonRecord, StoreError, UniqueKey};
use crate::sessions::Caller;
use crate::work::Work;
use crate::working_days::WorkingDays;
use crate::{Error, Ports, Result, gate, leave, typed};
use domain::access::{Capability, MayUnlock, may_unlock};
use domain::id::UnlockId;
use domain::mail_choices::MailKind;
use domain::month::{ChangedDays, Concerned};
use domain::notice::{unlock_declined, unlocked};
use domain::unlock::{Settled, UnlockFacts, UnlockRefusal, decide, still_waits};

/// A request that waits, and the account of the person who asks, both locked.
struct Considered {
    person: PersonRecord,
    request: NewRequest,
    proof: MayUnlock,
}

/// Opens the date that was asked for, with the employee's reason. Unlock, notice and event appear together or not at all.
pub async fn approve(ports: &Ports, caller: &Caller, id: UnlockId) -> Result<Unlocked> {
    caller.actor.require(Capability::UnlockDates)?;
    let moment = ports.moment();
    let working = WorkingDays::of_windows(ports, &moment).await?;

    let work = ports.begin(&moment, caller).await?;
    let Considered { person, request, proof } = consider(&work, caller, id).await?;
    let date = request.date;
    let employment = work.people().employment(person.id, moment.today).await?.ok_or(Error::NotFound("User"))?;
    let gate = gate::hold(&work, &ChangedDays::of([date]), Concerned::Anybody).await?;
    let open = work.unlocks().open_for(person.id, date).await?;
    let entry = work.timesheets().of_day(person.id, date).await?;
    let status = entry.map(|entry| entry.status());
    let decided = decide(&UnlockFacts {
        role: caller.actor.role,
        date,
        // The window of the day of the request: who is asked in time need not decide on the same day.
        today: ports.zones().day_in(request.created_at),
        first_day: employment.first_day,
        entry: status,
        is_unlocked: open.is_some(),
        is_on_leave: leave::covers_whole(work.leave(), person.id, date).await?,
        calendar: working.of(person.id),
        rules: &moment.rules,
    });
    gate.after(decided, |why| why.precedes_month())?;

    let judge = Judge::of(&moment, &working, &employment);
    let proof = proof.of_date(judge.waits_for(date, request.created_at, status, false));
    let decided = DecidedRequest::new(proof, request, None, moment.now)?;
    open_as_asked(&work, &person, &decided).await?;
    let view = work.unlocks().view(id).await?.ok_or(Error::NotFound(REQUEST))?;
    work.commit().await?;
    Ok(Unlocked { employee: person.id, name: person.name, unlock: judge.read(view) })
}

/// Leaves the date locked, with a comment for the employee. Decision, notice and event appear together or not at all.
pub async fn decline(ports: &Ports, caller: &Caller, id: UnlockId, comment: &str) -> Result<Request> {
    caller.actor.require(Capability::UnlockDates)?;
    let comment = typed::comment(comment, "The reason", "A reason is required")?;
    let moment = ports.moment();
    let working = WorkingDays::of_windows(ports, &moment).await?;

    let work = ports.begin(&moment, caller).await?;
    let Considered { person, request, proof } = consider(&work, caller, id).await?;
    let employment = work.people().employment(person.id, moment.today).await?.ok_or(Error::NotFound("User"))?;
    let date = request.date;
    let entry = work.timesheets().of_day(person.id, date).await?;
    let judge = Judge::of(&moment, &working, &employment);
    let proof = proof.of_date(judge.waits_for(date, request.created_at, entry.map(|entry| entry.status()), false));
    let decided = DecidedRequest::new(proof, request, Some(comment.clone()), moment.now)?;
    work.unlocks().decline(&decided).await.map_err(lost_race)?;
    work.notify(vec![(person.id, unlock_declined::notice(date, &comment))]).await?;
    let to = Addressees::People(vec![person.id]);
    let letter = |_: &_| Some(RequestDeclinedLetter { date, comment: comment.clone() });
    send_at_once(&work, MailKind::UnlockRequest, &to, letter).await?;
    let pushes = pushes(person.id, person.manager);
    let event = work.event_for(decided.on_behalf_of(), events::unlock_declined(&decided), pushes);
    work.events().append(&[event]).await?;
    let view = work.unlocks().view(id).await?.ok_or(Error::NotFound(REQUEST))?;
    work.commit().await?;
    Ok(judge.read(view))
}

/// What approving and declining ask first, in this order: the request, the employee, the team, and whether it still waits.
async fn consider(work: &Work<'_>, caller: &Caller, id: UnlockId) -> Result<Considered> {
    let unknown = || Error::NotFound(REQUEST);
    let owner = work.unlocks().owner(id).await?.ok_or_else(unknown)?;
    // Locked before the request, as everybody does who opens a date of the person: of two at once the second sees what the first did.
    let person = work.people().for_change(owner).await?.ok_or(Error::NotFound("User"))?;
    check_standing(person.standing)?;
    let proof = may_unlock(&caller.actor, owner, person.manager)?;
    let stored = work.unlocks().for_decision(id).await?.ok_or_else(unknown)?;
    still_waits(stored.status, work.ports.zones().day_in(stored.made.created_at), work.moment.today)?;
    Ok(Considered { person, request: stored.made, proof })
}

/// Approves a request, and tells its employee that the date is open.
pub(super) async fn open_as_asked(work: &Work<'_>, person: &PersonRecord, decided: &DecidedRequest) -> Result<()> {
    work.unlocks().approve(decided).await.map_err(lost_race)?;
    let date = decided.request.date;
    work.months().end_acceptance(person.id, date).await?;
    work.notify(vec![(person.id, unlocked::on_request(date))]).await?;
    let to = Addressees::People(vec![person.id]);
    let letter = |_: &_| Some(DayUnlockedLetter { date, reason: None });
    send_at_once(work, MailKind::UnlockRequest, &to, letter).await?;
    let what = events::day_unlocked_on_request(decided);
    let event = work.event_for(decided.on_behalf_of(), what, pushes(person.id, person.manager));
    Ok(work.events().append(&[event]).await?)
}

/// The loser of two decisions at once is told what a later one would be told.
fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Stale => Settled::Decided.into(),
        StoreError::Conflict(UniqueKey::OpenUnlock) => UnlockRefusal::AlreadyUnlocked.into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests;
