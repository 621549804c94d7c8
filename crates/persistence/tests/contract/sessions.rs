//! Sessions, and the budgets of attempts that stand before them.

use application::ports::{Result, StoreError, UniqueKey};
use domain::id::SessionId;
use domain::person::Role;
use domain::session::SessionEnd;
use domain::throttle::{Attempts, Budget};
use persistence::Transient;
use uuid::Uuid;

use crate::engines::{at_once, set};
use crate::support::{begin, committed, day, later, new_session, now, people, person, session};

on_every_engine! {
    async fn a_session_reads_back_with_its_owner(store: &AnyEngine) {
        let ann = person(store, Role::Manager, None).await;
        let id = session(store, ann).await;
        let view = store.session(id, day("2026-06-10")).await.unwrap().unwrap();
        assert_eq!((view.id, view.ended, view.expires_at), (id, None, later(12 * 3600)));
        assert_eq!((view.person.id, view.person.name.to_string().as_str(), view.role), (ann, "Ann Example", Role::Manager));
        assert_eq!((view.email, view.may_act, view.is_first_login), (format!("{ann}@example.org"), true, false));
        assert_eq!(store.session(SessionId::new(Uuid::new_v4()), day("2026-06-10")).await, Ok(None));
    }

    async fn a_committed_change_shows_at_once_on_every_instance(store: &AnyEngine, subject: &Subject) {
        let other = subject.another_instance().await;
        let ann = person(store, Role::Employee, None).await;
        let id = session(store, ann).await;
        for (change, may_act, role) in [
            ("is_blocked = true", false, Role::Employee),
            ("is_blocked = false, is_active = false", false, Role::Employee),
            ("is_active = true, role = 'HR'", true, Role::Hr),
        ] {
            set(subject, ann, change).await;
            for handle in [store, &*other] {
                let view = handle.session(id, day("2026-06-10")).await.unwrap().unwrap();
                assert_eq!((view.may_act, view.role), (may_act, role), "{change}");
            }
        }
        for end in SessionEnd::ALL {
            let id = session(store, person(store, Role::Employee, None).await).await;
            let unit = begin(store).await;
            assert!(unit.sessions().end(id, end, later(5)).await.unwrap());
            assert_eq!(other.session(id, day("2026-06-10")).await.unwrap().unwrap().ended, None, "not before the commit");
            unit.commit().await.unwrap();
            assert_eq!(other.session(id, day("2026-06-10")).await.unwrap().unwrap().ended, Some(end));
        }
    }

    async fn a_person_has_one_live_session(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        let first = session(store, ann).await;
        let unit = begin(store).await;
        assert_eq!(unit.sessions().start(&new_session(ann)).await, Err(StoreError::Conflict(UniqueKey::LiveSession)));
        drop(unit);
        let unit = begin(store).await;
        assert_eq!(unit.sessions().end_live(ann, SessionEnd::AnotherDevice, later(1)).await, Ok(Some(first)));
        assert_eq!(unit.sessions().end_live(ann, SessionEnd::AnotherDevice, later(1)).await, Ok(None));
        assert_eq!(unit.sessions().end_live_of(&[ann], SessionEnd::Blocked, later(1)).await, Ok(vec![]));
        unit.sessions().start(&new_session(ann)).await.unwrap();
        unit.commit().await.unwrap();
        assert_eq!(store.session(first, day("2026-06-10")).await.unwrap().unwrap().ended, Some(SessionEnd::AnotherDevice));
    }

    async fn the_sessions_of_many_end_together(store: &AnyEngine) {
        let [ann, bob, cyd] = people(store, Role::Employee, None).await;
        let (first, second) = (session(store, ann).await, session(store, bob).await);
        let ended = committed(store, async |unit| unit.sessions().end_live_of(&[cyd, bob, ann], SessionEnd::Blocked, later(1)).await);
        let mut ended = ended.await;
        ended.sort_unstable();
        assert_eq!(ended, [(ann, first), (bob, second)]);
        for id in [first, second] {
            assert_eq!(store.session(id, day("2026-06-10")).await.unwrap().unwrap().ended, Some(SessionEnd::Blocked));
        }
    }

    async fn sessions_that_have_neither_ended_nor_expired_are_counted(store: &AnyEngine) {
        let first = session(store, person(store, Role::Employee, None).await).await;
        session(store, person(store, Role::Employee, None).await).await;
        assert_eq!((store.count_live(now()).await, store.count_live(later(12 * 3600)).await), (Ok(2), Ok(0)));
        let unit = begin(store).await;
        assert!(unit.sessions().end(first, SessionEnd::Logout, later(1)).await.unwrap());
        unit.commit().await.unwrap();
        assert_eq!(store.count_live(now()).await, Ok(1));
    }

    async fn the_first_end_of_a_session_stands(store: &AnyEngine) {
        let id = session(store, person(store, Role::Employee, None).await).await;
        let unit = begin(store).await;
        assert_eq!(unit.sessions().end(id, SessionEnd::Blocked, later(1)).await, Ok(true));
        assert_eq!(unit.sessions().end(id, SessionEnd::Logout, later(2)).await, Ok(false));
        assert_eq!(unit.sessions().end(SessionId::new(Uuid::new_v4()), SessionEnd::Logout, later(2)).await, Ok(false));
        unit.commit().await.unwrap();
        assert_eq!(store.session(id, day("2026-06-10")).await.unwrap().unwrap().ended, Some(SessionEnd::Blocked));
    }

    async fn fifty_logins_at_once_leave_one_live_session(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let logins = at_once(subject, 50, |_, store| async move {
            let unit = store.begin().await?;
            unit.people().lock_login(ann).await?;
            unit.sessions().end_live(ann, SessionEnd::AnotherDevice, now()).await?;
            unit.sessions().start(&new_session(ann)).await?;
            unit.commit().await
        });
        let mut done = 0;
        for login in logins.await {
            match login {
                Ok(()) => done += 1,
                Err(StoreError::Unavailable(_)) => {}
                Err(other) => panic!("a login may be told to wait, nothing else: {other}"),
            }
        }
        assert!(done >= 1);
        subject.holds(1, "SELECT count(*) FROM sessions WHERE ended_at IS NULL").await;
        subject.holds(done, "SELECT count(*) FROM sessions").await; // "nothing of a refused login is left"
    }

    async fn attempts_read_back_and_a_new_bucket_is_empty(store: &AnyEngine) {
        let bucket = format!("account:{}", "x".repeat(254));
        let unit = begin(store).await;
        assert_eq!(unit.throttles().load(&bucket).await, Ok(Attempts::default()));
        let attempts = Attempts::default().take(Budget::logins(3), now()).unwrap().take(Budget::logins(3), later(1)).unwrap();
        unit.throttles().save(&bucket, &attempts, later(1)).await.unwrap();
        unit.commit().await.unwrap();
        let unit = begin(store).await;
        let read = unit.throttles().load(&bucket).await.unwrap();
        assert_eq!(read, attempts);
        assert_eq!(read.give_back(later(1)).instants(), [now()], "a place that was taken can be given back");
        assert_eq!(unit.throttles().load("another").await, Ok(Attempts::default()));
    }

    async fn the_attempts_at_an_account_are_forgotten_and_others_stay(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let attempts = Attempts::default().take(Budget::logins(3), now()).unwrap();
        let own = ["account:ann", "known:ann:192.0.2.7", "known:ann:192.0.2.8"];
        let others = ["account:ann.b", "known:ann:192.0.2.9", "known:bob:192.0.2.7", "192.0.2.7"];
        let unit = begin(store).await;
        for (user, address) in [(ann, "192.0.2.7"), (ann, "192.0.2.8"), (bob, "192.0.2.9")] {
            unit.sessions().remember_address(user, address, now()).await.unwrap();
        }
        for bucket in own.iter().chain(&others) {
            unit.throttles().save(bucket, &attempts, now()).await.unwrap();
        }
        unit.throttles().forget("account:ann", "known:ann:", ann).await.unwrap();
        for bucket in own {
            assert_eq!(unit.throttles().load(bucket).await, Ok(Attempts::default()), "{bucket}");
        }
        for bucket in others {
            assert_eq!(unit.throttles().load(bucket).await, Ok(attempts.clone()), "{bucket}");
        }
    }

    async fn parallel_attempts_never_outrun_their_budget(store: &AnyEngine, subject: &Subject) {
        let guesses = at_once(subject, 24, |_, store| async move {
            let unit = store.begin().await?;
            let attempts = unit.throttles().load("account:ann").await?;
            let Ok(taken) = attempts.take(Budget::logins(10), now()) else { return Ok(false) };
            unit.throttles().save("account:ann", &taken, now()).await?;
            unit.commit().await.map(|()| true)
        });
        let let_through = guesses.await.into_iter().filter(|guess: &Result<bool>| *guess == Ok(true)).count();
        assert!(let_through <= 10 && let_through > 0, "{let_through} attempts came through");
        let unit = begin(store).await;
        assert_eq!(unit.throttles().load("account:ann").await.unwrap().instants().len(), let_through);
    }
}

on_databases! {
    async fn old_budgets_are_forgotten_and_others_stay(store: &Database) {
        let attempts = Attempts::default().take(Budget::logins(3), now()).unwrap();
        let unit = begin(store).await;
        unit.throttles().save("old", &attempts, now()).await.unwrap();
        unit.throttles().save("new", &attempts, later(10)).await.unwrap();
        unit.throttles().load("looked at only").await.unwrap();
        unit.commit().await.unwrap();
        assert_eq!(store.forget(Transient::Throttles, later(10)).await, Ok(2));
        let unit = begin(store).await;
        assert_eq!(unit.throttles().load("old").await, Ok(Attempts::default()));
        assert_eq!(unit.throttles().load("new").await, Ok(attempts));
    }
}
