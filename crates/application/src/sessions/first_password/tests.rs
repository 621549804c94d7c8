use super::*;
use crate::Error;
use crate::memory::State;
use crate::ports::{MockPasswords, Overloaded, ResetLink};
use crate::testing::{Fakes, account, at, caller, user};
use domain::Instant;
use domain::person::Role;
use domain::throttle::{Attempts, KNOWN_FOR};
use std::sync::Arc;

fn now() -> Instant {
    at("2026-06-10T10:00:00Z")
}

fn newcomer() -> Caller {
    Caller { is_first_login: true, ..caller(1, Role::Employee) }
}

/// The newcomer's account, known at the address, with the generated password.
fn portal(passwords: MockPasswords) -> Fakes {
    let mut newcomer = account(1, Role::Employee);
    newcomer.hash = Some(PasswordHash("generated".into()));
    newcomer.is_first_login = true;
    let fakes = Fakes::over(State {
        people: [(user(1), newcomer)].into(),
        known_addresses: [((user(1), "192.0.2.7".to_owned()), now() - KNOWN_FOR)].into(),
        links: [(user(1), link())].into(),
        ..State::default()
    });
    Fakes { passwords: Arc::new(passwords), ..fakes }
}

fn link() -> ResetLink {
    ResetLink { user: user(1), fingerprint: "f".into(), expires_at: now() }
}

/// How many attempts the budgets hold, of those that hold any.
fn spent(fakes: &Fakes) -> Vec<(String, usize)> {
    let counted = fakes.state().budgets.into_iter().map(|(bucket, attempts)| (bucket, attempts.instants().len()));
    counted.filter(|(_, count)| *count > 0).collect()
}

fn known_bucket() -> String {
    format!("known:{}:192.0.2.7", user(1))
}

fn judging(verdict: Result<bool, Overloaded>) -> MockPasswords {
    let mut passwords = MockPasswords::new();
    passwords
        .expect_verify()
        .withf(|password, hash| password == "my own secret" && *hash == Some(PasswordHash("generated".into())))
        .times(1)
        .returning(move |_, _| verdict);
    passwords
}

fn hashing(mut passwords: MockPasswords, hash: Result<PasswordHash, Overloaded>) -> MockPasswords {
    passwords
        .expect_hash()
        .withf(|password| password.reveal() == "my own secret")
        .times(1)
        .returning(move |_| hash.clone());
    passwords
}

fn hashed() -> PasswordHash {
    PasswordHash("own".into())
}

async fn set(fakes: &Fakes) -> Result<(), Error> {
    first_password(&fakes.ports(), &newcomer(), "my own secret", "my own secret").await
}

#[tokio::test]
async fn a_chosen_password_replaces_the_generated_one() {
    let fakes = portal(hashing(judging(Ok(false)), Ok(hashed())));
    assert_eq!(set(&fakes).await, Ok(()));
    let kept = fakes.state();
    let account = &kept.people[&user(1)];
    assert_eq!((&account.hash, account.is_first_login, account.record.updated_at), (&Some(hashed()), false, now()));
    assert_eq!((kept.links.len(), spent(&fakes)), (0, vec![]));
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert_eq!(event.record, events::first_password_set(user(1)));
    assert_eq!(event.origin, (&newcomer()).into());
    assert_eq!(event.pushes, [], "the session goes on");
}

#[tokio::test]
async fn the_generated_password_again_is_refused_and_counted() {
    let fakes = portal(judging(Ok(true)));
    let sentence = "New password must be different from the temporary password";
    assert_eq!(set(&fakes).await, Err(Invalid::field("newPassword", sentence).into()));
    assert_eq!(spent(&fakes), [(known_bucket(), 1)]);
}

#[tokio::test]
async fn nothing_is_hashed_when_the_budget_is_used_up() {
    let fakes = portal(MockPasswords::new());
    fakes.memory.change(|state| _ = state.budgets.insert(known_bucket(), Attempts::new(vec![now(); 10])));
    let before = fakes.state();
    assert_eq!(set(&fakes).await, Err(Error::Throttled { retry_after_seconds: 900 }));
    assert_eq!(fakes.state(), before);
}

#[tokio::test]
async fn a_full_queue_for_password_work_costs_no_attempt() {
    for passwords in [judging(Err(Overloaded)), hashing(judging(Ok(false)), Err(Overloaded))] {
        let fakes = portal(passwords);
        assert_eq!(set(&fakes).await, Err(Error::Overloaded));
        assert_eq!(spent(&fakes), []);
    }
}

#[tokio::test]
async fn a_password_that_was_set_meanwhile_stands() {
    let own: fn(&mut State) = |state| {
        state.person(1).hash = Some(PasswordHash("set by the other form".into()));
        state.person(1).is_first_login = false;
    };
    let regenerated: fn(&mut State) = |state| state.person(1).hash = Some(PasswordHash("another".into()));
    let gone: fn(&mut State) = |state| state.people.clear();
    for change in [own, regenerated, gone] {
        let fakes = portal(hashing(judging(Ok(false)), Ok(hashed())));
        fakes.memory.before("PersonRepository::lock_login", change);
        assert_eq!(set(&fakes).await, Err(Conflict::NotFirstLogin.into()));
        let kept = fakes.state();
        assert_eq!(
            (kept.people[&user(1)].hash.clone(), kept.events.len()),
            (Some(PasswordHash("generated".into())), 0)
        );
        assert_eq!(kept.links[&user(1)], link());
    }
    // The form sent twice: the second is told so, and not that its password is the temporary one.
    let fakes = portal(MockPasswords::new());
    fakes.memory.change(own);
    assert_eq!(set(&fakes).await, Err(Conflict::NotFirstLogin.into()));
}

#[tokio::test]
async fn what_needs_no_look_at_the_account_is_refused_without_one() {
    let ports = Fakes::default().ports();
    let settled = caller(1, Role::Employee);
    let refused = first_password(&ports, &settled, "my own secret", "my own secret").await;
    assert_eq!(refused, Err(Conflict::NotFirstLogin.into()));
    let refused = first_password(&ports, &settled, "secret1", "secret2").await;
    let unequal = Invalid::field("confirmPassword", "Passwords do not match");
    assert_eq!(refused, Err(unequal.into()), "what does not fit comes before a clash");
}

#[tokio::test]
async fn from_an_address_that_is_not_known_it_counts_like_a_strangers_login() {
    let fakes = portal(judging(Ok(true)));
    fakes.memory.change(|state| {
        state.known_addresses.values_mut().for_each(|at| *at -= chrono::Duration::seconds(1));
    });
    assert!(matches!(set(&fakes).await, Err(Error::Invalid(_))));
    assert_eq!(spent(&fakes), [("account:p1@x.org".to_owned(), 1), ("address:192.0.2.7".to_owned(), 1)]);
}

#[tokio::test]
async fn an_account_that_is_gone_is_not_found() {
    let fakes = portal(MockPasswords::new());
    fakes.memory.change(|state| state.people.clear());
    assert_eq!(set(&fakes).await, Err(Error::NotFound("User")));
}
