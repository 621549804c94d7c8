//! Leave that is counted anew.

use super::Result;
use domain::Instant;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{CountedHalf, Half, LeaveDays};
use domain::month::ChangedDays;
use domain::person::FirstDay;

/// A half of a live request on a day on which it may come to count, or no longer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HalfInQuestion {
    pub user: UserId,
    pub first_day: Option<FirstDay>,
    pub request: LeaveRequestId,
    pub half: CountedHalf,
    /// Whether its date has a pending or approved entry.
    pub has_entry: bool,
}

port! { UnitOfWork::leave_counts =>
    /// Which halves of leave count, for writing.
    pub trait LeaveCountRepository: Send + Sync {
        /// The halves of live requests on these days, of everybody or of these people, by person and in order. MUST lock the people
        /// first, as [`LeaveLedgerRepository::lock_people`](super::LeaveLedgerRepository::lock_people) does. The days of a holiday
        /// MUST NOT be asked for as such, see [`ChangedDays::through`]. A fixed number of statements.
        [Looks] async fn lock_in_question(
            &self,
            people: Option<&[UserId]>,
            days: &ChangedDays,
        ) -> Result<Vec<HalfInQuestion>>;
        /// Has these halves count where they did not, and the other way round. One statement.
        [ChangesDays] async fn turn(&self, halves: &[(UserId, Half)]) -> Result<()>;
        /// Says what requests come to from now on. One statement.
        [ChangesDays] async fn set_days(&self, requests: &[(LeaveRequestId, LeaveDays)], at: Instant) -> Result<()>;
    }
}
