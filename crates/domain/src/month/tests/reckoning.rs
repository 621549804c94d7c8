//! A second reckoning of a month, from the words of months.md and settings.md alone: day by day over plain lists, with fractions.
//! It shares nothing with the rules but the values that it hands to them.

use super::*;
use crate::time::Weekdays;
use proptest::prelude::*;

/// A fraction that is kept exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fraction {
    of: i128,
    by: i128,
}

impl Fraction {
    const ZERO: Self = Self { of: 0, by: 1 };

    fn new(of: i128, by: i128) -> Self {
        let (mut a, mut b) = (of.abs(), by.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { of: of / a.max(1), by: by / a.max(1) }
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.of * other.by + other.of * self.by, self.by * other.by)
    }

    fn times(self, other: Self) -> Self {
        Self::new(self.of * other.of, self.by * other.by)
    }

    fn over(self, count: i128) -> Self {
        Self::new(self.of, self.by * count)
    }

    fn at_most(self, other: Self) -> Self {
        if self.of * other.by <= other.of * self.by { self } else { other }
    }

    /// Rounded half up to a whole number.
    fn rounded(self) -> i128 {
        let doubled = self.times(Self::new(2, 1)).plus(Self::new(1, 1));
        doubled.of.div_euclid(doubled.by * 2)
    }

    /// As a number of halves, which it has to be.
    fn halves(self) -> u32 {
        let halves = self.times(Self::new(2, 1));
        assert_eq!(halves.by, 1);
        u32::try_from(halves.of).unwrap()
    }
}

/// Somebody's month, as plain lists. Days are numbers from the first of the month on: 0 is the first, −1 the day before.
#[derive(Debug, Clone)]
struct Raw {
    year: i32,
    month: u32,
    /// From when on which weekdays (0 is Monday), and how many half hours half a day has.
    patterns: Vec<(i32, Vec<u32>, u8)>,
    holidays: Vec<(i32, bool, Option<i32>)>,
    service: Vec<(i32, i32)>,
    joined: Option<i32>,
    entries: Vec<(i32, u8, Status)>,
    /// The day, whether it is the morning, and whether it is paid.
    leave: Vec<(i32, bool, bool)>,
    salaries: Vec<(i32, Option<i64>)>,
    marked: Vec<i32>,
    unlocked: Vec<i32>,
    accepted: Vec<i32>,
}

struct Reckoned {
    scheduled: i128,
    working: i128,
    approved: Fraction,
    pending: Fraction,
    paid_leave: Fraction,
    unpaid_leave: Fraction,
    extra: Fraction,
    half_hours: u32,
    amounts: Option<(i64, Option<i32>, i128, i128)>,
    rejected: Vec<i32>,
    frozen: Vec<i32>,
    missing: u32,
}

impl Raw {
    fn date(&self, n: i32) -> NaiveDate {
        NaiveDate::from_ymd_opt(self.year, self.month, 1).unwrap() + chrono::Duration::days(n.into())
    }

    fn length(&self) -> i32 {
        (28..=31).find(|n| self.date(*n).month() != self.month).unwrap()
    }

    fn pattern(&self, n: i32) -> &(i32, Vec<u32>, u8) {
        self.patterns.iter().filter(|(from, ..)| *from <= n).max_by_key(|(from, ..)| *from).unwrap()
    }

    fn is_holiday(&self, n: i32) -> bool {
        let date = self.date(n);
        self.holidays.iter().any(|(of, is_recurring, end)| {
            let of = self.date(*of);
            let comes_back = *is_recurring
                && (of.month(), of.day()) == (date.month(), date.day())
                && of.year() <= date.year()
                && end.is_none_or(|end| date.year() <= end);
            of == date || comes_back
        })
    }

    fn is_working(&self, n: i32) -> bool {
        self.pattern(n).1.contains(&self.date(n).weekday().num_days_from_monday()) && !self.is_holiday(n)
    }

    fn is_in_service(&self, n: i32) -> bool {
        self.service.iter().any(|(from, to)| *from <= n && n <= *to)
    }

    fn leave_of(&self, n: i32, is_wanted: impl Fn(bool) -> bool) -> Fraction {
        let halves = self.leave.iter().filter(|(day, _, is_paid)| *day == n && is_wanted(*is_paid)).count();
        Fraction::new(i128::try_from(halves).unwrap(), 2)
    }

    fn credit(&self, n: i32, of: Status) -> Fraction {
        let half_day = self.pattern(n).2;
        let earned = self.entries.iter().find(|(day, _, status)| *day == n && *status == of).map_or(
            Fraction::ZERO,
            |(_, hours, _)| match *hours {
                0 => Fraction::ZERO,
                hours if hours <= half_day => Fraction::new(1, 2),
                _ => Fraction::new(1, 1),
            },
        );
        let on_leave = self.leave_of(n, |_| true);
        earned.at_most(Fraction::new(1, 1).plus(on_leave.times(Fraction::new(-1, 1))))
    }

    fn salary(&self, n: i32) -> Option<i64> {
        let first = self.salaries.iter().map(|(from, _)| *from).min()?;
        let first_in_service = self.service.iter().map(|(from, _)| *from).min();
        let n = match (self.joined, first_in_service) {
            (None, Some(in_service)) if in_service <= n => n.max(first),
            _ => n,
        };
        self.salaries.iter().filter(|(from, _)| *from <= n).max_by_key(|(from, _)| *from)?.1
    }

    fn reckon(&self, today: i32) -> Reckoned {
        let all: Vec<i32> = (0..self.length()).collect();
        let scheduled: Vec<i32> = all.iter().copied().filter(|n| self.is_working(*n)).collect();
        let working: Vec<i32> = scheduled.iter().copied().filter(|n| self.is_in_service(*n)).collect();
        let sum =
            |days: &[i32], of: &dyn Fn(i32) -> Fraction| days.iter().fold(Fraction::ZERO, |sum, n| sum.plus(of(*n)));
        let count = |days: &[i32]| i128::try_from(days.len()).unwrap();
        let others: Vec<i32> = all.iter().copied().filter(|n| !working.contains(n)).collect();
        let has_entry = |n: &i32| self.entries.iter().any(|(day, ..)| day == n);
        let is_off = |n: &i32| self.leave_of(*n, |_| true) == Fraction::new(1, 1);
        let is_frozen = |n: &i32| {
            self.marked.contains(n) && self.is_working(*n) && !self.unlocked.contains(n) && !has_entry(n) && !is_off(n)
        };
        let is_missing = |n: &&i32| **n < today && !has_entry(n) && !is_off(n) && !is_frozen(n);
        let is_rejected = |n: &i32| self.entries.iter().any(|(day, _, of)| day == n && *of == Status::Rejected);
        let open = |is: &dyn Fn(&i32) -> bool| {
            all.iter().copied().filter(|n| is(n) && !self.accepted.contains(n)).collect::<Vec<_>>()
        };
        Reckoned {
            scheduled: count(&scheduled),
            working: count(&working),
            approved: sum(&working, &|n| self.credit(n, Status::Approved)),
            pending: sum(&working, &|n| self.credit(n, Status::Pending)),
            paid_leave: sum(&working, &|n| self.leave_of(n, |is_paid| is_paid)),
            unpaid_leave: sum(&working, &|n| self.leave_of(n, |is_paid| !is_paid)),
            extra: sum(&others, &|n| self.credit(n, Status::Approved)),
            half_hours: self
                .entries
                .iter()
                .filter(|(.., of)| *of == Status::Approved)
                .map(|(_, h, _)| u32::from(*h))
                .sum(),
            amounts: self.amounts(&scheduled, &working),
            rejected: open(&is_rejected),
            frozen: open(&is_frozen),
            missing: u32::try_from(working.iter().filter(is_missing).count()).unwrap(),
        }
    }

    /// Annual salary, since when, base and gross.
    fn amounts(&self, scheduled: &[i32], working: &[i32]) -> Option<(i64, Option<i32>, i128, i128)> {
        let a_twelfth = |n: i32| self.salary(n).map(|cents| Fraction::new(cents.into(), 12));
        let Some(last) = working.last() else {
            let n = self.length() - 1;
            let base = a_twelfth(n)?.rounded();
            return Some((self.salary(n)?, None, base, if scheduled.is_empty() { base } else { 0 }));
        };
        let (mut base, mut gross) = (Fraction::ZERO, Fraction::ZERO);
        for n in working {
            let payable = self.credit(*n, Status::Approved).plus(self.leave_of(*n, |is_paid| is_paid));
            base = base.plus(a_twelfth(*n)?);
            gross = gross.plus(a_twelfth(*n)?.times(payable));
        }
        let annual = self.salary(*last)?;
        let has_changed = working.iter().any(|n| self.salary(*n) != Some(annual));
        // The first of the days up to the last working day on all of which this salary holds.
        let since = (0..=*last).rev().take_while(|n| self.salary(*n) == Some(annual)).last();
        let by = |days: &[i32]| i128::try_from(days.len()).unwrap();
        let (base, gross) = (base.over(by(working)).rounded(), gross.over(by(scheduled)).rounded());
        Some((annual, since.filter(|_| has_changed), base, gross))
    }

    /// What the rules make of it.
    fn ruled(&self, today: i32) -> (Figures, Option<Pay>, Blockers) {
        let month = Month::new(self.year, self.month).unwrap();
        let pattern = |(_, days, half): &(i32, Vec<u32>, u8)| {
            let days = days.iter().map(|n| chrono::Weekday::try_from(u8::try_from(*n).unwrap()).unwrap());
            WorkPattern::new(Weekdays::new(days).unwrap(), Hours::MAX, Hours::from_half_hours(*half).unwrap()).unwrap()
        };
        let (first, later) = self.patterns.split_first().unwrap();
        let patterns =
            later.iter().fold(History::always(pattern(first)), |all, of| all.with(self.date(of.0), pattern(of)));
        let holidays: Vec<Holiday> =
            self.holidays.iter().map(|(n, is_recurring, end)| holiday(self.date(*n), *is_recurring, *end)).collect();
        let holidays = Holidays::new(&holidays);
        let half_days: Vec<Hours> =
            self.patterns.iter().map(|(.., half)| Hours::from_half_hours(*half).unwrap()).collect();
        let set = |of: &[i32]| of.iter().fold(Days::default(), |days, n| days.with(self.date(*n)));
        let leave = |is_wanted: bool| {
            let half = |is_morning: bool| {
                self.leave.iter().filter(move |(_, morning, is_paid)| *morning == is_morning && *is_paid == is_wanted)
            };
            let days = |is_morning| set(&half(is_morning).map(|(n, ..)| *n).collect::<Vec<_>>());
            OnLeave { mornings: days(true), afternoons: days(false) }
        };
        let facts = MonthFacts {
            in_service: Days::of(month, |day| {
                self.service.iter().any(|(from, to)| self.date(*from) <= day && day <= self.date(*to))
            }),
            paid_leave: leave(true),
            unpaid_leave: leave(false),
            marked: set(&self.marked),
            unlocked: set(&self.unlocked),
            accepted: set(&self.accepted),
            ..MonthFacts::default()
        };
        let facts = self.entries.iter().fold(facts, |facts, (n, hours, status)| {
            facts.with_entry(self.date(*n), Hours::from_half_hours(*hours).unwrap(), *status, &half_days)
        });
        let salaries = self.salaries.iter().fold(History::always(None), |all: Salaries, (n, cents)| {
            all.with(self.date(*n), cents.and_then(Salary::from_cents))
        });
        let calendar = WorkCalendar::new(&patterns, &holidays);
        let joined = self.joined.map(|n| self.date(n));
        (
            Figures::of(month, calendar, &facts),
            Pay::of(month, calendar, &facts, &salaries, joined),
            Blockers::of(month, calendar, &facts, self.date(today), true),
        )
    }
}

fn status() -> impl Strategy<Value = Status> {
    prop::sample::select(vec![Status::Approved, Status::Approved, Status::Approved, Status::Pending, Status::Rejected])
}

fn cents() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![
        6 => (0i64..20_000_000).prop_map(Some),
        1 => Just(Some(0)),
        1 => Just(Some(99_999_999_999_999)),
        1 => Just(None),
    ]
}

prop_compose! {
    /// A month of somebody whose patterns, service and salaries change in it, with entries and leave on any of its days.
    fn raw()(
        year in 2024i32..2029,
        month in 1u32..=12,
        first in (prop::collection::btree_set(0u32..7, 1..7), 1u8..20),
        patterns in prop::collection::btree_map(-40i32..40, (prop::collection::btree_set(0u32..7, 1..7), 1u8..20), 0..3),
        holidays in prop::collection::vec((-800i32..40, any::<bool>(), prop::option::of(2022i32..2030)), 0..6),
        everywhere in prop::bool::weighted(0.03),
        service in prop::collection::btree_set(-60i32..70, 1..5),
        is_joined in prop::bool::weighted(0.7),
        entries in prop::collection::btree_map(0i32..31, (0u8..=48, status()), 0..31),
        leave in prop::collection::btree_map((0i32..31, any::<bool>()), any::<bool>(), 0..12),
        salaries in prop::collection::btree_map(-400i32..40, cents(), 0..5),
        early in prop::option::weighted(0.6, cents()),
        marked in prop::collection::btree_set(0i32..31, 0..10),
        unlocked in prop::collection::btree_set(0i32..31, 0..4),
        accepted in prop::collection::btree_set(0i32..31, 0..6),
    ) -> Raw {
        let mut raw = Raw {
            year,
            month,
            patterns: std::iter::once((-10_000, first)).chain(patterns)
                .map(|(from, (days, half))| (from, days.into_iter().collect(), half)).collect(),
            holidays,
            service: Vec::new(),
            joined: None,
            entries: Vec::new(),
            leave: Vec::new(),
            salaries: early.map(|cents| (-500, cents)).into_iter().chain(salaries).collect(),
            marked: Vec::new(),
            unlocked: Vec::new(),
            accepted: Vec::new(),
        };
        let length = raw.length();
        if everywhere {
            raw.holidays.extend((0..length).map(|n| (n, false, None)));
        }
        // Only what recurs is ended, and not before its first year.
        let ends = |of: &(i32, bool, Option<i32>)| of.2.filter(|_| of.1).map(|end| end.max(raw.date(of.0).year()));
        raw.holidays = raw.holidays.iter().map(|of| (of.0, of.1, ends(of))).collect();
        // Service begins and ends in turn.
        let turns: Vec<i32> = service.into_iter().collect();
        raw.service = turns.chunks(2).map(|turn| (turn[0], turn.get(1).map_or(5_000, |to| to - 1))).collect();
        raw.joined = is_joined.then(|| turns[0]);
        let is_there = |n: &i32| *n < length;
        raw.entries = entries.into_iter().filter(|(n, _)| is_there(n)).map(|(n, (hours, of))| (n, hours, of)).collect();
        // Leave counts on a working day, and not before joining.
        let counts = |n: i32| n < length && raw.is_working(n) && raw.joined.is_none_or(|joined| joined <= n);
        raw.leave = leave.into_iter().filter(|((n, _), _)| counts(*n)).map(|((n, half), paid)| (n, half, paid)).collect();
        raw.marked = marked.into_iter().filter(is_there).collect();
        raw.unlocked = unlocked.into_iter().filter(is_there).collect();
        raw.accepted = accepted.into_iter().filter(is_there).collect();
        raw
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_figure_and_amount_equals_that_of_a_second_reckoning(raw in raw(), today in 0i32..32) {
        // Somebody of unknown joining who served before the month alone has no first day in service among the facts of it.
        let has_served = (0..raw.length()).any(|n| raw.is_in_service(n));
        let served_before = raw.service.iter().any(|(from, _)| *from < 0);
        prop_assume!(raw.joined.is_some() || has_served || !served_before);
        let reckoned = raw.reckon(today);
        let (figures, pay, blockers) = raw.ruled(today);
        prop_assert_eq!(i128::from(figures.scheduled), reckoned.scheduled * 2);
        prop_assert_eq!(i128::from(figures.working), reckoned.working * 2);
        prop_assert_eq!(figures.approved, reckoned.approved.halves());
        prop_assert_eq!(figures.pending, reckoned.pending.halves());
        prop_assert_eq!(figures.paid_leave, reckoned.paid_leave.halves());
        prop_assert_eq!(figures.unpaid_leave, reckoned.unpaid_leave.halves());
        prop_assert_eq!(figures.extra, reckoned.extra.halves());
        prop_assert_eq!(figures.approved_half_hours, reckoned.half_hours);
        let present = [reckoned.approved, reckoned.pending, reckoned.paid_leave, reckoned.unpaid_leave];
        let present: u32 = present.iter().map(|part| part.halves()).sum();
        prop_assert_eq!(i128::from(figures.absent()), reckoned.working * 2 - i128::from(present));
        prop_assert_eq!(figures.payable(), reckoned.approved.plus(reckoned.paid_leave).halves());
        let amounts = pay.map(|pay| {
            let cents = i64::try_from(pay.annual.cents()).unwrap();
            (cents, pay.since, i128::from(pay.monthly_base), i128::from(pay.gross))
        });
        let expected = reckoned.amounts.map(|(annual, since, base, gross)| (annual, since.map(|n| raw.date(n)), base, gross));
        prop_assert_eq!(amounts, expected);
        let dates = |days: &[i32]| days.iter().map(|n| raw.date(*n)).collect::<Vec<_>>();
        prop_assert_eq!(&blockers.rejected, &dates(&reckoned.rejected));
        prop_assert_eq!(&blockers.frozen, &dates(&reckoned.frozen));
        prop_assert_eq!(blockers.missing, reckoned.missing);
    }
}
