//! The figures and amounts of months.md 9, cases 1 to 7, and of its sections 1.4 and 1.5.

use super::*;
use crate::time::Weekdays;
use chrono::Weekday::{Fri, Sat, Thu, Tue, Wed};

/// Base and gross in cents.
fn paid(person: &Person) -> (u64, u64) {
    let pay = person.pay().unwrap();
    (pay.monthly_base, pay.gross)
}

#[test]
fn case_1_a_joiner() {
    let figures = case_1().figures();
    let expected = Figures { scheduled: 42, working: 28, approved: 21, approved_half_hours: 190, ..Figures::default() };
    assert_eq!(figures, expected);
    assert_eq!((figures.absent(), figures.payable()), (7, 21));
    assert_eq!(paid(&case_1()), (300_000, 150_000));
    let attendance = figures.attendance();
    assert_eq!((attendance.working_half_days, attendance.present_half_days), (28, 21));
    assert_eq!(attendance.rate_tenths(), Some(750));
}

#[test]
fn case_2_a_salary_that_changes_inside_the_month() {
    let full = Person::full().earning("2026-06-15", 4_200_000);
    let pay = full.pay().unwrap();
    assert_eq!((pay.annual.cents(), pay.since), (4_200_000, Some(on(15))));
    assert_eq!(paid(&full), (326_190, 326_190));
    let on_leave = |day: u32, is_paid: bool| {
        let mut person = full.clone().without(day);
        let leave = if is_paid { &mut person.facts.paid_leave } else { &mut person.facts.unpaid_leave };
        *leave = whole(&[day]);
        (person.figures().payable(), paid(&person).1)
    };
    assert_eq!(on_leave(22, false), (40, 309_524));
    assert_eq!(on_leave(2, false), (40, 311_905));
    assert_eq!(on_leave(22, true), (42, 326_190));
}

#[test]
fn case_3_amounts_are_rounded_once_and_half_up() {
    let person = Person::full().earning("2025-03-03", 3_000_006);
    assert_eq!(paid(&person), (250_001, 250_001), "the exact amount is 2500.005");
}

#[test]
fn case_4_a_leaver() {
    let until_15: Vec<u32> = SCHEDULED.into_iter().filter(|day| *day <= 15).collect();
    let person = Person::new().in_service(1, 15).with(&until_15, 9, Status::Approved);
    assert_eq!((person.figures().working, person.figures().payable()), (22, 22));
    assert_eq!(paid(&person), (300_000, 157_143));
}

/// Lena of settings.md 1.2, her entries approved.
fn lena() -> Person {
    let tuesday_to_saturday = Weekdays::new([Tue, Wed, Thu, Fri, Sat]).unwrap();
    let pattern = WorkPattern::new(tuesday_to_saturday, Hours::whole(8), Hours::whole(4)).unwrap();
    let mut lena = Person { patterns: History::always(WorkPattern::STANDARD).with(on(15), pattern), ..Person::new() }
        .earning("2025-03-03", 4_800_000)
        .with(&[1, 2, 3, 4, 5], 9, Status::Approved)
        .with(&[8, 9, 16, 17], 5, Status::Approved)
        .with(&[15, 24, 25, 26, 27, 30], 8, Status::Approved)
        .with(&[20], 4, Status::Approved)
        .with(&[23], 8, Status::Rejected);
    lena.facts.marked = days(&[10, 11, 12, 18]);
    lena.facts.accepted = days(&[10, 11, 12, 18, 23]);
    lena
}

#[test]
fn case_4_a_work_pattern_of_her_own_that_changes_inside_the_month() {
    let figures = lena().figures();
    assert_eq!((figures.scheduled, figures.working), (40, 40));
    assert_eq!((figures.payable(), figures.absent(), figures.extra), (27, 13, 2));
    assert_eq!(figures.approved_half_hours, 234);
    assert_eq!(paid(&lena()), (400_000, 270_000));
    let attendance = figures.attendance();
    assert_eq!((attendance.working_half_days, attendance.present_half_days), (40, 27));
    assert_eq!(attendance.rate_tenths(), Some(675));
    assert!(lena().blockers("2026-07-02", true).is_ready());
}

#[test]
fn case_5_half_a_day_of_leave_and_a_saturday() {
    let half = OnLeave { mornings: days(&[23]), afternoons: Days::default() };
    let mut person = Person::full();
    person.facts.paid_leave = half;
    let figures = person.figures();
    assert_eq!((figures.approved, figures.paid_leave, figures.payable()), (41, 1, 42));
    assert_eq!(paid(&person).1, 300_000);
    (person.facts.paid_leave, person.facts.unpaid_leave) = (OnLeave::default(), half);
    let figures = person.figures();
    assert_eq!((figures.approved, figures.unpaid_leave, figures.payable(), figures.absent()), (41, 1, 41, 0));
    assert_eq!(paid(&person).1, 292_857);
    let figures = Person::full().with(&[20], 9, Status::Approved).figures();
    assert_eq!((figures.extra, figures.approved_half_hours, figures.payable()), (2, 396, 42));
}

#[test]
fn case_6_no_salary_is_not_a_salary_of_nothing() {
    let without = Person { salaries: History::always(None), ..Person::full() };
    assert_eq!(without.pay(), None);
    assert_eq!(without.clone().earning("2026-06-10", 3_600_000).pay(), None, "the first days have none");
    assert_eq!(paid(&without.clone().earning("2025-03-03", 0)), (0, 0));
    let cells = PayrollFile::new(june(), 1, "EUR", PayrollForm::NEWEST).cells(&without.row());
    assert_eq!(cells[12..], ["21.0", "0.0", "189.0", "EUR", "", "", "", "", ""]);
    let ended = Person { salaries: Person::full().salaries.with(on(30), None), ..Person::full() };
    assert_eq!(ended.pay(), None, "the last day has none");
}

#[test]
fn case_7_a_day_that_nobody_has_decided_on() {
    let person = Person::full().without(30).with(&[30], 9, Status::Pending);
    assert!(!person.blockers("2026-07-02", true).is_ready());
    let figures = person.figures();
    assert_eq!((figures.approved, figures.pending, figures.payable()), (40, 2, 40));
    assert_eq!(paid(&person).1, 285_714);
    let attendance = figures.attendance();
    assert_eq!((attendance.working_half_days, attendance.present_half_days), (42, 42));
}

#[test]
fn the_first_salary_counts_from_the_first_day_in_service_where_the_joining_date_is_unknown() {
    let unknown = Person { joined: None, salaries: History::always(None), ..Person::full() };
    assert_eq!(paid(&unknown.clone().earning("2026-06-10", 3_600_000)), (300_000, 300_000));
    let pay = unknown.clone().earning("2026-06-10", 3_600_000).pay().unwrap();
    assert_eq!(pay.since, None, "no other one held before");
    assert_eq!(paid(&unknown.clone().earning("2026-07-10", 3_600_000)), (300_000, 300_000), "a month later too");
    let rise = unknown.clone().earning("2026-06-10", 3_600_000).earning("2026-06-15", 4_200_000);
    assert_eq!(paid(&rise), (326_190, 326_190));
    assert_eq!(unknown.pay(), None, "there is no first one");
    let ended = Person { salaries: unknown.salaries.clone().with(on(10), None), ..unknown };
    assert_eq!(ended.pay(), None);
}

#[test]
fn a_salary_holds_since_the_day_from_which_it_is_another_one() {
    let since = |rows: &[(&str, i64)]| {
        let person = rows.iter().fold(Person::full(), |person, (from, cents)| person.earning(from, *cents));
        person.pay().unwrap().since
    };
    assert_eq!(since(&[]), None);
    assert_eq!(since(&[("2026-06-01", 42)]), None, "since before the first working day");
    assert_eq!(since(&[("2026-06-10", 3_600_000)]), None, "the same one");
    assert_eq!(since(&[("2026-06-10", 42), ("2026-06-20", 42)]), Some(on(10)), "the same one again");
    assert_eq!(since(&[("2026-06-10", 42), ("2026-06-20", 3_600_000)]), Some(on(20)), "back to the first one");
    assert_eq!(since(&[("2026-06-13", 42), ("2026-06-15", 3_600_000)]), None, "the other one on a weekend alone");
    let leaver = Person::full().in_service(1, 15).earning("2026-06-16", 42);
    assert_eq!(leaver.pay().map(|pay| (pay.annual.cents(), pay.since)), Some((3_600_000, None)));
}

#[test]
fn without_working_days_the_salary_of_the_last_day_counts() {
    let gone = Person::full().in_service(6, 7).earning("2026-06-30", 4_200_000);
    assert_eq!((gone.figures().working, gone.figures().extra), (0, 42));
    let pay = gone.pay().unwrap();
    assert_eq!((pay.annual.cents(), pay.since), (4_200_000, None));
    assert_eq!((pay.monthly_base, pay.gross), (350_000, 0));
    let late = Person { salaries: History::always(None), ..gone }.earning("2026-07-01", 4_200_000);
    assert_eq!(late.pay(), None);
    // Every day is a holiday: nothing is scheduled, and the base is paid.
    let holidays = june().days().map(|day| holiday(day, false, None)).collect();
    let closed = Person { holidays, ..Person::full() };
    assert_eq!((closed.figures().scheduled, closed.figures().working), (0, 0));
    assert_eq!(paid(&closed), (300_000, 300_000));
}

#[test]
fn what_is_recorded_out_of_service_is_extra() {
    let person = Person::full().in_service(1, 15);
    let figures = person.figures();
    assert_eq!((figures.scheduled, figures.working, figures.approved, figures.extra), (42, 22, 22, 20));
    assert_eq!(figures.payable(), 22);
}

/// A row of the store may have been tampered with: it is still shown, and compared.
#[test]
fn no_row_has_less_than_no_absence() {
    let figures = Figures { working: 2, approved: 3, unpaid_leave: 4, ..Figures::default() };
    assert_eq!((figures.absent(), figures.attendance().working_half_days), (0, 0));
}
