//! The ledger: rows that are written once, and whose sum is a balance (leave.md 1.3).

use super::counting::total_by_year;
use super::{CountedHalf, LeaveDays};
use chrono::{Datelike, NaiveDate};

crate::names! {
    /// What a row of the ledger stands for.
    pub enum RowKind {
        /// What the type gives in the year; a difference where that was computed anew.
        Allocation = "allocation",
        /// What goes into the next year, out of the old one and into the new one.
        CarryOver = "carry-over",
        /// Carried days that lapsed, or the remainder of a year.
        Expiry = "expiry",
        /// What HR or an administrator added or took away.
        Adjustment = "adjustment",
        /// What somebody brought along when the portal began for them, or its reversal (moving-in.md 1.6).
        Opening = "opening",
        /// Days that a request takes.
        Usage = "usage",
        /// Days that a request gives back.
        Reversal = "reversal",
    }
}

impl RowKind {
    /// Whether people entered it, beside what the type gives: adjustments and opening balances count alike.
    pub(super) const fn is_entered(self) -> bool {
        matches!(self, Self::Adjustment | Self::Opening)
    }
}

/// A row of the ledger of a person and a leave type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LedgerRow {
    /// The leave year in whose balance it is.
    pub year: i32,
    pub kind: RowKind,
    /// What it adds to the balance, or takes off.
    pub days: LeaveDays,
    /// Its date: the day on which it is entered, and for what comes with a date the day on which that was due. So carry-over, lapse and
    /// remainder of a year are told apart, however late they are entered.
    pub date: NaiveDate,
}

pub(super) fn first_day(year: i32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or(NaiveDate::MAX)
}

/// What a whole year that gives `annual` days gives in `year` to somebody who joined on `joining_date`: the more the earlier they did,
/// counted in months and rounded up to the next half day.
pub(super) fn allocation(annual: LeaveDays, joining_date: Option<NaiveDate>, year: i32) -> LeaveDays {
    let months = match joining_date {
        Some(joined) if year < joined.year() => 0,
        Some(joined) if year == joined.year() => 12 - joined.month0().cast_signed(),
        _ => 12,
    };
    LeaveDays::from_half_days((annual.half_days() * months + 11) / 12)
}

/// The rows, dated `today`, of a request whose live halves were `before` and are `after`: empty where it is new, and where nothing of
/// it is left. A year in which as much counts as before has none.
pub fn usage_rows(before: &[CountedHalf], after: &[CountedHalf], today: NaiveDate) -> Vec<LedgerRow> {
    let mut given_back = total_by_year(before);
    for (year, taken) in total_by_year(after) {
        *given_back.entry(year).or_default() -= taken;
    }
    let row = |(year, days): (i32, LeaveDays)| {
        let kind = if days.is_negative() { RowKind::Usage } else { RowKind::Reversal };
        (days != LeaveDays::NONE).then_some(LedgerRow { year, kind, days, date: today })
    };
    given_back.into_iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leave::Counting;
    use crate::leave::testing::{day, days, holidays, period};
    use crate::time::{History, WorkCalendar, WorkPattern};

    #[test]
    fn a_kind_has_its_name() {
        let names = RowKind::ALL.map(RowKind::name);
        assert_eq!(names, ["allocation", "carry-over", "expiry", "adjustment", "opening", "usage", "reversal"]);
        assert_eq!(names.map(RowKind::named), RowKind::ALL.map(Some));
        assert_eq!(RowKind::named("lapse"), None);
    }

    /// leave.md 9, case 1.
    #[test]
    fn a_year_gives_less_to_who_joins_in_it() {
        let joined = |month| day(&format!("2026-{month:02}-28"));
        let by_month = (1..=12).map(|month| allocation(days(20.0), Some(joined(month)), 2026).as_f64());
        let expected = [20.0, 18.5, 17.0, 15.0, 13.5, 12.0, 10.0, 8.5, 7.0, 5.0, 3.5, 2.0];
        assert_eq!(by_month.collect::<Vec<_>>(), expected);
        let in_march = |year| allocation(days(10.0), Some(joined(3)), year);
        assert_eq!([2025, 2026, 2027].map(in_march), [0.0, 8.5, 10.0].map(days));
        assert_eq!(allocation(days(20.0), None, 2026), days(20.0), "joining is unknown");
        assert_eq!(allocation(days(366.0), Some(joined(1)), 2026), days(366.0));
        assert_eq!(allocation(LeaveDays::NONE, Some(joined(6)), 2026), LeaveDays::NONE);
    }

    #[test]
    fn a_request_takes_its_days_and_gives_them_back_year_by_year() {
        let (patterns, holidays) = (History::always(WorkPattern::STANDARD), holidays());
        let counting = Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None };
        let whole = counting.halves(period("2026-12-28", "2027-01-05"));
        let short = counting.halves(period("2026-12-28", "2026-12-30"));
        let today = day("2026-06-15");
        let rows = |before: &[_], after: &[_]| {
            let rows = usage_rows(before, after, today);
            assert!(rows.iter().all(|row| row.date == today));
            rows.into_iter().map(|row| (row.year, row.kind, row.days.as_f64())).collect::<Vec<_>>()
        };
        assert_eq!(rows(&[], &whole), [(2026, RowKind::Usage, -4.0), (2027, RowKind::Usage, -2.0)]);
        assert_eq!(rows(&whole, &short), [(2026, RowKind::Reversal, 1.0), (2027, RowKind::Reversal, 2.0)]);
        assert_eq!(rows(&short, &whole), [(2026, RowKind::Usage, -1.0), (2027, RowKind::Usage, -2.0)]);
        assert_eq!(rows(&short, &[]), [(2026, RowKind::Reversal, 3.0)]);
        assert_eq!(rows(&whole, &whole), []);
    }
}
