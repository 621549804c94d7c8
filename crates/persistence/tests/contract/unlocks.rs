//! Unlocks, and what comes together with them on one day.

use application::ports::{NewUnlock, StoreError, UniqueKey};
use domain::id::{TimesheetId, UserId};
use domain::person::Role;
use uuid::Uuid;

use crate::support::{approved, begin, committed, day, entry, hours, later, now, person, unlock_of};
use crate::timesheets::team;

fn unlock(user: UserId, by: UserId, date: &str) -> NewUnlock {
    unlock_of(user, by, date, "Forgot", now())
}

on_every_engine! {
    async fn what_opened_the_days_of_entries_ends_with_them_alone(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let bob = person(store, Role::Employee, Some(boss)).await;
        let (monday, tuesday) = (entry(store, ann, "2026-06-08").await, entry(store, ann, "2026-06-09").await);
        entry(store, bob, "2026-06-08").await;
        let unit = begin(store).await;
        let used = unlock(ann, boss, "2026-06-09");
        unit.unlocks().insert(&used).await.unwrap();
        unit.unlocks().use_up(used.id, later(1)).await.unwrap();
        let (other_day, other_person) = (unlock(ann, boss, "2026-06-10"), unlock(bob, boss, "2026-06-08"));
        for open in [&unlock(ann, boss, "2026-06-08"), &unlock(ann, boss, "2026-06-09"), &other_day, &other_person] {
            unit.unlocks().insert(open).await.unwrap();
        }
        assert_eq!(unit.unlocks().end_those_of(&[], later(2)).await, Ok(0));
        assert_eq!(unit.unlocks().end_those_of(&[monday.id(), tuesday.id(), TimesheetId::new(Uuid::now_v7())], later(2)).await, Ok(2));
        assert_eq!(unit.unlocks().end_those_of(&[monday.id(), tuesday.id()], later(3)).await, Ok(0), "a repeat changes nothing");
        for date in ["2026-06-08", "2026-06-09"] {
            assert_eq!(unit.unlocks().open_for(ann, day(date)).await, Ok(None), "{date}");
        }
        assert_eq!(unit.unlocks().open_for(ann, other_day.date).await, Ok(Some(other_day.id)));
        assert_eq!(unit.unlocks().open_for(bob, other_person.date).await, Ok(Some(other_person.id)));
        unit.commit().await.unwrap();
        assert_eq!(store.unlocked_days(ann, day("2026-06-01"), day("2026-06-30")).await, Ok(vec![other_day.date]));
        let of_old = store.of_person(ann, 10).await.unwrap().into_iter().filter(|unlock| unlock.is_used).count();
        assert_eq!(of_old, 3, "the one that was used before, and the two that nobody used");
    }

    /// A submission holds the unlock that it uses and asks for the entry; a decision that held the entry and asked for the unlock
    /// would wait for it for ever
    async fn a_submission_that_uses_an_unlock_and_a_decision_take_turns(store: &AnyEngine, subject: &Subject) {
        let (boss, ann) = team(store).await;
        let monday = entry(store, ann, "2026-06-08").await;
        let open = unlock(ann, boss, "2026-06-08");
        committed(store, async |unit| unit.unlocks().insert(&open).await).await;

        let submitting = begin(store).await;
        assert_eq!(submitting.unlocks().open_for(ann, monday.date()).await, Ok(Some(open.id)));
        let (other, id) = (subject.another_instance().await, monday.id());
        let deciding = tokio::spawn(async move {
            let unit = begin(&*other).await;
            let found = unit.timesheets().for_decision(&[id]).await?.remove(0).entry;
            unit.timesheets().decide(&[approved(&found, boss)], boss).await?;
            let ended = unit.unlocks().end_those_of(&[id], later(9)).await?;
            unit.commit().await?;
            Ok::<_, StoreError>((found.version(), ended))
        });
        // Long enough for the decision to come as far as it can.
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        let before = submitting.timesheets().of_day(ann, monday.date()).await.unwrap().unwrap();
        let corrected = before.rewrite(hours(18), "Built more".into(), later(8));
        submitting.timesheets().rewrite(&corrected).await.unwrap();
        submitting.unlocks().use_up(open.id, later(8)).await.unwrap();
        submitting.commit().await.unwrap();
        assert_eq!(deciding.await.unwrap(), Ok((2, 0)), "it decides on the correction, and ends nothing twice");
    }

    async fn a_day_has_one_open_unlock(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let first = unlock(ann, boss, "2026-06-08");
        let unit = begin(store).await;
        assert_eq!(unit.unlocks().open_for(ann, day("2026-06-08")).await, Ok(None));
        unit.unlocks().insert(&first).await.unwrap();
        unit.unlocks().insert(&unlock(ann, boss, "2026-06-09")).await.unwrap();
        unit.commit().await.unwrap();
        let unit = begin(store).await;
        assert_eq!(unit.unlocks().open_for(ann, day("2026-06-08")).await, Ok(Some(first.id)));
        let second = unlock(ann, boss, "2026-06-08");
        assert_eq!(unit.unlocks().insert(&second).await, Err(StoreError::Conflict(UniqueKey::OpenUnlock)));
        drop(unit);
        let unit = begin(store).await;
        unit.unlocks().use_up(first.id, later(1)).await.unwrap();
        assert_eq!(unit.unlocks().open_for(ann, day("2026-06-08")).await, Ok(None));
        unit.unlocks().insert(&second).await.unwrap();
        assert_eq!(unit.unlocks().use_up(first.id, later(2)).await, Err(StoreError::Stale), "it is used once");
    }

    /// A call that reaches a day through its person waits for the other one, and is not waited for
    async fn an_unlock_and_a_decision_on_one_day_take_turns(store: &AnyEngine, subject: &Subject) {
        let (_, ann) = team(store).await;
        let monday = entry(store, ann, "2026-06-08").await;
        let unlocking = begin(store).await;
        unlocking.people().for_change(ann).await.unwrap();
        let other = subject.another_instance().await;
        let deciding = tokio::spawn(async move { begin(&*other).await.timesheets().for_decision(&[monday.id()]).await });
        // Long enough for the decision to come as far as it can.
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        assert!(unlocking.timesheets().of_day(ann, day("2026-06-08")).await.unwrap().is_some());
        unlocking.commit().await.unwrap();
        assert_eq!(deciding.await.unwrap().map(|found| found.len()), Ok(1), "neither is turned away");
    }
}
