//! The made-up organisation that is measured: how many people, which days, and the ids by which they are found again.
//!
//! Every team has twenty people. Everybody has an entry on every Monday to Friday up to the end of July 2026, or on every Tuesday to
//! Saturday where they have work patterns of their own, and the portal's clock is set to the working days after that.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use uuid::Uuid;

/// How many people report to one manager.
pub(crate) const TEAM: u32 = 20;

/// The employee number of the person with the number 0.
pub(crate) const FIRST_NUMBER: u32 = 1_000;

/// The numbers that the entries of one day may take: more than there are people.
pub(crate) const ENTRIES_A_DAY: u32 = 20_000;

/// How large the organisation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// What the large one is compared with: 100 employees, two months.
    Small,
    /// 1,000 employees, 50 managers, two months.
    Medium,
    /// 10,000 employees, 500 managers, two years.
    Large,
}

impl Size {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::Small => "100 employees × 2 months",
            Self::Medium => "1,000 employees × 2 months",
            Self::Large => "10,000 employees × 2 years",
        }
    }

    pub(crate) const fn employees(self) -> u32 {
        match self {
            Self::Small => 100,
            Self::Medium => 1_000,
            Self::Large => 10_000,
        }
    }

    pub(crate) const fn managers(self) -> u32 {
        self.employees() / TEAM
    }

    /// How many of the employees have work patterns of their own: as many as were asked for if there are so many, and one in ten
    /// where nobody asked.
    pub(crate) fn own_patterns(self, asked: Option<u32>) -> u32 {
        asked.map_or(self.employees() / 10, |asked| asked.min(self.employees()))
    }

    const fn months(self) -> u32 {
        match self {
            Self::Small | Self::Medium => 2,
            Self::Large => 24,
        }
    }

    /// The months with entries, oldest first, each as its working days.
    pub(crate) fn filled(self) -> Vec<Vec<NaiveDate>> {
        let first = after_the_last_entry() - Months::new(self.months());
        (0..self.months()).map(|n| days_of(first + Months::new(n), is_working).collect()).collect()
    }
}

/// The first day of the first month without entries.
fn after_the_last_entry() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 8, 1).unwrap_or_default()
}

fn is_working(day: NaiveDate) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

/// The days of a month, given by its first, on which `works` says so.
fn days_of(month: NaiveDate, works: fn(NaiveDate) -> bool) -> impl Iterator<Item = NaiveDate> {
    month.iter_days().take_while(move |day| day.month() == month.month()).filter(move |day| works(*day))
}

/// The days on which the portal's clock is set, one after the other: each start takes a new one, so that everybody can submit
/// again. Everybody works on them, by whichever pattern.
pub(crate) fn clock_days() -> impl Iterator<Item = NaiveDate> {
    after_the_last_entry().iter_days().filter(|day| is_working(*day) && own_day(*day) == *day)
}

/// The day on which the clock stands where nothing is submitted: the first working day after the last entry, so that the month
/// that is read is one to which an employee's calendar goes back.
pub(crate) fn reading_day() -> NaiveDate {
    after_the_last_entry().iter_days().find(|day| is_working(*day)).unwrap_or_default()
}

/// The rows of everybody who has work patterns of their own: the day from which a pattern holds, the numbers of its weekdays, and
/// how many half hours a full and a half day have. In the month that is read the hours change.
pub(crate) const OWN_PATTERNS: [(&str, &str, u32, u32); 3] =
    [("2020-01-01", "12345", 16, 8), (SATURDAYS_FROM, "23456", 14, 7), ("2026-07-06", "23456", 16, 8)];

/// The Monday from which those people work from Tuesday to Saturday.
const SATURDAYS_FROM: &str = "2026-01-05";

/// The day that somebody with work patterns of their own works instead of `day`: the Saturday of the week instead of the Monday.
pub(crate) fn own_day(day: NaiveDate) -> NaiveDate {
    let is_moved = day.weekday() == Weekday::Mon && day.to_string().as_str() >= SATURDAYS_FROM;
    if is_moved { day + Days::new(5) } else { day }
}

/// The month that is read: its first and its last day.
pub(crate) fn month_read() -> (NaiveDate, NaiveDate) {
    let next = after_the_last_entry();
    (next - Months::new(1), next - Days::new(1))
}

/// The month before the one that is read, in which every day waits for its decision: its first day.
pub(crate) fn month_waiting() -> NaiveDate {
    month_read().0 - Months::new(1)
}

/// The places of that month's days among all the days with entries.
pub(crate) fn waiting_days(size: Size) -> Vec<usize> {
    let days = size.filled().concat().into_iter().enumerate();
    days.filter(|(_, day)| (month_waiting()..month_read().0).contains(day)).map(|(place, _)| place).collect()
}

/// The working days of the month that is read, and those of people with work patterns of their own.
pub(crate) fn working_days_read() -> [Vec<NaiveDate>; 2] {
    let (month, _) = month_read();
    let is_own = |day: NaiveDate| !matches!(day.weekday(), Weekday::Sun | Weekday::Mon);
    [days_of(month, is_working).collect(), days_of(month, is_own).collect()]
}

/// The Saturdays of the month that is read, and the Mondays, on which people with work patterns of their own are off.
pub(crate) fn days_off_read() -> [Vec<NaiveDate>; 2] {
    let [usual, own] = working_days_read();
    let only_in =
        |one: &[NaiveDate], other: &[NaiveDate]| one.iter().copied().filter(|day| !other.contains(day)).collect();
    [only_in(&own, &usual), only_in(&usual, &own)]
}

/// The Monday and the Sunday of the week that managers look at, a whole week in the month that is read.
pub(crate) fn week_read() -> (NaiveDate, NaiveDate) {
    let monday = monday_of(month_read().0 + Days::new(20));
    (monday, sunday_of(monday))
}

/// The Monday of a day's week.
pub(crate) fn monday_of(day: NaiveDate) -> NaiveDate {
    day - Days::new(day.weekday().num_days_from_monday().into())
}

/// The Sunday of a day's week.
pub(crate) fn sunday_of(day: NaiveDate) -> NaiveDate {
    monday_of(day) + Days::new(6)
}

/// What an id names; its digit stands in the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    User,
    Session,
    Timesheet,
    Holiday,
    Unlock,
    Leave,
    LedgerRow,
    LeaveStep,
    Event,
    /// As the portal makes them.
    LeaveType,
}

impl Kind {
    /// What stands before the last twelve hexadecimal digits, which are the number.
    pub(crate) const fn start(self) -> &'static str {
        match self {
            Self::User => "01980000-0000-7000-8000-",
            Self::Session => "01980001-0000-4000-8000-",
            Self::Timesheet => "01980002-0000-7000-8000-",
            Self::Holiday => "01980003-0000-7000-8000-",
            Self::Unlock => "01980004-0000-7000-8000-",
            Self::Leave => "01980005-0000-7000-8000-",
            Self::LedgerRow => "01980006-0000-7000-8000-",
            Self::LeaveStep => "01980007-0000-7000-8000-",
            Self::Event => "01980008-0000-7000-8000-",
            Self::LeaveType => "019ab000-0000-7000-8000-",
        }
    }
}

/// The id with this number. The statements that fill the database make the same.
pub(crate) fn id(kind: Kind, number: u32) -> Uuid {
    Uuid::parse_str(&format!("{}{number:012x}", kind.start())).unwrap_or_default()
}

/// The id of a person's entry of the day at this place among the days with entries.
pub(crate) fn entry_id(place: usize, person: u32) -> Uuid {
    let place = u32::try_from(place).unwrap_or(u32::MAX);
    id(Kind::Timesheet, place.saturating_mul(ENTRIES_A_DAY).saturating_add(FIRST_NUMBER + person))
}

/// The Monday with which two years of leave begin. Everybody takes some in every fifth week from then on, one after the other.
pub(crate) const LEAVE_START: &str = "2025-08-04";
/// How many times, and which of them is the last that has begun when the portal's clock is set.
pub(crate) const LEAVE_SLOTS: u32 = 20;
pub(crate) const LEAVE_SLOTS_PAST: u32 = 10;
/// How many days after that Monday the one lies on which everybody takes leave besides.
pub(crate) const LEAVE_MONDAY: u32 = 504;
/// The numbers that the requests, and the rows of the ledger, of one person may take.
pub(crate) const LEAVES_A_PERSON: u32 = 64;

fn leave_start() -> NaiveDate {
    LEAVE_START.parse().unwrap_or_default()
}

/// The Monday on which everybody takes leave.
pub(crate) fn leave_monday() -> NaiveDate {
    leave_start() + Days::new(LEAVE_MONDAY.into())
}

/// A Wednesday to come on which a person takes no leave: two weeks after some that they take.
pub(crate) fn leave_day_free(person: u32) -> NaiveDate {
    let weeks = (LEAVE_SLOTS_PAST + 1) * 5 + (FIRST_NUMBER + person) % 5 + 2;
    leave_start() + Days::new(u64::from(weeks) * 7 + 2)
}

/// The id of a person's request with this number.
pub(crate) fn leave_id(person: u32, slot: u32) -> Uuid {
    id(Kind::Leave, (FIRST_NUMBER + person) * LEAVES_A_PERSON + slot)
}

/// The numbers of the people, from 1: the managers, then the employees, then one administrator, and one of HR.
#[derive(Debug, Clone, Copy)]
pub(crate) struct People {
    pub(crate) managers: u32,
    pub(crate) employees: u32,
}

impl People {
    pub(crate) const fn of(size: Size) -> Self {
        Self { managers: size.managers(), employees: size.employees() }
    }

    pub(crate) const fn administrator(self) -> u32 {
        self.managers + self.employees + 1
    }

    pub(crate) const fn hr(self) -> u32 {
        self.administrator() + 1
    }

    pub(crate) const fn everybody(self) -> u32 {
        self.hr()
    }

    /// A Boss, who is there only where oversight is measured.
    pub(crate) const fn boss(self) -> u32 {
        self.everybody() + 1
    }

    pub(crate) fn manager_numbers(self) -> std::ops::RangeInclusive<u32> {
        1..=self.managers
    }

    pub(crate) fn employee_numbers(self) -> std::ops::RangeInclusive<u32> {
        self.managers + 1..=self.managers + self.employees
    }

    /// The number of the manager of an employee.
    pub(crate) fn manager_of(self, employee: u32) -> u32 {
        1 + (employee - self.managers - 1) / TEAM
    }

    /// Those who report to this manager.
    pub(crate) fn team(self, manager: u32) -> std::ops::Range<u32> {
        let first = self.managers + (manager - 1) * TEAM + 1;
        first..first + TEAM
    }

    /// The ids of the employees in the order in which lists show them: by first name, then by last name.
    pub(crate) fn employees_in_order(self) -> Vec<String> {
        let mut employees: Vec<(String, u32)> =
            self.employee_numbers().map(|number| (sort_name(number), number)).collect();
        employees.sort();
        employees.into_iter().map(|(_, number)| id(Kind::User, number).to_string()).collect()
    }
}

/// The address that a person signs in with.
pub(crate) fn email(number: u32) -> String {
    format!("person{number}@bench.example")
}

/// What a person is put in order by. The statements that fill the database make the same.
fn sort_name(number: u32) -> String {
    format!("firstname{}\tlastname{number}", number % 97)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn the_sizes_are_what_they_are_called() {
        assert_eq!((Size::Medium.employees(), Size::Medium.managers()), (1_000, 50));
        let entries = |size: Size| size.filled().concat().len() * usize::try_from(size.employees()).unwrap();
        assert_eq!(entries(Size::Small), 4_500);
        assert_eq!(entries(Size::Medium), 45_000);
        assert_eq!(entries(Size::Large), 5_220_000);
    }

    #[test]
    fn what_is_read_lies_in_the_filled_months() {
        let (first, last) = month_read();
        assert_eq!((first.to_string(), last.to_string()), ("2026-07-01".to_owned(), "2026-07-31".to_owned()));
        let (monday, sunday) = week_read();
        assert!(first <= monday && sunday <= last);
        assert_eq!((monday.weekday(), sunday.weekday()), (Weekday::Mon, Weekday::Sun));
        assert_eq!(sunday_of(last).to_string(), "2026-08-02");
        assert_eq!(reading_day().to_string(), "2026-08-03");
        assert_eq!(working_days_read().map(|days| days.len()), [23, 23]);
        let [saturdays, mondays] = days_off_read();
        assert_eq!((saturdays.len(), mondays.len()), (4, 4));
        assert!(saturdays.iter().all(|day| day.weekday() == Weekday::Sat));
        assert!(mondays.iter().all(|day| day.weekday() == Weekday::Mon));
        assert_eq!((waiting_days(Size::Medium), waiting_days(Size::Large).len()), ((0..22).collect(), 22));
        assert!(clock_days().take(300).all(|day| !matches!(day.weekday(), Weekday::Sat | Weekday::Sun | Weekday::Mon)));
    }

    #[test]
    fn a_pattern_of_ones_own_moves_mondays_to_saturdays_and_keeps_every_month_as_long() {
        let own = |day: &str| own_day(day.parse().unwrap()).to_string();
        assert_eq!(
            [own("2025-12-29"), own("2026-01-05"), own("2026-01-06")],
            ["2025-12-29", "2026-01-10", "2026-01-06"]
        );
        let all: Vec<NaiveDate> = Size::Medium.filled().concat().into_iter().map(own_day).collect();
        let (first, last) = month_read();
        let read: Vec<_> = all.into_iter().filter(|day| (first..=last).contains(day)).collect();
        let [_, mut of_own] = working_days_read();
        of_own.retain(|day| !read.contains(day));
        assert_eq!((read.len(), of_own), (23, vec![]));
        let asked = [None, Some(0), Some(1_000), Some(2_000)];
        assert_eq!(asked.map(|asked| Size::Medium.own_patterns(asked)), [100, 0, 1_000, 1_000]);
        assert_eq!(Size::Large.own_patterns(None), 1_000);
    }

    #[test]
    fn people_are_numbered_without_gaps() {
        let people = People::of(Size::Small);
        assert_eq!(people.manager_numbers(), 1..=5);
        assert_eq!(people.employee_numbers(), 6..=105);
        assert_eq!((people.team(1), people.team(5)), (6..26, 86..106));
        assert_eq!((people.administrator(), people.hr(), people.everybody()), (106, 107, 107));
        assert_eq!(id(Kind::User, 255).to_string(), "01980000-0000-7000-8000-0000000000ff");
        assert_eq!(id(Kind::Session, 1).get_version_num(), 4);
    }
}
