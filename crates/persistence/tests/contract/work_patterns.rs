//! Work patterns.

use application::ports::{PatternChange, StoredPattern, StoredPatterns, WorkPatternReads};
use chrono::Weekday::{Sat, Tue};
use domain::id::UserId;
use domain::person::{FullName, Role};
use domain::time::{Weekdays, WorkPattern};
use domain::timesheet::Hours;
use domain::work_patterns::{PatternOwner, WorkPatterns};

use crate::engines::Engine;
use crate::months::done;
use crate::support::{begin, day, execute, later, named};

const ALL: PatternOwner = PatternOwner::Organisation;

pub(crate) fn short() -> WorkPattern {
    let half_hours = |count| Hours::from_half_hours(count).unwrap();
    WorkPattern::new(Weekdays::new([Tue, Sat]).unwrap(), half_hours(15), half_hours(1)).unwrap()
}

pub(crate) fn from(owner: PatternOwner, from: &str, pattern: Option<WorkPattern>) -> PatternChange {
    PatternChange { owner, dropped: vec![], saved: Some((day(from), pattern)) }
}

async fn change(store: &dyn Engine, change: &PatternChange, by: UserId, seconds: i64) {
    done(store, async |unit| unit.work_patterns().change(std::slice::from_ref(change), Some(by), later(seconds)).await)
        .await
        .unwrap();
}

on_every_engine! {
    async fn each_list_has_its_rows_and_counts_its_changes_as_the_unit_of_work_has_them(store: &AnyEngine) {
        let hal = named(store, Role::Hr, None, "Hal", "Human").await;
        let [own, carl] = [named(store, Role::Employee, None, "Lena", "Late").await, named(store, Role::Employee, None, "Carl", "Calm").await];
        let lena = PatternOwner::Person(own);
        for owner in [ALL, lena] {
            assert_eq!(store.list_of(owner).await, Ok(StoredPatterns::default()));
        }
        assert_eq!(store.in_force().await, Ok(WorkPatterns::default()));

        change(store, &from(lena, "2026-07-01", None), hal, 1).await;
        change(store, &from(lena, "2026-06-15", Some(WorkPattern::STANDARD)), hal, 2).await;
        change(store, &from(lena, "2026-06-15", Some(short())), hal, 3).await;
        change(store, &from(ALL, "2026-08-01", Some(short())), hal, 4).await;
        let row = |from: &str, pattern, seconds| StoredPattern {
            from: day(from),
            pattern,
            set_at: later(seconds),
            set_by: Some(FullName { first: "Hal".into(), last: "Human".into() }),
        };
        let rows = vec![row("2026-06-15", Some(short()), 3), row("2026-07-01", None, 1)];
        let stored = store.list_of(lena).await.unwrap();
        assert_eq!(stored, StoredPatterns { version: 3, rows }, "in the order of their days, each once");
        let all = store.list_of(ALL).await.unwrap();
        assert_eq!(all, StoredPatterns { version: 1, rows: vec![row("2026-08-01", Some(short()), 4)] });
        let both = [(lena, stored.history(lena)), (ALL, all.history(ALL))];
        assert_eq!(store.in_force().await, Ok(WorkPatterns::new(both)));

        let unit = begin(store).await;
        unit.work_patterns().lock(PatternOwner::Person(carl)).await.unwrap();
        let change_of_carl = from(PatternOwner::Person(carl), "2026-06-01", Some(short()));
        unit.work_patterns().change(&[change_of_carl], Some(hal), later(5)).await.unwrap();
        let everybody = unit.work_patterns().in_force(None).await.unwrap();
        assert!(everybody.has_own(own) && everybody.has_own(carl));
        let one = unit.work_patterns().in_force(Some(carl)).await.unwrap();
        assert!(one.has_own(carl) && !one.has_own(own));
        assert_eq!([one.of(carl), one.of_organisation()].map(|of| *of.on(day("2026-06-01"))), [short(), WorkPattern::STANDARD]);
        drop(unit);

        let dropped = PatternChange { owner: lena, dropped: vec![day("2026-06-15"), day("2026-07-01")], saved: None };
        change(store, &dropped, hal, 5).await;
        let unit = begin(store).await;
        assert_eq!(unit.work_patterns().lock(lena).await, Ok(StoredPatterns { version: 4, rows: vec![] }));
        assert_eq!(unit.work_patterns().lock(ALL).await.map(|list| list.version), Ok(1));
    }
}

on_databases! {
    async fn no_impossible_pattern_is_kept(database: &TestDatabase, store: &Database) {
        let ada = named(store, Role::Admin, None, "Ada", "Admin").await;
        change(store, &from(ALL, "2026-06-15", Some(short())), ada, 1).await;
        for wrong in ["half_day_half_hours = 0", "half_day_half_hours = 15", "full_day_half_hours = 49", "weekdays = NULL"] {
            assert!(execute(database, &format!("UPDATE work_patterns SET {wrong}")).await.is_err(), "{wrong}");
        }
        execute(database, "UPDATE work_patterns SET weekdays = '18'").await.unwrap();
        assert!(store.list_of(ALL).await.is_err(), "there is no eighth day of the week");
    }
}
