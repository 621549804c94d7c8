//! One unit of work: together, or not at all.

use application::ports::StoreError;
use domain::person::Role;

use crate::engines::at_once;
use crate::support::{begin, committed, day, new_entry, person, session};

on_every_engine! {
    async fn what_is_dropped_has_never_been(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let unit = begin(store).await;
        unit.timesheets().insert(&[new_entry(ann, "2026-06-10")]).await.unwrap();
        unit.events().append(&[crate::feed::event(vec![])]).await.unwrap();
        assert!(unit.timesheets().of_day(ann, day("2026-06-10")).await.unwrap().is_some(), "inside it is there");
        drop(unit);
        for table in ["timesheets", "timesheet_versions", "events"] {
            subject.holds(0, &format!("SELECT count(*) FROM {table}")).await;
        }
        committed(store, async |unit| unit.timesheets().insert(&[new_entry(ann, "2026-06-10")]).await).await;
        subject.holds(1, "SELECT count(*) FROM timesheets").await;
    }

    async fn after_an_error_it_can_only_be_dropped(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let unit = begin(store).await;
        unit.timesheets().insert(&[new_entry(ann, "2026-06-09")]).await.unwrap();
        unit.timesheets().insert(&[new_entry(ann, "2026-06-10")]).await.unwrap();
        assert!(unit.timesheets().insert(&[new_entry(ann, "2026-06-10")]).await.is_err());
        assert!(matches!(unit.timesheets().of_day(ann, day("2026-06-09")).await, Err(StoreError::Backend(_))));
        assert!(matches!(unit.commit().await, Err(StoreError::Backend(_))), "half of it is not committed");
        subject.holds(0, "SELECT count(*) FROM timesheets").await;
    }

    async fn nothing_shows_before_the_commit(store: &AnyEngine, subject: &Subject) {
        let other = subject.another_instance().await;
        let ann = person(store, Role::Employee, None).await;
        let unit = begin(store).await;
        unit.timesheets().insert(&[new_entry(ann, "2026-06-10")]).await.unwrap();
        let seen = async || {
            other.of_user(ann, day("2026-06-01"), day("2026-06-30")).await.unwrap().len()
        };
        assert_eq!(seen().await, 0, "and reading does not wait for the writer");
        unit.commit().await.unwrap();
        assert_eq!(seen().await, 1);
    }

    async fn sixty_four_writers_get_their_turn(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let writers = at_once(subject, 64, |n, store| async move {
            let date = (day("2026-01-01") + chrono::Days::new(n as u64)).to_string();
            let unit = store.begin().await?;
            let new = new_entry(ann, &date);
            unit.timesheets().of_day(ann, new.date()).await?;
            unit.timesheets().insert(std::slice::from_ref(&new)).await?;
            unit.commit().await
        });
        let mut saved = 0;
        for writer in writers.await {
            match writer {
                Ok(()) => saved += 1,
                // On a slow disk a writer may wait too long. It is told so, and nothing else happens to it.
                Err(StoreError::Unavailable(_)) => {}
                Err(other) => panic!("no writer fails because of the others: {other}"),
            }
        }
        subject.holds(saved, "SELECT count(*) FROM timesheets").await;
        assert!(saved > 16, "{saved} of 64 were saved");
    }

    async fn a_writer_whose_caller_leaves_ends_and_lets_the_next_one_in(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        for n in 0..40u64 {
            let store = subject.shared();
            let writer = tokio::spawn(async move {
                let unit = begin(&*store).await;
                let date = (day("2026-01-01") + chrono::Days::new(n)).to_string();
                unit.timesheets().insert(&[new_entry(ann, &date)]).await.unwrap();
                tokio::time::sleep(std::time::Duration::from_mins(1)).await;
                unit.commit().await.unwrap();
            });
            tokio::time::sleep(std::time::Duration::from_micros(150 * n)).await;
            writer.abort();
        }
        session(store, ann).await;
        subject.holds(0, "SELECT count(*) FROM timesheets").await;
    }
}
