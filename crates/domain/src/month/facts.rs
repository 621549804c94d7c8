//! What is known of a person's month, as sets of days, from which everything else follows.

use crate::attendance::{Days, OnLeave};
use crate::hours::Hours;
use crate::timesheet::Status;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// The days of the entries of one status, told apart as far as any work pattern of the month asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credits {
    /// The days with such an entry, whatever its hours.
    pub any: Days,
    /// Those with more than no hours.
    pub credited: Days,
    /// For each length of half a day that holds for somebody in the month: those with more hours. Empty sets are left out.
    pub above: BTreeMap<Hours, Days>,
}

impl Credits {
    /// The same and an entry of so many hours on `day`, told apart by each of the lengths of half a day in `half_days`.
    #[must_use]
    pub fn with(mut self, day: NaiveDate, hours: Hours, half_days: &[Hours]) -> Self {
        self.any = self.any.with(day);
        if hours > Hours::NONE {
            self.credited = self.credited.with(day);
        }
        for half_day in half_days.iter().filter(|half_day| hours > **half_day) {
            let above = self.above.entry(*half_day).or_default();
            *above = above.with(day);
        }
        self
    }
}

/// A person's month as it is recorded. Which of its days are working days is another matter: see [`crate::time::WorkCalendar`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MonthFacts {
    /// The days in service (months.md 1.1).
    pub in_service: Days,
    pub approved: Credits,
    pub pending: Credits,
    pub rejected: Days,
    /// The hours of all approved entries, in half hours.
    pub approved_half_hours: u32,
    /// Approved leave of a paid type that counts.
    pub paid_leave: OnLeave,
    /// Approved leave of an unpaid type that counts.
    pub unpaid_leave: OnLeave,
    /// The days on which the person was marked absent, whatever came of them since.
    pub marked: Days,
    /// The days before the joining date, which may have been another one when a day was marked.
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
                self.approved = self.approved.with(day, hours, half_days);
                self.approved_half_hours += u32::from(hours.half_hours());
            }
            Status::Pending => self.pending = self.pending.with(day, hours, half_days),
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
