//! What a person has of a leave type, year by year: the balance, what becomes of it when days lapse and years end, and whether
//! there is enough for a request (leave.md 1.3 and 3).

mod enough;
mod settling;

pub use enough::{Shortage, YearAfter};

use super::ledger::allocation;
use super::{LeaveDays, LeaveStatus, LeaveTerms, LedgerRow, RowKind};
use chrono::{Datelike, NaiveDate};

/// What counts of live leave on a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LeaveUse {
    pub date: NaiveDate,
    pub days: LeaveDays,
    /// Where the request stands, a live one.
    pub status: LeaveStatus,
}

/// All that decides about what a person has of a leave type.
#[derive(Clone, Copy)]
pub struct LeaveAccount<'a> {
    /// The rows of the ledger, of every year that is asked about.
    pub rows: &'a [LedgerRow],
    /// What counts of live leave in these years.
    pub uses: &'a [LeaveUse],
    /// What the type gives in a leave year.
    pub terms: &'a (dyn Fn(i32) -> LeaveTerms + Sync),
}

/// What a person has of a leave type in a leave year. Rows and live requests come to the same: what was given, less what was used, is
/// planned, waits, lapsed and went into the next year, is what is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaveBalance {
    /// What the type gives.
    pub allocated: LeaveDays,
    /// What was added to it, or taken off, by adjustments and the opening balance.
    pub adjusted: LeaveDays,
    /// What came from the year before.
    pub carried_in: LeaveDays,
    /// Approved leave up to today.
    pub used: LeaveDays,
    /// Approved leave after today.
    pub planned: LeaveDays,
    /// What waits for a decider.
    pub pending: LeaveDays,
    pub expired: LeaveDays,
    /// What went into the next year.
    pub carried_out: LeaveDays,
    /// What is left, below zero too; nothing where the type has no limit.
    pub left: Option<LeaveDays>,
    /// What is about to lapse.
    pub expiring: Option<Expiring>,
}

/// Carried days that no live request uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expiring {
    pub days: LeaveDays,
    /// The last day on which they can be used.
    pub on: NaiveDate,
}

/// A year as its figures stand, with what would become of it.
#[derive(Debug, Clone, Copy)]
struct Reckoning {
    /// Carried days that are not used before they lapse.
    lapsed: LeaveDays,
    /// What is left of the year without them.
    rest: LeaveDays,
}

impl LeaveAccount<'_> {
    /// The balance of `year`, as it stands on `today`.
    pub fn balance(&self, year: i32, today: NaiveDate) -> LeaveBalance {
        let used = |is_in: fn(LeaveStatus) -> bool, is_over: Option<bool>| -> LeaveDays {
            let uses = self.uses_of(year).filter(|used| is_in(used.status));
            uses.filter(|used| is_over.is_none_or(|over| over == (used.date <= today))).map(|used| used.days).sum()
        };
        let carried_in = self.carried_in(year);
        let carried = |row: &&LedgerRow| row.kind == RowKind::CarryOver && row.date.year() != year;
        LeaveBalance {
            allocated: self.sum(year, |row| row.kind == RowKind::Allocation),
            adjusted: self.sum(year, |row| row.kind.is_entered()),
            carried_in,
            used: used(LeaveStatus::is_approved_leave, Some(true)),
            planned: used(LeaveStatus::is_approved_leave, Some(false)),
            pending: used(|status| status == LeaveStatus::Pending, None),
            expired: -self.sum(year, |row| row.kind == RowKind::Expiry),
            carried_out: -self.sum(year, carried),
            left: self.is_limited(year).then(|| self.sum(year, |_| true)),
            expiring: self.last_carried_day(year).filter(|last| today <= *last).and_then(|on| {
                let days = self.reckon(year, carried_in, &[]).lapsed;
                days.is_positive().then_some(Expiring { days, on })
            }),
        }
    }

    /// The allocations that are missing on `today`, dated so: for this year and the next what the type gives an Employee who joined on
    /// `joining_date`, less what they have been given. A type that is no longer active gives only what another joining date or other
    /// terms change about years that have an allocation.
    pub fn missing_allocations(
        &self,
        joining_date: Option<NaiveDate>,
        is_active: bool,
        today: NaiveDate,
    ) -> Vec<LedgerRow> {
        let missing = |year| {
            let has_one = self.rows.iter().any(|row| row.year == year && row.kind == RowKind::Allocation);
            let annual = self.terms_of(year).annual.filter(|_| is_active || has_one)?;
            let given = self.sum(year, |row| row.kind == RowKind::Allocation);
            let days = allocation(annual, joining_date, year) - given;
            (days != LeaveDays::NONE).then_some(LedgerRow { year, kind: RowKind::Allocation, days, date: today })
        };
        [today.year(), today.year() + 1].into_iter().filter_map(missing).collect()
    }

    /// The allocations of the years before that of `today` that nobody entered, because the portal stood: those after the newest year that
    /// has one, dated `today`. The person was an active Employee all the while.
    pub fn missed_allocations(
        &self,
        joining_date: Option<NaiveDate>,
        is_active: bool,
        today: NaiveDate,
    ) -> Vec<LedgerRow> {
        let newest = self.rows.iter().filter(|row| row.kind == RowKind::Allocation).map(|row| row.year).max();
        let missed = |year| {
            let annual = self.terms_of(year).annual.filter(|_| is_active)?;
            let days = allocation(annual, joining_date, year);
            (days != LeaveDays::NONE).then_some(LedgerRow { year, kind: RowKind::Allocation, days, date: today })
        };
        newest.into_iter().flat_map(|newest| newest + 1..today.year()).filter_map(missed).collect()
    }

    fn terms_of(&self, year: i32) -> LeaveTerms {
        (self.terms)(year)
    }

    fn is_limited(&self, year: i32) -> bool {
        self.terms_of(year).annual.is_some()
    }

    /// The last day on which days that were carried into `year` can be used, where they lapse.
    fn last_carried_day(&self, year: i32) -> Option<NaiveDate> {
        self.terms_of(year - 1).last_carried_day(year)
    }

    fn sum(&self, year: i32, is_meant: impl Fn(&&LedgerRow) -> bool) -> LeaveDays {
        self.rows.iter().filter(|row| row.year == year).filter(is_meant).map(|row| row.days).sum()
    }

    /// What was carried into `year`; what is carried out of it has a date of the next.
    fn carried_in(&self, year: i32) -> LeaveDays {
        self.sum(year, |row| row.kind == RowKind::CarryOver && row.date.year() == year)
    }

    fn uses_of(&self, year: i32) -> impl Iterator<Item = &LeaveUse> {
        self.uses.iter().filter(move |used| used.date.year() == year)
    }

    /// Reckons `year` with what was carried into it, and half a day on each of `also` beside what counts already.
    fn reckon(&self, year: i32, carried_in: LeaveDays, also: &[NaiveDate]) -> Reckoning {
        let last = self.last_carried_day(year);
        let also = also.iter().filter(|date| date.year() == year).map(|date| (*date, LeaveDays::HALF));
        let (mut used, mut used_in_time) = (LeaveDays::NONE, LeaveDays::NONE);
        for (date, days) in self.uses_of(year).map(|used| (used.date, used.days)).chain(also) {
            used += days;
            if last.is_none_or(|last| date <= last) {
                used_in_time += days;
            }
        }
        let lapsed = if last.is_some() { (carried_in - used_in_time).max(LeaveDays::NONE) } else { LeaveDays::NONE };
        let given = self.sum(year, |row| row.kind == RowKind::Allocation || row.kind.is_entered());
        Reckoning { lapsed, rest: given + carried_in - lapsed - used }
    }

    /// What of the rest of `year` goes into the next.
    fn carried_on(&self, year: i32, rest: LeaveDays) -> LeaveDays {
        rest.max(LeaveDays::NONE).min(self.terms_of(year).carry_over)
    }
}

#[cfg(test)]
mod tests;
