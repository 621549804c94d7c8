//! Any date, with any entry, unlock and holiday, by anybody: the use case keeps what the rule opens, and nothing else.

use super::*;
use crate::testing::{entry, holiday, today};
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
        let before = |days: i64| today() - chrono::Duration::days(days);
        let date = before(if is_near { near } else { back });
        let holidays: Vec<_> = off.iter().map(|days| holiday(&before(*days).to_string(), false).holiday).collect();
        let calendar = WorkingCalendar::new(&holidays);
        let joining_date = joined.map(before);
        let ruled =
            decide(&UnlockFacts { role, date, today: today(), joining_date, entry: status, is_unlocked: is_open, calendar: &calendar });
        let ledger = portal().with(|book| {
            book.days.joined = joining_date.map(|joined| (user(1), joined)).into_iter().collect();
            book.days.entries = status.map(|status| entry(50, 1, date, status)).into_iter().collect();
            book.days.open = is_open.then_some((user(1), date)).into_iter().collect();
            book.days.holidays = holidays;
        });
        let by = caller(if role == Role::Manager { 7 } else { 9 }, role);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(ask(&ledger, &by, Wish { date: Some(date), ..wish(1, "2026-06-10") }));
        prop_assert_eq!(answer.map(|unlocked| unlocked.unlock.date), ruled.map(|()| date).map_err(Error::NotUnlocked));
        let kept = ledger.kept();
        let count = usize::from(ruled.is_ok());
        prop_assert_eq!((kept.unlocks.len(), kept.notices.len(), kept.events.len()), (count, count, count));
    }
}
