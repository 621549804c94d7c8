//! Days on which people recorded nothing.

use super::Result;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::work_patterns::Expected;

/// Frozen days of an employee that no mail has named yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmailedAbsences {
    pub user: UserId,
    /// The days, oldest first.
    pub days: Vec<NaiveDate>,
}

port! { UnitOfWork::absences =>
    /// Marks of absence, for writing. A marked day is frozen as long as it has neither an entry nor an unused unlock, no approved
    /// leave covers it whole, it is not accepted as absent, and its month is not closed.
    pub trait AbsenceRepository: Send + Sync {
        /// Whether the person was marked absent on that day.
        [Looks] async fn is_marked(&self, user: UserId, date: NaiveDate) -> Result<bool>;
        /// Marks people absent on `day`, at most `limit` of them, and returns whom: active, unblocked Employees among those who
        /// were `expected`, who have joined by that day, whose account was created before `created_before`, whom no approved leave
        /// covers whole on it, and who have neither an entry, an unused unlock nor a mark on it. MUST never mark anybody twice on a
        /// day.
        [ChangesDays] async fn mark(
            &self,
            day: NaiveDate,
            expected: &Expected,
            created_before: Instant,
            at: Instant,
            limit: u32,
        ) -> Result<Vec<UserId>>;
        /// Marks a person absent on those of `days` on which they would have been marked when they were looked at, had approved
        /// leave not covered them whole. With each day comes the instant at which it ended. One statement.
        [ChangesDays] async fn mark_freed(
            &self,
            user: UserId,
            days: &[(NaiveDate, Instant)],
            at: Instant,
        ) -> Result<()>;
        /// Active, unblocked Employees with frozen days from `since` on that no mail has named, who were last mailed about such
        /// days on `mailed_by` or before, or never; at most `limit` people.
        [Looks] async fn unmailed(
            &self,
            since: NaiveDate,
            mailed_by: NaiveDate,
            limit: u32,
        ) -> Result<Vec<UnmailedAbsences>>;
        /// Notes that a mail of that day has named all days on which these people were marked so far, or that none needs to; `on`
        /// is the day of their last mail from then on.
        [Writes] async fn mailed(&self, users: &[UserId], on: NaiveDate) -> Result<()>;
    }
}
