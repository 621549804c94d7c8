//! A joining date that is corrected, and what months that are over come to.

use super::*;
use crate::person::service::{ServiceHistory, Tenure};
use crate::person::{Joined, days_changed_by_joining, paid_salaries, salaries_after_joining};
use crate::time::days_after;
use proptest::prelude::*;

/// Somewhere from April to August 2026.
fn dates() -> impl Strategy<Value = NaiveDate> {
    (0u64..150).prop_map(|days| days_after(day("2026-04-01"), days))
}

/// Tenures that follow each other, the first of them perhaps the account's own, and the last one perhaps still open.
fn tenures() -> impl Strategy<Value = Vec<Tenure>> {
    let bounds = prop::collection::btree_set(dates(), 0..7);
    (bounds, any::<bool>()).prop_map(|(bounds, is_original)| {
        let bounds: Vec<NaiveDate> = bounds.into_iter().collect();
        let tenure = |(at, pair): (usize, &[NaiveDate])| Tenure {
            began: pair[0],
            ended: pair.get(1).copied(),
            is_original: is_original && at == 0,
        };
        bounds.chunks(2).enumerate().map(tenure).collect()
    })
}

fn salaries() -> impl Strategy<Value = Salaries> {
    let rows = prop::collection::vec((dates(), prop::option::of(1i64..4)), 0..4);
    rows.prop_map(|rows| {
        rows.into_iter().fold(Salaries::always(None), |all, (from, pay)| {
            all.with(from, pay.and_then(|pay| Salary::from_cents(pay * 1_200_000)))
        })
    })
}

proptest! {
    #[test]
    fn a_month_without_a_changed_day_comes_to_the_same(
        tenures in tenures(),
        salaries in salaries(),
        old in prop::option::of(dates()),
        new in prop::option::of(dates()),
    ) {
        let before = ServiceHistory::new(tenures, old);
        let after = before.joined(new);
        let shifted = salaries_after_joining(&salaries, old, new).apply(&salaries);
        let (paid_before, paid_after) = (paid_salaries(&salaries, old), paid_salaries(&shifted, new));
        let changed = days_changed_by_joining(
            Joined { service: &before, paid: &paid_before },
            Joined { service: &after, paid: &paid_after },
            day("2026-09-01"),
        );
        let row = |service: &ServiceHistory, salaries: &Salaries, joined| {
            let mut person = Person::full();
            let periods = service.periods();
            person.facts.in_service = Days::of(june(), |day| periods.iter().any(|period| period.covers(day)));
            (person.salaries, person.joined) = (salaries.clone(), joined);
            (person.facts.in_service != Days::default()).then(|| (person.figures(), person.pay()))
        };
        if changed.iter().all(|day| !june().contains(*day)) {
            prop_assert_eq!(row(&before, &salaries, old), row(&after, &shifted, new));
        }
    }
}
