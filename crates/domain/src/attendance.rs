//! Attendance: how much of the working days of a month somebody was there.
//!
//! Everything counts in half days, so the arithmetic is exact; a rate is only rounded to be shown.

use crate::time::{Month, WorkingCalendar};
use crate::timesheet::{Hours, Status};
use chrono::{Datelike, NaiveDate};

/// The rate, in per cent, from which attendance counts as good.
pub const GOOD_PERCENT: u32 = 80;

/// The statuses whose entries earn credit. A rejected entry earns nothing.
pub const CREDITED: [Status; 2] = [Status::Pending, Status::Approved];
/// An entry of more than this earns a whole day.
pub const WHOLE_DAY_ABOVE: Hours = Hours::HALF_DAY;
/// An entry of more than this, and no more than [`WHOLE_DAY_ABOVE`], earns half a day.
pub const HALF_DAY_ABOVE: Hours = Hours::NONE;

/// The credit of a working day, in half days: 2 for more than five hours, 1 for more than none, 0 otherwise;
/// a rejected entry earns nothing.
#[must_use]
pub fn credit(hours: Hours, status: Status) -> u32 {
    if !CREDITED.contains(&status) {
        0
    } else if hours > WHOLE_DAY_ABOVE {
        2
    } else {
        u32::from(hours > HALF_DAY_ABOVE)
    }
}

/// Days of one month: a set that fits into a number, because the attendance of a month is asked for thousands of people at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Days(u32);

impl Days {
    /// The days of which bit n − 1 stands for the n-th of the month; `None` where there is a bit that stands for none.
    #[must_use]
    pub fn from_bits(bits: i64) -> Option<Self> {
        // A month has 31 days at most.
        u32::try_from(bits).ok().filter(|bits| *bits < 1 << 31).map(Self)
    }

    /// The days of `month` for which `is_in` holds.
    #[must_use]
    pub fn of(month: Month, is_in: impl Fn(NaiveDate) -> bool) -> Self {
        month.days().filter(|day| is_in(*day)).fold(Self::default(), Self::with)
    }

    /// The same days and this one.
    #[must_use]
    pub fn with(self, day: NaiveDate) -> Self {
        Self(self.0 | 1 << day.day0())
    }

    /// Whether the day of the month that `day` is in belongs to it.
    #[must_use]
    pub fn contains(self, day: NaiveDate) -> bool {
        self.0 & 1 << day.day0() != 0
    }

    /// How many days it has.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The days that both have.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// What somebody recorded in a month: which days have an entry, and which of them earn how much by [`credit`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The days with an entry, whatever it says.
    pub any: Days,
    /// The days that earn half a day.
    pub half: Days,
    /// The days that earn a whole one.
    pub whole: Days,
}

impl Recorded {
    /// The same and this entry.
    #[must_use]
    pub fn with(self, day: NaiveDate, hours: Hours, status: Status) -> Self {
        let credit = credit(hours, status);
        Self {
            any: self.any.with(day),
            half: if credit == 1 { self.half.with(day) } else { self.half },
            whole: if credit == 2 { self.whole.with(day) } else { self.whole },
        }
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

/// A month as asked about on some day: what is the same for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    month: Month,
    /// The working days that are over.
    past: Days,
    /// Today, where it is a working day of the month.
    today: Option<NaiveDate>,
}

impl Period {
    /// `month` as asked about on `today`.
    #[must_use]
    pub fn new(month: Month, today: NaiveDate, calendar: &WorkingCalendar) -> Self {
        let is_working = |day| calendar.is_working_day(day);
        Self {
            month,
            past: Days::of(month, |day| day < today && is_working(day)),
            today: Some(today).filter(|today| month.contains(*today) && is_working(*today)),
        }
    }

    /// Sums it up for one person: the working days from joining up to yesterday, and today too once it has an entry. Entries on
    /// weekends and holidays do not count.
    #[must_use]
    pub fn summarise(self, joining_date: Option<NaiveDate>, recorded: Recorded) -> Summary {
        let has_today = self.today.filter(|today| recorded.any.contains(*today));
        let days = has_today.map_or(self.past, |today| self.past.with(today));
        let days = match joining_date.filter(|joined| *joined > self.month.first()) {
            Some(joined) => days.and(Days::of(self.month, |day| joined <= day)),
            None => days,
        };
        Summary {
            working_half_days: days.count() * 2,
            present_half_days: days.and(recorded.whole).count() * 2 + days.and(recorded.half).count(),
        }
    }
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

    fn june(today: NaiveDate, calendar: &WorkingCalendar) -> Period {
        Period::new(Month::new(2026, 6).unwrap(), today, calendar)
    }

    /// Joined on Wednesday 10 June 2026, a holiday on Friday 19 June, nine hours on ten working days, five on one,
    /// one rejected entry, asked in July: 14 working days, 10.5 present, 75 %.
    #[test]
    fn the_worked_example() {
        let nine = ["10", "11", "12", "15", "16", "17", "18", "22", "23", "24"];
        let recorded = nine
            .iter()
            .map(|d| day(&format!("2026-06-{d}")))
            .fold(Recorded::default(), |all, day| all.with(day, Hours::FULL_DAY, Status::Approved))
            .with(day("2026-06-25"), Hours::HALF_DAY, Status::Pending)
            .with(day("2026-06-26"), Hours::FULL_DAY, Status::Rejected);
        let off = holiday("2026-06-19");
        let calendar = WorkingCalendar::new([&off]);
        let summary = june(day("2026-07-03"), &calendar).summarise(Some(day("2026-06-10")), recorded);
        assert_eq!(summary, Summary { working_half_days: 28, present_half_days: 21 });
        assert_eq!((summary.rate_tenths(), summary.rating()), (Some(750), Rating::NeedsAttention));
    }

    #[test]
    fn today_counts_once_it_has_an_entry() {
        let period = june(day("2026-06-03"), &WorkingCalendar::default());
        assert_eq!(period.summarise(None, Recorded::default()).working_half_days, 4);
        let today = |status| Recorded::default().with(day("2026-06-03"), Hours::FULL_DAY, status);
        let (pending, rejected) = (today(Status::Pending), today(Status::Rejected));
        assert_eq!(period.summarise(None, pending), Summary { working_half_days: 6, present_half_days: 2 });
        assert_eq!(period.summarise(None, rejected), Summary { working_half_days: 6, present_half_days: 0 });
    }

    #[test]
    fn no_working_days_is_a_dash_and_good() {
        let none = june(day("2026-06-01"), &WorkingCalendar::default()).summarise(None, Recorded::default());
        assert_eq!((none.rate_tenths(), none.rating()), (None, Rating::Good));
    }

    #[test]
    fn a_day_earns_by_its_hours() {
        let hours = |half_hours| Hours::from_half_hours(half_hours).unwrap();
        let earned = [(0, 0), (1, 1), (10, 1), (11, 2), (48, 2)];
        for (half_hours, credited) in earned {
            assert_eq!(credit(hours(half_hours), Status::Approved), credited, "{half_hours}");
            assert_eq!(credit(hours(half_hours), Status::Rejected), 0);
        }
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
            let recorded = days.into_iter().filter(|(offset, _)| *offset < 30).fold(
                Recorded::default(),
                |all, (offset, (half, status))| all.with(
                    start + chrono::Days::new(offset),
                    Hours::from_half_hours(half).unwrap(),
                    Status::ALL[status],
                ),
            );
            let summary = june(start + chrono::Days::new(today), &WorkingCalendar::default()).summarise(None, recorded);
            prop_assert!(summary.present_half_days <= summary.working_half_days);
            prop_assert!(summary.rate_tenths().is_none_or(|rate| rate <= 1000));
        }
    }
}
