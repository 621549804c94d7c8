//! A decider refuses a cancellation: the leave stays.

use super::events;
use super::tell::tell_employees;
use super::view::Leave;
use super::{locked_one, pushes, step};
use crate::events::Topic;
use crate::ports::TakenBy;
use crate::sessions::Caller;
use crate::typed::comment;
use crate::{Ports, Result};
use domain::Instant;
use domain::access::{Capability, may_decide_leave};
use domain::id::LeaveRequestId;
use domain::leave::{self, LeaveStatus, LeaveStep};
use domain::notice::leave::LeaveNews;

/// Why leave stays, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeepForm {
    pub comment: String,
    /// What was seen: when the request had last changed.
    pub expected: Option<Instant>,
}

/// Refuses a cancellation that is asked for. It and all that follows from it appear together or not at all.
pub async fn keep(ports: &Ports, caller: &Caller, id: LeaveRequestId, form: KeepForm) -> Result<Leave> {
    caller.actor.require(Capability::DecideLeave)?;
    let comment = comment(&form.comment, "The reason", "A reason is required")?;
    let moment = ports.moment();

    let work = ports.begin(&moment, caller).await?;
    let before = locked_one(&work, id).await?;
    let user = before.person.id;
    let proof = may_decide_leave(&caller.actor, user, before.manager_id())?;
    leave::keep(before.status, form.expected.is_none_or(|seen| seen == before.updated_at))?;
    work.leave_requests().set_status(&[id], LeaveStatus::Approved, None, moment.now).await?;
    let step = step(&work, TakenBy::Decider(proof), id, LeaveStep::Kept, Some(comment));
    work.leave_requests().add_steps(std::slice::from_ref(&step)).await?;
    let leave = Leave::one(work.leave(), caller, moment.today, id).await?;
    tell_employees(&work, LeaveNews::Kept, &[&leave.stored], step.comment.as_deref()).await?;
    let pushes = pushes(user, before.manager_id(), &[Topic::Leave, Topic::Notifications]);
    let event = work.event_for(step.on_behalf_of(), events::leave_kept(&leave.stored, &step), pushes);
    work.events().append(&[event]).await?;
    work.commit().await?;
    Ok(leave)
}
