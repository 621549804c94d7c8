//! What becomes of a balance when carried days lapse, and when a year ends.

use super::LeaveAccount;
use crate::leave::ledger::first_day;
use crate::leave::{LeaveDays, LedgerRow, RowKind};
use crate::time::{days_after, days_before};
use chrono::{Datelike, NaiveDate};

impl LeaveAccount<'_> {
    /// The rows that are missing on `today` of what has lapsed and of the years that have ended, each year in its order. They are
    /// differences to what was entered before, so a second time there are none; and it does not matter how late they are entered, or
    /// whether something in an ended year changed since. The account holds every year of the person and the type; its rows of usage and
    /// reversal are not looked at.
    pub fn missing_settlement(&self, today: NaiveDate) -> Vec<LedgerRow> {
        let mut missing = Vec::new();
        let Some(first) =
            self.rows.iter().map(|row| row.year).chain(self.uses.iter().map(|used| used.date.year())).min()
        else {
            return missing;
        };
        if !self.is_limited(first) {
            return missing;
        }
        let mut enter = |year, kind, date, due: LeaveDays| {
            let entered = self.sum(year, |row| row.kind == kind && row.date == date);
            if due != entered {
                missing.push(LedgerRow { year, kind, days: due - entered, date });
            }
        };
        let mut carried_in = self.carried_in(first);
        for year in first..=today.year() {
            let reckoning = self.reckon(year, carried_in, &[]);
            if let Some(last) = self.last_carried_day(year).filter(|last| *last < today) {
                enter(year, RowKind::Expiry, days_after(last, 1), -reckoning.lapsed);
            }
            if year == today.year() {
                break;
            }
            let carried = self.carried_on(year, reckoning.rest);
            let remainder = reckoning.rest.max(LeaveDays::NONE) - carried;
            let next = first_day(year + 1);
            enter(year, RowKind::Expiry, days_before(next, 1), -remainder);
            enter(year, RowKind::CarryOver, next, -carried);
            enter(year + 1, RowKind::CarryOver, next, carried);
            carried_in = carried;
        }
        missing
    }
}
