mod blockers;
mod cases;
mod checks;
mod differences;
mod file;
mod histories;
mod reckoning;
mod refusals;

use super::*;
use crate::attendance::{Days, OnLeave};
use crate::holiday::Holiday;
use crate::id::UserId;
use crate::person::{EmployeeId, FullName, Salaries, Salary};
use crate::testing::day;
use crate::time::{History, Holidays, Month, WorkCalendar, WorkPattern};
use crate::timesheet::{Hours, Status};
use chrono::{Datelike, NaiveDate};
use uuid::Uuid;

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

fn on(of_june: u32) -> NaiveDate {
    june().first().with_day(of_june).unwrap()
}

pub(super) fn holiday(date: NaiveDate, is_recurring: bool, end_year: Option<i32>) -> Holiday {
    Holiday { end_year, ..crate::testing::holiday(date, is_recurring) }
}

/// The 21 days from Monday to Friday of June 2026 without Friday 19, a holiday.
const SCHEDULED: [u32; 21] = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15, 16, 17, 18, 22, 23, 24, 25, 26, 29, 30];

/// Somebody's June 2026 (months.md 9): in service throughout, without an entry, 36,000.00 a year since joining on 3 March 2025.
#[derive(Debug, Clone)]
struct Person {
    patterns: History<WorkPattern>,
    holidays: Vec<Holiday>,
    facts: MonthFacts,
    salaries: Salaries,
    joined: Option<NaiveDate>,
}

impl Person {
    fn new() -> Self {
        Self {
            patterns: History::always(WorkPattern::STANDARD),
            holidays: vec![holiday(day("2026-06-19"), false, None)],
            facts: MonthFacts { in_service: Days::of(june(), |_| true), ..MonthFacts::default() },
            salaries: History::always(None),
            joined: Some(day("2025-03-03")),
        }
        .earning("2025-03-03", 3_600_000)
    }

    /// With an approved entry of 9 hours on each scheduled day.
    fn full() -> Self {
        Self::new().with(&SCHEDULED, 9, Status::Approved)
    }

    fn in_service(mut self, from: u32, to: u32) -> Self {
        self.facts.in_service = Days::of(june(), |day| (from..=to).contains(&day.day()));
        self
    }

    /// With entries of so many hours on these days of June.
    fn with(mut self, days: &[u32], hours: u8, status: Status) -> Self {
        let half_days = [Hours::whole(4), Hours::whole(5)];
        let facts = days
            .iter()
            .fold(self.facts, |facts, day| facts.with_entry(on(*day), Hours::whole(hours), status, &half_days));
        self.facts = facts;
        self
    }

    /// Without the entry on this day of June.
    fn without(mut self, of_june: u32) -> Self {
        let it = Days::default().with(on(of_june));
        for credits in [&mut self.facts.approved, &mut self.facts.pending] {
            if credits.any.contains(on(of_june)) {
                credits.any = credits.any.without(it);
                credits.credited = credits.credited.without(it);
                credits.above.values_mut().for_each(|above| *above = above.without(it));
            }
        }
        self.facts.approved_half_hours -= 18;
        self
    }

    fn earning(mut self, from: &str, cents: i64) -> Self {
        self.salaries = self.salaries.with(day(from), Some(Salary::from_cents(cents).unwrap()));
        self
    }

    fn calendar(&self) -> Holidays {
        Holidays::new(&self.holidays)
    }

    fn figures(&self) -> Figures {
        Figures::of(june(), WorkCalendar::new(&self.patterns, &self.calendar()), &self.facts)
    }

    fn pay(&self) -> Option<Pay> {
        let holidays = self.calendar();
        Pay::of(june(), WorkCalendar::new(&self.patterns, &holidays), &self.facts, &self.salaries, self.joined)
    }

    fn blockers(&self, today: &str, can_be_decided: bool) -> Blockers {
        let holidays = self.calendar();
        Blockers::of(june(), WorkCalendar::new(&self.patterns, &holidays), &self.facts, day(today), can_be_decided)
    }

    fn can_accept(&self, of_june: u32) -> bool {
        let holidays = self.calendar();
        can_be_accepted(june(), WorkCalendar::new(&self.patterns, &holidays), &self.facts, on(of_june))
    }

    /// The row of Ann Berg, whose month this is.
    fn row(&self) -> PayrollRow {
        PayrollRow {
            user: UserId::new(Uuid::from_u128(3)),
            employee_id: EmployeeId::new(1003),
            name: FullName { first: "Ann".into(), last: "Berg".into() },
            department: Some("Works".into()),
            external_id: None,
            figures: self.figures(),
            pay: self.pay(),
        }
    }
}

fn days(of_june: &[u32]) -> Days {
    of_june.iter().fold(Days::default(), |days, day| days.with(on(*day)))
}

/// The whole of these days of June.
fn whole(of_june: &[u32]) -> OnLeave {
    OnLeave { mornings: days(of_june), afternoons: days(of_june) }
}

/// The person of case 1: joined on 10 June, ten days of 9 hours and one of 5 approved, one rejected.
fn case_1() -> Person {
    Person { joined: Some(on(10)), salaries: History::always(None), ..Person::new() }
        .earning("2026-06-10", 3_600_000)
        .in_service(10, 30)
        .with(&[10, 11, 12, 15, 16, 17, 18, 22, 23, 24], 9, Status::Approved)
        .with(&[25], 5, Status::Approved)
        .with(&[26], 9, Status::Rejected)
}
