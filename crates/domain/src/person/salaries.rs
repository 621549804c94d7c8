//! What somebody earns from which day on (settings.md 1.3).

use super::Salary;
use crate::month::ChangedDays;
use crate::time::{History, days_before, last_beginning};
use chrono::NaiveDate;

/// The salaries of a person; nothing holds before the first one.
pub type Salaries = History<Option<Salary>>;

/// The salary that is told on `today`: the one that holds, or the first one where that is still to come.
pub fn told_salary(salaries: &Salaries, today: NaiveDate) -> Option<Salary> {
    let first = salaries.changes().next().filter(|(from, _)| today < *from);
    first.map_or(*salaries.on(today), |(_, salary)| *salary)
}

/// Why a salary cannot begin on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SalaryStartError {
    TooFarAhead,
    BeforeJoining(NaiveDate),
}

impl SalaryStartError {
    pub fn sentence(self) -> String {
        match self {
            Self::TooFarAhead => "The salary can begin at most 366 days ahead".to_owned(),
            Self::BeforeJoining(date) => format!("The salary cannot begin before the joining date ({date})"),
        }
    }
}

/// The day, where a salary may begin on it, for any person.
pub fn check_salary_start(from: NaiveDate, today: NaiveDate) -> Result<NaiveDate, SalaryStartError> {
    if from <= last_beginning(today) { Ok(from) } else { Err(SalaryStartError::TooFarAhead) }
}

/// The same of somebody who joined, or will, on `joining_date`.
pub fn check_salary_after_joining(from: NaiveDate, joining_date: Option<NaiveDate>) -> Result<(), SalaryStartError> {
    joining_date.filter(|joined| from < *joined).map_or(Ok(()), |joined| Err(SalaryStartError::BeforeJoining(joined)))
}

/// What becomes of the salaries of a person whose joining date is corrected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SalaryShift {
    /// The days on which those begin that go, because others hold by the time the person joins.
    pub dropped: Vec<NaiveDate>,
    /// The day on which one began, and the one on which it begins instead.
    pub moved: Option<(NaiveDate, NaiveDate)>,
}

impl SalaryShift {
    /// The salaries as they are after it.
    pub fn apply(&self, salaries: &Salaries) -> Salaries {
        let kept = salaries.changes().filter(|(from, _)| !self.dropped.contains(from));
        kept.fold(History::always(*salaries.first()), |all, (from, salary)| {
            let from = self.moved.filter(|(old, _)| *old == from).map_or(from, |(_, new)| new);
            all.with(from, *salary)
        })
    }
}

/// The salaries as they are paid: where the joining date is unknown, the first one counts from the first day in service on (months.md
/// 1.5).
pub fn paid_salaries(salaries: &Salaries, joining_date: Option<NaiveDate>) -> Salaries {
    let unknown = salaries.changes().next().filter(|_| joining_date.is_none());
    let first = unknown.map_or(*salaries.first(), |(_, first)| *first);
    salaries.changes().fold(History::always(first), |all, (from, salary)| all.with(from, *salary))
}

/// The days that `wanted` decides from `from` on: up to the day before the next salary. Where the joining date is unknown, the first one
/// is paid before it begins too (months.md 1.5), so another first one decides the days before it as well.
pub fn days_decided_by_salary(
    salaries: &Salaries,
    joining_date: Option<NaiveDate>,
    from: NaiveDate,
    wanted: Option<Salary>,
) -> ChangedDays {
    let to = salaries.next_change(from).map(|next| days_before(next, 1));
    let is_first = salaries.changes().next().is_none_or(|(first, _)| from <= first);
    let is_paid_before = joining_date.is_none() && is_first && *paid_salaries(salaries, None).on(from) != wanted;
    ChangedDays::Span { from: if is_paid_before { NaiveDate::MIN } else { from }, to }
}

/// No salary begins before joining, and the one that began with the old joining date begins with the new one.
pub fn salaries_after_joining(salaries: &Salaries, old: Option<NaiveDate>, new: Option<NaiveDate>) -> SalaryShift {
    let Some(new) = new else { return SalaryShift::default() };
    let (by_then, later): (Vec<_>, Vec<_>) = salaries.changes().map(|(from, _)| from).partition(|from| *from <= new);
    match (by_then.split_last(), later.first()) {
        (Some((holding, before)), _) => {
            SalaryShift { dropped: before.to_vec(), moved: (*holding < new).then_some((*holding, new)) }
        }
        (None, Some(first)) => {
            SalaryShift { dropped: Vec::new(), moved: (Some(*first) == old).then_some((*first, new)) }
        }
        (None, None) => SalaryShift::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::day;

    fn salaries(rows: &[(&str, Option<i64>)]) -> Salaries {
        let salary = |cents: Option<i64>| cents.and_then(Salary::from_cents);
        rows.iter().fold(History::always(None), |all, (from, cents)| all.with(day(from), salary(*cents)))
    }

    #[test]
    fn the_salary_of_today_is_told_and_the_first_one_where_that_is_still_to_come() {
        let all = salaries(&[("2026-01-05", Some(48)), ("2026-07-01", Some(54)), ("2026-09-01", None)]);
        let told = |text| told_salary(&all, day(text)).map(Salary::cents);
        assert_eq!([told("2025-12-31"), told("2026-01-05"), told("2026-06-30")], [Some(48); 3]);
        assert_eq!([told("2026-07-01"), told("2026-09-01")], [Some(54), None]);
        assert_eq!(told_salary(&salaries(&[]), day("2026-01-01")), None);
    }

    #[test]
    fn a_salary_begins_at_most_a_year_ahead_and_not_before_joining() {
        let today = day("2026-06-10");
        assert_eq!(check_salary_start(day("2027-06-11"), today), Ok(day("2027-06-11")));
        let late = check_salary_start(day("2027-06-12"), today).map_err(SalaryStartError::sentence);
        assert_eq!(late, Err("The salary can begin at most 366 days ahead".into()));
        let joining = |from| check_salary_after_joining(day(from), Some(today)).map_err(SalaryStartError::sentence);
        assert_eq!(joining("2026-06-10"), Ok(()));
        let early = Err("The salary cannot begin before the joining date (2026-06-10)".into());
        assert_eq!(joining("2026-06-09"), early);
        assert_eq!(check_salary_after_joining(day("1999-01-01"), None), Ok(()));
    }

    #[test]
    fn the_first_salary_is_paid_before_it_begins_where_the_joining_date_is_unknown() {
        let all = salaries(&[("2026-06-17", Some(48)), ("2026-07-01", Some(54))]);
        let paid = |joined: Option<&str>, on: &str| paid_salaries(&all, joined.map(day)).on(day(on)).map(Salary::cents);
        assert_eq!([paid(None, "2026-06-01"), paid(None, "2026-07-01")], [Some(48), Some(54)]);
        assert_eq!([paid(Some("2026-06-01"), "2026-06-16"), paid(Some("2026-06-01"), "2026-06-17")], [None, Some(48)]);
    }

    #[test]
    fn a_first_salary_decides_the_days_before_it_where_the_joining_date_is_unknown() {
        let all = salaries(&[("2026-06-17", Some(48)), ("2026-07-01", Some(54))]);
        let decided = |of: &Salaries, joined: Option<&str>, from: &str, cents| {
            days_decided_by_salary(of, joined.map(day), day(from), Salary::from_cents(cents))
        };
        let span = |from: NaiveDate, to: Option<&str>| ChangedDays::Span { from, to: to.map(day) };
        assert_eq!(decided(&salaries(&[]), None, "2026-06-17", 48), span(NaiveDate::MIN, None));
        assert_eq!(decided(&all, None, "2026-06-01", 50), span(NaiveDate::MIN, Some("2026-06-16")));
        assert_eq!(decided(&all, None, "2026-06-17", 50), span(NaiveDate::MIN, Some("2026-06-30")));
        assert_eq!(decided(&all, None, "2026-06-01", 48), span(day("2026-06-01"), Some("2026-06-16")), "as it is paid");
        assert_eq!(decided(&all, None, "2026-06-18", 50), span(day("2026-06-18"), Some("2026-06-30")));
        assert_eq!(decided(&all, Some("2026-01-01"), "2026-06-01", 50), span(day("2026-06-01"), Some("2026-06-16")));
    }

    #[test]
    fn salaries_follow_the_joining_date() {
        let all = salaries(&[("2026-01-05", Some(1)), ("2026-03-01", Some(2)), ("2026-09-01", Some(3))]);
        let after = |old: Option<&str>, new: Option<&str>| {
            let shift = salaries_after_joining(&all, old.map(day), new.map(day));
            (shift.dropped.len(), shift.moved.map(|(from, to)| (from.to_string(), to.to_string())))
        };
        let moved = |from: &str, to: &str| Some((from.to_owned(), to.to_owned()));
        assert_eq!(after(Some("2026-01-05"), Some("2025-10-01")), (0, moved("2026-01-05", "2025-10-01")));
        assert_eq!(after(Some("2026-01-02"), Some("2025-10-01")), (0, None), "it did not begin with the joining date");
        assert_eq!(after(None, Some("2025-10-01")), (0, None));
        assert_eq!(after(Some("2026-01-05"), Some("2026-02-01")), (0, moved("2026-01-05", "2026-02-01")));
        assert_eq!(after(Some("2026-01-05"), Some("2026-04-01")), (1, moved("2026-03-01", "2026-04-01")));
        assert_eq!(after(Some("2026-01-05"), Some("2026-09-01")), (2, None));
        assert_eq!(after(Some("2026-01-05"), None), (0, None));
        let joined_later = salaries_after_joining(&all, Some(day("2026-01-05")), Some(day("2026-04-01"))).apply(&all);
        assert_eq!(joined_later, salaries(&[("2026-04-01", Some(2)), ("2026-09-01", Some(3))]));
        assert_eq!(salaries_after_joining(&salaries(&[]), None, Some(day("2026-01-01"))), SalaryShift::default());
    }
}
