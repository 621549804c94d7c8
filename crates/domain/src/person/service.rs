//! Days in service: from which day to which one somebody was an Employee with an active account (months.md 1.1).
//!
//! They are a history: a block is no break, and nothing that happens later changes the days that are over. Attendance counts
//! working days in service only.

use super::Standing;
use crate::time::Month;
use chrono::NaiveDate;

/// A stretch of days in service, its first and its last day included. It never ends before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServicePeriod {
    first: NaiveDate,
    last: Option<NaiveDate>,
}

impl ServicePeriod {
    /// From `first` to `last`; without a `last` it goes on. `None` where it would end before it begins.
    #[must_use]
    pub fn new(first: NaiveDate, last: Option<NaiveDate>) -> Option<Self> {
        last.is_none_or(|last| first <= last).then_some(Self { first, last })
    }

    /// From `first` on.
    #[must_use]
    pub const fn since(first: NaiveDate) -> Self {
        Self { first, last: None }
    }

    /// Its first day.
    #[must_use]
    pub const fn first(self) -> NaiveDate {
        self.first
    }

    /// Whether `day` is one of its days.
    #[must_use]
    pub fn covers(self, day: NaiveDate) -> bool {
        self.first <= day && self.last.is_none_or(|last| day <= last)
    }

    /// Its last day, where it has ended.
    #[must_use]
    pub const fn last(self) -> Option<NaiveDate> {
        self.last
    }
}

/// The service of an account that is created on `created_on`: from the joining date, or from the first day of
/// that month where the joining date is unknown. `None` for a person who is not an Employee, or not active.
#[must_use]
pub fn at_creation(
    standing: Standing,
    joining_date: Option<NaiveDate>,
    created_on: NaiveDate,
) -> Option<ServicePeriod> {
    let first = joining_date.unwrap_or_else(|| Month::of(created_on).first());
    standing.is_in_service().then_some(ServicePeriod::since(first))
}

/// What becomes of somebody's newest period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceChange {
    /// The period that is replaced, where there is one.
    pub old: Option<ServicePeriod>,
    /// What takes its place; `None` where the service ends before its first day.
    pub new: Option<ServicePeriod>,
}

/// What becomes of the `newest` period when `before` becomes `after` on `today`; `None` where service neither begins nor ends.
///
/// It ends with today, and begins again today, not before joining. Somebody who comes back on the last day in service has
/// never been away, so two periods of a person never share a day.
#[must_use]
pub fn change(
    before: Standing,
    after: Standing,
    newest: Option<ServicePeriod>,
    joining_date: Option<NaiveDate>,
    today: NaiveDate,
) -> Option<ServiceChange> {
    match (before.is_in_service(), after.is_in_service()) {
        (false, true) => {
            let first = joining_date.map_or(today, |joined| joined.max(today));
            let resumed = newest.filter(|period| period.last.is_none_or(|last| first <= last));
            let new = resumed.map_or(first, |period| period.first);
            Some(ServiceChange { old: resumed, new: Some(ServicePeriod::since(new)) })
        }
        (true, false) => {
            let open = newest.filter(|period| period.last.is_none());
            let new = open.and_then(|period| ServicePeriod::new(period.first, Some(today)));
            Some(ServiceChange { old: open, new })
        }
        _ => None,
    }
}

/// What becomes of somebody's periods, oldest first, when the joining date is corrected: no day before it is in service, and the
/// service that began with the old one begins with the new one. Where the old one was unknown, it began with some day before.
#[must_use]
pub fn after_joining(periods: &[ServicePeriod], old: Option<NaiveDate>, new: Option<NaiveDate>) -> Vec<ServiceChange> {
    let Some(new) = new else { return Vec::new() };
    let replaced = |period: ServicePeriod| ServiceChange {
        old: Some(period),
        new: ServicePeriod::new(new.max(period.first), period.last),
    };
    match periods.first() {
        Some(first) if new < first.first && old.is_none_or(|old| old == first.first) => {
            vec![ServiceChange { old: Some(*first), new: Some(ServicePeriod { first: new, ..*first }) }]
        }
        _ => periods.iter().copied().filter(|period| period.first < new).map(replaced).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::Role;
    use proptest::prelude::*;

    const EMPLOYEE: Standing = Standing { role: Role::Employee, is_active: true, is_blocked: false };
    const LEFT: Standing = Standing { is_active: false, ..EMPLOYEE };
    const MANAGER: Standing = Standing { role: Role::Manager, ..EMPLOYEE };

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn period(first: &str, last: Option<&str>) -> Option<ServicePeriod> {
        ServicePeriod::new(day(first), last.map(day))
    }

    #[test]
    fn an_account_begins_with_the_joining_date_or_the_month_of_its_creation() {
        let created = |standing, joined: Option<&str>| at_creation(standing, joined.map(day), day("2026-06-17"));
        assert_eq!(created(EMPLOYEE, Some("2026-03-02")), period("2026-03-02", None));
        assert_eq!(created(EMPLOYEE, Some("2026-09-01")), period("2026-09-01", None));
        assert_eq!(created(EMPLOYEE, None), period("2026-06-01", None));
        for outside in [LEFT, MANAGER, Standing { role: Role::Hr, ..EMPLOYEE }] {
            assert_eq!(created(outside, Some("2026-03-02")), None, "{outside:?}");
        }
    }

    #[test]
    fn a_period_has_its_first_and_its_last_day() {
        let days = ["2026-03-01", "2026-03-02", "2026-06-17", "2026-06-18"].map(day);
        let [ended, open] = [Some("2026-06-17"), None].map(|last| period("2026-03-02", last).unwrap());
        assert_eq!(days.map(|day| ended.covers(day)), [false, true, true, false]);
        assert_eq!(days.map(|day| open.covers(day)), [false, true, true, true]);
        assert_eq!((period("2026-03-02", Some("2026-03-01")), ended.first()), (None, day("2026-03-02")));
    }

    #[test]
    fn service_follows_the_joining_date() {
        let [first, second] =
            [("2026-01-05", Some("2026-02-28")), ("2026-05-01", None)].map(|(from, to)| period(from, to).unwrap());
        let after = |old: Option<&str>, new: Option<&str>| {
            let changes = after_joining(&[first, second], old.map(day), new.map(day));
            changes.into_iter().map(|change| (change.old.unwrap(), change.new)).collect::<Vec<_>>()
        };
        let joined = Some("2026-01-05");
        assert_eq!(after(joined, Some("2025-11-03")), [(first, period("2025-11-03", Some("2026-02-28")))]);
        assert_eq!(after(None, Some("2025-11-03")), [(first, period("2025-11-03", Some("2026-02-28")))]);
        assert_eq!(after(Some("2025-01-01"), Some("2024-11-03")), [], "it began later, when they became an Employee");
        assert_eq!(after(joined, Some("2026-02-02")), [(first, period("2026-02-02", Some("2026-02-28")))]);
        assert_eq!(after(joined, Some("2026-04-01")), [(first, None)]);
        assert_eq!(after(joined, Some("2026-06-01")), [(first, None), (second, period("2026-06-01", None))]);
        assert_eq!((after(joined, None), after_joining(&[], None, Some(day("2026-01-01")))), (vec![], vec![]));
    }

    #[test]
    fn a_block_is_no_break() {
        let blocked = Standing { is_blocked: true, ..EMPLOYEE };
        let newest = period("2026-03-02", None);
        for (before, after) in [(EMPLOYEE, blocked), (blocked, EMPLOYEE), (MANAGER, LEFT), (LEFT, LEFT)] {
            assert_eq!(change(before, after, newest, None, day("2026-06-17")), None, "{before:?} {after:?}");
        }
    }

    // Shows: T2
    #[test]
    fn the_day_of_leaving_is_the_last_one() {
        let open = period("2026-03-02", None);
        for after in [LEFT, MANAGER] {
            let ended = change(EMPLOYEE, after, open, None, day("2026-06-17"));
            assert_eq!(ended, Some(ServiceChange { old: open, new: period("2026-03-02", Some("2026-06-17")) }));
        }
        // A person who never came was never in service.
        let never = change(EMPLOYEE, LEFT, period("2026-09-01", None), Some(day("2026-09-01")), day("2026-06-17"));
        assert_eq!(never, Some(ServiceChange { old: period("2026-09-01", None), new: None }));
    }

    // Shows: T2
    #[test]
    fn service_begins_again_with_the_day_of_the_return() {
        let ended = period("2026-03-02", Some("2026-06-17"));
        let back =
            |newest, joined: Option<&str>, today: &str| change(LEFT, EMPLOYEE, newest, joined.map(day), day(today));
        let anew = |first: &str| Some(ServiceChange { old: None, new: period(first, None) });
        assert_eq!(back(ended, Some("2026-03-02"), "2026-08-03"), anew("2026-08-03"));
        assert_eq!(back(ended, None, "2026-06-18"), anew("2026-06-18"));
        let same_day = Some(ServiceChange { old: ended, new: period("2026-03-02", None) });
        assert_eq!(back(ended, None, "2026-06-17"), same_day);
        assert_eq!(back(None, None, "2026-06-17"), anew("2026-06-17"));
        assert_eq!(back(None, Some("2026-07-01"), "2026-06-17"), anew("2026-07-01"), "not before joining");
    }

    proptest! {
        #[test]
        fn no_day_belongs_to_two_periods(steps in prop::collection::vec((0u64..4, 0usize..3), 1..30)) {
            let (mut today, mut standing) = (day("2026-06-01"), EMPLOYEE);
            let mut history = vec![ServicePeriod::since(today)];
            for (days, next) in steps {
                today = today + chrono::Days::new(days);
                let after = [EMPLOYEE, LEFT, MANAGER][next];
                if let Some(change) = change(standing, after, history.last().copied(), None, today) {
                    if change.old.is_some() {
                        prop_assert_eq!(history.pop(), change.old);
                    }
                    history.extend(change.new);
                }
                standing = after;
                prop_assert_eq!(history.last().is_some_and(|period| period.last().is_none()), standing.is_in_service());
                for pair in history.windows(2) {
                    prop_assert!(pair[0].last().is_some_and(|last| last < pair[1].first()));
                }
            }
        }
    }
}
