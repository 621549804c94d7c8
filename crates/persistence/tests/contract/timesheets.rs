//! Writing entries.

use application::ports::{StoreError, UniqueKey};
use domain::access::{Actor, Leads, may_decide};
use domain::id::{TimesheetId, UserId};
use domain::person::Role;
use domain::timesheet::{Entry, Status};
use uuid::Uuid;

use crate::engines::{Engine, at_once};
use crate::support::{
    approved, begin, change, day, entry, execute, hours, later, literal, new_entry, person, proof, rejected, save,
};

pub(crate) async fn team(store: &dyn Engine) -> (UserId, UserId) {
    let boss = person(store, Role::Manager, None).await;
    (boss, person(store, Role::Employee, Some(boss)).await)
}

on_every_engine! {
    async fn an_entry_reads_back_as_it_was_saved(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let mut new = entry(store, ann, "2026-06-10").await;
        let read = async || begin(store).await.timesheets().of_day(ann, day("2026-06-10")).await.unwrap();
        assert_eq!(read().await, Some(new.clone()));
        assert_eq!(begin(store).await.timesheets().of_day(ann, day("2026-06-11")).await, Ok(None));
        assert_eq!(begin(store).await.timesheets().of_day(boss, day("2026-06-10")).await, Ok(None));
        new = rejected(&new, boss);
        change(store, std::slice::from_ref(&new), boss).await.unwrap();
        assert_eq!(read().await, Some(new.clone()), "with who rejected it, when and why");
        new = new.rewrite(hours(18), "Built the house, for Ärmel & \"Söhne\" 😀\n\tagain".into(), later(120));
        change(store, std::slice::from_ref(&new), ann).await.unwrap();
        assert_eq!(read().await, Some(new.clone()));
        let other = person(store, Role::Manager, None).await;
        let standing_in = Actor { leads: Leads::standing_in_for(other, [boss]), ..Actor::new(other, Role::Manager) };
        let stands_in = may_decide(&standing_in, ann, Some(boss)).unwrap();
        new = new.reject(stands_in, "Why", day("2026-06-10"), later(180)).unwrap().unwrap();
        change(store, std::slice::from_ref(&new), other).await.unwrap();
        assert_eq!(read().await, Some(new.clone()), "a decision for somebody else, with both of them");
        new = new.rewrite(hours(16), "Built more".into(), later(240));
        change(store, std::slice::from_ref(&new), ann).await.unwrap();
        assert_eq!(read().await, Some(new.clone()), "who decided last stays with it");
        new = new.approve(proof(boss, ann), later(300)).unwrap().unwrap();
        change(store, std::slice::from_ref(&new), boss).await.unwrap();
        assert_eq!(read().await, Some(new));
    }

    async fn an_entry_belongs_to_somebody(store: &AnyEngine, subject: &Subject) {
        let nobody = UserId::new(Uuid::now_v7());
        let refused = save(store, &new_entry(nobody, "2026-06-10")).await;
        assert!(matches!(refused, Err(StoreError::Backend(_))), "{refused:?}");
        subject.holds(0, "SELECT count(*) FROM timesheets").await;
    }

    async fn a_change_is_saved_only_on_the_version_before_it(store: &AnyEngine, subject: &Subject) {
        let (boss, ann) = team(store).await;
        let monday = entry(store, ann, "2026-06-08").await;
        let tuesday = entry(store, ann, "2026-06-09").await;
        change(store, &[approved(&tuesday, boss)], boss).await.unwrap();
        let stale = change(store, &[approved(&monday, boss), rejected(&tuesday, boss)], boss).await;
        assert_eq!(stale, Err(StoreError::Stale));
        let unit = begin(store).await;
        assert_eq!(unit.timesheets().of_day(ann, day("2026-06-08")).await, Ok(Some(monday)), "all or nothing");
        drop(unit);
        subject.holds(3, "SELECT count(*) FROM timesheet_versions").await;
        let unknown = approved(&new_entry(ann, "2026-06-20"), boss);
        assert_eq!(change(store, &[unknown], boss).await, Err(StoreError::Stale));
        assert_eq!(change(store, &[], boss).await, Ok(()));
    }

    async fn new_entries_of_several_people_are_saved_all_together_or_not_at_all(store: &AnyEngine, subject: &Subject) {
        let (boss, ann) = team(store).await;
        let bob = person(store, Role::Employee, Some(boss)).await;
        let new = [new_entry(ann, "2026-06-10"), new_entry(bob, "2026-06-10")];
        let unit = begin(store).await;
        unit.timesheets().insert(&new).await.unwrap();
        unit.timesheets().insert(&[]).await.unwrap();
        unit.commit().await.unwrap();
        for new in new {
            assert_eq!(begin(store).await.timesheets().of_day(new.user(), new.date()).await, Ok(Some(new)));
        }
        let by_their_owners = "SELECT count(*) FROM timesheet_versions v JOIN timesheets t ON t.id = v.timesheet_id \
             WHERE v.actor_id = t.user_id AND v.version = 1 AND v.on_behalf_of IS NULL";
        subject.holds(2, by_their_owners).await;
        let unit = begin(store).await;
        let again = [new_entry(ann, "2026-06-11"), new_entry(bob, "2026-06-10")];
        assert_eq!(unit.timesheets().insert(&again).await, Err(StoreError::Conflict(UniqueKey::EntryOfDay)));
        drop(unit);
        subject.holds(2, "SELECT count(*) FROM timesheets").await;
    }

    async fn a_decision_covers_five_hundred_entries(store: &AnyEngine, subject: &Subject) {
        let (boss, ann) = team(store).await;
        let unit = begin(store).await;
        let date = |n| (day("2024-06-01") + chrono::Days::new(n)).to_string();
        let entries: Vec<Entry> = (0..500).map(|n| new_entry(ann, &date(n))).collect();
        unit.timesheets().insert(&entries).await.unwrap();
        unit.commit().await.unwrap();
        let ids: Vec<TimesheetId> = entries.iter().rev().map(Entry::id).collect();
        let unit = begin(store).await;
        let found = unit.timesheets().for_decision(&ids).await.unwrap();
        assert_eq!(found.len(), 500);
        let next: Vec<_> = found.into_iter().map(|found| approved(&found.entry, boss)).collect();
        unit.timesheets().decide(&next, boss).await.unwrap();
        unit.commit().await.unwrap();
        subject.holds(500, "SELECT count(*) FROM timesheets WHERE status = 'approved' AND version = 2").await;
        subject.holds(1_000, "SELECT count(*) FROM timesheet_versions").await;
    }

    async fn entries_for_a_decision_come_with_their_manager_and_without_the_unknown(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let alone = person(store, Role::Employee, None).await;
        let (monday, tuesday) = (entry(store, ann, "2026-06-08").await, entry(store, alone, "2026-06-09").await);
        let unit = begin(store).await;
        let ids = [tuesday.id(), TimesheetId::new(Uuid::now_v7()), monday.id(), monday.id()];
        let found = unit.timesheets().for_decision(&ids).await.unwrap();
        let managers: Vec<_> = found.iter().map(|found| (found.entry.clone(), found.manager)).collect();
        assert_eq!(managers, [(monday, Some(boss)), (tuesday, None)], "each once, ordered by id");
        assert_eq!(unit.timesheets().for_decision(&[]).await, Ok(vec![]));
    }

    async fn bulk_decisions_in_opposite_orders_do_not_lock_each_other_out(store: &AnyEngine, subject: &Subject) {
        let (boss, ann) = team(store).await;
        let mut ids = Vec::new();
        for n in 1..=20 {
            ids.push(entry(store, ann, &format!("2026-06-{n:02}")).await.id());
        }
        at_once(subject, 4, |n, store| {
            let mut ids = ids.clone();
            if n % 2 == 1 {
                ids.reverse();
            }
            async move {
                let unit = begin(&*store).await;
                let found = unit.timesheets().for_decision(&ids).await.unwrap();
                let next: Vec<_> = found.iter().filter(|found| found.entry.status() == Status::Pending).collect();
                let next: Vec<_> = next.into_iter().map(|found| approved(&found.entry, boss)).collect();
                unit.timesheets().decide(&next, boss).await.unwrap();
                unit.commit().await.unwrap();
            }
        })
        .await;
        subject.holds(40, "SELECT count(*) FROM timesheet_versions").await; // "each was approved once"
    }
}

on_databases! {
    async fn a_row_that_no_change_can_have_made_is_corrupt(database: &TestDatabase, store: &Database) {
        let (_, ann) = team(store).await;
        let whole = entry(store, ann, "2026-06-10").await;
        let made = "status = 'pending', rejected_on = NULL, decided_by = NULL, decided_at = NULL, is_resubmission = false";
        for (change, column) in [
            ("rejected_on = date", "rejected_on"),
            ("status = 'approved'", "decided_by"),
            ("decided_at = updated_at", "decided_by"),
            ("decided_by = user_id", "decided_at"),
            ("is_resubmission = true", "is_resubmission"),
            ("status = 'approved', decided_by = user_id, decided_at = updated_at", "version"),
        ] {
            execute(database, &format!("UPDATE timesheets SET {change}")).await.unwrap();
            let corrupt = StoreError::Corrupt { table: "timesheets", column, id: whole.id().to_string() };
            let unit = begin(store).await;
            assert_eq!(unit.timesheets().of_day(ann, whole.date()).await, Err(corrupt.clone()), "{change}");
            drop(unit);
            let unit = begin(store).await;
            assert_eq!(unit.timesheets().for_decision(&[whole.id()]).await, Err(corrupt), "{change}");
            drop(unit);
            execute(database, &format!("UPDATE timesheets SET {made}")).await.unwrap();
        }
        assert_eq!(begin(store).await.timesheets().of_day(ann, whole.date()).await, Ok(Some(whole)));
    }

    async fn the_manager_does_not_change_while_a_decision_is_open(database: &TestDatabase, store: &Database) {
        let (boss, ann) = team(store).await;
        let monday = entry(store, ann, "2026-06-08").await;
        let unit = begin(store).await;
        assert_eq!(unit.timesheets().for_decision(&[monday.id()]).await.unwrap()[0].manager, Some(boss));
        let statement = format!("UPDATE users SET manager_id = NULL WHERE id = {}", literal(database, ann.uuid()));
        // SQLite lets nobody write at all; its own waiting time is longer than this test wants to wait.
        let patience = std::time::Duration::from_millis(300);
        assert!(tokio::time::timeout(patience, execute(database, &statement)).await.is_err(), "the change waits");
        unit.commit().await.unwrap();
        execute(database, &statement).await.unwrap();
        let unit = begin(store).await;
        assert_eq!(unit.timesheets().for_decision(&[monday.id()]).await.unwrap()[0].manager, None);
    }
}
