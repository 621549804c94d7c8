//! What the tests of leave share: Mona's team (leave.md 9).

use super::{DayPart, LeaveDays, LeavePeriod, LeaveTerms};
pub(super) use crate::testing::day;
use crate::time::Holidays;
use chrono::NaiveDate;
use proptest::prelude::*;

pub(super) fn days(number: f64) -> LeaveDays {
    LeaveDays::parse(number).unwrap()
}

/// Whole dates from the first to the last.
pub(super) fn period(start: &str, end: &str) -> LeavePeriod {
    LeavePeriod::new(day(start), DayPart::Full, day(end), DayPart::Full).unwrap()
}

pub(super) fn part_of(date: &str, part: DayPart) -> LeavePeriod {
    LeavePeriod::new(day(date), part, day(date), part).unwrap()
}

/// Friday 19 June 2026 once; 25 December and 1 January each year since 2026.
pub(super) fn holidays() -> Holidays {
    let all = [("2026-06-19", false), ("2026-12-25", true), ("2026-01-01", true)];
    Holidays::new(&all.map(|(date, is_recurring)| crate::testing::holiday(day(date), is_recurring)))
}

/// Annual Leave as it stands after the migration.
pub(super) fn annual_leave(_: i32) -> LeaveTerms {
    LeaveTerms { annual: Some(LeaveDays::whole(20)), carry_over: LeaveDays::whole(5), carry_over_until: Some(3) }
}

prop_compose! {
    /// Leave of up to three weeks that begins in the ten weeks from `from` on.
    pub(super) fn periods(from: NaiveDate)(
        start in 0u64..70, length in 0u64..21, is_from_noon in any::<bool>(), is_until_noon in any::<bool>(),
    ) -> LeavePeriod {
        let start = crate::time::days_after(from, start);
        let part = |is_half, half| if is_half { half } else { DayPart::Full };
        let (start_part, end_part) = (part(is_from_noon, DayPart::Afternoon), part(is_until_noon, DayPart::Morning));
        let end = crate::time::days_after(start, length);
        LeavePeriod::new(start, start_part, end, if length == 0 { start_part } else { end_part }).unwrap()
    }
}
