//! The made-up organisation that is measured: how many people, which days, and the ids by which they are found again.
//!
//! Every team has twenty people. Everybody has an entry on every Monday to Friday up to the end of July 2026, or on every Tuesday to
//! Saturday if they are among the one in ten with work patterns of their own, and the portal's clock is set to the working days after
//! that. The statements in `fill` make the same people, days and ids.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use clap::ValueEnum;
use uuid::Uuid;

/// How many people report to one manager.
const TEAM: u32 = 20;
/// The employee number of the person with the number 0.
const FIRST_NUMBER: u32 = 1_000;

/// How large the organisation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Size {
    /// 100 employees, two months: what the large one is compared with.
    Small,
    /// 1,000 employees, 50 managers, two months.
    Medium,
    /// 10,000 employees, 500 managers, two years.
    Large,
    /// 100,000 employees, 5,000 managers, three months.
    Huge,
}

impl Size {
    pub(crate) const fn people(self) -> People {
        let employees = match self {
            Self::Small => 100,
            Self::Medium => 1_000,
            Self::Large => 10_000,
            Self::Huge => 100_000,
        };
        People { managers: employees / TEAM, employees }
    }

    const fn months(self) -> u32 {
        match self {
            Self::Small | Self::Medium => 2,
            Self::Large => 24,
            Self::Huge => 3,
        }
    }

    /// The first and the last slot of leave that everybody takes, see `leave.sql`: of three months there are those of their weeks.
    pub(crate) const fn leave_slots(self) -> [u32; 2] {
        if matches!(self, Self::Huge) { [7, 10] } else { [0, 20] }
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

/// The day that somebody with work patterns of their own works instead of `day`: since January the Saturday of the week instead of the
/// Monday.
pub(crate) fn own_day(day: NaiveDate) -> NaiveDate {
    let is_moved = day.weekday() == Weekday::Mon && day.year() >= 2026;
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
    let own = |day: NaiveDate| !matches!(day.weekday(), Weekday::Sun | Weekday::Mon);
    [days_of(month_read().0, is_working).collect(), days_of(month_read().0, own).collect()]
}

/// The Saturdays of the month that is read, and the Mondays, on which people with work patterns of their own are off.
pub(crate) fn days_off_read() -> [Vec<NaiveDate>; 2] {
    let all = |of| days_of(month_read().0, |_| true).filter(move |day| day.weekday() == of).collect();
    [all(Weekday::Sat), all(Weekday::Mon)]
}

/// The Monday and the Sunday of the week that managers look at, a whole week in the month that is read.
pub(crate) fn week_read() -> (NaiveDate, NaiveDate) {
    week_of(month_read().0 + Days::new(20))
}

/// The Monday and the Sunday of a day's week.
pub(crate) fn week_of(day: NaiveDate) -> (NaiveDate, NaiveDate) {
    let monday = day - Days::new(day.weekday().num_days_from_monday().into());
    (monday, monday + Days::new(6))
}

/// What an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    User,
    Session,
    Timesheet,
    Holiday,
    Unlock,
    Leave,
    Ledger,
    Step,
    Event,
    /// As the portal makes them.
    Type,
}

impl Kind {
    /// What stands before the last twelve hexadecimal digits, which are the number.
    pub(crate) fn start(self) -> String {
        match self {
            Self::Type => "019ab000-0000-7000-8000-".to_owned(),
            Self::Session => "01980001-0000-4000-8000-".to_owned(),
            other => format!("0198000{}-0000-7000-8000-", other as u8),
        }
    }
}

pub(crate) fn id(kind: Kind, number: u32) -> Uuid {
    Uuid::parse_str(&format!("{}{number:012x}", kind.start())).unwrap_or_default()
}

/// The id of a person's entry of the day at this place among the days with entries, each of which has 200,000 numbers.
pub(crate) fn entry_id(place: usize, person: u32) -> Uuid {
    id(Kind::Timesheet, u32::try_from(place).unwrap_or_default() * 200_000 + FIRST_NUMBER + person)
}

/// The Monday with which two years of leave begin. Everybody takes some in every fifth week from then on, one after the other; eleven
/// times of twenty have begun when the portal's clock is set.
fn leave_start() -> NaiveDate {
    NaiveDate::from_ymd_opt(2025, 8, 4).unwrap_or_default()
}

/// The Monday on which everybody takes leave besides.
pub(crate) fn leave_monday() -> NaiveDate {
    leave_start() + Days::new(504)
}

/// A Wednesday to come on which a person takes no leave: two weeks after some that they take.
pub(crate) fn leave_day_free(person: u32) -> NaiveDate {
    let weeks = 11 * 5 + (FIRST_NUMBER + person) % 5 + 2;
    leave_start() + Days::new(u64::from(weeks) * 7 + 2)
}

/// The id of a person's request with this number, of which each person has 64.
pub(crate) fn leave_id(person: u32, slot: u32) -> Uuid {
    id(Kind::Leave, (FIRST_NUMBER + person) * 64 + slot)
}

/// The numbers of the people, from 1: the managers, then the employees, one administrator, one of HR, and a Boss, who is there only where
/// oversight is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct People {
    pub(crate) managers: u32,
    pub(crate) employees: u32,
}

impl People {
    pub(crate) const fn administrator(self) -> u32 {
        self.managers + self.employees + 1
    }

    pub(crate) const fn hr(self) -> u32 {
        self.administrator() + 1
    }

    pub(crate) const fn boss(self) -> u32 {
        self.hr() + 1
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
        let sort_name = |number: u32| format!("firstname{}\tlastname{number}", number % 97);
        let mut employees: Vec<u32> = self.employee_numbers().collect();
        employees.sort_by_cached_key(|number| sort_name(*number));
        employees.into_iter().map(|number| id(Kind::User, number).to_string()).collect()
    }
}

/// The address that a person signs in with.
pub(crate) fn email(number: u32) -> String {
    format!("person{number}@bench.example")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_are_what_they_are_called() {
        let entries = |size: Size| size.filled().concat().len() * usize::try_from(size.people().employees).unwrap();
        assert_eq!(
            Size::value_variants().iter().copied().map(entries).collect::<Vec<_>>(),
            [4_500, 45_000, 5_220_000, 6_600_000]
        );
        assert!(Size::value_variants().iter().all(|size| FIRST_NUMBER + size.people().boss() < 200_000), "ids of days");
        let people = Size::Small.people();
        assert_eq!((people.manager_numbers(), people.employee_numbers(), people.boss()), (1..=5, 6..=105, 108));
        assert_eq!((people.team(1), people.team(5), people.manager_of(105)), (6..26, 86..106, 5));
        assert_eq!(id(Kind::User, 255).to_string(), "01980000-0000-7000-8000-0000000000ff");
        assert_eq!(id(Kind::Session, 1).get_version_num(), 4);
    }

    #[test]
    fn what_is_read_lies_in_the_filled_months() {
        let ((first, last), (monday, sunday)) = (month_read(), week_read());
        let days = [first, last, monday, sunday, reading_day(), week_of(last).1].map(|day| day.to_string());
        assert_eq!(days, ["2026-07-01", "2026-07-31", "2026-07-20", "2026-07-26", "2026-08-03", "2026-08-02"]);
        let [usual, own] = working_days_read();
        let of = |days: Vec<NaiveDate>| days.into_iter().map(|day| day.weekday()).collect::<Vec<_>>();
        assert_eq!((usual.len(), days_off_read().map(of)), (23, [vec![Weekday::Sat; 4], vec![Weekday::Mon; 4]]));
        assert_eq!((waiting_days(Size::Medium), waiting_days(Size::Large).len()), ((0..22).collect(), 22));
        assert!(clock_days().take(300).all(|day| is_working(day) && day.weekday() != Weekday::Mon));
        // A pattern of one's own keeps every month as long.
        let all = Size::Medium.filled().concat().into_iter().map(own_day);
        let mut read: Vec<NaiveDate> = all.filter(|day| (first..=last).contains(day)).collect();
        read.sort_unstable();
        assert_eq!(read, own);
    }
}
