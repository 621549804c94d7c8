//! The one gate that every write passes: the days that it changes have to lie in open months.
//!
//! A writing use case names these days in its transaction and before its first write. What closes a month, and how it is kept from
//! being closed until the transaction ends, is known behind [`MonthRepository::hold_open`](crate::ports::MonthRepository) alone. A
//! submission, the write that people make most, asks it of its one day together with what it reads anyway
//! ([`TimesheetRepository::for_submission`](crate::ports::TimesheetRepository)).

use crate::ports::Reads;
use crate::work::Work;
use crate::{Conflict, Error, Result};
use chrono::NaiveDate;
use domain::month::{ChangedDays, Concerned, Held};
use domain::time::Month;

/// What the gate has found, for a use case that has to say something else first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "the gate refuses nobody until it is passed"]
pub(crate) struct Gate {
    held: Held,
}

impl Gate {
    /// What was found of months that are held already.
    pub(crate) const fn found(held: Held) -> Self {
        Self { held }
    }

    /// Lets the write pass, or refuses it with the earliest of the closed months that it would change. One that meets a close is not
    /// refused yet: the caller drops it, waits, and runs it again.
    pub(crate) fn pass(self) -> Result<()> {
        match self.held {
            Held::Open => Ok(()),
            Held::Closed(month) => Err(Conflict::MonthClosed(month).into()),
            Held::Closing(month) => Err(Error::MonthClosing(month)),
        }
    }

    /// The same after a decision on a day. Some of its refusals come before anything about the month.
    pub(crate) fn after<T, R>(self, decided: Result<T, R>, precedes: impl FnOnce(&R) -> bool) -> Result<T>
    where
        Error: From<R>,
    {
        match decided {
            Err(why) if precedes(&why) => Err(why.into()),
            decided => {
                self.pass()?;
                Ok(decided?)
            }
        }
    }

    /// The month that it has found closed.
    pub(crate) const fn closed(self) -> Option<Month> {
        match self.held {
            Held::Closed(month) => Some(month),
            Held::Open | Held::Closing(_) => None,
        }
    }

    /// What it has found, for a job that refuses nobody.
    pub(crate) const fn held(self) -> Held {
        self.held
    }

    /// This gate and another one: what either refuses is refused, with the earlier month.
    pub(crate) fn and(self, other: Self) -> Self {
        let held = match (self.held, other.held) {
            (Held::Closed(one), Held::Closed(other)) => Held::Closed(one.min(other)),
            (closed @ Held::Closed(_), _) | (_, closed @ Held::Closed(_)) => closed,
            (closing @ Held::Closing(_), _) | (_, closing @ Held::Closing(_)) => closing,
            (Held::Open, Held::Open) => Held::Open,
        };
        Self { held }
    }
}

/// Keeps the months of these days open until `work` ends, if they are open. `concerned`: whose days they are, as far as a closed
/// month asks.
pub(crate) async fn hold(work: &Work<'_>, days: &ChangedDays, concerned: Concerned) -> Result<Gate> {
    Ok(Gate::found(work.months().hold_open(days, concerned, work.moment.today).await?))
}

/// What a write of these days would find, whosever they are, for a use case that only says so.
pub(crate) async fn look(reads: &dyn Reads, days: &ChangedDays, today: NaiveDate) -> Result<Gate> {
    Ok(Gate::found(reads.months().look(days, Concerned::Anybody, today).await?))
}

/// Passes the gate at once, for a use case that has nothing else to say first.
pub(crate) async fn pass(work: &Work<'_>, days: &ChangedDays, concerned: Concerned) -> Result<()> {
    hold(work, days, concerned).await?.pass()
}

#[cfg(test)]
mod tests;
