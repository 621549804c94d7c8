//! Second factors, their recovery codes, and since when people have their role.

use application::ports::{NewRecoveryCode, SecondFactor, SecondFactorView, StoreError, UniqueKey, WaitingKey};
use domain::id::{CredentialId, UserId};
use domain::person::Role;
use domain::second_factor::FactorKey;
use domain::session::SessionEnd;
use persistence::Transient;
use uuid::Uuid;

use crate::engines::{Engine, at_once};
use crate::schema::refused;
use crate::support::{
    begin, committed, day, later, literal, managed, new_session, now, number, people, person, session,
};

fn key(text: &str) -> FactorKey {
    FactorKey::new(text.to_owned())
}

fn waiting(text: &str, at: i64) -> WaitingKey {
    WaitingKey { key: key(text), made_at: later(at) }
}

fn id() -> CredentialId {
    CredentialId::new(Uuid::now_v7())
}

fn codes(letters: &str) -> Vec<NewRecoveryCode> {
    let new = |letter: char| NewRecoveryCode { id: id(), fingerprint: letter.to_string().repeat(64) };
    letters.chars().map(new).collect()
}

/// Sets a factor up with this key, whose code of step 7 was used, and these recovery codes.
pub(crate) async fn set(store: &dyn Engine, user: UserId, text: &str, letters: &str) {
    committed(store, async |unit| {
        unit.second_factors().keep_key(user, id(), &waiting(text, 0)).await?;
        unit.second_factors().confirm(user, 7, later(5)).await?;
        unit.second_factors().replace_recovery_codes(user, &codes(letters), later(5)).await
    })
    .await;
}

async fn used(store: &dyn Engine, user: UserId, step: i64) -> bool {
    let unit = begin(store).await;
    let is_used = unit.second_factors().use_step(user, step, later(step)).await.unwrap();
    unit.commit().await.unwrap();
    is_used
}

async fn recovered(store: &dyn Engine, user: UserId, letter: &str) -> bool {
    let unit = begin(store).await;
    let is_used = unit.second_factors().use_recovery_code(user, &letter.repeat(64)).await.unwrap();
    unit.commit().await.unwrap();
    is_used
}

on_every_engine! {
    async fn a_key_waits_until_it_is_confirmed_or_another_one_does(store: &AnyEngine, subject: &Subject) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let unit = begin(store).await;
        assert_eq!(unit.second_factors().waiting_key(ann).await, Ok(None));
        assert_eq!(unit.second_factors().confirm(ann, 7, now()).await, Err(StoreError::Stale));
        drop(unit);
        let [first, second] = [waiting("A", 1), waiting("B", 2)];
        for key in [&first, &second] {
            committed(store, async |unit| unit.second_factors().keep_key(ann, id(), key).await).await;
        }
        let unit = begin(store).await;
        assert_eq!(unit.second_factors().waiting_key(ann).await, Ok(Some(second)), "the earlier one is void");
        assert_eq!(unit.second_factors().of(ann).await, Ok(None), "a key that waits is none");
        unit.second_factors().confirm(ann, 7, later(5)).await.unwrap();
        assert_eq!(unit.second_factors().waiting_key(ann).await, Ok(None));
        let factor = SecondFactor { key: key("B"), last_step: Some(7) };
        assert_eq!(unit.second_factors().of(ann).await, Ok(Some(factor)));
        assert_eq!(unit.second_factors().of(bob).await, Ok(None));
        unit.commit().await.unwrap();
        let view = SecondFactorView { created_at: later(5), last_used_at: None, recovery_left: 0 };
        assert_eq!((store.factor(ann).await, store.factor(bob).await), (Ok(Some(view)), Ok(None)));
        subject.holds(1, "SELECT count(*) FROM credentials").await;
    }

    async fn a_person_has_one_factor(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        set(store, ann, "A", "").await;
        committed(store, async |unit| unit.second_factors().keep_key(ann, id(), &waiting("B", 9)).await).await;
        let unit = begin(store).await;
        let another = unit.second_factors().confirm(ann, 8, later(9)).await;
        assert_eq!(another, Err(StoreError::Conflict(UniqueKey::SecondFactor)));
    }

    async fn a_step_is_used_once_and_no_earlier_one_after_it(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        set(store, ann, "A", "").await;
        assert!(!used(store, ann, 7).await, "it confirmed the key");
        assert!(used(store, ann, 9).await);
        assert!(!used(store, ann, 9).await && !used(store, ann, 8).await);
        assert!(!used(store, bob, 9).await);
        let view = store.factor(ann).await.unwrap().unwrap();
        assert_eq!((view.created_at, view.last_used_at), (later(5), Some(later(9))));
    }

    async fn of_those_who_use_a_code_at_once_one_does(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        set(store, ann, "A", "a").await;
        let steps = at_once(subject, 8, |_, store| async move { used(&*store, ann, 9).await }).await;
        assert_eq!(steps.into_iter().filter(|used| *used).count(), 1);
        let codes = at_once(subject, 8, |_, store| async move { recovered(&*store, ann, "a").await }).await;
        assert_eq!(codes.into_iter().filter(|used| *used).count(), 1);
    }

    async fn a_recovery_code_is_used_up_and_new_ones_replace_all(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        set(store, ann, "A", "abc").await;
        set(store, bob, "B", "abd").await;
        let left = async |user| store.factor(user).await.unwrap().unwrap().recovery_left;
        assert!(recovered(store, ann, "a").await);
        assert!(!recovered(store, ann, "a").await && !recovered(store, ann, "d").await, "neither twice nor another's");
        assert_eq!((left(ann).await, left(bob).await), (2, 3));
        committed(store, async |unit| unit.second_factors().replace_recovery_codes(ann, &codes("xyz"), later(9)).await).await;
        assert_eq!(left(ann).await, 3);
        assert!(!recovered(store, ann, "b").await && recovered(store, ann, "x").await);
    }

    async fn what_is_removed_leaves_nothing(store: &AnyEngine, subject: &Subject) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        set(store, ann, "A", "ab").await;
        set(store, bob, "B", "a").await;
        committed(store, async |unit| unit.second_factors().keep_key(ann, id(), &waiting("C", 9)).await).await;
        let remove = async |user| committed(store, async |unit| unit.second_factors().remove(user).await).await;
        assert!(remove(ann).await);
        assert_eq!(store.factor(ann).await, Ok(None));
        subject.holds(2, "SELECT count(*) FROM credentials").await;
        assert!(!remove(ann).await);
        committed(store, async |unit| unit.second_factors().keep_key(ann, id(), &waiting("D", 9)).await).await;
        assert!(!remove(ann).await, "there was no factor");
        assert!(store.factor(bob).await.unwrap().is_some());
    }

    async fn a_session_knows_of_the_factor_and_the_age_of_the_role(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        let opened = session(store, ann).await;
        let view = async || store.session(opened, day("2026-06-10")).await.unwrap().unwrap();
        assert_eq!((view().await.has_second_factor, view().await.in_role_since), (false, now()));
        committed(store, async |unit| unit.second_factors().keep_key(ann, id(), &waiting("A", 0)).await).await;
        assert!(!view().await.has_second_factor);
        set(store, ann, "A", "").await;
        assert!(view().await.has_second_factor);
        // A change that leaves the role leaves its age.
        for (role, at, since) in [(Role::Employee, 10, now()), (Role::Hr, 20, later(20)), (Role::Hr, 30, later(20))] {
            let unit = begin(store).await;
            let mut account = unit.people().for_change(ann).await.unwrap().unwrap();
            account.standing.role = role;
            unit.people().save(&managed(account), later(at)).await.unwrap();
            assert_eq!(unit.people().lock_login(ann).await.unwrap().unwrap().in_role_since, since);
            unit.commit().await.unwrap();
            assert_eq!(view().await.in_role_since, since, "{role} {at}");
        }
    }

    async fn a_session_starts_once(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        let first = new_session(ann);
        committed(store, async |unit| unit.sessions().start(&first).await).await;
        let unit = begin(store).await;
        unit.sessions().end_live(ann, SessionEnd::AnotherDevice, later(1)).await.unwrap();
        assert_eq!(unit.sessions().start(&first).await, Err(StoreError::Conflict(UniqueKey::Other)));
    }
}

on_databases! {
    async fn keys_that_nobody_confirmed_are_forgotten(database: &TestDatabase, store: &Database) {
        let [ann, bob, cat] = people(store, Role::Employee, None).await;
        for (user, at) in [(ann, 1), (bob, 10)] {
            committed(store, async |unit| unit.second_factors().keep_key(user, id(), &waiting("A", at)).await).await;
        }
        set(store, cat, "C", "a").await;
        assert_eq!(store.forget(Transient::WaitingKeys, later(10)).await, Ok(1));
        assert_eq!(number(database, "SELECT count(*) FROM credentials").await, 3);
    }

    async fn a_credential_fits_the_rules(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        set(store, ann, "A", "a").await;
        refused(database, "UPDATE credentials SET kind = 'passkey'", &["ck_credentials_kind"]).await;
        refused(database, "UPDATE credentials SET last_step = 1 WHERE kind = 'recovery'", &["ck_credentials_last_step"]).await;
        let nobody = literal(database, Uuid::from_u128(7));
        let change = format!("UPDATE credentials SET user_id = {nobody}");
        refused(database, &change, &["fk_credentials_user", "FOREIGN KEY"]).await;
    }
}
