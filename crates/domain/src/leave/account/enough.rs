//! Whether there is enough for a request, and what would be left after it.

use super::{LeaveAccount, LeaveUse};
use crate::leave::counting::{counted, total_by_year};
use crate::leave::{CountedHalf, LeaveDays, LeaveStatus, usage_rows};
use chrono::{Datelike, NaiveDate};

/// There is not enough for a request in a leave year. [`Shortage::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortage {
    /// The first year that lacks some.
    pub year: i32,
    /// As many of the days needed as there are, never below 0.
    pub left: LeaveDays,
    /// What the request needs of the year. Where it does not count in it, because only the year after an ended one lacks some, what it
    /// would take from the days carried into it.
    pub needed: LeaveDays,
}

impl Shortage {
    pub fn sentence(self) -> String {
        let Self { year, left, needed } = self;
        format!("Insufficient leave balance in {year}: {left} left, {needed} needed")
    }
}

/// A leave year in which a request counts, as it would be with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YearAfter {
    pub year: i32,
    /// What counts of the request in it.
    pub days: LeaveDays,
    /// What would be left; nothing where the type has no limit.
    pub left: Option<LeaveDays>,
}

impl LeaveAccount<'_> {
    /// Asks whether there is enough for a request with these halves, in each year in which it counts. Where such a year has ended, less
    /// of it goes into the year after, which is asked too. What was carried into a year and has to be used up in it up to some day is
    /// worth nothing later, so the rest of the year without what lapses has to suffice.
    pub(in crate::leave) fn enough(&self, asked: &[CountedHalf], today: NaiveDate) -> Result<(), Shortage> {
        let needed = total_by_year(asked);
        let dates: Vec<NaiveDate> = counted(asked).collect();
        let (Some((first, _)), Some((last, _))) = (needed.first_key_value(), needed.last_key_value()) else {
            return Ok(());
        };
        if !self.is_limited(*first) {
            return Ok(());
        }
        let mut carried = self.carried_in(*first);
        let mut carried_without = carried;
        for year in *first.. {
            let rest = self.reckon(year, carried, &dates).rest;
            let needed = needed.get(&year).copied().unwrap_or(carried_without - carried);
            if rest.is_negative() && needed.is_positive() {
                return Err(Shortage { year, left: (needed + rest).max(LeaveDays::NONE), needed });
            }
            if today.year() <= year {
                if *last <= year {
                    break;
                }
                carried = self.carried_in(year + 1);
                carried_without = carried;
            } else {
                carried_without = self.carried_on(year, self.reckon(year, carried_without, &[]).rest);
                carried = self.carried_on(year, rest);
            }
        }
        Ok(())
    }

    /// The years in which a request with these halves counts, with what would be left in each after it; in one that has ended, after
    /// it is settled anew.
    pub fn years_after(&self, asked: &[CountedHalf], today: NaiveDate) -> Vec<YearAfter> {
        let as_use = |date| LeaveUse { date, days: LeaveDays::HALF, status: LeaveStatus::Pending };
        let uses: Vec<LeaveUse> = self.uses.iter().copied().chain(counted(asked).map(as_use)).collect();
        let rows = [self.rows, &usage_rows(&[], asked, today)].concat();
        let missing = LeaveAccount { rows: &rows, uses: &uses, ..*self }.missing_settlement(today);
        let rows = [rows, missing].concat();
        let after = LeaveAccount { rows: &rows, ..*self };
        let left = |year| after.is_limited(year).then(|| after.sum(year, |_| true));
        total_by_year(asked).into_iter().map(|(year, days)| YearAfter { year, days, left: left(year) }).collect()
    }
}
