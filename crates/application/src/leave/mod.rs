//! Leave that people ask for, take and give up, and what deciders make of it (leave.md).

mod account;
mod ask;
mod cancel;
mod decide;
pub mod events;
mod follow;
mod form;
mod keep;
mod letter;
mod mine;
mod preview;
mod recount;
mod team;
mod tell;
mod view;

pub use ask::{Requested, request};
pub use cancel::{CancelForm, Cancelled, cancel};
pub use decide::{LeaveDecision, LeaveVerdict, decide};
pub(crate) use follow::end_with_service;
pub use form::LeaveForm;
pub use keep::{KeepForm, keep};
pub use letter::{LeaveLetter, TeamLeaveLetter, TeamLeaveNews};
pub use mine::{MyLeave, my};
pub use preview::{Preview, PreviewDay, preview};
pub(crate) use recount::recount;
pub use team::{Coverage, TeamLeave, TeamLeaveFilter, TeamLeavePage, count_waiting, team};
pub use view::Leave;

use crate::events::{Audience, Push, Topic};
use crate::ports::{LeaveReads, NewLeaveStep, StoredLeave, TakenBy};
use crate::work::Work;
use crate::{Error, Result};
use chrono::NaiveDate;
use domain::access::{Actor, Capability, Forbidden, Scope};
use domain::id::{LeaveRequestId, LeaveStepId, UserId};
use domain::leave::{CountedHalf, DayPart, LeaveStep, covered};

/// What is not found where a request is unknown.
const REQUEST: &str = "Leave request";
/// What is not found where a leave type is unknown.
const TYPE: &str = "Leave type";

/// Whose leave a call is about: that of an Employee who calls, who names nobody else, or that of the person named.
fn subject(actor: &Actor, capability: Capability, named: Option<UserId>) -> Result<UserId, Forbidden> {
    match actor.scope(capability)? {
        Scope::Own(own) if named.is_none_or(|named| named == own) => Ok(own),
        Scope::Own(_) => Err(Forbidden::Role),
        Scope::Team(_) | Scope::Everyone => named.ok_or(Forbidden::Role),
    }
}

/// These requests, once the people whose they are take turns: nobody else changes leave of theirs until `work` ends. Unknown ids are
/// left out.
async fn locked(work: &Work<'_>, ids: &[LeaveRequestId]) -> Result<Vec<StoredLeave>> {
    let mut people: Vec<UserId> =
        work.leave_requests().owners(ids).await?.into_iter().map(|(_, owner)| owner).collect();
    people.sort_unstable();
    people.dedup();
    work.leave_ledger().lock_people(&people).await?;
    Ok(work.leave().requests(ids).await?)
}

/// The one request with this id, likewise.
async fn locked_one(work: &Work<'_>, id: LeaveRequestId) -> Result<StoredLeave> {
    locked(work, &[id]).await?.pop().ok_or(Error::NotFound(REQUEST))
}

/// A step that is taken now.
fn step(
    work: &Work<'_>,
    taken_by: TakenBy,
    request: LeaveRequestId,
    what: LeaveStep,
    comment: Option<String>,
) -> NewLeaveStep {
    let id = LeaveStepId::new(work.ports.ids.next());
    NewLeaveStep { id, request, at: work.moment.now, what, comment, taken_by }
}

/// The halves of requests, without whose they are.
fn halves_of(found: &[(LeaveRequestId, CountedHalf)], id: LeaveRequestId) -> Vec<CountedHalf> {
    found.iter().filter(|(request, _)| *request == id).map(|(_, half)| *half).collect()
}

/// Whether live leave of a person covers a date whole, by one request or two.
pub(crate) async fn covers_whole(leave: &dyn LeaveReads, user: UserId, date: NaiveDate) -> Result<bool> {
    let halves = leave.live_on(user, date, date).await?;
    Ok(covered(halves).get(&date) == Some(&DayPart::Full))
}

/// What becomes of somebody's leave changes what they, their deciders and those see who may read everybody's. A notice is theirs alone.
fn pushes(user: UserId, manager: Option<UserId>, topics: &[Topic]) -> Vec<Push> {
    let watching: Vec<UserId> = std::iter::once(user).chain(manager).collect();
    let audience = |topic: Topic| match topic {
        Topic::Notifications => Audience::Users(vec![user]),
        _ => Audience::Readers(watching.clone()),
    };
    topics.iter().map(|topic| Push::Changed { topic: *topic, audience: audience(*topic) }).collect()
}

#[cfg(test)]
mod tests;
