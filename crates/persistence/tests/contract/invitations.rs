//! Invitations that wait for their day, and who can get one.

use std::collections::BTreeSet;

use application::ports::Invitee;
use domain::Instant;
use domain::id::UserId;
use domain::person::Role;

use crate::engines::{Engine, at_once};
use crate::support::{added, altered, begin, committed, later, now, person, session};

/// Somebody without a password who has never signed in.
async fn newcomer(store: &dyn Engine, role: Role) -> UserId {
    added(store, role, |new| (new.hash, new.is_first_login) = (None, true)).await
}

async fn plan(store: &dyn Engine, users: &[UserId], due: Instant) -> u32 {
    committed(store, async |unit| unit.invitations().plan(users, due).await).await
}

async fn take(store: &dyn Engine, now: Instant, limit: u32) -> (Vec<Invitee>, bool) {
    let unit = begin(store).await;
    let taken = unit.invitations().take_due(now, limit).await.unwrap();
    unit.commit().await.unwrap();
    taken
}

async fn taken(store: &dyn Engine, now: Instant, limit: u32) -> (Vec<UserId>, bool) {
    let (invitees, has_more) = take(store, now, limit).await;
    (invitees.into_iter().map(|invitee| invitee.person.id).collect(), has_more)
}

on_every_engine! {
    async fn people_who_can_act_and_have_neither_signed_in_nor_chosen_a_password_can_be_invited(store: &AnyEngine) {
        let (ann, max) = (newcomer(store, Role::Employee).await, newcomer(store, Role::Manager).await);
        let temporary = added(store, Role::Employee, |new| new.is_first_login = true).await;
        let own = person(store, Role::Employee, None).await;
        let signed_in = newcomer(store, Role::Employee).await;
        session(store, signed_in).await;
        let blocked = newcomer(store, Role::Employee).await;
        altered(store, blocked, |account| account.standing.is_blocked = true).await;
        let inactive = newcomer(store, Role::Employee).await;
        altered(store, inactive, |account| account.standing.is_active = false).await;
        let all = [ann, max, temporary, own, signed_in, blocked, inactive];
        let mut invitable = Vec::new();
        for user in all {
            if store.can_be_invited(user).await.unwrap() {
                invitable.push(user);
            }
        }
        assert_eq!(invitable, [ann, max, temporary]);
        assert_eq!(store.count_invitable(&[Role::Employee]).await, Ok(2));
        assert_eq!(store.count_invitable(&[Role::Employee, Role::Manager]).await, Ok(3));
        assert_eq!(store.count_invitable(&[]).await, Ok(0));

        assert_eq!(plan(store, &all, now()).await, 3);
        assert_eq!(taken(store, now(), 10).await, (vec![ann, max, temporary], false));
        let of_roles = async |roles: &[Role]| {
            let unit = begin(store).await;
            let planned = unit.invitations().plan_for_roles(roles, now()).await.unwrap();
            unit.commit().await.unwrap();
            planned
        };
        assert_eq!(of_roles(&[Role::Manager]).await, 1);
        assert_eq!(taken(store, now(), 10).await.0, [max]);
        assert_eq!(of_roles(&[Role::Employee, Role::Manager]).await, 3);
        assert_eq!(plan(store, &[], now()).await, 0);
    }

    async fn an_invitation_is_due_from_its_day_on_and_a_newer_one_replaces_it(store: &AnyEngine) {
        let (ann, bob) = (newcomer(store, Role::Employee).await, newcomer(store, Role::Admin).await);
        plan(store, &[ann], later(10)).await;
        plan(store, &[bob], later(20)).await;
        assert_eq!((store.is_any_due(later(9)).await, store.is_any_due(later(10)).await), (Ok(false), Ok(true)));
        plan(store, &[ann], later(30)).await;
        assert_eq!(store.is_any_due(later(19)).await, Ok(false));
        assert_eq!(take(store, later(19), 10).await, (vec![], false));
        committed(store, async |unit| unit.people().set_break_glass(bob, true).await).await;
        let unit = begin(store).await;
        let name = unit.people().for_change(bob).await.unwrap().unwrap();
        unit.commit().await.unwrap();
        let (invitees, has_more) = take(store, later(30), 1).await;
        let [invitee] = invitees.as_slice() else { panic!("{invitees:?}") };
        assert_eq!((invitee.person.id, &invitee.person.name, invitee.person.employee_id), (bob, &name.name, name.employee_id));
        assert_eq!((invitee.email.as_str(), invitee.role, invitee.is_break_glass), (name.email.as_str(), Role::Admin, true));
        assert!(has_more, "the oldest come first");
        assert_eq!(taken(store, later(30), 10).await, (vec![ann], false));
        assert_eq!(store.is_any_due(later(30)).await, Ok(false), "what is taken is gone");
    }

    async fn people_who_can_no_longer_be_invited_are_left_out(store: &AnyEngine) {
        let (blocked, signed_in) = (newcomer(store, Role::Employee).await, newcomer(store, Role::Employee).await);
        let ann = newcomer(store, Role::Employee).await;
        plan(store, &[blocked, signed_in, ann], now()).await;
        altered(store, blocked, |account| account.standing.is_blocked = true).await;
        session(store, signed_in).await;
        assert_eq!(taken(store, now(), 10).await, (vec![ann], false));
        assert_eq!(store.is_any_due(now()).await, Ok(false));
    }

    async fn an_invitation_is_taken_once(store: &AnyEngine, subject: &Subject) {
        let mut people = BTreeSet::new();
        for _ in 0..20 {
            people.insert(newcomer(store, Role::Employee).await);
        }
        plan(store, &people.iter().copied().collect::<Vec<_>>(), now()).await;
        let takers = at_once(subject, 4, |_, store| async move {
            let mut mine = Vec::new();
            while store.is_any_due(now()).await.unwrap() {
                mine.extend(taken(&*store, now(), 3).await.0);
            }
            mine
        });
        let taken = takers.await.concat();
        assert_eq!(taken.len(), 20);
        assert_eq!(taken.into_iter().collect::<BTreeSet<_>>(), people);
    }
}

on_databases! {
    async fn the_courier_is_told_of_an_invitation_after_the_commit(store: &Database) {
        let ann = newcomer(store, Role::Employee).await;
        let mut waiting = store.mail_waiting();
        waiting.mark_unchanged();
        let unit = begin(store).await;
        unit.invitations().plan(&[ann], now()).await.unwrap();
        assert!(!waiting.has_changed().unwrap(), "nobody is told before it is true");
        unit.commit().await.unwrap();
        assert!(waiting.has_changed().unwrap());
    }

    async fn an_account_that_somebody_holds_waits_for_the_next_time(database: &TestDatabase) {
        let store = database.database();
        let (ann, bob) = (newcomer(store, Role::Employee).await, newcomer(store, Role::Employee).await);
        plan(store, &[ann, bob], now()).await;
        let holder = begin(store).await;
        holder.people().for_change(ann).await.unwrap();
        let other = database.another_instance().await;
        let first = tokio::spawn(async move { taken(&other, now(), 10).await.0 });
        if database.is_postgres() {
            assert_eq!(first.await.unwrap(), [bob], "nobody waits");
            holder.commit().await.unwrap();
            assert_eq!(taken(store, now(), 10).await.0, [ann]);
        } else {
            // One writer at a time: the other's turn comes when the first one has ended.
            holder.commit().await.unwrap();
            assert_eq!(first.await.unwrap(), [ann, bob]);
        }
    }
}
