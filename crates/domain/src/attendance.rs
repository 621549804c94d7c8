//! Attendance: how much of the working days of a month somebody was there.
//!
//! Everything counts in half days, so the arithmetic is exact; a rate is only rounded to be shown.

use crate::hours::Hours;
use crate::time::{Month, WorkCalendar};
use crate::timesheet::Status;
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeMap;

/// The statuses whose entries earn credit. A rejected entry earns nothing.
pub const CREDITED: [Status; 2] = [Status::Pending, Status::Approved];

/// Days of one month: a set that fits into a number, because the attendance of a month is asked for thousands of people at once.
#[must_use]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Days(u32);

impl Days {
    /// The days that these bits stand for: bit n − 1 is the n-th of the month. `None` if a bit stands for no day.
    pub fn from_bits(bits: i64) -> Option<Self> {
        // A month has 31 days at most.
        u32::try_from(bits).ok().filter(|bits| *bits < 1 << 31).map(Self)
    }

    /// The days of `month` for which `is_in` holds.
    pub fn of(month: Month, is_in: impl Fn(NaiveDate) -> bool) -> Self {
        month.days().filter(|day| is_in(*day)).fold(Self::default(), Self::with)
    }

    /// The days of `month` from `first` to `last`, both included.
    pub fn between(month: Month, first: NaiveDate, last: NaiveDate) -> Self {
        Self::of(month, |day| first <= day && day <= last)
    }

    /// These days of `month`, in order.
    pub fn dates(self, month: Month) -> impl Iterator<Item = NaiveDate> {
        month.days().filter(move |day| self.contains(*day))
    }

    /// The same days and this one.
    pub fn with(self, day: NaiveDate) -> Self {
        Self(self.0 | 1 << day.day0())
    }

    /// Whether it has the day of the month that `day` is, in whatever month.
    pub fn contains(self, day: NaiveDate) -> bool {
        self.0 & 1 << day.day0() != 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The halves of the days of a month on which somebody has approved leave that counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OnLeave {
    /// The days of which it is the morning.
    pub mornings: Days,
    /// The days of which it is the afternoon.
    pub afternoons: Days,
}

impl OnLeave {
    /// The days of which it is a half at least.
    const fn any(self) -> Days {
        self.mornings.or(self.afternoons)
    }

    /// The days of which it is both halves.
    pub const fn whole(self) -> Days {
        self.mornings.and(self.afternoons)
    }

    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self { mornings: self.mornings.or(other.mornings), afternoons: self.afternoons.or(other.afternoons) }
    }

    /// How many halves of these days it is.
    pub const fn half_days_of(self, days: Days) -> u32 {
        days.and(self.mornings).count() + days.and(self.afternoons).count()
    }
}

/// How long half a day is, and on which days of a month.
pub type HalfDays = BTreeMap<Hours, Days>;

/// What entries earn on `days`, in half days. `credited`: the days whose entry earns something; `above`: those with more than half
/// a day, by its length. A day that is on leave whole earns nothing, and one that is on leave half earns 0.5 at most.
pub(crate) fn credits(
    days: Days,
    credited: Days,
    above: &BTreeMap<Hours, Days>,
    half_days: &HalfDays,
    on_leave: OnLeave,
) -> u32 {
    let whole = half_days.iter().fold(Days::default(), |whole, (half_day, days)| {
        whole.or(above.get(half_day).map_or_else(Days::default, |above| above.and(*days)))
    });
    let credited = days.without(on_leave.whole()).and(credited);
    credited.count() + days.without(on_leave.any()).and(whole).count()
}

/// What somebody recorded in a month, told apart as far as any work pattern of that month asks: an entry earns nothing unless it
/// is of one of the [`CREDITED`] statuses and has some hours, and a whole day where it has more than half a day has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The days with an entry, whatever it says.
    pub any: Days,
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

crate::names! {
    /// Whether attendance is as it should be.
    pub enum Rating {
        /// As much as the rules ask for or more, or no working days at all.
        Good = "good", "Good";
        /// Less.
        NeedsAttention = "needs-attention", "Needs Attention";
    }
}

/// One person's month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Working days, in half days, without those on leave.
    pub working_half_days: u32,
    /// Approved leave over the same days, in half days.
    pub leave_half_days: u32,
    /// Credits over the same days, in half days.
    pub present_half_days: u32,
}

impl Summary {
    /// The rate in tenths of a per cent, rounded; `None` without working days.
    pub const fn rate_tenths(self) -> Option<u32> {
        if self.working_half_days == 0 {
            return None;
        }
        Some((self.present_half_days * 1000 + self.working_half_days / 2) / self.working_half_days)
    }

    /// The rating, from the exact rate. `good_percent`: the rate from which attendance counts as good.
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
    half_days: HalfDays,
}

/// How long half a day is, and on which days of `month`, for somebody with this calendar.
pub fn half_days(month: Month, calendar: WorkCalendar<'_>) -> HalfDays {
    month.days().fold(HalfDays::new(), |mut days, day| {
        let of_length = days.entry(calendar.pattern(day).half_day()).or_default();
        *of_length = of_length.with(day);
        days
    })
}

impl Period {
    /// The working days of `month`, as seen on `today`.
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
    /// where it has fewer but some. What of a day is on leave is no working day, and the other half of it earns 0.5 at most.
    pub fn summarise(&self, in_service: Days, recorded: &Recorded, on_leave: OnLeave) -> Summary {
        let has_today = self.today.filter(|today| recorded.any.contains(*today));
        let days = has_today.map_or(self.past, |today| self.past.with(today));
        let days = days.and(in_service);
        let leave_half_days = on_leave.half_days_of(days);
        Summary {
            working_half_days: days.count() * 2 - leave_half_days,
            leave_half_days,
            present_half_days: credits(days, recorded.credited, &recorded.above, &self.half_days, on_leave),
        }
    }

    /// How long half a day is, on one day of the month or another.
    pub fn half_days(&self) -> impl Iterator<Item = Hours> {
        self.half_days.keys().copied()
    }
}

#[cfg(test)]
mod tests;
