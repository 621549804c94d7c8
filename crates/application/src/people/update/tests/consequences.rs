//! What follows from another role, another address, and from leaving.

use super::*;
use crate::accounts::CredentialsLetter;
use crate::events::Audience;
use crate::mail::{Confidential, Letter};
use crate::people::events;
use crate::ports::{MockPasswords, ResetLink};
use crate::testing::{GENERATED, at, hash_of};
use std::sync::Arc;

fn moved(n: u128, role: Role) -> AccountUpdate {
    AccountUpdate { email: "New@X.org".into(), ..form(n, role) }
}

fn deactivated(n: u128, role: Role) -> AccountUpdate {
    AccountUpdate { is_active: Some(false), ..form(n, role) }
}

#[tokio::test]
async fn a_newcomers_new_address_makes_the_mailed_password_useless() {
    let newcomer = || with(|state| state.person(1).is_first_login = true);
    let fakes = newcomer();
    update(&fakes, &hr(), 1, moved(1, Role::Employee)).await.unwrap();
    let kept = fakes.state();
    assert_eq!((&kept.people[&user(1)].hash, kept.people[&user(1)].is_first_login), (&Some(hash_of(GENERATED)), true));
    let sent = [("address-changed", "p1@x.org"), ("address-changed", "new@x.org"), ("credentials", "new@x.org")];
    assert_eq!(letters(&kept), sent);
    let about = CredentialsLetter {
        employee_id: "EMP1001".into(),
        email: "new@x.org".into(),
        password: Confidential(GENERATED.into()),
    };
    let credentials = Letter::new(FullName { first: "First1".into(), last: "Last1".into() }, &about);
    assert_eq!(kept.mails.values().last().map(|mail| &mail.mail.letter), Some(&credentials));

    // The owner's own password stays: it was set before, or while the other one was made.
    let quick = newcomer();
    quick.memory.before("Store::begin", |state| state.person(1).is_first_login = false);
    for fakes in [portal(), quick] {
        update(&fakes, &hr(), 1, moved(1, Role::Employee)).await.unwrap();
        let kept = fakes.state();
        assert_eq!((&kept.people[&user(1)].hash, letters(&kept).len()), (&Some(hash_of("old secret")), 2));
    }
    // Nothing is made for a person whose address stays: the mock would fail.
    let fakes = Fakes { passwords: Arc::new(MockPasswords::new()), ..newcomer() };
    update(&fakes, &hr(), 1, renamed(1, Role::Employee)).await.unwrap();
    assert_eq!(fakes.state().people[&user(1)].hash, Some(hash_of("old secret")));
}

#[tokio::test]
async fn a_newcomer_without_a_password_is_invited_anew_at_the_new_address() {
    for was_invited in [false, true] {
        let fakes = with(|state| {
            (state.person(1).hash, state.person(1).is_first_login) = (None, true);
            state.sessions.retain(|_, session| session.started.user != user(1));
            state.links.clear();
            if was_invited {
                let expires_at = at("2026-06-24T10:00:00Z");
                let link = ResetLink { user: user(1), fingerprint: "f".into(), expires_at };
                state.links.insert(user(1), link);
            }
        });
        // No password is made: the mock would fail.
        let fakes = Fakes { passwords: Arc::new(MockPasswords::new()), ..fakes };
        update(&fakes, &hr(), 1, moved(1, Role::Employee)).await.unwrap();
        let kept = fakes.state();
        assert_eq!((&kept.people[&user(1)].hash, kept.links.len()), (&None, 0));
        let both = [("address-changed", "p1@x.org"), ("address-changed", "new@x.org")];
        assert_eq!(letters(&kept), both[..if was_invited { 2 } else { 0 }], "who was not invited knows of no account");
        assert_eq!(kept.invitations.contains_key(&user(1)), was_invited);
    }
}

#[tokio::test]
async fn a_manager_with_another_role_leaves_the_team_behind_and_stays_signed_in() {
    for after in [Role::Employee, Role::Hr, Role::Admin] {
        let fakes = portal();
        let found = update(&fakes, &admin(), 7, form(7, after)).await.unwrap();
        assert_eq!(found.person.role, after);
        let kept = fakes.state();
        assert!([1, 2].map(user).iter().all(|member| kept.people[member].record.manager.is_none()));
        assert_eq!((ended(&kept), kinds(&kept)), (vec![], vec!["team-released", "account-changed"]));
        let team = vec![user(1), user(2)];
        assert_eq!(kept.events[0].record, events::team_released(user(7), &team));
        assert_eq!(kept.events[0].actor(), Some(user(9)));
        // The team's calendars say who can help, and their former manager no longer sees them.
        let told = Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(team) };
        assert_eq!(kept.events[0].pushes, [told]);
        let to = |topic| Push::Changed { topic, audience: Audience::Users(vec![user(7)]) };
        let everyone = Push::Changed { topic: Topic::Users, audience: Audience::Everyone };
        assert_eq!(kept.events[1].pushes, [everyone, to(Topic::Timesheets), to(Topic::Notifications)]);
    }
}

#[tokio::test]
async fn a_team_of_nobody_is_not_told_of() {
    let fakes = Fakes::plain(State::of(&[(7, Role::Manager), (9, Role::Admin)]));
    update(&fakes, &admin(), 7, form(7, Role::Employee)).await.unwrap();
    assert_eq!(kinds(&fakes.state()), ["account-changed"]);
}

#[tokio::test]
async fn a_person_who_comes_back_has_not_left() {
    let left = at("2026-01-31T17:00:00Z");
    let gone = || {
        with(|state| {
            state.person(1).record.standing.is_active = false;
            state.person(1).record.deactivated_at = Some(left);
            state.sessions.clear();
        })
    };
    let fakes = gone();
    let typed = AccountUpdate { is_active: Some(true), ..form(1, Role::Employee) };
    assert!(update(&fakes, &hr(), 1, typed).await.unwrap().person.is_active);
    assert_eq!(fakes.state().people[&user(1)].record.deactivated_at, None);

    // Another change of somebody who has left moves that moment no more than leaving again does.
    for typed in
        [renamed(1, Role::Employee), AccountUpdate { first_name: "A".into(), ..deactivated(1, Role::Employee) }]
    {
        let fakes = gone();
        update(&fakes, &hr(), 1, typed).await.unwrap();
        assert_eq!(fakes.state().people[&user(1)].record.deactivated_at, Some(left));
    }
}

#[tokio::test]
async fn all_at_once_ends_the_session_once_and_as_a_leaver() {
    let fakes = portal();
    let typed = AccountUpdate { is_active: Some(false), email: "new@x.org".into(), ..form(7, Role::Employee) };
    update(&fakes, &admin(), 7, typed).await.unwrap();
    let kept = fakes.state();
    assert_eq!((ended(&kept), kept.mails.len()), (vec![(user(7), SessionEnd::Blocked)], 2));
    assert_eq!(kept.pushes().iter().filter(|push| matches!(push, Push::SessionEnded { .. })).count(), 1);
    assert_eq!(kinds(&kept), ["team-released", "account-changed"]);
}

#[tokio::test]
async fn administrators_are_locked_before_any_single_account() {
    let fakes = portal();
    update(&fakes, &admin(), 1, renamed(1, Role::Employee)).await.unwrap();
    let expected = ["Store::begin", "PersonRepository::acting_admins", "PersonRepository::for_change"];
    assert_eq!(fakes.memory.calls()[1..4], expected);
}
