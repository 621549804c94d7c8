//! Any day, with any entry, unlock and holiday: the use case keeps what the rule opens, and nothing else.

use super::super::*;
use super::around::Day;
use crate::testing::{employment, entry, holiday, hours, rejected, today};
use domain::person::FirstDay;
use domain::rules::Rules;
use domain::time::{Holidays, WorkCalendar};
use proptest::prelude::*;

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
        let person = Employment { first_day: joined.map(before).map(FirstDay::Joining), ..employment(1, manager) };
        Day { date, person, existing, is_unlocked, is_absent, holidays: holidays.into_iter().collect() }
    }
}

proptest! {
    #[test]
    fn a_day_is_kept_exactly_where_the_rule_opens_it(day in any_day()) {
        let rules = Rules::default();
        let holidays = Holidays::new(day.holidays.iter().map(|view| &view.holiday));
        let working = WorkCalendar::new(rules.work_patterns.of_organisation(), &holidays);
        let is_rejected = day.existing.as_ref().is_some_and(|entry| entry.status() == Status::Rejected);
        let ruled = decide(&DayFacts {
            rules: &rules,
            date: day.date,
            today: today(),
            first_day: day.person.first_day,
            entry: day.existing.as_ref().map(|e| EntryFacts { status: e.status(), rejected_on: e.rejection().map(|rejection| rejection.on) }),
            is_unlocked: day.is_unlocked,
            is_on_leave: false,
            off: working.day_off(day.date),
            is_absent: day.is_absent,
            unlockers: unlock::unlockers(day.date, today(), &day.person, is_rejected, working, &rules),
        });
        let fakes = day.fakes();
        let before = fakes.state();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(day.submit(&fakes));
        let after = fakes.state();
        match ruled {
            Ok(decision) => {
                prop_assert_eq!(answer.unwrap().is_new, day.existing.is_none());
                let entry = after.entries.values().next().unwrap();
                prop_assert_eq!((entry.status(), entry.hours(), after.entries.len()), (Status::Pending, hours(7.5), 1));
                let is_used = after.unlocks.values().any(|unlock| unlock.used_at.is_some());
                prop_assert_eq!(is_used, decision.uses_unlock());
                let is_resubmission = matches!(decision, SubmissionDecision::Resubmission { .. });
                prop_assert_eq!(after.resubmissions.len(), usize::from(is_resubmission));
                prop_assert_eq!((after.versions.len(), after.events.len()), (1, 1));
            }
            Err(refusal) => {
                prop_assert_eq!(answer, Err(refusal.into()));
                prop_assert_eq!(after, before);
            }
        }
    }
}
