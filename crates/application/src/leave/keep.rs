//! A decider refuses a cancellation: the leave stays.

use super::events;
use super::tell::tell_employees;
use super::view::Leave;
use super::{locked_one, pushes};
use crate::events::{Event, Origin, Topic};
use crate::ports::NewLeaveStep;
use crate::sessions::Caller;
use crate::{Invalid, Ports, Result};
use domain::Instant;
use domain::access::{Capability, may_decide_leave};
use domain::id::{LeaveRequestId, LeaveStepId};
use domain::leave::{self, LeaveStatus, LeaveStep};
use domain::notice::leave::LeaveNews;
use domain::text::{self, TextError};
use domain::timesheet::REASON_MAX;

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
    let comment = text::prose(&form.comment, REASON_MAX).map_err(|why| {
        let sentence =
            if why == TextError::Blank { "A reason is required".to_owned() } else { why.sentence("The reason") };
        Invalid::field("comment", sentence)
    })?;
    let moment = ports.moment();
    let now = moment.now;

    let work = ports.store.begin().await?;
    let before = locked_one(work.as_ref(), id).await?;
    let user = before.person.id;
    let proof = may_decide_leave(&caller.actor, user, before.manager_id())?;
    leave::keep(before.status, form.expected.is_none_or(|seen| seen == before.updated_at))?;
    work.leave_requests().set_status(&[id], LeaveStatus::Approved, None, now).await?;
    let step = LeaveStepId::new(ports.ids.next());
    let step = NewLeaveStep::decided(proof, step, id, now, LeaveStep::Kept, Some(comment));
    work.leave_requests().add_steps(std::slice::from_ref(&step)).await?;
    let leave = Leave::one(work.leave(), caller, moment.today, id).await?;
    let comment = step.comment.as_deref();
    tell_employees(ports, work.as_ref(), &moment, LeaveNews::Kept, &[&leave.stored], comment).await?;
    let origin = Origin { on_behalf_of: step.on_behalf_of(), ..caller.into() };
    let pushes = pushes(user, before.manager_id(), &[Topic::Leave, Topic::Notifications]);
    let event = Event::new(ports, now, origin, events::leave_kept(&leave.stored, &step), pushes);
    work.events().append(&[event]).await?;
    work.commit().await?;
    Ok(leave)
}
