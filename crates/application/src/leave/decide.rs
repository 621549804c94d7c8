//! A decider approves or rejects requests, all of them or none.

use super::account::{Taking, enter};
use super::events;
use super::tell::tell_employees;
use super::{REQUEST, halves_of, locked, pushes, step};
use crate::events::{Event, Topic};
use crate::ports::{NewLeaveStep, StoredLeave, TakenBy};
use crate::selection::picked;
use crate::sessions::Caller;
use crate::typed::rejection_reason;
use crate::{Error, Invalid, Ports, Result, gate};
use domain::Instant;
use domain::access::{Capability, Forbidden, MayDecideLeave, may_decide_leave};
use domain::id::LeaveRequestId;
use domain::leave::Verdict;
use domain::month::{ChangedDays, Concerned};
use domain::notice::leave::LeaveNews;
use std::collections::HashMap;

/// A decision on requests for leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeaveVerdict {
    Approve,
    /// Rejected, with the reason as typed.
    Reject(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveDecision {
    /// Which requests; one given twice counts once.
    pub ids: Vec<LeaveRequestId>,
    /// What the decider saw: the last change of each request.
    pub expected: HashMap<LeaveRequestId, Instant>,
    pub verdict: LeaveVerdict,
}

/// Decides, and says how many requests changed: none on a repeat, which is a success.
pub async fn decide(ports: &Ports, caller: &Caller, decision: LeaveDecision) -> Result<u32> {
    caller.actor.require(Capability::DecideLeave)?;
    let ids = picked("ids", "requests", &decision.ids)?;
    let (verdict, reason) = read(&decision.verdict)?;
    let moment = ports.moment();
    let now = moment.now;

    let work = ports.begin(&moment, caller).await?;
    let found = locked(&work, &ids).await?;
    if found.len() != ids.len() {
        return Err(Error::NotFound(REQUEST));
    }
    // The teams of all of them are checked before anything is said about the status of one.
    let allowed = found
        .into_iter()
        .map(|leave| Ok((may_decide_leave(&caller.actor, leave.person.id, leave.manager_id())?, leave)))
        .collect::<Result<Vec<(MayDecideLeave, StoredLeave)>, Forbidden>>()?;
    let mut changed = Vec::new();
    for (proof, leave) in allowed {
        let is_as_seen = decision.expected.get(&leave.id).is_none_or(|seen| *seen == leave.updated_at);
        if verdict.changes(leave.status, is_as_seen)? {
            changed.push((proof, leave));
        }
    }
    if changed.is_empty() {
        return Ok(0);
    }
    if verdict == Verdict::Approve {
        let dates = changed.iter().flat_map(|(_, leave)| leave.period.dates().map(|(date, _)| date));
        gate::pass(&work, &ChangedDays::of(dates), Concerned::Anybody).await?;
    }
    let ids: Vec<LeaveRequestId> = changed.iter().map(|(_, leave)| leave.id).collect();
    let given_back = if verdict == Verdict::Reject { work.leave_requests().halves(&ids).await? } else { Vec::new() };
    work.leave_requests().set_status(&ids, verdict.status(), None, now).await?;
    if verdict == Verdict::Approve {
        work.months().end_acceptance_on_leave(&ids).await?;
    }
    let step = |(proof, leave): &(MayDecideLeave, StoredLeave)| {
        step(&work, TakenBy::Decider(*proof), leave.id, verdict.step(), reason.clone())
    };
    let steps: Vec<NewLeaveStep> = changed.iter().map(step).collect();
    work.leave_requests().add_steps(&steps).await?;
    let mut settled = Vec::new();
    if verdict == Verdict::Reject {
        let halves: Vec<_> = changed.iter().map(|(_, leave)| halves_of(&given_back, leave.id)).collect();
        let takings: Vec<Taking<'_>> =
            changed.iter().zip(&halves).map(|((_, leave), halves)| Taking::of(leave, halves, &[])).collect();
        settled = enter(&work, &takings).await?;
    }
    let told: Vec<&StoredLeave> = changed.iter().map(|(_, leave)| leave).collect();
    let news = match verdict {
        Verdict::Approve => LeaveNews::Approved,
        Verdict::Reject => LeaveNews::Rejected,
    };
    tell_employees(&work, news, &told, reason.as_deref()).await?;
    let event = |((proof, leave), step): (&(MayDecideLeave, StoredLeave), &NewLeaveStep)| {
        let topics = [Topic::Leave, Topic::Timesheets, Topic::Notifications];
        let pushes = pushes(leave.person.id, leave.manager_id(), &topics);
        work.event_for(proof.on_behalf_of(), events::leave_decided(leave, verdict.status(), step), pushes)
    };
    let events: Vec<Event> = changed.iter().zip(&steps).map(event).chain(settled).collect();
    work.events().append(&events).await?;
    work.commit().await?;
    Ok(u32::try_from(changed.len()).unwrap_or(u32::MAX))
}

fn read(verdict: &LeaveVerdict) -> Result<(Verdict, Option<String>), Invalid> {
    match verdict {
        LeaveVerdict::Approve => Ok((Verdict::Approve, None)),
        LeaveVerdict::Reject(typed) => Ok((Verdict::Reject, Some(rejection_reason(typed)?))),
    }
}
