//! Any date, with any entry, unlock and holiday, by anybody: the use case keeps what the rule opens, and nothing else.

use super::*;
use crate::testing::{entry, holiday, today};
use domain::person::FirstDay;
use domain::rules::Rules;
use domain::time::{Holidays, WorkCalendar};
use domain::timesheet::Status;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_date_is_opened_exactly_where_the_rule_opens_it(
        role in prop::sample::select(vec![Role::Manager, Role::Hr, Role::Admin]),
        back in -3i64..400,
        near in -3i64..8,
        is_near in any::<bool>(),
        joined in prop::option::of(-5i64..420),
        status in prop::option::of(prop::sample::select(Status::ALL.to_vec())),
        is_open in prop::bool::weighted(0.2),
        off in prop::collection::btree_set(0i64..12, 0..6),
    ) {
        let back_by = |days: i64| today() - chrono::Duration::days(days);
        let date = back_by(if is_near { near } else { back });
        let holidays: Vec<_> = off.iter().map(|days| holiday(&back_by(*days).to_string(), false)).collect();
        let rules = Rules::default();
        let kept_holidays = Holidays::new(holidays.iter().map(|view| &view.holiday));
        let calendar = WorkCalendar::new(rules.work_patterns.of_organisation(), &kept_holidays);
        let first_day = joined.map(back_by).map(FirstDay::Joining);
        let ruled =
            decide(&UnlockFacts { role, date, today: today(), first_day, entry: status, is_unlocked: is_open, is_on_leave: false, calendar, rules: &rules });
        let fakes = with(|state| {
            state.person(1).record.joining_date = joined.map(back_by);
            state.entries.extend(status.map(|status| entry(50, 1, date, status)).map(|entry| (entry.id(), entry)));
            if is_open {
                state.unlock(user(1), date);
            }
            holidays.iter().cloned().for_each(|view| state.keep_holiday(view));
        });
        let by = caller(if role == Role::Manager { 7 } else { 9 }, role);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(ask(&fakes, &by, DirectUnlockRequest { date: Some(date), ..request(1, "2026-06-10") }));
        prop_assert_eq!(answer.map(|unlocked| unlocked.unlock.view.date), ruled.map(|()| date).map_err(Error::from));
        let kept = fakes.state();
        let count = usize::from(ruled.is_ok());
        let unlocks = kept.unlocks.len() - usize::from(is_open);
        prop_assert_eq!((unlocks, kept.notices.len(), kept.events.len()), (count, count, count));
    }
}
