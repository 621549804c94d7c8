//! What a leave type gives in a leave year.

use super::LeaveDays;
use crate::time::Month;
use chrono::NaiveDate;

/// The values of a leave type that are kept for each leave year (leave.md 1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LeaveTerms {
    /// What a whole year gives, 0 to 366 days; nothing where the type has no limit.
    pub annual: Option<LeaveDays>,
    /// The most that goes into the next year, 0 to 366 days; 0 without a limit.
    pub carry_over: LeaveDays,
    /// The month of the next year, 1 to 12, at whose end carried days lapse; nothing where they do not lapse by themselves.
    pub carry_over_until: Option<u32>,
}

impl LeaveTerms {
    /// The last day on which days that these terms carry into `year` can be used, where they lapse.
    pub fn last_carried_day(&self, year: i32) -> Option<NaiveDate> {
        Month::new(year, self.carry_over_until?).ok().map(Month::last)
    }
}
