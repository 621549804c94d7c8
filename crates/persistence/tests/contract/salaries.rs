//! What people earn, from which day on.

use application::ports::{NewSalary, StoredSalary};
use domain::id::UserId;
use domain::person::{FullName, Role, Salary, SalaryShift};
use std::collections::HashMap;
use uuid::Uuid;

use crate::engines::Engine;
use crate::months::done;
use crate::support::{begin, day, later, named, person};

fn cents(cents: i64) -> Option<Salary> {
    Salary::from_cents(cents)
}

async fn set(store: &dyn Engine, user: UserId, from: &str, salary: Option<Salary>, by: Option<UserId>, seconds: i64) {
    let new = NewSalary { user, from: day(from), salary };
    done(store, async |unit| unit.salaries().set(&[new], by, later(seconds)).await).await.unwrap();
}

on_every_engine! {
    async fn a_salary_is_kept_with_its_day_and_author(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        let hal = named(store, Role::Hr, None, "Hal", "Human").await;
        assert_eq!(store.salaries_of(ann).await, Ok(vec![]));
        set(store, ann, "2026-07-01", cents(54), Some(hal), 1).await;
        set(store, ann, "2026-01-05", cents(48), None, 2).await;
        set(store, ann, "2026-07-01", None, None, 3).await;
        set(store, ann, "2026-07-01", cents(55), Some(hal), 4).await;
        let row = |from: &str, salary, seconds, by: Option<UserId>| StoredSalary {
            from: day(from),
            salary,
            set_at: later(seconds),
            set_by: by.map(|by| (by, FullName { first: "Hal".into(), last: "Human".into() })),
        };
        let both = vec![row("2026-01-05", cents(48), 2, None), row("2026-07-01", cents(55), 4, Some(hal))];
        assert_eq!(store.salaries_of(ann).await, Ok(both), "in the order of their days, each once");
        assert_eq!(store.salaries_of(hal).await, Ok(vec![]));
    }

    async fn what_is_told_is_the_salary_of_the_day_or_the_first_one(store: &AnyEngine) {
        let [ann, bob, cyd] = [(); 3].map(|()| person(store, Role::Employee, None));
        let (ann, bob, cyd) = (ann.await, bob.await, cyd.await);
        for (from, salary) in [("2026-01-05", cents(48)), ("2026-07-01", cents(54)), ("2026-09-01", None)] {
            set(store, ann, from, salary, None, 1).await;
        }
        set(store, bob, "2026-06-15", cents(60), None, 1).await;
        let nobody = UserId::new(Uuid::now_v7());
        let told = async |on: &str| store.told(&[ann, bob, cyd, nobody], day(on)).await.unwrap();
        let both = |first: i64| HashMap::from([(ann, cents(first).unwrap()), (bob, cents(60).unwrap())]);
        for (on, expected) in [("2025-12-31", both(48)), ("2026-06-30", both(48)), ("2026-07-01", both(54))] {
            assert_eq!(told(on).await, expected, "{on}");
        }
        assert_eq!(told("2026-09-01").await, HashMap::from([(bob, cents(60).unwrap())]));
        assert_eq!(store.told(&[], day("2026-07-01")).await, Ok(HashMap::new()));
        assert_eq!(store.told(&[bob], day("2026-07-01")).await, Ok(HashMap::from([(bob, cents(60).unwrap())])));
    }

    async fn salaries_follow_a_joining_date(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        for user in [ann, bob] {
            for (from, salary, seconds) in [("2026-01-05", 1, 1), ("2026-03-01", 2, 2), ("2026-09-01", 3, 3)] {
                set(store, user, from, cents(salary), None, seconds).await;
            }
        }
        let unit = begin(store).await;
        let moved = Some((day("2026-03-01"), day("2026-04-01")));
        let shift = SalaryShift { dropped: vec![day("2026-01-05")], moved };
        unit.salaries().shift(&[(ann, shift), (bob, SalaryShift::default())]).await.unwrap();
        unit.commit().await.unwrap();
        let rows = store.salaries_of(ann).await.unwrap();
        let kept: Vec<_> = rows.into_iter().map(|row| (row.from, row.salary, row.set_at)).collect();
        assert_eq!(kept, [(day("2026-04-01"), cents(2), later(2)), (day("2026-09-01"), cents(3), later(3))]);
        assert_eq!(store.salaries_of(bob).await.unwrap().len(), 3);
    }
}
