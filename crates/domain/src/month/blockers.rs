//! What of a person's month keeps it from being closed (months.md 1.3).

use super::MonthFacts;
use crate::attendance::Days;
use crate::time::{Month, WorkCalendar};
use chrono::NaiveDate;

crate::names! {
    /// A reason for which somebody is not ready.
    pub enum Blocker {
        PendingEntries = "pendingEntries",
        /// Rejected entries that are not accepted as absent.
        RejectedEntries = "rejectedEntries",
        /// Frozen days that are not accepted as absent.
        FrozenDays = "frozenDays",
        /// Requests for leave on which nobody has decided.
        PendingLeave = "pendingLeave",
        NobodyCanDecide = "nobodyCanDecide",
    }
}

/// What of somebody's month is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blockers {
    pub pending: u32,
    /// The days whose entry is rejected, without those that are accepted as absent.
    pub rejected: Vec<NaiveDate>,
    /// The frozen days, without those that are accepted as absent.
    pub frozen: Vec<NaiveDate>,
    /// How many requests for leave wait for a decision.
    pub pending_leave: u32,
    pub nobody_can_decide: bool,
    /// How many working days have nothing at all. They block nothing, and count as absent.
    pub missing: u32,
}

impl Blockers {
    /// What is open in `month` for somebody with this calendar. `can_be_decided`: whether anybody can decide for them today.
    pub fn of(
        month: Month,
        calendar: WorkCalendar<'_>,
        facts: &MonthFacts,
        today: NaiveDate,
        can_be_decided: bool,
    ) -> Self {
        let scheduled = Days::of(month, |day| calendar.is_working_day(day));
        let frozen = frozen(scheduled, facts);
        let has_something = facts.recorded().or(facts.on_leave().whole()).or(frozen);
        let missing = scheduled.and(facts.in_service).without(has_something);
        let pending = facts.pending.any.count();
        Self {
            pending,
            rejected: facts.rejected.without(facts.accepted).dates(month).collect(),
            frozen: frozen.without(facts.accepted).dates(month).collect(),
            pending_leave: facts.pending_leave,
            nobody_can_decide: !can_be_decided && pending + facts.pending_leave > 0,
            missing: missing.and(Days::of(month, |day| day < today)).count(),
        }
    }

    /// Whether this keeps the month from being closed.
    pub const fn has(&self, blocker: Blocker) -> bool {
        match blocker {
            Blocker::PendingEntries => self.pending > 0,
            Blocker::RejectedEntries => !self.rejected.is_empty(),
            Blocker::FrozenDays => !self.frozen.is_empty(),
            Blocker::PendingLeave => self.pending_leave > 0,
            Blocker::NobodyCanDecide => self.nobody_can_decide,
        }
    }

    pub fn is_ready(&self) -> bool {
        !Blocker::ALL.into_iter().any(|blocker| self.has(blocker))
    }

    /// Whether somebody has to decide on something.
    pub const fn wait_for_a_decision(&self) -> bool {
        self.pending > 0 || self.pending_leave > 0
    }
}

/// The frozen days, accepted or not: still working days, not before joining, neither lifted by an unlock nor filled nor covered whole by
/// approved leave.
fn frozen(scheduled: Days, facts: &MonthFacts) -> Days {
    let lifted = facts.recorded().or(facts.unlocked).or(facts.on_leave().whole());
    facts.marked.and(scheduled).without(lifted.or(facts.before_joining))
}

/// Whether `day` can be accepted as absent, or is so already: it is frozen, or its entry is rejected.
pub fn can_be_accepted(month: Month, calendar: WorkCalendar<'_>, facts: &MonthFacts, day: NaiveDate) -> bool {
    let scheduled = Days::of(month, |day| calendar.is_working_day(day));
    frozen(scheduled, facts).or(facts.rejected).or(facts.accepted).contains(day)
}
