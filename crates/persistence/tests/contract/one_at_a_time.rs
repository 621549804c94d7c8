//! What one unit of work may do at a time.

use std::time::Duration;

use application::ports::KeptValue::{FrozenThrough, OpenPositions};
use application::ports::{PasswordHash, PersonRecord, UnitOfWork};
use domain::leave::RowKind;
use domain::person::Role;
use domain::settings::{Decided, Key, Value};
use domain::work_patterns::PatternOwner;
use testkit::SOON;
use testkit::database::TestDatabase;
use tokio::time::timeout;

use crate::engines::Subject;
use crate::holidays::holiday;
use crate::leave_ledger as ledger;
use crate::leave_types::study;
use crate::support::{begin, day, managed, new_entry, now, people, person};
use crate::work_patterns as patterns;

/// A unit of work that asks for a lock waits until its holder commits, and then sees what was written.
async fn serialises<T: PartialEq + std::fmt::Debug>(
    subject: &Subject,
    ask: impl AsyncFn(&dyn UnitOfWork) -> T,
    change: impl AsyncFn(&dyn UnitOfWork),
    (before, after): (T, T),
) {
    let (store, other) = (&**subject, subject.another_instance().await);
    let first = begin(store).await;
    assert_eq!(ask(first.as_ref()).await, before);
    let waiting = async {
        let second = other.begin().await.unwrap();
        let seen = ask(second.as_ref()).await;
        second.commit().await.unwrap();
        seen
    };
    tokio::pin!(waiting);
    assert!(timeout(Duration::from_millis(200), &mut waiting).await.is_err(), "the second waits");
    change(first.as_ref()).await;
    first.commit().await.unwrap();
    assert_eq!(waiting.await, after, "and sees what the first has done");
    // Where the first only drops what it did, the next one comes too.
    let dropped = begin(store).await;
    ask(dropped.as_ref()).await;
    drop(dropped);
    let next = timeout(SOON, async { ask(begin(&*other).await.as_ref()).await });
    assert_eq!(next.await.expect("nobody holds it any more"), after);
}

on_every_engine! {
    async fn a_kept_value_is_asked_for_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let set = async |unit: &dyn UnitOfWork| unit.kept_values().set(FrozenThrough, "2026-06-09").await.unwrap();
        let ask = async |unit: &dyn UnitOfWork| unit.kept_values().lock(FrozenThrough).await.unwrap();
        serialises(subject, ask, set, (None, Some("2026-06-09".to_owned()))).await;
        let unit = begin(store).await;
        assert_eq!(unit.kept_values().lock(OpenPositions).await, Ok(None), "another setting is another matter");
    }

    async fn holidays_that_are_held_stay_until_everybody_who_holds_them_is_done(store: &AnyEngine, subject: &Subject) {
        let other = subject.another_instance().await;
        let first = begin(store).await;
        assert_eq!(first.holidays().hold().await, Ok(vec![]));
        let waiting = async {
            let second = begin(&*other).await;
            second.holidays().all().await.unwrap();
            second.holidays().insert(&[holiday("2026-06-19", "Day", false)], now()).await.unwrap();
            second.commit().await.unwrap();
        };
        tokio::pin!(waiting);
        assert!(timeout(Duration::from_millis(200), &mut waiting).await.is_err(), "a change of them waits");
        first.commit().await.unwrap();
        waiting.await;
        assert_eq!(begin(store).await.holidays().hold().await.unwrap().len(), 1);
    }

    async fn a_setting_is_changed_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let ada = person(store, Role::Admin, None).await;
        let decided = Decided { key: Key::SessionHours, from: None, value: Value::Integer(8) };
        let set = async |unit: &dyn UnitOfWork| unit.settings().save(&decided, Some(ada), now()).await.unwrap();
        let ask = async |unit: &dyn UnitOfWork| {
            let stored = unit.settings().lock(Key::SessionHours).await.unwrap();
            stored.map_or(0, |setting| setting.version)
        };
        serialises(subject, ask, set, (0, 1)).await;
    }

    async fn leave_of_a_person_is_written_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let enter = |date| {
            let new = ledger::new(ann, ledger::row(2026, RowKind::Allocation, 1, date));
            async move |unit: &dyn UnitOfWork| unit.leave_ledger().append(std::slice::from_ref(&new)).await.unwrap()
        };
        serialises(subject, async |unit| ledger::locked(unit, ann).await, enter("2026-06-15"), (0, 1)).await;
        serialises(subject, async |unit| ledger::next_locked(unit, ann).await, enter("2026-06-16"), (1, 2)).await;
    }

    async fn a_list_of_patterns_is_changed_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let ada = person(store, Role::Admin, None).await;
        let change = patterns::from(PatternOwner::Organisation, "2026-06-15", Some(patterns::short()));
        let set = async |unit: &dyn UnitOfWork| unit.work_patterns().change(std::slice::from_ref(&change), Some(ada), now()).await.unwrap();
        let ask = async |unit: &dyn UnitOfWork| {
            unit.work_patterns().lock(PatternOwner::Organisation).await.unwrap().version
        };
        serialises(subject, ask, set, (0, 1)).await;
    }

    async fn a_login_is_changed_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let (before, after) = (Some(PasswordHash("$argon2id$test".into())), Some(PasswordHash("$new".into())));
        let set = async |unit: &dyn UnitOfWork| unit.people().set_password(ann, after.as_ref(), false, now()).await.unwrap();
        let ask = async |unit: &dyn UnitOfWork| unit.people().lock_login(ann).await.unwrap().unwrap().hash;
        serialises(subject, ask, set, (before, after.clone())).await;
    }

    async fn an_account_is_changed_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let account = async |unit: &dyn UnitOfWork| unit.people().for_change(ann).await.unwrap().unwrap();
        let set = async |unit: &dyn UnitOfWork| {
            let changed = PersonRecord { department: Some("Bridges".into()), ..account(unit).await };
            unit.people().save(&managed(changed), now()).await.unwrap();
        };
        let department = |name: &str| Some(name.to_owned());
        let ask = async |unit: &dyn UnitOfWork| account(unit).await.department;
        serialises(subject, ask, set, (department("Works"), department("Bridges"))).await;
    }

    /// Of two demotions at once the second sees what the first has left
    async fn administrators_are_asked_for_by_one_at_a_time(store: &AnyEngine, subject: &Subject) {
        let [ann, bob] = people(store, Role::Admin, None).await;
        let demote = async |unit: &dyn UnitOfWork| {
            let mut account = unit.people().for_change(ann).await.unwrap().unwrap();
            account.standing.role = Role::Hr;
            unit.people().save(&managed(account), now()).await.unwrap();
        };
        let ask = async |unit: &dyn UnitOfWork| unit.people().acting_admins().await.unwrap();
        let mut both = vec![ann, bob];
        both.sort_unstable();
        serialises(subject, ask, demote, (both, vec![bob])).await;
    }

    /// A submission and a change of the role come one after the other: no entry is left that nobody can decide.
    async fn a_role_changes_after_the_entries_of_the_moment(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let submits = async |unit: &dyn UnitOfWork| unit.timesheets().insert(&[new_entry(ann, "2026-06-10")]).await.unwrap();
        let other = subject.another_instance().await;
        let first = begin(store).await;
        assert!(first.people().employment(ann, day("2026-06-10")).await.unwrap().unwrap().is_in_service);
        let promoting = async {
            let second = other.begin().await.unwrap();
            second.people().for_change(ann).await.unwrap();
            second.accounts().pending_of(&[ann]).await.unwrap()[&ann]
        };
        tokio::pin!(promoting);
        assert!(timeout(Duration::from_millis(200), &mut promoting).await.is_err(), "it waits for the submission");
        submits(first.as_ref()).await;
        first.commit().await.unwrap();
        assert_eq!(promoting.await, 1);

        // The other way round the submission sees the new role.
        let promote = async |unit: &dyn UnitOfWork| {
            let mut person = unit.people().for_change(ann).await.unwrap().unwrap();
            person.standing.role = Role::Manager;
            unit.people().save(&managed(person), now()).await.unwrap();
        };
        let first = begin(store).await;
        promote(first.as_ref()).await;
        let submitting = async {
            let second = other.begin().await.unwrap();
            second.people().employment(ann, day("2026-06-10")).await.unwrap().unwrap().is_in_service
        };
        tokio::pin!(submitting);
        assert!(timeout(Duration::from_millis(200), &mut submitting).await.is_err(), "it waits for the new role");
        first.commit().await.unwrap();
        assert!(!submitting.await);
    }

    async fn the_holidays_are_asked_for_by_one_at_a_time(subject: &Subject) {
        let holiday = holiday("2026-06-19", "Bridge day", false);
        let all = async |unit: &dyn UnitOfWork| unit.holidays().all().await.unwrap();
        let add = async |unit: &dyn UnitOfWork| unit.holidays().insert(std::slice::from_ref(&holiday), now()).await.unwrap();
        serialises(subject, all, add, (vec![], vec![holiday.clone()])).await;
    }

    async fn the_leave_types_are_asked_for_by_one_at_a_time(subject: &Subject) {
        let study = study();
        let count = async |unit: &dyn UnitOfWork| unit.leave_types().all().await.unwrap().len();
        let add = async |unit: &dyn UnitOfWork| unit.leave_types().insert(&study).await.unwrap();
        serialises(subject, count, add, (3, 4)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lock_of_one_setting_keeps_nobody_from_another() {
    let database = TestDatabase::postgres().await;
    let (one, two) = (begin(database.database()).await, begin(database.database()).await);
    one.kept_values().lock(FrozenThrough).await.unwrap();
    let others = async {
        two.kept_values().lock(OpenPositions).await.unwrap();
        two.holidays().all().await.unwrap();
        two.leave_types().all().await.unwrap();
    };
    timeout(SOON, others).await.expect("it waits for nothing");
}
