//! The figures of a row (months.md 1.4).

use super::MonthFacts;
use crate::attendance::{Days, HalfDays, OnLeave, Recorded, Summary, credits, half_days};
use crate::time::{Month, WorkCalendar};

/// What a person's month comes to. Days are counted in half days.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// The working days of the whole month, in service or not.
    pub scheduled: u32,
    /// Those of them in service.
    pub working: u32,
    /// The credits of approved entries over the working days in service.
    pub approved: u32,
    /// The credits of pending entries over them.
    pub pending: u32,
    /// Approved leave of a paid type over them.
    pub paid_leave: u32,
    /// Approved leave of an unpaid type over them.
    pub unpaid_leave: u32,
    /// The credits of approved entries on all other days.
    pub extra: u32,
    /// The hours of all approved entries, in half hours.
    pub approved_half_hours: u32,
}

impl Figures {
    /// The figures of `month` for somebody with this calendar.
    pub fn of(month: Month, calendar: WorkCalendar<'_>, facts: &MonthFacts) -> Self {
        let earned = Earned::new(month, calendar, facts);
        let working = earned.working;
        Self {
            scheduled: earned.scheduled.count() * 2,
            working: working.count() * 2,
            approved: earned.credits(&facts.approved, working),
            pending: earned.credits(&facts.pending, working),
            paid_leave: facts.paid_leave.half_days_of(working),
            unpaid_leave: facts.unpaid_leave.half_days_of(working),
            extra: earned.credits(&facts.approved, Days::of(month, |_| true).without(working)),
            approved_half_hours: facts.approved_half_hours,
        }
    }

    /// The working days in service for which there is neither an entry nor leave.
    pub const fn absent(&self) -> u32 {
        // A row of the store may have been tampered with, and is read all the same.
        self.working.saturating_sub(self.approved + self.pending + self.paid_leave + self.unpaid_leave)
    }

    /// What is paid: approved work and paid leave.
    pub const fn payable(&self) -> u32 {
        self.approved + self.paid_leave
    }

    /// The attendance that a closed month shows (months.md 1.8).
    pub const fn attendance(&self) -> Summary {
        let leave_half_days = self.paid_leave + self.unpaid_leave;
        Summary {
            working_half_days: self.working.saturating_sub(leave_half_days),
            leave_half_days,
            present_half_days: self.approved + self.pending,
        }
    }
}

/// The days of a person's month on which something can be earned.
pub(super) struct Earned<'a> {
    facts: &'a MonthFacts,
    half_days: HalfDays,
    on_leave: OnLeave,
    /// The working days of the month.
    pub(super) scheduled: Days,
    /// Those of them in service.
    pub(super) working: Days,
}

impl<'a> Earned<'a> {
    pub(super) fn new(month: Month, calendar: WorkCalendar<'_>, facts: &'a MonthFacts) -> Self {
        let scheduled = Days::of(month, |day| calendar.is_working_day(day));
        Self {
            facts,
            half_days: half_days(month, calendar),
            on_leave: facts.on_leave(),
            scheduled,
            working: scheduled.and(facts.in_service),
        }
    }

    /// What these entries earn on these days, in half days: no more than approved leave leaves of each.
    fn credits(&self, of: &Recorded, days: Days) -> u32 {
        credits(days, of.credited, &of.above, &self.half_days, self.on_leave)
    }

    pub(super) fn payable(&self, days: Days) -> u32 {
        self.credits(&self.facts.approved, days) + self.facts.paid_leave.half_days_of(days)
    }
}
