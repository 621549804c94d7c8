//! The one gate that every write passes: the days that it changes have to lie in open months.
//!
//! A writing use case names these days in its transaction and before its first write. What closes a month, and how it is kept from
//! being closed until the transaction ends, is known behind [`MonthRepository::hold_open`](crate::ports::MonthRepository) alone.

use crate::ports::{Reads, UnitOfWork};
use crate::{Conflict, Error};
use domain::month::ChangedDays;
use domain::time::Month;

/// What the gate has found, for a use case that has to say something else first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "the gate refuses nobody until it is passed"]
pub(crate) struct Gate {
    closed: Option<Month>,
}

impl Gate {
    /// Lets the write pass, or refuses it with the earliest of the closed months that it would change.
    pub(crate) fn pass(self) -> Result<(), Conflict> {
        self.closed.map_or(Ok(()), |month| Err(Conflict::MonthClosed(month)))
    }

    /// The same after a decision on a day. Some of its refusals come before anything about the month.
    pub(crate) fn after<T, R>(self, decided: Result<T, R>, precedes: impl FnOnce(&R) -> bool) -> Result<T, Error>
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
}

/// Keeps the months of these days open until `work` ends, if they are open.
pub(crate) async fn hold(work: &dyn UnitOfWork, days: &ChangedDays) -> Result<Gate, Error> {
    Ok(Gate { closed: work.months().hold_open(days).await? })
}

/// What a write of these days would find, for a use case that only says so.
pub(crate) async fn look(reads: &dyn Reads, days: &ChangedDays) -> Result<Gate, Error> {
    Ok(Gate { closed: reads.months().first_closed(days).await? })
}

/// Passes the gate at once, for a use case that has nothing else to say first.
pub(crate) async fn pass(work: &dyn UnitOfWork, days: &ChangedDays) -> Result<(), Error> {
    Ok(hold(work, days).await?.pass()?)
}

#[cfg(test)]
mod tests;
