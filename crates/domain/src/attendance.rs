//! Attendance: how much of the working days of a month somebody was there.
//!
//! Everything counts in half days, so the arithmetic is exact; a rate is only rounded to be shown.

use crate::time::{Month, WorkingCalendar, days_before};
use crate::timesheet::{Hours, Status};
use chrono::NaiveDate;

/// The rate, in per cent, from which attendance counts as good.
pub const GOOD_PERCENT: u32 = 80;

/// What one entry says about its day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// The day.
    pub date: NaiveDate,
    /// How long.
    pub hours: Hours,
    /// Where it stands.
    pub status: Status,
}

/// The credit of a working day, in half days: 2 for more than five hours, 1 for more than none, 0 otherwise;
/// a rejected entry earns nothing.
#[must_use]
pub fn credit(hours: Hours, status: Status) -> u32 {
    match status {
        Status::Pending | Status::Approved if hours > Hours::HALF_DAY => 2,
        Status::Pending | Status::Approved if hours > Hours::default() => 1,
        Status::Pending | Status::Approved | Status::Rejected => 0,
    }
}

/// Whether attendance is as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rating {
    /// 80 % or more, or no working days at all.
    Good,
    /// Less.
    NeedsAttention,
}

/// One person's month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Working days, in half days.
    pub working_half_days: u32,
    /// Credits over the same days, in half days.
    pub present_half_days: u32,
}

impl Summary {
    /// The rate in tenths of a per cent, rounded; `None` without working days.
    #[must_use]
    pub const fn rate_tenths(self) -> Option<u32> {
        if self.working_half_days == 0 {
            return None;
        }
        Some((self.present_half_days * 1000 + self.working_half_days / 2) / self.working_half_days)
    }

    /// The rating, from the exact rate.
    #[must_use]
    pub const fn rating(self) -> Rating {
        if self.present_half_days * 100 >= self.working_half_days * GOOD_PERCENT {
            Rating::Good
        } else {
            Rating::NeedsAttention
        }
    }
}

/// Sums up `month` as asked on `today`: the working days from joining up to yesterday, and today too once it has
/// an entry. Entries on weekends and holidays do not count.
#[must_use]
pub fn summarise(
    month: Month,
    today: NaiveDate,
    joining_date: Option<NaiveDate>,
    entries: &[Recorded],
    calendar: &WorkingCalendar,
) -> Summary {
    let has_today = entries.iter().any(|entry| entry.date == today);
    let last = if has_today { today } else { days_before(today, 1) };
    let mut summary = Summary { working_half_days: 0, present_half_days: 0 };
    for day in month.days() {
        let counts = day <= last && joining_date.is_none_or(|joined| joined <= day) && calendar.is_working_day(day);
        if counts {
            summary.working_half_days += 2;
            let entry = entries.iter().find(|entry| entry.date == day);
            summary.present_half_days += entry.map_or(0, |entry| credit(entry.hours, entry.status));
        }
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holiday::Holiday;
    use crate::id::HolidayId;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn holiday(date: &str) -> Holiday {
        Holiday {
            id: HolidayId::new(uuid::Uuid::nil()),
            date: day(date),
            name: "Day".into(),
            description: None,
            is_recurring: false,
            created_by: None,
        }
    }

    /// Joined on Wednesday 10 June 2026, a holiday on Friday 19 June, nine hours on ten working days, five on one,
    /// one rejected entry, asked in July: 14 working days, 10.5 present, 75 %.
    #[test]
    fn the_worked_example() {
        let nine = ["10", "11", "12", "15", "16", "17", "18", "22", "23", "24"];
        let mut entries: Vec<Recorded> = nine
            .iter()
            .map(|d| Recorded { date: day(&format!("2026-06-{d}")), hours: Hours::FULL_DAY, status: Status::Approved })
            .collect();
        entries.push(Recorded { date: day("2026-06-25"), hours: Hours::HALF_DAY, status: Status::Pending });
        entries.push(Recorded { date: day("2026-06-26"), hours: Hours::FULL_DAY, status: Status::Rejected });
        let off = holiday("2026-06-19");
        let calendar = WorkingCalendar::new([&off]);
        let month = Month::new(2026, 6).unwrap();
        let summary = summarise(month, day("2026-07-03"), Some(day("2026-06-10")), &entries, &calendar);
        assert_eq!(summary, Summary { working_half_days: 28, present_half_days: 21 });
        assert_eq!((summary.rate_tenths(), summary.rating()), (Some(750), Rating::NeedsAttention));
    }

    #[test]
    fn today_counts_once_it_has_an_entry() {
        let month = Month::new(2026, 6).unwrap();
        let calendar = WorkingCalendar::default();
        let before = summarise(month, day("2026-06-03"), None, &[], &calendar);
        assert_eq!(before.working_half_days, 4);
        let today = Recorded { date: day("2026-06-03"), hours: Hours::FULL_DAY, status: Status::Pending };
        assert_eq!(summarise(month, day("2026-06-03"), None, &[today], &calendar).working_half_days, 6);
    }

    #[test]
    fn no_working_days_is_a_dash_and_good() {
        let month = Month::new(2026, 6).unwrap();
        let none = summarise(month, day("2026-06-01"), None, &[], &WorkingCalendar::default());
        assert_eq!((none.rate_tenths(), none.rating()), (None, Rating::Good));
    }

    #[test]
    fn exactly_eighty_per_cent_is_good() {
        assert_eq!(Summary { working_half_days: 10, present_half_days: 8 }.rating(), Rating::Good);
        assert_eq!(Summary { working_half_days: 30, present_half_days: 23 }.rating(), Rating::NeedsAttention);
    }

    proptest! {
        #[test]
        fn the_rate_never_passes_a_hundred_per_cent(
            days in prop::collection::btree_map(0u64..60, (0u8..=48, 0usize..3), 0..40),
            today in 0u64..60,
        ) {
            let start = day("2026-06-01");
            let entries: Vec<Recorded> = days.into_iter().map(|(offset, (half, status))| Recorded {
                date: start + chrono::Days::new(offset),
                hours: Hours::from_half_hours(half).unwrap(),
                status: Status::ALL[status],
            }).collect();
            let summary = summarise(Month::new(2026, 6).unwrap(), start + chrono::Days::new(today), None, &entries, &WorkingCalendar::default());
            prop_assert!(summary.present_half_days <= summary.working_half_days);
            prop_assert!(summary.rate_tenths().is_none_or(|rate| rate <= 1000));
        }
    }
}
