//! An employee's day before it is submitted, and what is around it.

use super::super::*;
use crate::testing::{FakeWork, Fakes, Memory, caller, day, employment, entry, holiday, rejected, user};
use domain::id::UnlockId;
use domain::person::Role;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use uuid::Uuid;

/// The employee's day before the submission, and what is around it.
#[derive(Debug)]
pub(super) struct Day {
    pub(super) date: NaiveDate,
    pub(super) person: Employment,
    pub(super) existing: Option<Entry>,
    pub(super) unlock: Option<UnlockId>,
    /// Whether the employee was marked absent on it.
    pub(super) is_absent: bool,
    pub(super) holidays: Vec<crate::ports::HolidayView>,
}

pub(super) fn on(date: &str) -> Day {
    Day {
        date: day(date),
        person: employment(1, Some(7)),
        existing: None,
        unlock: None,
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
        Self { unlock: Some(UnlockId::new(Uuid::from_u128(60))), ..self }
    }

    pub(super) fn absent(self) -> Self {
        Self { is_absent: true, ..self }
    }

    pub(super) fn holiday(self, date: &str, is_recurring: bool) -> Self {
        Self { holidays: vec![holiday(date, is_recurring)], ..self }
    }

    pub(super) fn fakes(&self) -> Fakes {
        Fakes::over(Memory { holidays: self.holidays.clone(), ..Memory::default() })
    }

    /// A unit of work that shows the day, and expects nothing to be saved.
    pub(super) fn work(&self) -> FakeWork {
        let mut work = FakeWork::default();
        let (date, person, existing, unlock) = (self.date, self.person.clone(), self.existing.clone(), self.unlock);
        work.people.expect_employment().withf(|who| *who == user(1)).times(1).return_once(move |_| Ok(Some(person)));
        let of_day =
            work.timesheets.expect_of_day().withf(move |who, asked| *who == user(1) && *asked == date).times(1);
        of_day.return_once(move |_, _| Ok(existing));
        let open = work.unlocks.expect_open_for().withf(move |who, asked| *who == user(1) && *asked == date).times(1);
        open.return_once(move |_, _| Ok(unlock));
        work
    }

    pub(super) async fn submit(&self, fakes: &Fakes) -> Result<Submitted, Error> {
        let submission = Submission { date: self.date, hours: 7.5, description: " Wrote\r\nit down ".into() };
        submit(&fakes.ports(), &caller(1, Role::Employee), submission).await
    }

    /// The refusal, of which nothing may be kept.
    pub(super) async fn refusal(&self) -> Refusal {
        let fakes = self.fakes();
        let mut work = self.work();
        let (date, is_absent) = (self.date, self.is_absent);
        let asked = Arc::new(AtomicU32::new(0));
        let ask = asked.clone();
        work.absences.expect_is_marked().withf(move |who, on| *who == user(1) && *on == date).returning(move |_, _| {
            ask.fetch_add(1, Ordering::SeqCst);
            Ok(is_absent)
        });
        let committed = fakes.store.queue(work);
        let error = self.submit(&fakes).await.unwrap_err();
        assert!(!committed.load(Ordering::SeqCst));
        let Error::Refused(refusal) = error else { panic!("{error:?}") };
        // Only a day that is locked can be frozen, and only of such a day the question is asked.
        let can_be_frozen = matches!(refusal, Refusal::Locked(_) | Refusal::Frozen(_));
        assert_eq!(asked.load(Ordering::SeqCst), u32::from(can_be_frozen), "{date}");
        refusal
    }
}
