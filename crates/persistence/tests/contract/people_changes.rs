//! Changing accounts: what is locked, what is saved, and who is left without a manager.

use application::ports::{NewPerson, PersonRecord, StoreError, UniqueKey};
use domain::id::UserId;
use domain::person::{EmailAddress, EmployeeId, FullName, Role, Standing};
use uuid::Uuid;

use crate::engines::{Engine, set};
use crate::support::{begin, committed, day, later, managed, named, new_person, now, people, person};

async fn record(store: &dyn Engine, user: UserId) -> PersonRecord {
    begin(store).await.people().for_change(user).await.unwrap().unwrap()
}

on_every_engine! {
    async fn an_account_reads_back_as_it_was_saved(store: &AnyEngine, subject: &Subject) {
        let lead = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, None).await;
        let before = record(store, ann).await;
        assert_eq!((before.id, before.employee_id.number(), before.name.to_string().as_str()), (ann, 1002, "Ann Example"));
        assert_eq!(before.email.as_str(), format!("{ann}@example.org"));
        assert_eq!(before.standing, Standing { role: Role::Employee, is_active: true, is_blocked: false });
        assert_eq!((before.manager, before.deactivated_at), (None, None));

        let changed = PersonRecord {
            name: FullName { first: "Änne".into(), last: "Other".into() },
            email: EmailAddress::parse("aenne@example.org").unwrap(),
            external_id: Some("Ä-17".into()),
            standing: Standing { role: Role::Manager, is_active: false, is_blocked: true },
            department: Some("Bridges".into()),
            position: Some("Mason".into()),
            designation: Some("Senior".into()),
            phone_number: Some("+41 44 000".into()),
            joining_date: Some(day("2025-12-01")),
            records_from: Some(day("2026-06-10")),
            manager: Some(lead),
            deactivated_at: Some(later(7)),
            updated_at: later(9),
            ..before
        };
        committed(store, async |unit| unit.people().save(&managed(changed.clone()), later(9)).await).await;
        assert_eq!(record(store, ann).await, changed);
        let view = store.person(ann).await.unwrap().unwrap();
        assert_eq!((view.updated_at, view.phone_number.as_deref()), (later(9), Some("+41 44 000")));
        assert_eq!((view.joining_date, view.records_from), (changed.joining_date, changed.records_from));
        subject.holds(1, "SELECT count(*) FROM users WHERE search_text LIKE '%bridges%' AND sort_name LIKE 'änne%'").await;
        assert_eq!(begin(store).await.people().for_change(UserId::new(Uuid::now_v7())).await, Ok(None));
    }

    async fn an_address_that_another_one_has_is_not_saved(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let mut changed = record(store, bob).await;
        changed.email = record(store, ann).await.email;
        let unit = begin(store).await;
        assert_eq!(unit.people().save(&managed(changed.clone()), now()).await, Err(StoreError::Conflict(UniqueKey::Email)));
        drop(unit);
        changed.email = EmailAddress::parse("free@example.org").unwrap();
        changed.id = UserId::new(Uuid::now_v7());
        assert_eq!(begin(store).await.people().save(&managed(changed.clone()), now()).await, Err(StoreError::Stale), "nobody has this id");
    }

    async fn an_external_id_has_one_account_however_it_is_written(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let with = async |user, id: Option<&str>| PersonRecord { external_id: id.map(Into::into), ..record(store, user).await };
        let kept = with(ann, Some("Ä-17")).await;
        committed(store, async |unit| unit.people().save(&managed(kept.clone()), now()).await).await;
        assert_eq!(store.person(ann).await.unwrap().unwrap().external_id.as_deref(), Some("Ä-17"));
        committed(store, async |unit| unit.people().save(&managed(kept.clone()), now()).await).await;
        let taken = Err(StoreError::Conflict(UniqueKey::ExternalId));
        for written in ["Ä-17", "ä-17", "A\u{308}-17"] {
            let same = with(bob, Some(written)).await;
            assert_eq!(begin(store).await.people().save(&managed(same), now()).await, taken, "{written}");
            let id = UserId::new(Uuid::now_v7());
            let new = NewPerson { external_id: Some(written.into()), ..new_person(id, EmployeeId::new(5000), Role::Employee) };
            assert_eq!(begin(store).await.people().insert(&new).await, taken, "{written}");
        }
        let given_up = with(ann, None).await;
        committed(store, async |unit| unit.people().save(&managed(given_up), now()).await).await;
        let free = with(bob, Some("ä-17")).await;
        committed(store, async |unit| unit.people().save(&managed(free), now()).await).await;
        assert_eq!(record(store, bob).await.external_id.as_deref(), Some("ä-17"));
    }

    async fn an_account_is_locked_by_its_address_too(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let first = begin(store).await;
        let mut found = first.people().for_change(ann).await.unwrap().unwrap();
        let (other, address) = (subject.another_instance().await, found.email.clone());
        let second = tokio::spawn(async move {
            begin(&*other).await.people().for_change_by_email(&address).await
        });
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        assert!(!second.is_finished(), "the second waits");
        found.email = EmailAddress::parse("another@example.org").unwrap();
        first.people().save(&managed(found.clone()), now()).await.unwrap();
        first.commit().await.unwrap();
        assert_eq!(second.await.unwrap(), Ok(None), "and finds nobody at the address that was left");
        let moved = begin(store).await.people().for_change_by_email(&found.email).await.unwrap();
        assert_eq!(moved.map(|person| person.id), Some(ann));
    }

    async fn only_administrators_that_can_act_are_counted(store: &AnyEngine, subject: &Subject) {
        let admins = people::<5>(store, Role::Admin, None).await;
        person(store, Role::Hr, None).await;
        set(subject, admins[1], "is_blocked = true").await;
        set(subject, admins[3], "is_active = false").await;
        let mut expected = vec![admins[0], admins[2], admins[4]];
        expected.sort_unstable();
        assert_eq!(begin(store).await.people().acting_admins().await, Ok(expected), "in one order for everybody");
    }

    async fn a_released_team_has_no_manager(store: &AnyEngine, subject: &Subject) {
        let [lead, other] = people(store, Role::Manager, None).await;
        let mut team = people::<2>(store, Role::Employee, Some(lead)).await;
        let elsewhere = person(store, Role::Employee, Some(other)).await;
        set(subject, team[1], "is_active = false").await;
        let unit = begin(store).await;
        let mut released = unit.people().release_team(lead, later(5)).await.unwrap();
        assert_eq!(unit.people().release_team(lead, later(6)).await, Ok(vec![]), "there is nobody left");
        unit.commit().await.unwrap();
        released.sort_unstable();
        team.sort_unstable();
        assert_eq!(released, team, "also who is inactive");
        let view = store.person(team[0]).await.unwrap().unwrap();
        assert_eq!((view.manager, view.updated_at), (None, later(5)));
        let view = store.person(elsewhere).await.unwrap().unwrap();
        assert_eq!((view.manager.map(|(id, _)| id), view.updated_at), (Some(other), now()));
    }

    async fn recipients_have_names_and_addresses(store: &AnyEngine) {
        let ann = named(store, Role::Employee, None, "Ann", "Ärmel").await;
        let bob = named(store, Role::Hr, None, "Bob", "Example").await;
        person(store, Role::Employee, None).await;
        let unit = begin(store).await;
        let mut found = unit.people().recipients(&[bob, UserId::new(Uuid::now_v7()), ann]).await.unwrap();
        found.sort_by_key(|recipient| recipient.name.first.clone());
        let told: Vec<_> = found.iter().map(|one| (one.user, one.name.to_string(), one.email.to_string())).collect();
        assert_eq!(
            told,
            [
                (ann, "Ann Ärmel".to_owned(), format!("{ann}@example.org")),
                (bob, "Bob Example".to_owned(), format!("{bob}@example.org")),
            ]
        );
        assert_eq!(unit.people().recipients(&[]).await, Ok(vec![]));
    }
}

on_databases! {
    async fn only_an_inactive_person_has_left(store: &Database) {
        let mut changed = record(store, person(store, Role::Employee, None).await).await;
        changed.deactivated_at = Some(now());
        let refused = begin(store).await.people().save(&managed(changed), now()).await;
        assert_eq!(refused, Err(StoreError::Backend("the check ck_users_deactivated refused the row".into())));
    }
}
