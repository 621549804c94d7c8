//! People and their logins.

use application::ports::{PasswordHash, PeopleReads, StoreError, TeamPresence, UniqueKey};
use domain::access::Leads;
use domain::id::UserId;
use domain::person::{EmailAddress, EmployeeId, FirstDay, Role};
use domain::work_patterns::Expected;
use uuid::Uuid;

use crate::engines::{at_once, set};
use crate::support::{begin, committed, day, entry, everybody, execute, later, named, new_person, now, people, person};

on_every_engine! {
    async fn employee_ids_count_up_from_1001_and_are_never_handed_out_twice(store: &AnyEngine, subject: &Subject) {
        let first = begin(store).await;
        assert_eq!(first.people().next_employee_id().await.unwrap(), EmployeeId::new(1001));
        assert_eq!(first.people().next_employee_id().await.unwrap(), EmployeeId::new(1002));
        first.commit().await.unwrap();
        let taken = at_once(subject, 12, |_, store| async move {
            let unit = begin(&*store).await;
            let id = unit.people().next_employee_id().await.unwrap();
            unit.commit().await.unwrap();
            id.number()
        });
        let mut numbers = taken.await;
        numbers.sort_unstable();
        assert_eq!(numbers, (1003..1015).collect::<Vec<u32>>());
    }

    async fn of_two_that_ask_whether_there_is_anybody_the_second_waits(subject: &Subject) {
        let made = at_once(subject, 6, |_, store| async move {
            let unit = begin(&*store).await;
            if unit.people().any().await.unwrap() {
                return false;
            }
            let id = UserId::new(Uuid::now_v7());
            let number = unit.people().next_employee_id().await.unwrap();
            unit.people().insert(&new_person(id, number, Role::Admin)).await.unwrap();
            unit.commit().await.unwrap();
            true
        });
        let made = made.await.into_iter().filter(|made| *made).count();
        assert_eq!(made, 1, "one of the starters makes the first account");
    }

    async fn an_address_has_one_account(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        let unit = begin(store).await;
        let mut same = new_person(UserId::new(Uuid::now_v7()), EmployeeId::new(5000), Role::Employee);
        same.email = EmailAddress::parse(&format!("{ann}@example.org")).unwrap();
        assert_eq!(unit.people().insert(&same).await, Err(StoreError::Conflict(UniqueKey::Email)));
        drop(unit);
        let unit = begin(store).await;
        let taken = new_person(UserId::new(Uuid::now_v7()), EmployeeId::new(1001), Role::Employee);
        assert_eq!(unit.people().insert(&taken).await, Err(StoreError::Conflict(UniqueKey::EmployeeId)));
    }

    async fn a_person_reads_back_with_the_manager(store: &AnyEngine) {
        let boss = named(store, Role::Manager, None, "Bo", "Lead").await;
        let ann = named(store, Role::Employee, Some(boss), "Ann", "Ärmel").await;
        let view = store.person(ann).await.unwrap().unwrap();
        assert_eq!((view.person.id, view.person.name.to_string().as_str()), (ann, "Ann Ärmel"));
        assert_eq!(view.person.employee_id, EmployeeId::new(1002));
        assert_eq!((view.email.as_str(), view.role), (format!("{ann}@example.org").as_str(), Role::Employee));
        assert_eq!((view.department.as_deref(), view.position, view.phone_number, view.designation), (Some("Works"), None, None, None));
        assert_eq!(view.joining_date, Some(day("2026-01-05")));
        assert_eq!((view.is_active, view.is_blocked, view.is_first_login), (true, false, false));
        let (id, name) = view.manager.unwrap();
        assert_eq!((id, name.to_string().as_str()), (boss, "Bo Lead"));
        assert_eq!(view.updated_at, now(), "to the microsecond");
        assert_eq!(store.person(boss).await.unwrap().unwrap().manager, None);
        assert_eq!(store.person(UserId::new(Uuid::now_v7())).await, Ok(None));
    }

    async fn employment_says_whether_the_manager_can_act(store: &AnyEngine, subject: &Subject) {
        let boss = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        for (change, can_act) in [
            ("role = 'Manager'", true),
            ("is_blocked = true", false),
            ("is_blocked = false, is_active = false", false),
            ("is_active = true, role = 'HR'", false),
        ] {
            set(subject, boss, change).await;
            let employment = store.employment(ann, day("2026-06-10")).await.unwrap().unwrap();
            assert_eq!((employment.manager, employment.manager_can_act), (Some(boss), can_act), "{change}");
            assert_eq!(employment.first_day, Some(FirstDay::Joining(day("2026-01-05"))));
            let unit = begin(store).await;
            assert_eq!(unit.people().employment(ann, day("2026-06-10")).await, Ok(Some(employment)), "both ways of asking agree");
        }
        set(subject, ann, "records_from = '2026-06-10'").await;
        let begun = store.employment(ann, day("2026-06-10")).await.unwrap().unwrap();
        assert_eq!(begun.first_day, Some(FirstDay::Records(day("2026-06-10"))));
        let alone = store.employment(boss, day("2026-06-10")).await.unwrap().unwrap();
        assert_eq!((alone.manager, alone.manager_can_act), (None, false));
        assert_eq!(store.employment(UserId::new(Uuid::now_v7()), day("2026-06-10")).await, Ok(None));
    }

    async fn credentials_are_found_by_the_address_and_know_where_somebody_signed_in(store: &AnyEngine) {
        let ann = person(store, Role::Hr, None).await;
        let email = format!("{ann}@example.org");
        let unit = begin(store).await;
        unit.sessions().remember_address(ann, "192.0.2.7", now()).await.unwrap();
        unit.sessions().remember_address(ann, "192.0.2.8", now()).await.unwrap();
        unit.sessions().remember_address(ann, "192.0.2.8", later(100)).await.unwrap();
        unit.commit().await.unwrap();
        let known = async |address: &str, since| {
            store.credentials(&email, address, since).await.unwrap().unwrap().is_known_address
        };
        assert!(known("192.0.2.7", now()).await, "from then on, the instant itself included");
        assert!(!known("192.0.2.7", later(1)).await);
        assert!(known("192.0.2.8", later(100)).await, "the last sign-in counts");
        assert!(!known("192.0.2.9", now()).await);
        let found = store.credentials(&email, "192.0.2.7", now()).await.unwrap().unwrap();
        assert_eq!((found.person.id, found.email.as_str(), found.login.role), (ann, email.as_str(), Role::Hr));
        assert_eq!(found.login.hash, Some(PasswordHash("$argon2id$test".into())));
        assert_eq!((found.login.is_active, found.login.is_blocked, found.login.is_first_login), (true, false, false));
        assert_eq!(store.credentials("nobody@example.org", "192.0.2.7", now()).await, Ok(None));
    }

    async fn a_password_is_set_for_somebody_or_it_is_stale(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        committed(store, async |unit| unit.people().set_password(ann, Some(&PasswordHash("$new".into())), true, later(5)).await).await;
        let unit = begin(store).await;
        let login = unit.people().lock_login(ann).await.unwrap().unwrap();
        assert_eq!((login.hash, login.is_first_login), (Some(PasswordHash("$new".into())), true));
        assert_eq!(store.person(ann).await.unwrap().unwrap().updated_at, later(5));
        unit.people().set_password(ann, None, false, later(6)).await.unwrap();
        assert_eq!(unit.people().lock_login(ann).await.unwrap().unwrap().hash, None);
        let nobody = UserId::new(Uuid::now_v7());
        assert_eq!(unit.people().lock_login(nobody).await, Ok(None));
        let stale = unit.people().set_password(nobody, Some(&PasswordHash("$new".into())), true, now()).await;
        assert_eq!(stale, Err(StoreError::Stale));
    }

    async fn an_account_is_marked_as_a_break_glass_account_or_it_is_stale(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Admin, None).await;
        for is_marked in [true, true, false] {
            committed(store, async |unit| unit.people().set_break_glass(ann, is_marked).await).await;
            let unit = begin(store).await;
            let locked = async |user| unit.people().lock_login(user).await.unwrap().unwrap().is_break_glass;
            assert_eq!((locked(ann).await, locked(bob).await), (is_marked, false));
            let found = store.credentials(&format!("{ann}@example.org"), "", now()).await.unwrap().unwrap();
            assert_eq!(found.login.is_break_glass, is_marked);
        }
        let nobody = UserId::new(Uuid::now_v7());
        assert_eq!(begin(store).await.people().set_break_glass(nobody, true).await, Err(StoreError::Stale));
    }

    async fn presence_counts_the_team_that_can_record(store: &AnyEngine, subject: &Subject) {
        let [boss, other] = people(store, Role::Manager, None).await;
        let today = day("2026-06-10");
        let [present, absent_one, blocked, inactive, future, begins, unknown] = people(store, Role::Employee, Some(boss)).await;
        let elsewhere = person(store, Role::Employee, Some(other)).await;
        for id in [present, blocked, elsewhere] {
            entry(store, id, "2026-06-10").await;
        }
        entry(store, unknown, "2026-06-09").await;
        set(subject, blocked, "is_blocked = true").await;
        set(subject, inactive, "is_active = false").await;
        set(subject, future, "joining_date = '2026-06-11'").await;
        set(subject, begins, "records_from = '2026-06-11'").await;
        set(subject, unknown, "joining_date = NULL").await;
        let of = async |manager, expected| {
            let TeamPresence { members, absent, on_leave: _ } = store.presence(&Leads::own(manager), today, &expected).await.unwrap();
            (members, absent)
        };
        assert_eq!(of(boss, everybody()).await, (3, 2));
        assert_eq!([of(other, everybody()).await, of(present, everybody()).await], [(1, 0), (0, 0)]);
        // A person who is not expected is no less a member.
        for (expected, absent) in [
            (Expected::AllBut(vec![unknown, present]), 1),
            (Expected::AllBut(vec![absent_one, unknown]), 0),
            (Expected::Only(vec![unknown, blocked, elsewhere]), 1),
            (Expected::Only(vec![]), 0),
        ] {
            assert_eq!(of(boss, expected.clone()).await, (3, absent), "{expected:?}");
        }
    }
}

on_databases! {
    async fn a_role_that_the_rules_do_not_know_is_corrupt(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        let entry = entry(store, ann, "2026-06-10").await;
        // The constraint would refuse it, so it is taken away first, as a careless hand might.
        if database.is_postgres() {
            execute(database, "ALTER TABLE users DROP CONSTRAINT ck_users_role").await.unwrap();
            execute(database, "UPDATE users SET role = 'Guest'").await.unwrap();
        } else {
            execute(database, "PRAGMA ignore_check_constraints = on; UPDATE users SET role = 'Guest'").await.unwrap();
        }
        let expected = StoreError::Corrupt { table: "users", column: "role", id: ann.to_string() };
        assert_eq!(PeopleReads::person(store, ann).await, Err(expected));
        assert_eq!(entry.user(), ann);
    }
}
