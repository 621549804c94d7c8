//! Random histories of a person, beside an independent reckoning that spends days from two purses, date by date.

use super::{halves, usage_rows};
use crate::leave::testing::{day, periods};
use crate::leave::{
    CancelCall, CancelFacts, Canceller, CountedHalf, LeaveAccount, LeaveDays, LeavePeriod, LeaveStatus, LeaveTerms,
    LeaveUse, LedgerRow, RowKind,
};
use crate::time::days_after;
use chrono::{Datelike, NaiveDate};
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
enum Act {
    Ask(LeavePeriod),
    /// The n-th request is approved.
    Approve(usize),
    /// The n-th request is given up, from so many dates after its beginning on, where there are as many; else whole.
    GiveUp(usize, u64),
    /// So many half days for this year and the last.
    Adjust(bool, i32),
}

#[derive(Debug, Clone, Copy)]
struct Terms {
    annual: i32,
    carry_over: i32,
    until: Option<u32>,
}

struct Person {
    terms: Terms,
    today: NaiveDate,
    rows: Vec<LedgerRow>,
    requests: Vec<(LeaveStatus, LeavePeriod)>,
}

const FIRST: i32 = 2026;

impl Person {
    fn new(terms: Terms) -> Self {
        Self { terms, today: day("2026-01-01"), rows: vec![], requests: vec![] }
    }

    fn uses(&self) -> Vec<LeaveUse> {
        let live = self.requests.iter().filter(|(status, _)| status.is_live());
        let counted = live.flat_map(|(status, period)| halves(*period).into_iter().map(|counted| (*status, counted)));
        counted
            .filter(|(_, counted)| counted.counts)
            .map(|(status, counted)| LeaveUse { date: counted.half.date, days: LeaveDays::HALF, status })
            .collect()
    }

    fn with<T>(&self, ask: impl FnOnce(LeaveAccount<'_>) -> T) -> T {
        let Terms { annual, carry_over, until } = self.terms;
        let terms = move |_| LeaveTerms {
            annual: Some(LeaveDays::from_half_days(annual)),
            carry_over: LeaveDays::from_half_days(carry_over),
            carry_over_until: until,
        };
        ask(LeaveAccount { rows: &self.rows, uses: &self.uses(), terms: &terms })
    }

    /// Enters the allocations of a year that begins, and where `settles` what has lapsed and ended.
    fn enter(&mut self, settles: bool) {
        let today = self.today;
        let allocated = self.with(|account| account.missing_allocations(None, true, today));
        self.rows.extend(allocated);
        if settles {
            let settled = self.with(|account| account.missing_settlement(today));
            self.rows.extend(settled);
        }
    }

    fn go_on_until(&mut self, today: NaiveDate, settles: bool) {
        while self.today.year() < today.year() {
            self.today = NaiveDate::from_ymd_opt(self.today.year() + 1, 1, 1).unwrap();
            self.enter(settles);
        }
        self.today = today;
        self.enter(settles);
    }

    /// Does what is allowed; whether it was.
    fn act(&mut self, act: &Act) -> bool {
        let today = self.today;
        match act {
            Act::Ask(period) => {
                let asked = halves(*period);
                let taken = self.requests.iter().filter(|(status, _)| status.is_live());
                let mut taken = taken.flat_map(|(_, period)| period.halves());
                if taken.any(|half| period.halves().any(|asked| asked == half)) {
                    return false;
                }
                if self.with(|account| account.enough(&asked, today)).is_err() {
                    return false;
                }
                self.rows.extend(usage_rows(&[], &asked, today));
                self.requests.push((LeaveStatus::Pending, *period));
            }
            Act::Approve(index) => {
                let Some((status, _)) = self.requests.get_mut(*index) else { return false };
                if *status != LeaveStatus::Pending {
                    return false;
                }
                *status = LeaveStatus::Approved;
            }
            Act::GiveUp(index, after) => {
                let Some((status, period)) = self.requests.get(*index).copied() else { return false };
                let last_day = Some(days_after(period.start(), *after)).filter(|last| *last < period.end());
                let facts = CancelFacts { today, status, period, needs_approval: false, asked_last_day: None };
                let call = CancelCall { by: Canceller::Employee, last_day, has_comment: false, is_as_seen: true };
                let Ok(Some(done)) = facts.cancel(call) else { return false };
                let kept: Vec<CountedHalf> = done.kept.map(halves).unwrap_or_default();
                let rows = usage_rows(&halves(period), &kept, today);
                let given_up =
                    halves(period).into_iter().filter(|half| half.counts && done.given_up_from <= half.half.date);
                let given_back: LeaveDays = rows.iter().map(|row| row.days).sum();
                assert_eq!(given_back, given_up.map(|_| LeaveDays::HALF).sum(), "exactly the difference");
                self.rows.extend(rows);
                self.requests[*index] = (done.status, done.kept.unwrap_or(period));
            }
            Act::Adjust(of_last_year, half_days) => {
                let year = (today.year() - i32::from(*of_last_year)).max(FIRST);
                let days = LeaveDays::from_half_days(*half_days);
                self.rows.push(LedgerRow { year, kind: RowKind::Adjustment, days, date: today });
            }
        }
        true
    }

    /// What is left of each year, reckoned date by date: days are taken from what was carried in while there is some, then from the
    /// year's own, and what remains of the carried ones goes when it lapses.
    fn naive(&self) -> BTreeMap<i32, i32> {
        let mut used = BTreeMap::<NaiveDate, i32>::new();
        for half in self.uses() {
            *used.entry(half.date).or_default() += half.days.half_days();
        }
        let mut left = BTreeMap::new();
        let mut carried = 0;
        for year in FIRST..=self.today.year() + 1 {
            let is_over = year < self.today.year();
            let adjustments = self.rows.iter().filter(|row| row.year == year && row.kind == RowKind::Adjustment);
            let mut own = self.terms.annual + adjustments.map(|row| row.days.half_days()).sum::<i32>();
            let mut at = NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
            let mut lapsed = false;
            let mut unused_carried = if year <= self.today.year() { carried } else { 0 };
            while at.year() == year {
                for _ in 0..used.get(&at).copied().unwrap_or_default() {
                    if unused_carried > 0 && !lapsed {
                        unused_carried -= 1;
                    } else {
                        own -= 1;
                    }
                }
                at = days_after(at, 1);
                let is_lapse = self.terms.until.is_some_and(|month| at.month0() == month % 12 && at.day() == 1);
                if is_lapse && at <= self.today {
                    unused_carried = 0;
                }
                lapsed |= is_lapse;
            }
            let rest = own + unused_carried;
            carried = 0;
            if is_over {
                carried = rest.clamp(0, self.terms.carry_over);
            }
            left.insert(year, if is_over { rest.min(0) } else { rest });
        }
        left
    }
}

fn acts() -> impl Strategy<Value = Vec<(u64, Act)>> {
    let act = prop_oneof![
        4 => periods(day("2026-01-01")).prop_map(Act::Ask),
        2 => (0usize..8).prop_map(Act::Approve),
        2 => (0usize..8, 0u64..24).prop_map(|(index, after)| Act::GiveUp(index, after)),
        1 => (any::<bool>(), -12i32..12).prop_map(|(last, days)| Act::Adjust(last, days)),
    ];
    prop::collection::vec((0u64..90, act), 1..24)
}

prop_compose! {
    fn terms()(annual in 0i32..60, carry_over in 0i32..30, until in prop::option::of(1u32..=12)) -> Terms {
        Terms { annual, carry_over, until }
    }
}

/// Leave is asked for in the days around the one on which it happens.
fn moved(act: &Act, today: NaiveDate) -> Act {
    match act {
        Act::Ask(period) => {
            let shift = (today - day("2026-02-10")).num_days();
            let date = |date: NaiveDate| date + chrono::Duration::days(shift);
            let (start, end) = (date(period.start()), date(period.end()));
            Act::Ask(LeavePeriod::new(start, period.start_part(), end, period.end_part()).unwrap())
        }
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_balance_is_the_sum_of_its_rows_and_what_was_used_date_by_date(terms in terms(), acts in acts()) {
        let mut person = Person::new(terms);
        person.enter(true);
        let mut done = Vec::new();
        for (later, act) in acts {
            let today = days_after(person.today, later);
            person.go_on_until(today, true);
            let act = moved(&act, today);
            if matches!(&act, Act::Ask(period) if period.start().year() < FIRST || today.year() + 1 < period.end().year()) {
                continue;
            }
            if person.act(&act) {
                done.push((today, act));
            }
            person.enter(true);
            prop_assert_eq!(person.with(|account| account.missing_settlement(today)), vec![], "settled twice");
            for (year, expected) in person.naive() {
                let balance = person.with(|account| account.balance(year, today));
                let sum: LeaveDays = person.rows.iter().filter(|row| row.year == year).map(|row| row.days).sum();
                prop_assert_eq!(balance.left, Some(sum));
                prop_assert_eq!(sum.half_days(), expected, "{} on {}", year, today);
                let given = balance.allocated + balance.adjusted + balance.carried_in;
                let gone = balance.used + balance.planned + balance.pending + balance.expired + balance.carried_out;
                prop_assert_eq!(given - gone, sum);
            }
        }
        // The same, with nothing settled until the end.
        let mut late = Person::new(terms);
        late.enter(false);
        for (today, act) in done {
            late.go_on_until(today, false);
            match act {
                Act::Ask(period) => {
                    late.rows.extend(usage_rows(&[], &halves(period), today));
                    late.requests.push((LeaveStatus::Pending, period));
                }
                other => prop_assert!(late.act(&other)),
            }
        }
        late.go_on_until(person.today, true);
        prop_assert_eq!(sums(&late.rows), sums(&person.rows));
    }

    #[test]
    fn what_is_enough_stays_enough_when_carried_days_lapse(terms in terms(), acts in acts()) {
        let mut person = Person::new(terms);
        person.enter(true);
        for (later, act) in acts {
            let today = days_after(person.today, later);
            person.go_on_until(today, true);
            let act = moved(&act, today);
            let Act::Ask(period) = act else { continue };
            if period.start().year() < FIRST || today.year() + 1 < period.end().year() {
                continue;
            }
            person.act(&Act::Ask(period));
            person.enter(true);
        }
        person.go_on_until(day("2034-01-01"), true);
        for year in FIRST..=2033 {
            let left = person.with(|account| account.balance(year, person.today)).left;
            prop_assert_eq!(left, Some(LeaveDays::NONE), "nothing was adjusted, so no year that is over lacks any");
        }
    }
}

/// What rows of a kind and date come to in each year, without those that cancel each other out.
fn sums(rows: &[LedgerRow]) -> BTreeMap<(i32, RowKind, NaiveDate), LeaveDays> {
    let mut sums: BTreeMap<_, LeaveDays> = BTreeMap::new();
    for row in rows {
        *sums.entry((row.year, row.kind, row.date)).or_default() += row.days;
    }
    sums.retain(|_, days| *days != LeaveDays::NONE);
    sums
}
