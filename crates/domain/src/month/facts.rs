//! What is known of a person's month, as sets of days, from which everything else follows.

use crate::attendance::{Days, OnLeave, Recorded};
use crate::hours::Hours;
use crate::timesheet::Status;
use chrono::NaiveDate;

/// A person's month as it is recorded. Which of its days are working days is another matter: see [`crate::time::WorkCalendar`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MonthFacts {
    /// The days in service (months.md 1.1).
    pub in_service: Days,
    pub approved: Recorded,
    pub pending: Recorded,
    pub rejected: Days,
    /// The hours of all approved entries, in half hours.
    pub approved_half_hours: u32,
    /// Approved leave of a paid type that counts.
    pub paid_leave: OnLeave,
    /// Approved leave of an unpaid type that counts.
    pub unpaid_leave: OnLeave,
    /// The days on which the person was marked absent, whatever came of them since.
    pub marked: Days,
    /// The days before the first one that can have an entry, which may have been another one when a day was marked.
    pub before_joining: Days,
    /// The days with an unlock that nobody has used.
    pub unlocked: Days,
    /// The days that were accepted as absent, and still are.
    pub accepted: Days,
    /// How many requests for leave with a day in the month wait: pending, or with their cancellation asked.
    pub pending_leave: u32,
}

impl MonthFacts {
    /// The same and an entry, told apart by each of the lengths of half a day in `half_days`.
    #[must_use]
    pub fn with_entry(mut self, day: NaiveDate, hours: Hours, status: Status, half_days: &[Hours]) -> Self {
        match status {
            Status::Approved => {
                self.approved = self.approved.with(day, hours, status, half_days);
                self.approved_half_hours += u32::from(hours.half_hours());
            }
            Status::Pending => self.pending = self.pending.with(day, hours, status, half_days),
            Status::Rejected => self.rejected = self.rejected.with(day),
        }
        self
    }

    /// The days with an entry, whatever it says.
    pub const fn recorded(&self) -> Days {
        self.approved.any.or(self.pending.any).or(self.rejected)
    }

    /// Approved leave that counts, of whatever type.
    pub const fn on_leave(&self) -> OnLeave {
        self.paid_leave.or(self.unpaid_leave)
    }
}
