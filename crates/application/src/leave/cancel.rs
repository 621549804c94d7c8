//! Leave is given up: by the Employee, who may have to ask, or by a decider.

use super::account::{Taking, enter};
use super::events;
use super::form::optional;
use super::letter::TeamLeaveNews;
use super::tell::{tell_deciders, tell_employees};
use super::view::Leave;
use super::{halves_of, locked_one, pushes, step};
use crate::absences::mark_freed;
use crate::events::{Event, Topic};
use crate::ports::{NewLeaveStep, StoredLeave, TakenBy};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Ports, Result, gate};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Capability, Forbidden, may_decide_leave};
use domain::id::LeaveRequestId;
use domain::leave::{
    CancelCall, Cancellation, Canceller, CountedHalf, DayPart, LeavePeriod, LeaveStatus, LeaveStep, covered, total,
};
use domain::month::{ChangedDays, Concerned};
use domain::notice::leave::LeaveNews;
use domain::person::Role;

/// How much of a request is given up, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelForm {
    /// The last day that is kept; nothing where all is given up.
    pub last_day: Option<NaiveDate>,
    pub comment: Option<String>,
    /// What was seen: when the request had last changed.
    pub expected: Option<Instant>,
}

/// A request after somebody wanted it cancelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cancelled {
    pub leave: Leave,
    /// What has happened: it is cancelled, shortened, or somebody decides on it. Of a repeat what it was then.
    pub step: LeaveStep,
}

/// Cancels a request or its last days, or asks for that. It and all that follows from it appear together or not at all.
pub async fn cancel(ports: &Ports, caller: &Caller, id: LeaveRequestId, form: CancelForm) -> Result<Cancelled> {
    caller.actor.require(Capability::CancelLeave)?;
    let comment = optional(form.comment.as_deref(), "comment", "The comment")?;
    let moment = ports.moment();
    let today = moment.today;

    let work = ports.begin(&moment, caller).await?;
    let before = locked_one(&work, id).await?;
    let by = whose(caller, &before)?;
    let call = CancelCall {
        by: if matches!(by, TakenBy::Decider(_)) { Canceller::Decider } else { Canceller::Employee },
        last_day: form.last_day,
        has_comment: comment.is_some(),
        is_as_seen: form.expected.is_none_or(|seen| seen == before.updated_at),
    };
    let Some(outcome) = before.facts(today).cancel(call)? else {
        let step =
            if before.status == LeaveStatus::Cancelled { LeaveStep::Cancelled } else { LeaveStep::CancellationAsked };
        return Ok(Cancelled { leave: Leave::one(work.leave(), caller, today, id).await?, step });
    };
    if before.status != LeaveStatus::Pending {
        let given_up = ChangedDays::Span { from: outcome.given_up_from, to: Some(before.period.end()) };
        gate::pass(&work, &given_up, Concerned::Anybody).await?;
    }
    let settled = carry_out(&work, &before, outcome).await?;
    let step = step(&work, by, id, outcome.step, comment);
    work.leave_requests().add_steps(std::slice::from_ref(&step)).await?;
    let leave = Leave::one(work.leave(), caller, today, id).await?;
    tell(&work, &before, &leave.stored, &step).await?;
    let event = event(&work, &before, &leave.stored, &step);
    work.events().append(&[&[event][..], &settled].concat()).await?;
    work.commit().await?;
    Ok(Cancelled { leave, step: outcome.step })
}

fn whose(caller: &Caller, leave: &StoredLeave) -> Result<TakenBy, Forbidden> {
    if caller.actor.id == leave.person.id {
        Ok(TakenBy::Person(caller.actor.id))
    } else if caller.actor.role == Role::Employee {
        Err(Forbidden::Role)
    } else {
        may_decide_leave(&caller.actor, leave.person.id, leave.manager_id()).map(TakenBy::Decider)
    }
}

/// Saves what a cancellation makes of a request, and gives back what no longer counts; returns the events to record of that.
async fn carry_out(work: &Work<'_>, before: &StoredLeave, outcome: Cancellation) -> Result<Vec<Event>> {
    let (id, now) = (before.id, work.moment.now);
    let Cancellation { status, kept, .. } = outcome;
    if status == LeaveStatus::CancellationAsked {
        let last_day = kept.map(LeavePeriod::end);
        work.leave_requests().set_status(&[id], status, last_day, now).await?;
        return Ok(Vec::new());
    }
    let halves = halves_of(&work.leave_requests().halves(&[id]).await?, id);
    let freed = freed(work, before, outcome.given_up_from).await?;
    let stays = |half: &CountedHalf| kept.is_some_and(|kept| half.half.date <= kept.end());
    let left: Vec<CountedHalf> = halves.iter().copied().filter(stays).collect();
    match kept {
        Some(kept) => work.leave_requests().shorten(id, kept, total(&left), status, now).await?,
        None => work.leave_requests().set_status(&[id], status, None, now).await?,
    }
    mark_freed(work, before.person.id, freed).await?;
    enter(work, &[Taking::of(before, &halves, &left)]).await
}

/// The Employee hears what a decider did, and deciders hear what becomes of leave that was approved.
async fn tell(work: &Work<'_>, before: &StoredLeave, after: &StoredLeave, step: &NewLeaveStep) -> Result<()> {
    match step.taken_by {
        TakenBy::Decider(_) => {
            let news = if step.what == LeaveStep::Shortened { LeaveNews::Shortened } else { LeaveNews::Cancelled };
            tell_employees(work, news, &[after], step.comment.as_deref()).await
        }
        _ if before.status == LeaveStatus::Pending => Ok(()),
        _ => {
            let is_asked = step.what == LeaveStep::CancellationAsked;
            let news = if is_asked { TeamLeaveNews::AsksToCancel } else { TeamLeaveNews::HasCancelled };
            tell_deciders(work, news, after).await
        }
    }
}

/// The days before today that approved leave covers whole, by this request or with another, and that it gives up.
async fn freed(work: &Work<'_>, leave: &StoredLeave, from: NaiveDate) -> Result<Vec<NaiveDate>> {
    let today = work.moment.today;
    if !leave.status.is_approved_leave() || from >= today {
        return Ok(Vec::new());
    }
    let live = work.leave().live(&[leave.person.id]).await?;
    let approved = live.into_iter().filter(|live| live.status.is_approved_leave()).map(|live| live.half);
    let given_up = |date: NaiveDate| from <= date && date <= leave.period.end() && date < today;
    Ok(covered(approved)
        .into_iter()
        .filter(|(date, part)| *part == DayPart::Full && given_up(*date))
        .map(|(date, _)| date)
        .collect())
}

fn event(work: &Work<'_>, before: &StoredLeave, after: &StoredLeave, step: &NewLeaveStep) -> Event {
    let mut topics = vec![Topic::Leave];
    let what = if step.what == LeaveStep::CancellationAsked {
        events::leave_cancellation_asked(after, step)
    } else {
        topics.push(Topic::Timesheets);
        topics.extend(matches!(step.taken_by, TakenBy::Decider(_)).then_some(Topic::Notifications));
        events::leave_cancelled(before, after, step.comment.as_deref())
    };
    work.event_for(step.on_behalf_of(), what, pushes(before.person.id, before.manager_id(), &topics))
}
