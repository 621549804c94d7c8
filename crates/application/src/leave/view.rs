//! A request as somebody reads it.

use super::REQUEST;
use crate::ports::{LeaveReads, LeaveStepView, StoredLeave};
use crate::sessions::Caller;
use crate::{Error, Result};
use chrono::NaiveDate;
use domain::access::{Actor, may_decide_leave};
use domain::id::LeaveRequestId;
use domain::leave::{CancelFacts, Canceller, MayCancel};

/// A request with its history, for its reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leave {
    pub stored: StoredLeave,
    /// Its history, oldest step first.
    pub history: Vec<LeaveStepView>,
    /// Whether its reader may cancel the whole of it.
    pub may_cancel: MayCancel,
}

impl Leave {
    /// The request with this id, with what a unit of work has made of it.
    pub(super) async fn one(
        leave: &dyn LeaveReads,
        caller: &Caller,
        today: NaiveDate,
        id: LeaveRequestId,
    ) -> Result<Self> {
        let stored = leave.requests(&[id]).await?;
        Self::all(leave, &caller.actor, today, stored).await?.pop().ok_or(Error::NotFound(REQUEST))
    }

    /// These requests, in their order.
    pub(super) async fn all(
        leave: &dyn LeaveReads,
        reader: &Actor,
        today: NaiveDate,
        stored: Vec<StoredLeave>,
    ) -> Result<Vec<Self>> {
        if stored.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<LeaveRequestId> = stored.iter().map(|found| found.id).collect();
        let steps = leave.steps(&ids).await?;
        let seen = |stored: StoredLeave| Self {
            may_cancel: stored.facts(today).may_cancel(stored.canceller(reader)),
            history: steps.iter().filter(|step| step.request == stored.id).cloned().collect(),
            stored,
        };
        Ok(stored.into_iter().map(seen).collect())
    }
}

impl StoredLeave {
    /// What decides about a cancellation.
    pub(super) const fn facts(&self, today: NaiveDate) -> CancelFacts {
        CancelFacts {
            today,
            status: self.status,
            period: self.period,
            needs_approval: self.needs_approval,
            asked_last_day: self.asked_last_day,
        }
    }

    /// As what `reader` could cancel it.
    fn canceller(&self, reader: &Actor) -> Option<Canceller> {
        if reader.id == self.person.id {
            return Some(Canceller::Employee);
        }
        let manager = self.manager.as_ref().map(|(manager, _)| *manager);
        may_decide_leave(reader, self.person.id, manager).is_ok().then_some(Canceller::Decider)
    }

    /// The id of the present manager of its person.
    pub(super) fn manager_id(&self) -> Option<domain::id::UserId> {
        self.manager.as_ref().map(|(manager, _)| *manager)
    }
}
