//! Many accounts at once: what is known of them, and how they are created and changed together.

use application::ports::{AccountKeys, AccountReads, Identity, NewSalary, ResetLink, StoreError, UniqueKey};
use domain::id::{IdentityId, UserId};
use domain::person::service::{ServiceHistory, Tenure};
use domain::person::{Beginning, EmailAddress, EmployeeId, FullName, Role, Salaries, Salary, WaysIn};
use domain::sign_in::ProviderName;
use domain::timesheet::Status;
use domain::work_patterns::PatternOwner;
use std::collections::HashMap;
use uuid::Uuid;

use crate::engines::Engine;
use crate::support::{
    added, begin, committed, day, entry, later, managed, new_person, new_session, now, people, person,
};
use crate::work_patterns::from;

fn nobody() -> UserId {
    UserId::new(Uuid::now_v7())
}

/// The ids of the accounts with these keys.
async fn found(store: &dyn Engine, keys: &AccountKeys) -> Vec<UserId> {
    let records = AccountReads::accounts(store, keys).await.unwrap();
    let unit = begin(store).await;
    assert_eq!(unit.accounts().accounts(keys).await.as_ref(), Ok(&records), "in a unit of work as outside");
    for record in &records {
        assert_eq!(unit.people().for_change(record.id).await.unwrap().as_ref(), Some(record));
    }
    records.into_iter().map(|record| record.id).collect()
}

on_every_engine! {
    async fn accounts_are_found_by_any_of_their_keys_each_once(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let cyd = added(store, Role::Manager, |new| new.external_id = Some("Äx, 1".into())).await;
        let keys = AccountKeys {
            users: vec![ann, nobody()],
            employee_ids: vec![EmployeeId::new(1002), EmployeeId::new(1999)],
            external_ids: vec!["a\u{308}X, 1".into(), "none".into()],
            emails: vec![EmailAddress::parse(&format!("{ann}@example.org")).unwrap()],
        };
        assert_eq!(found(store, &keys).await, [ann, bob, cyd]);
        assert_eq!(found(store, &AccountKeys::default()).await, []);
    }

    async fn what_is_known_of_many_is_what_each_has(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let [ann, bob] = people(store, Role::Employee, Some(boss)).await;
        entry(store, ann, "2026-06-09").await;
        let first = entry(store, ann, "2026-06-08").await;
        let all = [ann, bob, nobody()];
        assert_eq!(store.first_entries_of(&all).await, Ok(HashMap::from([(ann, first.date())])));
        assert_eq!(first.status(), Status::Pending);
        assert_eq!(store.pending_of(&all).await, Ok(HashMap::from([(ann, 2)])));
        let tenures = store.tenures_of(&all).await.unwrap();
        assert_eq!(tenures.len(), 2);
        assert_eq!(tenures[&bob].len(), 1);
        let patterns = [from(PatternOwner::Person(ann), "2026-07-01", None), from(PatternOwner::Person(bob), "2026-08-01", None)];
        let salary = Salary::from_cents(54);
        let salaries = [ann, bob].map(|user| NewSalary { user, from: day("2026-07-01"), salary });
        committed(store, async |unit| {
            unit.work_patterns().change(&patterns, None, now()).await?;
            unit.salaries().set(&salaries, None, now()).await
        })
        .await;
        assert_eq!(store.patterns_of(&all).await.unwrap().len(), 2);
        assert_eq!(store.list_of(PatternOwner::Person(bob)).await.unwrap().version, 1);
        let own = Salaries::always(None).with(day("2026-07-01"), salary);
        assert_eq!(store.salaries_of_all(&all).await, Ok(HashMap::from([(ann, own.clone()), (bob, own)])));
        let nobody_of = store.patterns_of(&[]).await.unwrap();
        assert!(nobody_of.is_empty());
    }

    async fn administrators_that_can_act_are_known(store: &AnyEngine) {
        let [ada, eve] = people(store, Role::Admin, None).await;
        added(store, Role::Admin, |new| new.is_active = false).await;
        person(store, Role::Hr, None).await;
        assert_eq!(store.admins().await, Ok(vec![ada, eve]));
        let unit = begin(store).await;
        assert_eq!(unit.people().acting_admins().await, Ok(vec![ada, eve]));
    }

    async fn links_to_providers_are_known_of_each(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let link = |user, subject: &str| Identity {
            id: IdentityId::new(Uuid::now_v7()),
            user,
            provider: ProviderName::parse("acme").unwrap(),
            issuer: "https://acme.example".into(),
            subject: subject.into(),
            email: None,
            sets_role: true,
            linked_at: now(),
            last_used_at: None,
        };
        let links = [link(ann, "1"), link(bob, "2")];
        committed(store, async |unit| {
            for link in &links {
                unit.identities().link(link).await?;
            }
            Ok(())
        })
        .await;
        let [one, two] = links;
        let expected = HashMap::from([(ann, vec![one]), (bob, vec![two])]);
        assert_eq!(store.identities_of(&[bob, ann, nobody()]).await, Ok(expected));
    }

    async fn many_accounts_are_created_and_changed_together(store: &AnyEngine) {
        let unit = begin(store).await;
        let ids = unit.people().next_employee_ids(3).await.unwrap();
        assert_eq!(ids.iter().map(|id| id.number()).collect::<Vec<_>>(), [1001, 1002, 1003]);
        let mut new: Vec<_> = ids.iter().map(|id| new_person(nobody(), *id, Role::Employee)).collect();
        new[0].designation = Some("Lead".into());
        new[0].phone_number = Some("+41 44".into());
        unit.people().insert_many(&new).await.unwrap();
        assert_eq!(unit.people().next_employee_id().await.unwrap().number(), 1004);
        unit.commit().await.unwrap();
        let users: Vec<UserId> = new.iter().map(|new| new.id).collect();
        assert_eq!(store.tenures_of(&users).await.unwrap().len(), 3);

        let unit = begin(store).await;
        let locked = unit.people().for_change_of(&[users[2], users[0], nobody()]).await.unwrap();
        assert_eq!(locked.iter().map(|record| record.id).collect::<Vec<_>>(), [users[0], users[2]]);
        assert_eq!((locked[0].designation.as_deref(), locked[0].phone_number.as_deref()), (Some("Lead"), Some("+41 44")));
        let mut changed = locked.clone();
        for (record, first) in changed.iter_mut().zip(["Änne", "Bo"]) {
            record.name = FullName { first: first.into(), last: "Other".into() };
            record.updated_at = later(9);
        }
        let saved: Vec<_> = changed.iter().cloned().map(managed).collect();
        unit.people().save_many(&saved, later(9)).await.unwrap();
        let tenures = |user| (user, ServiceHistory::new(vec![Tenure { ended: Some(day("2026-03-31")), ..tenure() }], Beginning::default()));
        unit.people().save_service(&[tenures(users[0]), tenures(users[2])]).await.unwrap();
        unit.commit().await.unwrap();
        let unit = begin(store).await;
        assert_eq!(unit.people().for_change_of(&[users[0], users[2]]).await, Ok(changed));
        let known = unit.accounts().tenures_of(&users).await.unwrap();
        assert_eq!(users.iter().filter(|user| known[user][0].ended.is_some()).count(), 2);
    }

    async fn how_far_somebody_has_come_is_known_and_passwords_are_taken_away(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        let bob = added(store, Role::Employee, |new| new.is_first_login = true).await;
        let cyd = added(store, Role::Employee, |new| (new.is_first_login, new.hash) = (true, None)).await;
        let link = ResetLink { user: cyd, fingerprint: "f".repeat(64), expires_at: later(5) };
        committed(store, async |unit| unit.resets().keep_links(&[link]).await).await;
        committed(store, async |unit| unit.sessions().start(&new_session(ann)).await).await;
        let ways = async || {
            let unit = begin(store).await;
            let mut ways = unit.people().ways_in(&[ann, bob, cyd, nobody()]).await.unwrap();
            ways.sort_unstable_by_key(|(user, _)| *user);
            ways
        };
        let own = WaysIn { has_password: true, is_first_login: false, has_link: false, has_signed_in: true };
        let generated = WaysIn { is_first_login: true, has_signed_in: false, ..own };
        let invited = WaysIn { has_password: false, has_link: true, ..generated };
        assert_eq!(ways().await, [(ann, own), (bob, generated), (cyd, invited)]);
        committed(store, async |unit| unit.people().drop_passwords(&[ann, bob], later(5)).await).await;
        let none = WaysIn { has_password: false, ..generated };
        let after = [(ann, WaysIn { has_signed_in: true, ..none }), (bob, none), (cyd, invited)];
        assert_eq!(ways().await, after);
        let unit = begin(store).await;
        assert_eq!(unit.people().for_change(bob).await.unwrap().unwrap().updated_at, later(5));
    }

    async fn accounts_that_are_created_or_changed_together_keep_what_is_unique(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let new = |id: u32| new_person(nobody(), EmployeeId::new(id), Role::Employee);
        let mut same = new(5001);
        same.email = EmailAddress::parse(&format!("{ann}@example.org")).unwrap();
        let unit = begin(store).await;
        assert_eq!(unit.people().insert_many(&[new(5000), same]).await, Err(StoreError::Conflict(UniqueKey::Email)));
        let mut same = new(5001);
        same.external_id = Some("X 1".into());
        let other = application::ports::NewPerson { id: nobody(), external_id: Some("x 1".into()), ..new(5002) };
        drop(unit);
        let unit = begin(store).await;
        let taken = unit.people().insert_many(&[same, other]).await;
        assert_eq!(taken, Err(StoreError::Conflict(UniqueKey::ExternalId)));
        drop(unit);
        let unit = begin(store).await;
        let mut records = unit.people().for_change_of(&[ann, bob]).await.unwrap();
        records[1].email = records[0].email.clone();
        let saved: Vec<_> = records.iter().cloned().map(managed).collect();
        assert_eq!(unit.people().save_many(&saved, later(1)).await, Err(StoreError::Conflict(UniqueKey::Email)));
        drop(unit);
        let unit = begin(store).await;
        let mut records = unit.people().for_change_of(&[ann, bob]).await.unwrap();
        records[1].id = nobody();
        records[1].email = EmailAddress::parse("new@example.org").unwrap();
        let saved: Vec<_> = records.into_iter().map(managed).collect();
        assert_eq!(unit.people().save_many(&saved, later(1)).await, Err(StoreError::Stale));
    }
}

fn tenure() -> Tenure {
    Tenure::original(domain::person::service::ServicePeriod::since(day("2026-01-05")))
}
