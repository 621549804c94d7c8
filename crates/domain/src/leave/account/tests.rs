mod histories;

use super::*;
use crate::leave::testing::{annual_leave, day, days, holidays, period};
use crate::leave::{CountedHalf, Counting, LeavePeriod, usage_rows};
use crate::time::{History, WorkCalendar, WorkPattern};
use RowKind::{Adjustment, Allocation, CarryOver, Expiry, Opening};

/// What somebody asks for and adjusts, with Annual Leave as it stands after the migration.
struct Person {
    joined: NaiveDate,
    rows: Vec<LedgerRow>,
    uses: Vec<LeaveUse>,
}

fn halves(period: LeavePeriod) -> Vec<CountedHalf> {
    let (patterns, holidays) = (History::always(WorkPattern::STANDARD), holidays());
    Counting { calendar: WorkCalendar::new(&patterns, &holidays), first_day: None }.halves(period)
}

impl Person {
    /// Somebody who has had an account since the beginning of 2026.
    fn joined(date: &str) -> Self {
        let mut person = Self { joined: day(date), rows: vec![], uses: vec![] };
        person.on("2026-01-01");
        person
    }

    fn account(&self) -> LeaveAccount<'_> {
        LeaveAccount { rows: &self.rows, uses: &self.uses, terms: &annual_leave }
    }

    /// What is entered on this day: allocations, and what is settled. Their kinds, years and days.
    fn on(&mut self, today: &str) -> Vec<(RowKind, i32, f64)> {
        let allocated = self.account().missing_allocations(Some(self.joined), true, day(today));
        self.rows.extend(&allocated);
        let settled = self.account().missing_settlement(day(today));
        self.rows.extend(&settled);
        allocated.into_iter().chain(settled).map(|row| (row.kind, row.year, row.days.as_f64())).collect()
    }

    /// Takes leave that counts so many days in a year, from its first working day on; approved.
    fn takes(&mut self, period: LeavePeriod) {
        let taken = halves(period);
        self.rows.extend(usage_rows(&[], &taken, period.start()));
        let uses = taken.iter().filter(|half| half.counts).map(|counted| counted.half.date);
        self.uses.extend(uses.map(|date| LeaveUse { date, days: LeaveDays::HALF, status: LeaveStatus::Approved }));
    }

    fn gives_up(&mut self, period: LeavePeriod) {
        self.rows.extend(usage_rows(&halves(period), &[], period.start()));
        self.uses.retain(|used| used.date < period.start() || period.end() < used.date);
    }

    fn lacks(&self, period: LeavePeriod, today: &str) -> Option<String> {
        self.account().enough(&halves(period), day(today)).err().map(Shortage::sentence)
    }

    fn left(&self, year: i32) -> LeaveDays {
        self.account().balance(year, day("2026-06-15")).left.unwrap()
    }
}

/// leave.md 9, case 1.
#[test]
fn this_year_and_the_next_are_allocated() {
    let allocated = |joined: &str, annual: f64| {
        let terms = move |_| LeaveTerms { annual: Some(days(annual)), carry_over: days(0.0), carry_over_until: None };
        let account = LeaveAccount { rows: &[], uses: &[], terms: &terms };
        let rows = account.missing_allocations(Some(day(joined)), true, day("2026-06-15"));
        rows.into_iter().map(|row| (row.year, row.days.as_f64())).collect::<Vec<_>>()
    };
    assert_eq!((allocated("2026-01-01", 20.0), allocated("2026-01-01", 10.0)), {
        (vec![(2026, 20.0), (2027, 20.0)], vec![(2026, 10.0), (2027, 10.0)])
    });
    assert_eq!((allocated("2026-03-16", 20.0), allocated("2026-03-16", 10.0)), {
        (vec![(2026, 17.0), (2027, 20.0)], vec![(2026, 8.5), (2027, 10.0)])
    });
    assert_eq!(allocated("2027-03-16", 20.0), [(2027, 17.0)], "nothing in the year before joining");
    let unlimited = |_| LeaveTerms { annual: None, carry_over: days(0.0), carry_over_until: None };
    let account = LeaveAccount { rows: &[], uses: &[], terms: &unlimited };
    assert_eq!(account.missing_allocations(None, true, day("2026-06-15")), []);
}

#[test]
fn years_that_passed_while_the_portal_stood_are_allocated() {
    let max = Person::joined("2026-01-01");
    let missed = |today: &str, is_active| {
        let rows = max.account().missed_allocations(Some(max.joined), is_active, day(today));
        rows.into_iter().map(|row| (row.year, row.days.as_f64())).collect::<Vec<_>>()
    };
    assert_eq!(missed("2029-02-01", true), [(2028, 20.0)], "2026 and 2027 are allocated");
    assert_eq!(missed("2031-02-01", true), [(2028, 20.0), (2029, 20.0), (2030, 20.0)]);
    assert_eq!([missed("2028-02-01", true), missed("2029-02-01", false)], [vec![], vec![]]);
    let nothing = LeaveAccount { rows: &[], ..max.account() };
    assert_eq!(nothing.missed_allocations(Some(max.joined), true, day("2029-02-01")), [], "the type is new");
}

/// leave.md 9, case 22.
#[test]
fn another_allowance_enters_the_difference() {
    let from = |first| {
        move |year| LeaveTerms { annual: Some(days(if first <= year { 22.0 } else { 20.0 })), ..annual_leave(year) }
    };
    let entered = |joined: &str, first: i32, is_active| {
        let person = Person::joined(joined);
        let (terms, today) = (from(first), day("2026-06-15"));
        let account = LeaveAccount { terms: &terms, ..person.account() };
        let rows = account.missing_allocations(Some(person.joined), is_active, today);
        let again = [person.rows.as_slice(), &rows].concat();
        let again = LeaveAccount { rows: &again, ..account };
        assert_eq!(again.missing_allocations(Some(person.joined), is_active, today), []);
        rows.into_iter().map(|row| (row.year, row.days.as_f64())).collect::<Vec<_>>()
    };
    assert_eq!(entered("2026-01-01", 2026, true), [(2026, 2.0), (2027, 2.0)]);
    assert_eq!(entered("2026-03-16", 2026, true), [(2026, 1.5), (2027, 2.0)]);
    assert_eq!(entered("2026-03-16", 2027, true), [(2027, 2.0)]);
    assert_eq!(
        entered("2026-03-16", 2026, false),
        [(2026, 1.5), (2027, 2.0)],
        "of a type that is no longer in use too"
    );
}

#[test]
fn another_joining_date_enters_the_difference() {
    let mut max = Person::joined("2026-01-01");
    max.joined = day("2026-03-16");
    assert_eq!(max.on("2026-06-15"), [(Allocation, 2026, -3.0)]);
    max.joined = day("2027-02-01");
    assert_eq!(max.on("2026-06-15"), [(Allocation, 2026, -17.0), (Allocation, 2027, -1.5)]);
    max.joined = day("2026-12-01");
    assert_eq!(
        max.on("2026-06-15"),
        [(Allocation, 2026, 2.0), (Allocation, 2027, 1.5)],
        "this year instead of the next"
    );
    let inactive = max.account().missing_allocations(Some(max.joined), false, day("2027-01-01"));
    assert_eq!(inactive, [], "2028 has no allocation to be corrected");
}

/// leave.md 9, case 4.
#[test]
fn pending_and_approved_leave_is_off_the_balance() {
    let mut eve = Person::joined("2026-03-16");
    let today = day("2026-06-15");
    let july = period("2026-07-06", "2026-07-28");
    assert_eq!(eve.lacks(july, "2026-06-15"), None);
    eve.takes(july);
    eve.uses.iter_mut().for_each(|used| used.status = LeaveStatus::Pending);
    let balance = eve.account().balance(2026, today);
    assert_eq!((balance.pending, balance.planned, balance.left), (days(17.0), days(0.0), Some(days(0.0))));
    let august = period("2026-08-03", "2026-08-03");
    let told = "Insufficient leave balance in 2026: 0 left, 1 needed";
    assert_eq!(eve.lacks(august, "2026-06-15").as_deref(), Some(told));
    for status in [LeaveStatus::Approved, LeaveStatus::CancellationAsked] {
        eve.uses.iter_mut().for_each(|used| used.status = status);
        let on = |today: &str| {
            let LeaveBalance { used, planned, pending, .. } = eve.account().balance(2026, day(today));
            [used, planned, pending].map(LeaveDays::as_f64)
        };
        assert_eq!([on("2026-06-15"), on("2026-07-07")], [[0.0, 17.0, 0.0], [2.0, 15.0, 0.0]]);
    }
    eve.gives_up(july);
    assert_eq!((eve.left(2026), eve.lacks(july, "2026-06-15")), (days(17.0), None));
}

/// Max on the evening of 2026, with 12 days used (leave.md 9, case 14).
fn twelve_used() -> Person {
    let mut max = Person::joined("2026-01-01");
    max.takes(period("2026-08-03", "2026-08-18"));
    assert_eq!(max.left(2026), days(8.0));
    max
}

/// leave.md 9, case 14.
#[test]
fn a_year_ends_with_what_is_carried_and_what_expires() {
    for start in ["2027-01-01", "2027-01-08"] {
        let mut max = twelve_used();
        assert_eq!(max.on("2026-12-31"), []);
        let entered = [(Allocation, 2028, 20.0), (Expiry, 2026, -3.0), (CarryOver, 2026, -5.0), (CarryOver, 2027, 5.0)];
        assert_eq!(max.on(start), entered);
        assert_eq!(max.on(start), [], "a second time");
        let dates: Vec<_> = max.rows.iter().rev().take(3).map(|row| row.date.to_string()).collect();
        assert_eq!(dates, ["2027-01-01", "2027-01-01", "2026-12-31"]);
        let old = max.account().balance(2026, day(start));
        assert_eq!((old.carried_out, old.expired, old.left), (days(5.0), days(3.0), Some(days(0.0))));
        assert_eq!(old.expiring, None);
        let new = max.account().balance(2027, day(start));
        assert_eq!((new.carried_in, new.carried_out, new.left), (days(5.0), days(0.0), Some(days(25.0))));
        assert_eq!(new.expiring, Some(Expiring { days: days(5.0), on: day("2027-03-31") }));
    }
}

/// leave.md 9, case 14.
#[test]
fn days_after_the_lapse_do_not_live_on_carried_ones() {
    let mut max = twelve_used();
    max.on("2027-01-01");
    let may = period("2027-05-03", "2027-06-01");
    let told = "Insufficient leave balance in 2027: 20 left, 22 needed";
    assert_eq!(max.lacks(may, "2027-01-01").as_deref(), Some(told));
    assert_eq!(max.lacks(period("2027-03-01", "2027-04-02"), "2027-01-01"), None, "25 days, most of them before");
    max.takes(period("2027-02-01", "2027-02-02"));
    let on = |today: &str| max.account().balance(2027, day(today)).expiring.map(|expiring| expiring.days.as_f64());
    assert_eq!(["2027-02-01", "2027-03-31", "2027-04-01"].map(on), [Some(3.0), Some(3.0), None]);
    assert_eq!(max.on("2027-03-31"), []);
    assert_eq!(max.on("2027-04-01"), [(Expiry, 2027, -3.0)]);
    assert_eq!(max.rows.last().unwrap().date, day("2027-04-01"));
    let balance = max.account().balance(2027, day("2027-04-01"));
    assert_eq!((balance.expired, balance.left, balance.used), (days(3.0), Some(days(20.0)), days(2.0)));
    // Somebody records a day of March in April: it uses a day that had lapsed.
    max.takes(period("2027-03-15", "2027-03-15"));
    assert_eq!((max.on("2027-04-02"), max.left(2027)), (vec![(Expiry, 2027, 1.0)], days(20.0)));
}

/// leave.md 9, case 15.
#[test]
fn what_changes_an_ended_year_settles_it_anew() {
    let mut max = Person::joined("2026-01-01");
    max.takes(period("2026-08-03", "2026-08-20"));
    max.takes(period("2026-12-28", "2026-12-31"));
    max.on("2027-01-01");
    let balance = max.account().balance(2027, day("2027-01-01"));
    assert_eq!((balance.carried_in, balance.left), (days(2.0), Some(days(22.0))));
    max.gives_up(period("2026-12-28", "2026-12-31"));
    assert_eq!(max.on("2027-01-05"), [(Expiry, 2026, -1.0), (CarryOver, 2026, -3.0), (CarryOver, 2027, 3.0)]);
    let balance = max.account().balance(2026, day("2027-01-05"));
    assert_eq!((balance.carried_out, balance.expired, balance.left), (days(5.0), days(1.0), Some(days(0.0))));
    assert_eq!(max.left(2027), days(25.0));
}

/// moving-in.md 7, case 15.
#[test]
fn an_opening_balance_counts_as_an_adjustment_does() {
    let mut eve = Person::joined("2026-03-16");
    let mut opens = |year, number: f64| {
        eve.rows.push(LedgerRow { year, kind: Opening, days: days(number), date: day("2026-06-15") });
        eve.on("2026-06-15")
    };
    assert_eq!(opens(2025, 4.5), [(CarryOver, 2025, -4.5), (CarryOver, 2026, 4.5), (Expiry, 2026, -4.5)]);
    assert_eq!(opens(2026, -2.5), []);
    let balance = eve.account().balance(2026, day("2026-06-15"));
    assert_eq!((balance.adjusted, balance.left), (days(-2.5), Some(days(14.5))));
    assert_eq!(eve.lacks(period("2026-07-06", "2026-07-27"), "2026-06-15").as_deref(), {
        Some("Insufficient leave balance in 2026: 14.5 left, 16 needed")
    });
}

#[test]
fn leave_in_an_ended_year_is_taken_from_what_was_carried_out_of_it() {
    let mut max = twelve_used();
    max.on("2027-01-01");
    let december = |days| period("2026-12-21", &format!("2026-12-{days}"));
    assert_eq!(max.lacks(december(23), "2027-01-08"), None, "three days had expired");
    assert_eq!(max.lacks(period("2026-12-07", "2026-12-16"), "2027-01-08"), None, "all that was left of the year");
    let told = max.lacks(period("2026-12-07", "2026-12-17"), "2027-01-08");
    assert_eq!(told.as_deref(), Some("Insufficient leave balance in 2026: 8 left, 9 needed"));
    max.takes(period("2027-02-01", "2027-02-28"));
    max.takes(period("2027-03-01", "2027-03-05"));
    assert_eq!(max.left(2027), LeaveDays::NONE);
    assert_eq!(max.lacks(december(23), "2027-03-08"), None);
    let told = max.lacks(period("2026-12-21", "2026-12-28"), "2027-03-08");
    assert_eq!(told.as_deref(), Some("Insufficient leave balance in 2027: 0 left, 2 needed"));
    let told = max.lacks(period("2026-12-30", "2027-01-05"), "2027-03-08");
    assert_eq!(told.as_deref(), Some("Insufficient leave balance in 2027: 0 left, 2 needed"));
    max.rows.push(LedgerRow { year: 2027, kind: Adjustment, days: days(-1.0), date: day("2027-03-08") });
    assert_eq!(max.lacks(december(23), "2027-03-08"), None, "it takes nothing from a year that lacks some already");
}

#[test]
fn somebody_sees_what_would_be_left() {
    let mut max = twelve_used();
    let left = |max: &Person, asked, today: &str| {
        let years = max.account().years_after(&halves(asked), day(today));
        years
            .into_iter()
            .map(|after| (after.year, after.days.as_f64(), after.left.unwrap().as_f64()))
            .collect::<Vec<_>>()
    };
    let turn = period("2026-12-28", "2027-01-05");
    assert_eq!(left(&max, turn, "2026-06-15"), [(2026, 4.0, 4.0), (2027, 2.0, 18.0)]);
    assert_eq!(left(&max, period("2026-10-01", "2026-10-13"), "2026-06-15"), [(2026, 9.0, -1.0)]);
    max.on("2027-01-01");
    assert_eq!(left(&max, turn, "2027-01-08"), [(2026, 4.0, 0.0), (2027, 2.0, 22.0)], "a day less is carried");
    let unlimited = |_| LeaveTerms { annual: None, carry_over: days(0.0), carry_over_until: None };
    let account = LeaveAccount { rows: &[], uses: &[], terms: &unlimited };
    let after = account.years_after(&halves(turn), day("2026-06-15"));
    assert_eq!(after[1], YearAfter { year: 2027, days: days(2.0), left: None });
    assert_eq!(account.balance(2026, day("2026-06-15")).left, None);
}

#[test]
fn a_type_without_a_lapse_carries_on_and_one_without_a_limit_settles_nothing() {
    let (max, today) = (twelve_used(), day("2029-01-01"));
    let forever = |year| LeaveTerms { carry_over_until: None, ..annual_leave(year) };
    let settled = LeaveAccount { uses: &[], terms: &forever, ..max.account() }.missing_settlement(today);
    let rows = [max.rows.as_slice(), &settled].concat();
    let account = LeaveAccount { rows: &rows, uses: &[], terms: &forever };
    let carried = [2027, 2028, 2029].map(|year| account.balance(year, today).carried_in);
    assert_eq!(carried, [days(5.0); 3]);
    assert_eq!(account.balance(2027, day("2027-01-01")).expiring, None);
    let unlimited = |year| LeaveTerms { annual: None, ..annual_leave(year) };
    let account = LeaveAccount { rows: &[], terms: &unlimited, ..max.account() };
    assert_eq!(account.missing_settlement(day("2029-01-01")), []);
    assert_eq!(account.enough(&halves(period("2027-01-01", "2027-12-31")), day("2026-06-15")), Ok(()));
    let empty = LeaveAccount { rows: &[], uses: &[], terms: &annual_leave };
    assert_eq!(empty.missing_settlement(day("2029-01-01")), []);
}
