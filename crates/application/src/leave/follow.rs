//! What becomes of the leave of people who are no longer Employees in service (leave.md 1.7).

use super::account::{Taking, enter};
use super::events;
use super::{halves_of, pushes, step};
use crate::Result;
use crate::events::{Event, Topic};
use crate::ports::{PersonRecord, StoredLeave, TakenBy};
use crate::work::Work;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{LeaveStatus, LeaveStep};
use std::collections::BTreeSet;

/// Cancels what waits and what has not begun, and leaves what has begun approved. The accounts are locked; they are as they were before.
/// Nobody is told but by events.
pub(crate) async fn end_with_service(work: &Work<'_>, people: &[&PersonRecord]) -> Result<Vec<Event>> {
    let (today, now) = (work.moment.today, work.moment.now);
    let users: Vec<UserId> = people.iter().map(|person| person.id).collect();
    let live: BTreeSet<LeaveRequestId> =
        work.leave().live(&users).await?.into_iter().map(|half| half.request).collect();
    if live.is_empty() {
        return Ok(Vec::new());
    }
    let requests = work.leave().requests(&live.into_iter().collect::<Vec<_>>()).await?;
    let becomes = |leave: &StoredLeave| leave.status.after_service(leave.period.start(), today);
    let (ended, kept): (Vec<StoredLeave>, Vec<StoredLeave>) = requests
        .into_iter()
        .filter(|leave| becomes(leave) != leave.status)
        .partition(|leave| becomes(leave) == LeaveStatus::Cancelled);
    let ids = |leaves: &[StoredLeave]| leaves.iter().map(|leave| leave.id).collect::<Vec<_>>();
    let (ended_ids, kept_ids) = (ids(&ended), ids(&kept));
    let halves = work.leave_requests().halves(&ended_ids).await?;
    let mut steps = Vec::new();
    for (ids, status, what) in [
        (&ended_ids, LeaveStatus::Cancelled, LeaveStep::Cancelled),
        (&kept_ids, LeaveStatus::Approved, LeaveStep::Kept),
    ] {
        if !ids.is_empty() {
            work.leave_requests().set_status(ids, status, None, now).await?;
            steps.extend(ids.iter().map(|id| step(work, TakenBy::Nobody, *id, what, None)));
        }
    }
    if steps.is_empty() {
        return Ok(Vec::new());
    }
    work.leave_requests().add_steps(&steps).await?;
    let given_up: Vec<_> = ended.iter().map(|leave| halves_of(&halves, leave.id)).collect();
    let takings: Vec<Taking<'_>> =
        ended.iter().zip(&given_up).map(|(leave, halves)| Taking::of(leave, halves, &[])).collect();
    let settled = enter(work, &takings).await?;
    let event = |before: &StoredLeave| {
        let after = StoredLeave { status: LeaveStatus::Cancelled, ..before.clone() };
        let user = before.person.id;
        let manager = people.iter().find(|person| person.id == user).and_then(|person| person.manager);
        let pushes = pushes(user, manager, &[Topic::Leave, Topic::Timesheets]);
        work.event(events::leave_cancelled(before, &after, None), pushes)
    };
    Ok(ended.iter().map(event).chain(settled).collect())
}
