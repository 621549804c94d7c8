//! An employee's day before it is submitted, and what is around it.

use super::super::*;
use crate::testing::{Fakes, Given, caller, day, employment, entry, rejected, user};
use domain::person::Role;

/// The employee's day before the submission, and what is around it.
#[derive(Debug)]
pub(super) struct Day {
    pub(super) date: NaiveDate,
    pub(super) person: Employment,
    pub(super) existing: Option<Entry>,
    pub(super) is_unlocked: bool,
    /// Whether the employee was marked absent on it.
    pub(super) is_absent: bool,
    pub(super) holidays: Vec<crate::ports::HolidayView>,
}

pub(super) fn on(date: &str) -> Day {
    Day {
        date: day(date),
        person: employment(1, Some(7)),
        existing: None,
        is_unlocked: false,
        is_absent: false,
        holidays: Vec::new(),
    }
}

impl Day {
    pub(super) fn with(self, status: Status) -> Self {
        Self { existing: Some(entry(50, 1, self.date, status)), ..self }
    }

    pub(super) fn rejected_on(self, date: &str) -> Self {
        Self { existing: Some(rejected(entry(50, 1, self.date, Status::Pending), day(date))), ..self }
    }

    pub(super) fn unlocked(self) -> Self {
        Self { is_unlocked: true, ..self }
    }

    /// What is stored before the submission.
    pub(super) fn fakes(&self) -> Fakes {
        let of_the_day = |is_there: bool| is_there.then_some((user(1), self.date)).into_iter().collect();
        Fakes::over(Given {
            people: vec![self.person.clone()],
            entries: self.existing.clone().into_iter().collect(),
            unlocked: of_the_day(self.is_unlocked),
            absent: of_the_day(self.is_absent),
            holidays: self.holidays.clone(),
        })
    }

    pub(super) async fn submit(&self, fakes: &Fakes) -> Result<Submitted, Error> {
        let submission = Submission { date: self.date, hours: 7.5, description: " Wrote\r\nit down ".into() };
        submit(&fakes.ports(), &caller(1, Role::Employee), submission).await
    }

    /// Why it was not saved; nothing may have been kept.
    pub(super) async fn error(&self, fakes: &Fakes) -> Error {
        let before = fakes.state();
        let error = self.submit(fakes).await.unwrap_err();
        assert_eq!(fakes.state(), before, "{error:?}");
        error
    }
}
