//! What of each day is leave.

use super::Result;
use chrono::NaiveDate;
use domain::access::Scope;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{DayPart, LeaveStatus};

/// What counts of a live request on a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveOfDay {
    pub request: LeaveRequestId,
    pub date: NaiveDate,
    /// The part of it that counts.
    pub part: DayPart,
    /// The name of the leave type; `None` where the reader may not know it. The store always knows.
    pub leave_type: Option<String>,
    pub status: LeaveStatus,
}

port! { Reads::leave_days =>
    /// Reads leave by days.
    pub trait LeaveDayReads: Send + Sync {
        /// The live leave that counts from `from` to `to`, both included, of everybody in `scope`, by person and in order. One
        /// query.
        async fn leave_days(
            &self,
            scope: &Scope,
            from: NaiveDate,
            to: NaiveDate,
        ) -> Result<Vec<(UserId, LeaveOfDay)>>;
    }
}
