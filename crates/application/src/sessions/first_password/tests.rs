use super::*;
use crate::ports::{Credentials, Login, MockPasswords, MockPeopleReads, Overloaded};
use crate::testing::{FakeWork, Fakes, at, caller, person, user};
use domain::Instant;
use domain::person::Role;
use domain::throttle::Attempts;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Where the newcomer has just signed in from.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

fn known_bucket() -> String {
    format!("known:{}:192.0.2.7", user(1))
}

fn now() -> Instant {
    at("2026-06-10T10:00:00Z")
}

fn newcomer() -> Caller {
    Caller { is_first_login: true, ..caller(1, Role::Employee) }
}

fn generated() -> Login {
    Login {
        hash: PasswordHash("generated".into()),
        is_active: true,
        is_blocked: false,
        is_first_login: true,
        role: Role::Employee,
    }
}

fn fakes(login: Login, passwords: MockPasswords) -> Fakes {
    let mut people = MockPeopleReads::new();
    let found = Credentials { person: person(1), email: "p1@x.org".into(), login, is_known_address: true };
    people
        .expect_credentials()
        .withf(|email, address, since| (email, address, *since) == ("p1@x.org", "192.0.2.7", now() - KNOWN_FOR))
        .return_once(move |_, _, _| Ok(Some(found)));
    Fakes { people: Arc::new(people), passwords: Arc::new(passwords), ..Fakes::default() }
}

/// The caller's bucket goes from `before` to `after`.
fn counting(before: &[Instant], after: &[Instant]) -> FakeWork {
    let mut work = FakeWork::default();
    let (before, after) = (Attempts::new(before.to_vec()), Attempts::new(after.to_vec()));
    work.throttles.expect_load().withf(|bucket| *bucket == known_bucket()).times(1).return_once(move |_| Ok(before));
    work.throttles
        .expect_save()
        .withf(move |bucket, attempts, _| *bucket == known_bucket() && *attempts == after)
        .times(1)
        .returning(|_, _, _| Ok(()));
    work
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
    first_password(&fakes.ports(), &newcomer(), ADDRESS, "my own secret", "my own secret").await
}

#[tokio::test]
async fn the_own_password_takes_the_place_of_the_generated_one() {
    let fakes = fakes(generated(), hashing(judging(Ok(false)), Ok(hashed())));
    let counted = fakes.store.queue(counting(&[], &[now()]));
    let mut work = counting(&[now()], &[]);
    work.people.expect_lock_login().withf(|who| *who == user(1)).times(1).return_once(|_| Ok(Some(generated())));
    work.people
        .expect_set_password()
        .withf(|who, hash, is_first_login, at| {
            *who == user(1) && *hash == PasswordHash("own".into()) && !is_first_login && *at == now()
        })
        .times(1)
        .returning(|_, _, _, _| Ok(()));
    work.resets.expect_drop_link().withf(|who| *who == user(1)).times(1).returning(|_| Ok(()));
    let events = work.keep_events();
    let committed = fakes.store.queue(work);
    assert_eq!(set(&fakes).await, Ok(()));
    assert!(counted.load(Ordering::SeqCst) && committed.load(Ordering::SeqCst));
    let events = events.lock().unwrap();
    assert_eq!((&events[0].what, events[0].actor), (&Happening::FirstPasswordSet, Some(user(1))));
    assert_eq!(events[0].pushes, [], "the session goes on");
}

#[tokio::test]
async fn the_generated_password_again_is_refused_and_counted() {
    let fakes = fakes(generated(), judging(Ok(true)));
    let counted = fakes.store.queue(counting(&[], &[now()]));
    let sentence = "New password must be different from the temporary password";
    assert_eq!(set(&fakes).await, Err(Invalid::field("newPassword", sentence).into()));
    assert!(counted.load(Ordering::SeqCst));
}

#[tokio::test]
async fn nothing_is_hashed_when_the_budget_is_used_up() {
    let fakes = fakes(generated(), MockPasswords::new());
    let mut work = FakeWork::default();
    work.throttles.expect_load().times(1).returning(|_| Ok(Attempts::new(vec![now(); 10])));
    let committed = fakes.store.queue(work);
    assert_eq!(set(&fakes).await, Err(Error::Throttled { retry_after_seconds: 900 }));
    assert!(!committed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_full_queue_for_password_work_costs_no_attempt() {
    for passwords in [judging(Err(Overloaded)), hashing(judging(Ok(false)), Err(Overloaded))] {
        let fakes = fakes(generated(), passwords);
        fakes.store.queue(counting(&[], &[now()]));
        let given_back = fakes.store.queue(counting(&[now()], &[]));
        assert_eq!(set(&fakes).await, Err(Error::Overloaded));
        assert!(given_back.load(Ordering::SeqCst));
    }
}

#[tokio::test]
async fn a_password_that_was_set_meanwhile_stands() {
    let own = Login { hash: PasswordHash("own".into()), is_first_login: false, ..generated() };
    let regenerated = Login { hash: PasswordHash("another".into()), ..generated() };
    for locked in [Some(own.clone()), Some(regenerated), None] {
        let fakes = fakes(generated(), hashing(judging(Ok(false)), Ok(hashed())));
        fakes.store.queue(counting(&[], &[now()]));
        let mut work = counting(&[now()], &[]);
        work.people.expect_lock_login().times(1).return_once(move |_| Ok(locked));
        let committed = fakes.store.queue(work);
        assert_eq!(set(&fakes).await, Err(Conflict::NotFirstLogin.into()));
        assert!(!committed.load(Ordering::SeqCst));
    }
    // The form sent twice: the second is told so, and not that its password is the temporary one.
    assert_eq!(set(&fakes(own, MockPasswords::new())).await, Err(Conflict::NotFirstLogin.into()));
}

#[tokio::test]
async fn what_needs_no_look_at_the_account_is_refused_without_one() {
    let ports = Fakes::default().ports();
    let settled = caller(1, Role::Employee);
    let refused = first_password(&ports, &settled, ADDRESS, "my own secret", "my own secret").await;
    assert_eq!(refused, Err(Conflict::NotFirstLogin.into()));
    for (new, repeated, field, sentence) in [
        ("secret1", "secret2", "confirmPassword", "Passwords do not match"),
        ("short", "short", "newPassword", "Password must be at least 6 characters long"),
        ("secret\0", "secret\0", "newPassword", "Password contains characters that are not allowed"),
    ] {
        let refused = first_password(&ports, &newcomer(), ADDRESS, new, repeated).await;
        assert_eq!(refused, Err(Invalid::field(field, sentence).into()));
        let refused = first_password(&ports, &settled, ADDRESS, new, repeated).await;
        assert_eq!(refused, Err(Invalid::field(field, sentence).into()), "what does not fit comes before a clash");
    }
}

#[tokio::test]
async fn from_an_address_that_is_not_known_it_counts_like_a_strangers_login() {
    let strange =
        Credentials { person: person(1), email: "p1@x.org".into(), login: generated(), is_known_address: false };
    let mut people = MockPeopleReads::new();
    people.expect_credentials().return_once(move |_, _, _| Ok(Some(strange)));
    let fakes = Fakes { people: Arc::new(people), passwords: Arc::new(judging(Ok(true))), ..Fakes::default() };
    let mut work = FakeWork::default();
    for bucket in ["address:192.0.2.7", "account:p1@x.org"] {
        work.throttles.expect_load().withf(move |name| name == bucket).times(1).returning(|_| Ok(Attempts::default()));
        work.throttles
            .expect_save()
            .withf(move |name, attempts, _| name == bucket && *attempts == Attempts::new(vec![now()]))
            .times(1)
            .returning(|_, _, _| Ok(()));
    }
    let counted = fakes.store.queue(work);
    assert!(matches!(set(&fakes).await, Err(Error::Invalid(_))));
    assert!(counted.load(Ordering::SeqCst));
}

#[tokio::test]
async fn an_account_that_is_gone_is_not_found() {
    let mut people = MockPeopleReads::new();
    people.expect_credentials().return_once(|_, _, _| Ok(None));
    let fakes = Fakes { people: Arc::new(people), ..Fakes::default() };
    assert_eq!(set(&fakes).await, Err(Error::NotFound("User")));
}
