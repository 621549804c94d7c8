//! Random histories of one person over months that are closed, opened again and closed once more: whatever the gate lets through, a
//! closed month comes to what it came to when it was closed.

use super::*;
use crate::attendance::Days;
use crate::person::service::{ServiceHistory, at_creation};
use crate::person::{
    Beginning, FirstDay, Joined, Role, Standing, check_first_day, days_changed_by_joining, days_decided_by_salary,
    paid_salaries, salaries_after_joining,
};
use crate::time::{Weekdays, days_after, days_before};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The account is created on this day.
const CREATED: &str = "2026-03-17";

#[derive(Debug, Clone, Copy)]
enum Moved {
    AsItIs,
    To(NaiveDate),
    Unknown,
}

impl Moved {
    fn from(self, before: Option<NaiveDate>) -> Option<NaiveDate> {
        match self {
            Self::AsItIs => before,
            Self::To(date) => Some(date),
            Self::Unknown => None,
        }
    }
}

#[derive(Debug, Clone)]
enum Act {
    Pass(u64),
    /// An update of the account: another joining date, another beginning of the records, another standing, or several in one call.
    Account {
        joined: Moved,
        records: Moved,
        standing: Option<Standing>,
    },
    Earn(NaiveDate, Option<i64>),
    Own(NaiveDate, Option<WorkPattern>),
    Organisation(NaiveDate, WorkPattern),
    Holiday(NaiveDate, bool),
    NoHoliday(usize),
    Record(NaiveDate, u8, Status),
    /// A half of the day, and whether it is paid; leave that is there already is given up.
    Leave(NaiveDate, bool, bool),
    Close(u32),
    Reopen(u32),
}

fn dates() -> impl Strategy<Value = NaiveDate> {
    (0u64..170).prop_map(|days| days_after(day("2026-02-20"), days))
}

fn patterns() -> impl Strategy<Value = WorkPattern> {
    let shifts =
        [(&[0u8, 1, 2, 3, 4][..], 9, 5), (&[1, 2, 3, 4, 5], 8, 4), (&[0, 2, 4], 8, 4), (&[0, 1, 2, 3, 4], 6, 3)];
    prop::sample::select(
        shifts
            .map(|(weekdays, full, half)| {
                let weekdays = weekdays.iter().map(|n| chrono::Weekday::try_from(*n).unwrap());
                WorkPattern::new(Weekdays::new(weekdays).unwrap(), Hours::whole(full), Hours::whole(half)).unwrap()
            })
            .to_vec(),
    )
}

fn standings() -> impl Strategy<Value = Standing> {
    let standing = |(role, is_active)| Standing { role, is_active, is_blocked: false };
    (prop::sample::select(vec![Role::Employee, Role::Employee, Role::Manager]), any::<bool>()).prop_map(standing)
}

fn acts() -> impl Strategy<Value = Act> {
    let moved = || prop_oneof![3 => Just(Moved::AsItIs), 2 => dates().prop_map(Moved::To), 1 => Just(Moved::Unknown)];
    let account = (moved(), moved(), prop::option::of(standings()));
    let status = prop::sample::select(vec![Status::Approved, Status::Approved, Status::Pending, Status::Rejected]);
    prop_oneof![
        6 => (1u64..25).prop_map(Act::Pass),
        4 => account.prop_map(|(joined, records, standing)| Act::Account { joined, records, standing }),
        3 => (dates(), prop::option::weighted(0.8, 1i64..4)).prop_map(|(from, pay)| Act::Earn(from, pay)),
        2 => (dates(), prop::option::of(patterns())).prop_map(|(from, pattern)| Act::Own(from, pattern)),
        1 => (dates(), patterns()).prop_map(|(from, pattern)| Act::Organisation(from, pattern)),
        1 => (dates(), any::<bool>()).prop_map(|(date, recurs)| Act::Holiday(date, recurs)),
        1 => any::<usize>().prop_map(Act::NoHoliday),
        8 => (dates(), 0u8..12, status).prop_map(|(date, hours, status)| Act::Record(date, hours, status)),
        3 => (dates(), any::<bool>(), any::<bool>()).prop_map(|(date, half, is_paid)| Act::Leave(date, half, is_paid)),
        6 => (2u32..8).prop_map(Act::Close),
        2 => (2u32..8).prop_map(Act::Reopen),
    ]
}

type Row = (Figures, Option<Pay>);

/// Everything that is known of the person and of the organisation.
#[derive(Debug, Clone)]
struct Life {
    today: NaiveDate,
    standing: Standing,
    beginning: Beginning,
    service: ServiceHistory,
    salaries: Salaries,
    own: History<Option<WorkPattern>>,
    organisation: History<WorkPattern>,
    holidays: Vec<Holiday>,
    entries: BTreeMap<NaiveDate, (u8, Status)>,
    /// Whether it is paid, and whether it counts.
    leave: BTreeMap<(NaiveDate, bool), (bool, bool)>,
    marked: BTreeSet<NaiveDate>,
    /// The closed months, each with the person's row, where there is one.
    closed: BTreeMap<Month, Option<Row>>,
}

impl Life {
    fn begins(beginning: Beginning, pay: Option<i64>) -> Self {
        let (today, standing) = (day(CREATED), Standing { role: Role::Employee, is_active: true, is_blocked: false });
        let tenures =
            at_creation(standing, beginning.joining_date, today).map(crate::person::service::Tenure::original);
        let salaries = History::always(None);
        let began = beginning.joining_date.unwrap_or(today);
        Self {
            today,
            standing,
            beginning,
            service: ServiceHistory::new(tenures.into_iter().collect(), beginning),
            salaries: pay.map_or(salaries.clone(), |pay| salaries.with(began, salary(Some(pay)))),
            own: History::always(None),
            organisation: History::always(WorkPattern::STANDARD),
            holidays: Vec::new(),
            entries: BTreeMap::new(),
            leave: BTreeMap::new(),
            marked: BTreeSet::new(),
            closed: BTreeMap::new(),
        }
    }

    /// What the gate says to a write of these days: the person's own ones, or anybody's.
    fn admits(&self, days: &ChangedDays, is_person: bool) -> bool {
        !self.closed.iter().any(|(month, row)| days.touch(*month) && (row.is_some() || !is_person))
    }

    fn admits_day(&self, date: NaiveDate) -> bool {
        self.admits(&ChangedDays::of([date]), false)
    }

    fn is_in_service(&self, date: NaiveDate) -> bool {
        self.service.periods().iter().any(|period| period.covers(date))
    }

    fn works_on(&self, date: NaiveDate) -> bool {
        let (patterns, holidays) = (self.own.over(&self.organisation), Holidays::new(&self.holidays));
        WorkCalendar::new(&patterns, &holidays).is_working_day(date)
    }

    fn facts(&self, month: Month) -> MonthFacts {
        let set = |days: &BTreeSet<NaiveDate>| Days::of(month, |date| days.contains(&date));
        let leave = |wanted: bool| {
            let half = |half| Days::of(month, |date| self.leave.get(&(date, half)) == Some(&(wanted, true)));
            OnLeave { mornings: half(true), afternoons: half(false) }
        };
        let facts = MonthFacts {
            in_service: Days::of(month, |date| self.is_in_service(date)),
            paid_leave: leave(true),
            unpaid_leave: leave(false),
            marked: set(&self.marked),
            before_joining: Days::of(month, |date| !self.has_begun(date)),
            ..MonthFacts::default()
        };
        let half_days = [3, 4, 5].map(Hours::whole);
        let entries = self.entries.iter().filter(|(date, _)| month.contains(**date));
        entries.fold(facts, |facts, (date, (hours, status))| {
            facts.with_entry(*date, Hours::whole(*hours), *status, &half_days)
        })
    }

    /// The person's row of a month as it would be closed now.
    fn row(&self, month: Month) -> Option<Row> {
        let facts = self.facts(month);
        let (patterns, holidays) = (self.own.over(&self.organisation), Holidays::new(&self.holidays));
        let calendar = WorkCalendar::new(&patterns, &holidays);
        (facts.in_service.or(facts.recorded()) != Days::default()).then(|| {
            (
                Figures::of(month, calendar, &facts),
                Pay::of(month, calendar, &facts, &self.salaries, self.beginning.joining_date),
            )
        })
    }

    /// Leave outside closed months is counted anew.
    fn recount(&mut self) {
        let counted: Vec<_> = self.leave.keys().map(|(date, half)| ((*date, *half), self.counts(*date))).collect();
        for (at, counts) in counted {
            let is_closed = self.closed.contains_key(&Month::of(at.0));
            self.leave.entry(at).and_modify(|leave| leave.1 = if is_closed { leave.1 } else { counts });
        }
    }

    fn has_begun(&self, date: NaiveDate) -> bool {
        check_first_day(self.beginning.first_day(), date).is_ok()
    }

    fn counts(&self, date: NaiveDate) -> bool {
        self.works_on(date) && self.has_begun(date)
    }

    fn freeze(&mut self, date: NaiveDate) {
        let is_away = [true, false].iter().all(|half| self.leave.get(&(date, *half)).is_some_and(|leave| leave.1));
        let is_due = self.is_in_service(date) && self.works_on(date) && !self.entries.contains_key(&date) && !is_away;
        if is_due && self.admits_day(date) {
            self.marked.insert(date);
        }
    }

    fn update(&mut self, beginning: Beginning, standing: Standing) {
        if beginning.check().is_err() {
            return;
        }
        let (was, joined) = (self.beginning.joining_date, beginning.joining_date);
        let shift = salaries_after_joining(&self.salaries, was, joined);
        let (before, after) = (self.service.clone(), self.service.begun(beginning));
        let shifted = shift.apply(&self.salaries);
        if beginning != self.beginning {
            let (paid, will_be) = (paid_salaries(&self.salaries, was), paid_salaries(&shifted, joined));
            let of = |service, paid| Joined { service, paid };
            let days = days_changed_by_joining(of(&before, &paid), of(&after, &will_be), self.today);
            let first = beginning.first_day().map(FirstDay::date);
            let into = first.filter(|_| standing.role == Role::Employee);
            let has_earlier = first.is_some_and(|first| self.entries.range(..first).next().is_some());
            let is_admitted = self.admits(&ChangedDays::Days(days), true) && self.admits(&ChangedDays::of(into), false);
            if has_earlier || !is_admitted {
                return;
            }
        }
        self.service = after.changed(self.standing, standing, self.today);
        (self.salaries, self.beginning, self.standing) = (shifted, beginning, standing);
        self.recount();
    }

    fn earn(&mut self, from: NaiveDate, pay: Option<i64>) {
        let wanted = salary(pay);
        let joined = self.beginning.joining_date;
        let is_after_joining = joined.is_none_or(|joined| joined <= from);
        let decided = days_decided_by_salary(&self.salaries, joined, from, wanted);
        if is_after_joining && *self.salaries.on(from) != wanted && self.admits(&decided, true) {
            self.salaries = self.salaries.clone().with(from, wanted);
        }
    }

    fn work(&mut self, from: NaiveDate, pattern: Option<WorkPattern>) {
        let to = self.own.next_change(from).map(|next| days_before(next, 1));
        if self.admits(&ChangedDays::Span { from, to }, true) {
            self.own = self.own.clone().with(from, pattern).condensed();
            self.recount();
        }
    }

    /// The organisation's pattern does not concern a month in which the person works by one of their own.
    fn all_work(&mut self, from: NaiveDate, pattern: WorkPattern) {
        let to = self.organisation.next_change(from).map(|next| days_before(next, 1));
        let is_refused = self.closed.iter().any(|(month, row)| {
            let [first, last] = [month.first().max(from), to.map_or(month.last(), |to| to.min(month.last()))];
            let works_apart = || self.own.between(first, last).all(|(_, _, own)| own.is_some());
            row.is_some() && first <= last && !works_apart()
        });
        if !is_refused {
            self.organisation = self.organisation.clone().with(from, pattern).condensed();
            self.recount();
        }
    }

    fn celebrate(&mut self, before: Option<&Holiday>, after: Option<Holiday>) {
        let days = ChangedDays::holiday(before.cloned(), after.clone());
        if self.admits(&days, false) {
            self.holidays.retain(|holiday| Some(holiday) != before);
            self.holidays.extend(after);
            self.recount();
        }
    }

    fn act(&mut self, act: &Act) {
        match act {
            Act::Pass(days) => {
                for _ in 0..*days {
                    self.freeze(self.today);
                    self.today = days_after(self.today, 1);
                }
            }
            Act::Account { joined, records, standing } => {
                let beginning = Beginning {
                    joining_date: joined.from(self.beginning.joining_date),
                    records_from: records.from(self.beginning.records_from),
                };
                self.update(beginning, standing.unwrap_or(self.standing));
            }
            Act::Earn(from, pay) => self.earn(*from, *pay),
            Act::Own(from, pattern) => self.work(*from, *pattern),
            Act::Organisation(from, pattern) => self.all_work(*from, *pattern),
            Act::Holiday(date, recurs) => self.celebrate(None, Some(holiday(*date, *recurs, None))),
            Act::NoHoliday(nth) => {
                let of = nth.checked_rem(self.holidays.len()).map(|nth| self.holidays[nth].clone());
                self.celebrate(of.as_ref(), None);
            }
            Act::Close(number) => {
                let month = Month::new(2026, *number).unwrap();
                if month.is_over(self.today) && !self.closed.contains_key(&month) {
                    self.closed.insert(month, self.row(month));
                }
            }
            Act::Reopen(number) => {
                self.closed.remove(&Month::new(2026, *number).unwrap());
            }
            Act::Record(date, ..) | Act::Leave(date, ..) if !self.admits_day(*date) || !self.has_begun(*date) => {}
            Act::Record(date, hours, status) => {
                self.entries.insert(*date, (*hours, *status));
            }
            Act::Leave(date, half, is_paid) => {
                if self.leave.remove(&(*date, *half)).is_none() {
                    let counts = self.counts(*date);
                    self.leave.insert((*date, *half), (*is_paid, counts));
                }
            }
        }
    }
}

fn salary(pay: Option<i64>) -> Option<Salary> {
    pay.and_then(|pay| Salary::from_cents(pay * 1_200_000))
}

fn check_closed(life: &Life) -> Result<(), TestCaseError> {
    for (month, kept) in &life.closed {
        let now = life.row(*month);
        match kept {
            Some(_) => prop_assert_eq!(&now, kept, "{}", month),
            // Somebody without a row enters with the next revision, but nothing is recorded into a closed month.
            None => prop_assert!(!life.entries.keys().any(|date| month.contains(*date)), "{}", month),
        }
    }
    Ok(())
}

/// A pattern that is put back leaves what was there.
fn check_detour(life: &Life, to: NaiveDate, pattern: WorkPattern) -> Result<(), TestCaseError> {
    let (before, next) = (life.own.clone().condensed(), life.own.next_change(to));
    // A row that comes to equal the one before it is dropped, and is not there to come back.
    if next.is_none_or(|next| *before.on(next) != Some(pattern)) {
        let there = before.clone().with(to, Some(pattern)).condensed();
        prop_assert_eq!(there.with(to, *before.on(to)).condensed(), before);
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_closed_month_keeps_its_row_through_whatever_the_gate_lets_pass(
        joining_date in prop::option::weighted(0.7, dates()),
        records_from in prop::option::weighted(0.3, dates()),
        pay in prop::option::weighted(0.7, 1i64..4),
        acts in prop::collection::vec(acts(), 1..60),
        detour in (dates(), patterns()),
    ) {
        let beginning = Beginning { joining_date, records_from: records_from.filter(|from| joining_date <= Some(*from)) };
        let mut life = Life::begins(beginning, pay);
        for act in &acts {
            life.act(act);
            check_closed(&life)?;
        }
        check_detour(&life, detour.0, detour.1)?;
    }
}
