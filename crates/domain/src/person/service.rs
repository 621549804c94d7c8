//! Days in service: from which day to which one somebody was an Employee with an active account (months.md 1.1).
//!
//! They are a history: a block is no break, and nothing that happens later changes the days that are over. A joining date says when
//! the tenure begins that came with the account, and cuts off days before it; so do records that begin later. Attendance counts
//! working days in service only.

use super::{Beginning, Standing};
use crate::time::Month;
use chrono::NaiveDate;
use std::collections::BTreeSet;

/// A stretch of days in service, its first and its last day included. It never ends before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServicePeriod {
    first: NaiveDate,
    last: Option<NaiveDate>,
}

impl ServicePeriod {
    /// From `first` to `last`; without a `last` it goes on. `None` where it would end before it begins.
    pub fn new(first: NaiveDate, last: Option<NaiveDate>) -> Option<Self> {
        last.is_none_or(|last| first <= last).then_some(Self { first, last })
    }

    pub const fn since(first: NaiveDate) -> Self {
        Self { first, last: None }
    }

    pub const fn first(self) -> NaiveDate {
        self.first
    }

    pub fn covers(self, day: NaiveDate) -> bool {
        self.first <= day && self.last.is_none_or(|last| day <= last)
    }

    /// Its last day, where it has ended.
    pub const fn last(self) -> Option<NaiveDate> {
        self.last
    }
}

/// The service of an account that is created on `created_on`: from the joining date, or from the first day of
/// that month where the joining date is unknown. `None` for a person who is not an Employee, or not active.
pub fn at_creation(
    standing: Standing,
    joining_date: Option<NaiveDate>,
    created_on: NaiveDate,
) -> Option<ServicePeriod> {
    let first = joining_date.unwrap_or_else(|| Month::of(created_on).first());
    standing.is_in_service().then_some(ServicePeriod::since(first))
}

/// A stretch of days on which an account was that of an active Employee, whatever the joining date says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tenure {
    /// The first day. Of one that began with the account: the first day while the joining date is unknown.
    pub began: NaiveDate,
    /// The last day, where it has ended.
    pub ended: Option<NaiveDate>,
    /// Whether it began with the account, which came with a joining date of its own.
    pub is_original: bool,
}

impl Tenure {
    /// The tenure that an account begins with, which is in service from `period` on.
    pub const fn original(period: ServicePeriod) -> Self {
        Self { began: period.first, ended: period.last, is_original: true }
    }

    /// Its days in service. The joining date decides on the first day of an original tenure. To a later one it never adds a day: before
    /// it the account was not that of an active Employee. Records that begin later cut off the days before them, of any tenure.
    fn period(self, beginning: Beginning) -> Option<ServicePeriod> {
        let began = match beginning.joining_date {
            Some(joined) if self.is_original => joined,
            _ => self.began,
        };
        let first = beginning.first_day().map_or(began, |first| first.date().max(began));
        ServicePeriod::new(first, self.ended)
    }
}

/// What somebody's days in service follow from: the tenures, oldest first, and where the days begin. A date that is corrected and put
/// back leaves what was there.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceHistory {
    tenures: Vec<Tenure>,
    beginning: Beginning,
}

impl ServiceHistory {
    /// Of these tenures, oldest first, and this beginning.
    pub const fn new(tenures: Vec<Tenure>, beginning: Beginning) -> Self {
        Self { tenures, beginning }
    }

    pub fn tenures(&self) -> &[Tenure] {
        &self.tenures
    }

    /// The days in service, oldest first. No day belongs to two periods.
    pub fn periods(&self) -> Vec<ServicePeriod> {
        self.tenures.iter().filter_map(|tenure| tenure.period(self.beginning)).collect()
    }

    /// The same with another beginning. A joining date that becomes unknown changes no day of an original tenure.
    pub fn begun(&self, beginning: Beginning) -> Self {
        let mut tenures = self.tenures.clone();
        if let (Some(last_known), None) = (self.beginning.joining_date, beginning.joining_date) {
            for tenure in tenures.iter_mut().filter(|tenure| tenure.is_original) {
                tenure.began = last_known;
            }
        }
        Self { tenures, beginning }
    }

    /// The same after `before` became `after` on `today`. A tenure ends with today, and the next one begins today. Somebody who comes
    /// back on the last day of a tenure has never been away.
    pub fn changed(&self, before: Standing, after: Standing, today: NaiveDate) -> Self {
        let mut tenures = self.tenures.clone();
        match (before.is_in_service(), after.is_in_service()) {
            (false, true) => match tenures.last_mut().filter(|newest| newest.ended.is_none_or(|last| today <= last)) {
                Some(resumed) => resumed.ended = None,
                None => tenures.push(Tenure { began: today, ended: None, is_original: false }),
            },
            (true, false) => {
                if let Some(open) = tenures.last_mut().filter(|newest| newest.ended.is_none()) {
                    open.ended = Some(today);
                }
            }
            _ => {}
        }
        Self { tenures, beginning: self.beginning }
    }

    /// The days that are in service by one of the two histories alone, which have the same tenures.
    pub fn difference(&self, other: &Self) -> BTreeSet<NaiveDate> {
        let [one, two] = [self, other].map(Self::periods);
        let bounds = |periods: &[ServicePeriod]| -> Vec<NaiveDate> {
            periods.iter().flat_map(|period| std::iter::once(period.first).chain(period.last)).collect()
        };
        let bounds = [bounds(&one), bounds(&two)].concat();
        let covered = |periods: &[ServicePeriod], day| periods.iter().any(|period| period.covers(day));
        // Beyond the outermost bounds both say the same: the same tenure is still open.
        let days = bounds.iter().min().into_iter().flat_map(NaiveDate::iter_days);
        let last = bounds.iter().max().copied();
        days.take_while(|day| Some(*day) <= last).filter(|day| covered(&one, *day) != covered(&two, *day)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::Role;
    use crate::testing::day;
    use proptest::prelude::*;

    const EMPLOYEE: Standing = Standing { role: Role::Employee, is_active: true, is_blocked: false };
    const LEFT: Standing = Standing { is_active: false, ..EMPLOYEE };
    const MANAGER: Standing = Standing { role: Role::Manager, ..EMPLOYEE };

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

    fn original(first: &str, last: Option<&str>) -> Tenure {
        Tenure::original(period(first, last).unwrap())
    }

    fn later(first: &str, last: Option<&str>) -> Tenure {
        Tenure { is_original: false, ..original(first, last) }
    }

    fn joined_on(joining_date: Option<NaiveDate>) -> Beginning {
        Beginning { joining_date, records_from: None }
    }

    fn history(tenures: &[Tenure], joined: Option<&str>) -> ServiceHistory {
        ServiceHistory::new(tenures.to_vec(), joined_on(joined.map(day)))
    }

    fn periods(all: &[(&str, Option<&str>)]) -> Vec<ServicePeriod> {
        all.iter().filter_map(|(first, last)| period(first, *last)).collect()
    }

    #[test]
    fn the_joining_date_moves_the_beginning_of_the_first_period() {
        let known =
            history(&[original("2026-01-05", Some("2026-02-28")), later("2026-05-01", None)], Some("2026-01-05"));
        let joined = |date: &str| known.begun(joined_on(Some(day(date)))).periods();
        let second = ("2026-05-01", None);
        assert_eq!(joined("2025-11-03"), periods(&[("2025-11-03", Some("2026-02-28")), second]));
        assert_eq!(joined("2026-02-02"), periods(&[("2026-02-02", Some("2026-02-28")), second]));
        assert_eq!(joined("2026-04-01"), periods(&[second]));
        assert_eq!(joined("2026-06-01"), periods(&[("2026-06-01", None)]));
        let unknown = history(&[original("2026-01-01", None)], None);
        assert_eq!(unknown.begun(joined_on(Some(day("2025-11-03")))).periods(), periods(&[("2025-11-03", None)]));
        assert_eq!(known.begun(Beginning::default()).periods(), known.periods(), "that it is unknown changes no day");
    }

    #[test]
    fn service_begins_with_the_records_where_those_begin_after_joining() {
        let began = |joined: Option<&str>, records: &str| Beginning {
            joining_date: joined.map(day),
            records_from: Some(day(records)),
        };
        let known =
            history(&[original("2019-03-01", Some("2026-02-28")), later("2026-05-01", None)], Some("2019-03-01"));
        let with = |records| known.begun(began(Some("2019-03-01"), records));
        let second = ("2026-05-01", None);
        assert_eq!(with("2026-02-16").periods(), periods(&[("2026-02-16", Some("2026-02-28")), second]));
        assert_eq!(with("2026-04-01").periods(), periods(&[second]));
        assert_eq!(with("2026-06-10").periods(), periods(&[("2026-06-10", None)]));
        let unknown = history(&[original("2026-06-01", None)], None);
        assert_eq!(unknown.begun(began(None, "2026-06-10")).periods(), periods(&[("2026-06-10", None)]));
        assert_eq!(unknown.begun(began(None, "2026-05-10")).periods(), unknown.periods());
        assert_eq!(with("2026-06-10").begun(joined_on(Some(day("2019-03-01")))).periods(), known.periods());
    }

    #[test]
    fn no_joining_date_gives_service_to_days_before_the_account_was_that_of_an_active_employee() {
        let nobody = history(&[], None);
        let hired = nobody.changed(MANAGER, EMPLOYEE, day("2026-06-24"));
        for joined in ["2025-03-03", "2026-06-24"] {
            assert_eq!(
                hired.begun(joined_on(Some(day(joined)))).periods(),
                periods(&[("2026-06-24", None)]),
                "{joined}"
            );
        }
        let later = hired.begun(joined_on(Some(day("2026-07-01"))));
        assert_eq!(later.periods(), periods(&[("2026-07-01", None)]));
        assert_eq!(hired.difference(&hired.begun(joined_on(Some(day("2025-03-03"))))), BTreeSet::new());
        assert_eq!(hired.difference(&later), day("2026-06-24").iter_days().take(7).collect());
    }

    #[test]
    fn a_joining_date_that_is_put_back_leaves_what_was_there() {
        let served =
            history(&[original("2025-03-03", Some("2026-06-10")), later("2026-06-24", None)], Some("2025-03-03"));
        for detour in [Some("2026-06-15"), Some("2026-07-01"), Some("2024-01-01"), None] {
            let moved = served.begun(joined_on(detour.map(day)));
            assert_eq!(moved.begun(joined_on(Some(day("2025-03-03")))).periods(), served.periods(), "{detour:?}");
            let changed = moved.difference(&served);
            assert_eq!(changed, served.difference(&moved));
            for day in day("2023-12-01").iter_days().take(1100) {
                let covered =
                    [&moved, &served].map(|history| history.periods().iter().any(|period| period.covers(day)));
                assert_eq!(changed.contains(&day), covered[0] != covered[1], "{detour:?} {day}");
            }
        }
    }

    #[test]
    fn a_block_is_no_break() {
        let blocked = Standing { is_blocked: true, ..EMPLOYEE };
        let known = history(&[original("2026-03-02", None)], None);
        for (before, after) in [(EMPLOYEE, blocked), (blocked, EMPLOYEE), (MANAGER, LEFT), (LEFT, LEFT)] {
            assert_eq!(known.changed(before, after, day("2026-06-17")), known, "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_day_of_leaving_is_the_last_one() {
        let known = history(&[original("2026-03-02", None)], None);
        for after in [LEFT, MANAGER] {
            let ended = known.changed(EMPLOYEE, after, day("2026-06-17"));
            assert_eq!(ended.periods(), periods(&[("2026-03-02", Some("2026-06-17"))]));
        }
        // A person who never came was never in service.
        let never = history(&[original("2026-09-01", None)], Some("2026-09-01"));
        assert_eq!(never.changed(EMPLOYEE, LEFT, day("2026-06-17")).periods(), []);
    }

    #[test]
    fn service_begins_again_with_the_day_of_the_return() {
        let back = |joined: Option<&str>, today: &str| {
            let ended = history(&[original("2026-03-02", Some("2026-06-17"))], joined);
            ended.changed(LEFT, EMPLOYEE, day(today)).periods()
        };
        let first = ("2026-03-02", Some("2026-06-17"));
        assert_eq!(back(Some("2026-03-02"), "2026-08-03"), periods(&[first, ("2026-08-03", None)]));
        assert_eq!(back(None, "2026-06-18"), periods(&[first, ("2026-06-18", None)]));
        assert_eq!(back(None, "2026-06-17"), periods(&[("2026-03-02", None)]), "they have never been away");
        let hired = history(&[], Some("2026-07-01")).changed(LEFT, EMPLOYEE, day("2026-06-17"));
        assert_eq!(hired.periods(), periods(&[("2026-07-01", None)]), "not before joining");
    }

    proptest! {
        #[test]
        fn no_day_belongs_to_two_periods(steps in prop::collection::vec((0u64..4, 0usize..4, 0u64..40), 1..30)) {
            let (mut today, mut standing) = (day("2026-06-01"), EMPLOYEE);
            let mut known = history(&[original("2026-06-01", None)], None);
            for (days, next, joined) in steps {
                today = today + chrono::Days::new(days);
                let Some(after) = [EMPLOYEE, LEFT, MANAGER].get(next).copied() else {
                    let moved = known.begun(joined_on(Some(day("2026-05-20") + chrono::Days::new(joined))));
                    if let Some(before) = known.beginning.joining_date {
                        prop_assert_eq!(moved.begun(joined_on(Some(before))).periods(), known.periods());
                    }
                    known = moved;
                    continue;
                };
                known = known.changed(standing, after, today);
                standing = after;
                let periods = known.periods();
                prop_assert_eq!(periods.last().is_some_and(|period| period.last().is_none()), standing.is_in_service());
                for pair in periods.windows(2) {
                    prop_assert!(pair[0].last().is_some_and(|last| last < pair[1].first()));
                }
            }
        }
    }
}
