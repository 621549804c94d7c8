//! Any day, with any entry, unlock and holiday: the use case keeps what the rule opens, and nothing else.

use super::super::*;
use super::around::Day;
use crate::testing::{employment, entry, holiday, rejected, today};
use domain::id::UnlockId;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use uuid::Uuid;

prop_compose! {
    /// Any day of an employee, any entry on it, with and without an unlock, a holiday around it or on it.
    fn any_day()(
        back in -3i64..40,
        joined in prop::option::of(0i64..40),
        status in prop::option::of(prop::sample::select(Status::ALL.to_vec())),
        rejected_before in 0i64..12,
        is_unlocked in any::<bool>(),
        is_absent in any::<bool>(),
        holiday_back in prop::option::of((-2i64..40, any::<bool>(), 0i32..3)),
        manager in prop::option::of(Just(7u128)),
    ) -> Day {
        let before = |days: i64| today() - chrono::Duration::days(days);
        let date = before(back);
        let existing = status.map(|status| match status {
            Status::Rejected => rejected(entry(50, 1, date, Status::Pending), before(rejected_before)),
            other => entry(50, 1, date, other),
        });
        let holidays = holiday_back.map(|(days, is_recurring, years)| {
            let first = before(days).checked_sub_months(chrono::Months::new(if is_recurring { 12 * u32::try_from(years).unwrap() } else { 0 }));
            holiday(&first.unwrap().to_string(), is_recurring)
        });
        let person = Employment { joining_date: joined.map(before), ..employment(1, manager) };
        let unlock = is_unlocked.then(|| UnlockId::new(Uuid::from_u128(60)));
        Day { date, person, existing, unlock, is_absent, holidays: holidays.into_iter().collect() }
    }
}

proptest! {
    #[test]
    fn a_day_is_kept_exactly_where_the_rule_opens_it(day in any_day()) {
        let working = WorkingCalendar::new(day.holidays.iter().map(|view| &view.holiday));
        let is_rejected = day.existing.as_ref().is_some_and(|entry| entry.status == Status::Rejected);
        let ruled = decide(&DayFacts {
            date: day.date,
            today: today(),
            joining_date: day.person.joining_date,
            entry: day.existing.as_ref().map(|e| EntryFacts { status: e.status, rejected_on: e.rejected_on }),
            is_unlocked: day.unlock.is_some(),
            is_holiday: working.is_holiday(day.date),
            is_absent: day.is_absent,
            helpers: unlock::helpers(day.date, today(), &day.person, is_rejected, &working),
        });
        let saved = Arc::new(AtomicBool::new(false));
        let mut work = day.work();
        let is_asked = matches!(ruled, Err(Refusal::Frozen(_) | Refusal::Locked(_)));
        let is_absent = day.is_absent;
        work.absences.expect_is_marked().times(usize::from(is_asked)).returning(move |_, _| Ok(is_absent));
        let (inserted, updated) = (saved.clone(), saved.clone());
        if day.existing.is_none() {
            work.timesheets.expect_insert().returning(move |_, _| { inserted.store(true, Ordering::SeqCst); Ok(()) });
        } else {
            work.timesheets.expect_update().returning(move |_, _| { updated.store(true, Ordering::SeqCst); Ok(()) });
        }
        work.unlocks.expect_use_up().times(usize::from(ruled.is_ok_and(Opening::uses_unlock))).returning(|_, _| Ok(()));
        let is_resubmission = matches!(ruled, Ok(Opening::Resubmission { .. }));
        work.inbox.expect_notify_resubmission().times(usize::from(is_resubmission)).returning(|_| Ok(()));
        work.events.expect_append().times(usize::from(ruled.is_ok())).returning(|_| Ok(()));
        let fakes = day.fakes();
        let committed = fakes.store.queue(work);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(day.submit(&fakes));
        prop_assert_eq!(committed.load(Ordering::SeqCst), ruled.is_ok());
        prop_assert_eq!(saved.load(Ordering::SeqCst), ruled.is_ok());
        match ruled {
            Ok(_) => prop_assert_eq!(answer.unwrap().is_new, day.existing.is_none()),
            Err(refusal) => prop_assert_eq!(answer, Err(Error::Refused(refusal))),
        }
    }
}
