//! A unit of work with its ports, moment and origin.

use crate::events::{Event, Origin, Push, Record};
use crate::ports::{self, NewNotice, UnitOfWork};
use crate::{Moment, Ports};
use domain::id::UserId;
use domain::notice::Notice;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

/// A unit of work that a use case has begun, at its moment. Its repositories are those of [`UnitOfWork`].
pub(crate) struct Work<'a> {
    pub(crate) ports: &'a Ports,
    pub(crate) moment: &'a Moment,
    /// Where its events come from.
    pub(crate) origin: Origin,
    /// What goes out with its next event.
    waiting: Mutex<Vec<Push>>,
    unit: Box<dyn UnitOfWork>,
}

impl Ports {
    /// Begins a unit of work.
    pub(crate) async fn begin<'a>(&'a self, moment: &'a Moment, origin: impl Into<Origin>) -> ports::Result<Work<'a>> {
        let origin = origin.into();
        Ok(Work { ports: self, moment, origin, waiting: Mutex::default(), unit: self.store.begin().await? })
    }
}

impl Deref for Work<'_> {
    type Target = dyn UnitOfWork;

    fn deref(&self) -> &Self::Target {
        self.unit.as_ref()
    }
}

impl Work<'_> {
    /// Who acts in it; nobody in a job.
    pub(crate) fn actor(&self) -> Option<UserId> {
        self.origin.actor.map(|(user, _)| user)
    }

    /// An event of it, to be recorded together with others.
    pub(crate) fn event(&self, what: Record, pushes: Vec<Push>) -> Event {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let pushes = waiting.drain(..).chain(pushes).collect();
        Event::new(self.ports, self.moment.now, self.origin, what, pushes)
    }

    /// Has a message go out together with the next event of it, where there is one.
    pub(crate) fn push_along(&self, push: Push) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(push);
    }

    /// As [`Self::event`], on behalf of this manager, if there is one.
    pub(crate) fn event_for(&self, manager: Option<UserId>, what: Record, pushes: Vec<Push>) -> Event {
        let origin = Origin { on_behalf_of: manager, ..self.origin };
        Event::new(self.ports, self.moment.now, origin, what, pushes)
    }

    /// Records what happened.
    pub(crate) async fn record(&self, what: Record, pushes: Vec<Push>) -> ports::Result<()> {
        self.events().append(&[self.event(what, pushes)]).await
    }

    /// Gives people notices.
    pub(crate) async fn notify(&self, notices: Vec<(UserId, Notice)>) -> ports::Result<()> {
        let new = |(user, notice)| NewNotice::to(self.ports, user, notice, self.moment.now);
        let notices: Vec<NewNotice> = notices.into_iter().map(new).collect();
        self.inbox().notify(&notices).await
    }

    /// See [`Commit`](crate::ports::Commit).
    pub(crate) async fn commit(self) -> ports::Result<()> {
        self.unit.commit().await
    }
}
