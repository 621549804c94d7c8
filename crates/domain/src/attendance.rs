//! Attendance: how much of the working days of a month somebody was there.
//!
//! Everything counts in half days, so the arithmetic is exact; a rate is only rounded to be shown.

use crate::time::{Month, WorkCalendar};
use crate::timesheet::{Hours, Status};
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeMap;

/// The statuses whose entries earn credit. A rejected entry earns nothing.
pub const CREDITED: [Status; 2] = [Status::Pending, Status::Approved];

/// Days of one month: a set that fits into a number, because the attendance of a month is asked for thousands of people at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Days(u32);

impl Days {
    /// The days that these bits stand for: bit n − 1 is the n-th of the month. `None` if a bit stands for no day.
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

    /// The days that either has.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What somebody recorded in a month, told apart as far as any work pattern of that month asks: an entry earns nothing unless it
/// is of one of the [`CREDITED`] statuses and has some hours, and a whole day where it has more than half a day has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The days with an entry, whatever it says.
    pub any: Days,
    /// The days that earn something.
    pub credited: Days,
    /// For the length of each half day that holds for somebody in the month: the days that earn something, and for more hours.
    pub above: BTreeMap<Hours, Days>,
}

impl Recorded {
    /// The same and this entry, told apart by each of the lengths of half a day in `half_days`.
    #[must_use]
    pub fn with(mut self, day: NaiveDate, hours: Hours, status: Status, half_days: &[Hours]) -> Self {
        self.any = self.any.with(day);
        if CREDITED.contains(&status) && hours > Hours::NONE {
            self.credited = self.credited.with(day);
            for half_day in half_days.iter().filter(|half_day| hours > **half_day) {
                let above = self.above.entry(*half_day).or_default();
                *above = above.with(day);
            }
        }
        self
    }
}

/// Whether attendance is as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rating {
    /// As much as the rules ask for or more, or no working days at all.
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

    /// The rating, from the exact rate. `good_percent`: the rate from which attendance counts as good.
    #[must_use]
    pub const fn rating(self, good_percent: u32) -> Rating {
        if self.present_half_days * 100 >= self.working_half_days * good_percent {
            Rating::Good
        } else {
            Rating::NeedsAttention
        }
    }
}

/// A month as asked about on some day: what is the same for everybody with the same work patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The working days that are over.
    past: Days,
    /// Today, where it is a working day of the month.
    today: Option<NaiveDate>,
    /// How long half a day is, and on which days of the month.
    half_days: BTreeMap<Hours, Days>,
}

/// How long half a day is, and on which days of `month`, for somebody with this calendar.
#[must_use]
pub fn half_days(month: Month, calendar: WorkCalendar<'_>) -> BTreeMap<Hours, Days> {
    month.days().fold(BTreeMap::new(), |mut days: BTreeMap<Hours, Days>, day| {
        let of_length = days.entry(calendar.pattern(day).half_day()).or_default();
        *of_length = of_length.with(day);
        days
    })
}

impl Period {
    /// `month` as asked about on `today`.
    #[must_use]
    pub fn new(month: Month, today: NaiveDate, calendar: WorkCalendar<'_>) -> Self {
        let is_working = |day| calendar.is_working_day(day);
        Self {
            past: Days::of(month, |day| day < today && is_working(day)),
            today: Some(today).filter(|today| month.contains(*today) && is_working(*today)),
            half_days: half_days(month, calendar),
        }
    }

    /// Sums it up for one person: the working days in service up to yesterday, and today too once it has an entry. Entries on
    /// days off do not count. A working day earns 1 where its entry has more hours than half a day of its work pattern, and 0.5
    /// where it has fewer but some.
    #[must_use]
    pub fn summarise(&self, in_service: Days, recorded: &Recorded) -> Summary {
        let has_today = self.today.filter(|today| recorded.any.contains(*today));
        let days = has_today.map_or(self.past, |today| self.past.with(today));
        let days = days.and(in_service);
        Summary {
            working_half_days: days.count() * 2,
            present_half_days: days.and(recorded.credited).count() + days.and(self.whole(recorded)).count(),
        }
    }

    /// The days that earn a whole day by the patterns of the month.
    fn whole(&self, recorded: &Recorded) -> Days {
        self.half_days.iter().fold(Days::default(), |whole, (half_day, days)| {
            whole.or(recorded.above.get(half_day).map_or_else(Days::default, |above| above.and(*days)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holiday::Holiday;
    use crate::id::HolidayId;
    use crate::rules::Rules;
    use crate::time::{History, Holidays, Weekdays, WorkPattern};
    use chrono::Weekday::{Fri, Sat, Thu, Tue, Wed};
    use proptest::prelude::*;

    const FIVE: [Hours; 1] = [Hours::whole(5)];

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

    /// In service from this day of June on.
    fn since(on: u32) -> Days {
        Days::of(Month::new(2026, 6).unwrap(), |day| on <= day.day())
    }

    /// June 2026 as asked about on `today`, for everybody who works by `patterns`.
    fn june(today: &str, patterns: &History<WorkPattern>, holidays: &[Holiday]) -> Period {
        let holidays = Holidays::new(holidays);
        Period::new(Month::new(2026, 6).unwrap(), day(today), WorkCalendar::new(patterns, &holidays))
    }

    fn plain(today: &str) -> Period {
        june(today, &Rules::default().work_pattern, &[])
    }

    /// These days of June, each with as many hours, told apart by `half_days`.
    fn recorded(entries: &[(u32, u8, Status)], half_days: &[Hours]) -> Recorded {
        entries.iter().fold(Recorded::default(), |all, (on, hours, status)| {
            all.with(day("2026-06-01").with_day(*on).unwrap(), Hours::whole(*hours), *status, half_days)
        })
    }

    /// Joined on Wednesday 10 June 2026, a holiday on Friday 19 June, nine hours on ten working days, five on one,
    /// one rejected entry, asked in July: 14 working days, 10.5 present, 75 %.
    // Shows: T3
    #[test]
    fn the_worked_example() {
        let nine = [10, 11, 12, 15, 16, 17, 18, 22, 23, 24].map(|on| (on, 9, Status::Approved));
        let entries = [&nine[..], &[(25, 5, Status::Pending), (26, 9, Status::Rejected)]].concat();
        let period = june("2026-07-03", &Rules::default().work_pattern, &[holiday("2026-06-19")]);
        let summary = period.summarise(since(10), &recorded(&entries, &FIVE));
        assert_eq!(summary, Summary { working_half_days: 28, present_half_days: 21 });
        assert_eq!((summary.rate_tenths(), summary.rating(80)), (Some(750), Rating::NeedsAttention));
        assert_eq!(summary.rating(75), Rating::Good);
    }

    /// settings.md 1.2, Lena: Tuesday to Saturday with eight and four hours from Monday 15 June on.
    #[test]
    fn the_worked_example_of_a_pattern_that_changes() {
        use Status::{Approved, Pending, Rejected};
        let days = Weekdays::new([Tue, Wed, Thu, Fri, Sat]).unwrap();
        let lenas = WorkPattern::new(days, Hours::whole(8), Hours::whole(4)).unwrap();
        let patterns = History::always(WorkPattern::STANDARD).with(day("2026-06-15"), lenas);
        let before = [1, 2, 3, 4, 5].map(|on| (on, 9, Approved)).into_iter().chain([8, 9].map(|on| (on, 5, Pending)));
        let unlocked = [(15, 8, Approved)];
        let after = [(16, 5, Approved), (17, 5, Pending), (20, 4, Approved), (23, 8, Rejected)];
        let later = [24, 25, 26, 27, 30].map(|on| (on, 8, Approved));
        let entries: Vec<_> = before.chain(unlocked).chain(after).chain(later).collect();
        let thresholds = [Hours::whole(4), Hours::whole(5)];
        let period = june("2026-07-03", &patterns, &[holiday("2026-06-19")]);
        let summary = period.summarise(since(1), &recorded(&entries, &thresholds));
        assert_eq!(summary, Summary { working_half_days: 40, present_half_days: 27 });
        assert_eq!(summary.rate_tenths(), Some(675));
        // A pattern for the days to come changes nothing in the month that is over.
        let future = patterns.with(day("2026-07-01"), WorkPattern::STANDARD);
        assert_eq!(june("2026-07-03", &future, &[holiday("2026-06-19")]), period);
    }

    // Shows: T2
    #[test]
    fn today_counts_once_it_has_an_entry() {
        let period = plain("2026-06-03");
        assert_eq!(period.summarise(since(1), &Recorded::default()).working_half_days, 4);
        let today = |status| recorded(&[(3, 9, status)], &FIVE);
        let (pending, rejected) = (today(Status::Pending), today(Status::Rejected));
        assert_eq!(period.summarise(since(1), &pending), Summary { working_half_days: 6, present_half_days: 2 });
        assert_eq!(period.summarise(since(1), &rejected), Summary { working_half_days: 6, present_half_days: 0 });
    }

    #[test]
    fn days_of_a_month_are_a_set() {
        let june = |days: &[u32]| Days::of(Month::new(2026, 6).unwrap(), |day| days.contains(&day.day()));
        let (first, later) = (june(&[1, 5]), june(&[5, 30]));
        assert_eq!((first.and(later), first.or(later)), (june(&[5]), june(&[1, 5, 30])));
        assert_eq!((first.with(day("2026-06-05")), first.with(day("2026-06-30"))), (first, june(&[1, 5, 30])));
        assert_eq!([1, 4, 5, 6].map(|on| first.contains(day(&format!("2026-06-0{on}")))), [true, false, true, false]);
        assert_eq!((first.count(), first.or(later).count(), Days::default().count()), (2, 3, 0));
    }

    /// Bit n − 1 is the n-th of the month, and there is no 32nd.
    #[test]
    fn days_are_read_from_bits() {
        let july = |is_in: fn(u32) -> bool| Some(Days::of(Month::new(2026, 7).unwrap(), |day| is_in(day.day())));
        assert_eq!(Days::from_bits(0), Some(Days::default()));
        assert_eq!(Days::from_bits(0b1_0001), july(|day| day == 1 || day == 5));
        assert_eq!(Days::from_bits(0x7fff_ffff), july(|_| true));
        assert_eq!([-1, 0x8000_0000, 1 << 32, i64::MAX].map(Days::from_bits), [None; 4]);
    }

    // Shows: T6
    #[test]
    fn no_working_days_is_a_dash_and_good() {
        let none = plain("2026-06-01").summarise(since(1), &Recorded::default());
        assert_eq!((none.rate_tenths(), none.rating(80)), (None, Rating::Good));
    }

    // Shows: T1
    #[test]
    fn a_day_earns_by_its_hours() {
        let earned = |half_hours, status| {
            let hours = Hours::from_half_hours(half_hours).unwrap();
            let recorded = Recorded::default().with(day("2026-06-01"), hours, status, &FIVE);
            plain("2026-06-02").summarise(since(1), &recorded).present_half_days
        };
        for (half_hours, credited) in [(0, 0), (1, 1), (10, 1), (11, 2), (48, 2)] {
            assert_eq!(earned(half_hours, Status::Approved), credited, "{half_hours}");
            assert_eq!(earned(half_hours, Status::Rejected), 0);
        }
    }

    /// Nobody is absent after leaving, before coming back, or before joining.
    // Shows: T2
    #[test]
    fn only_days_in_service_count() {
        let recorded = recorded(&[1, 2, 8, 22].map(|on| (on, 9, Status::Approved)), &FIVE);
        let summary = |in_service| plain("2026-07-03").summarise(in_service, &recorded);
        let days = |from: u32, to: u32| Days::of(Month::new(2026, 6).unwrap(), |day| (from..=to).contains(&day.day()));
        assert_eq!(summary(days(1, 30)), Summary { working_half_days: 44, present_half_days: 8 });
        assert_eq!(summary(days(1, 5)), Summary { working_half_days: 10, present_half_days: 4 }, "left on the 5th");
        assert_eq!(summary(days(22, 30)), Summary { working_half_days: 14, present_half_days: 2 });
        assert_eq!(summary(Days::default()), Summary { working_half_days: 0, present_half_days: 0 });
    }

    #[test]
    fn a_rate_is_rounded_to_a_tenth_of_a_per_cent() {
        let rate =
            |working_half_days, present_half_days| Summary { working_half_days, present_half_days }.rate_tenths();
        assert_eq!([rate(6, 2), rate(6, 4), rate(7, 1), rate(16, 1)], [Some(333), Some(667), Some(143), Some(63)]);
    }

    // Shows: T5, K9
    #[test]
    fn exactly_as_much_as_asked_for_is_good() {
        assert_eq!(Summary { working_half_days: 10, present_half_days: 8 }.rating(80), Rating::Good);
        assert_eq!(Summary { working_half_days: 30, present_half_days: 23 }.rating(80), Rating::NeedsAttention);
        assert_eq!(Summary { working_half_days: 30, present_half_days: 23 }.rating(76), Rating::Good);
    }

    proptest! {
        // Shows: T4
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
                    &FIVE,
                ),
            );
            let today = (start + chrono::Days::new(today)).to_string();
            let summary = plain(&today).summarise(since(1), &recorded);
            prop_assert!(summary.present_half_days <= summary.working_half_days);
            prop_assert!(summary.rate_tenths().is_none_or(|rate| rate <= 1000));
        }
    }
}
