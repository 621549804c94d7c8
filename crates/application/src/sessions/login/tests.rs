mod before_hashing;

use super::*;
use crate::ports::{MockPasswords, MockPeopleReads, MockTokens, Overloaded, PasswordHash};
use crate::testing::{FakeWork, Fakes, at, attempts, away, giving_back, person, taking, user};
use mockall::Sequence;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use uuid::Uuid;

const ADDRESS: &str = "address:192.0.2.7";
const ACCOUNT: &str = "account:ann@x.org";
const KNOWN: &str = "known:00000000-0000-0000-0000-000000000001:192.0.2.7";

fn now() -> Instant {
    at("2026-06-10T10:00:00Z")
}

fn typed(email: &str, password: &str) -> Credentials {
    Credentials { email: email.into(), password: password.into(), address: "192.0.2.7".parse().unwrap() }
}

fn ann() -> Credentials {
    typed(" Ann@X.org ", "correct horse")
}

fn account(is_known_address: bool) -> ports::Credentials {
    ports::Credentials { person: person(1), email: "ann@x.org".into(), login: enabled(), is_known_address }
}

fn enabled() -> Login {
    Login {
        hash: PasswordHash("stored".into()),
        is_active: true,
        is_blocked: false,
        is_first_login: false,
        role: Role::Employee,
    }
}

/// Fakes whose account is `found`. Nobody looks at a password until [`judging`] says how.
fn fakes(found: Option<ports::Credentials>) -> Fakes {
    let mut people = MockPeopleReads::new();
    people
        .expect_credentials()
        .withf(|email, address, since| {
            email == "ann@x.org" && address == "192.0.2.7" && *since == at("2026-05-11T10:00:00Z")
        })
        .times(1)
        .return_once(move |_, _, _| Ok(found));
    Fakes { people: Arc::new(people), ..Fakes::default() }
}

/// The fakes, whose one password check, against `hash`, answers `verdict`; it fails unless `counted` is set by then.
fn judging(fakes: Fakes, hash: Option<&str>, counted: &Arc<AtomicBool>, verdict: Result<bool, Overloaded>) -> Fakes {
    let (expected, counted) = (hash.map(|hash| PasswordHash(hash.into())), counted.clone());
    let mut passwords = MockPasswords::new();
    passwords.expect_verify().times(1).returning(move |password, hash| {
        assert!(counted.load(Ordering::SeqCst), "hashed before the attempt was counted");
        assert_eq!((password, &hash), ("correct horse", &expected));
        verdict
    });
    Fakes { passwords: Arc::new(passwords), ..fakes }
}

#[tokio::test]
async fn the_right_password_starts_the_one_session_and_gives_its_place_back() {
    let fakes = fakes(Some(account(false)));
    let counted = fakes.store.queue(taking(&[(ADDRESS, 0), (ACCOUNT, 9)]));
    let mut fakes = judging(fakes, Some("stored"), &counted, Ok(true));

    let earlier = SessionId::new(Uuid::from_u128(77));
    let mut work = giving_back(&[ADDRESS, ACCOUNT]);
    let is_manager_by_now = Login { role: Role::Manager, is_first_login: true, ..enabled() };
    let mut order = Sequence::new();
    let lock = work.people.expect_lock_login().withf(|who| *who == user(1)).times(1).in_sequence(&mut order);
    lock.return_once(move |_| Ok(Some(is_manager_by_now)));
    work.sessions
        .expect_end_live()
        .withf(|who, end, at| *who == user(1) && *end == SessionEnd::AnotherDevice && *at == now())
        .times(1)
        .in_sequence(&mut order)
        .returning(move |_, _, _| Ok(Some(earlier)));
    let start = work.sessions.expect_start().times(1).in_sequence(&mut order);
    start.returning(|session| {
        assert_eq!((session.user, session.address.as_str()), (user(1), "192.0.2.7"));
        assert_eq!((session.created_at, session.expires_at), (now(), at("2026-06-10T22:00:00Z")));
        Ok(())
    });
    work.sessions
        .expect_remember_address()
        .withf(|who, address, at| *who == user(1) && address == "192.0.2.7" && *at == now())
        .times(1)
        .returning(|_, _, _| Ok(()));
    let events = work.keep_events();
    let committed = fakes.store.queue(work);
    let mut tokens = MockTokens::new();
    let signed = committed.clone();
    tokens.expect_issue().times(1).returning(move |claims, from, until| {
        assert!(signed.load(Ordering::SeqCst), "a token of a session that may never be");
        assert_eq!((claims.user, from, until), (user(1), now(), at("2026-06-10T22:00:00Z")));
        "token".into()
    });
    fakes.tokens = Arc::new(tokens);

    let signed_in = login(&fakes.ports(), ann()).await.unwrap();
    assert_eq!((signed_in.token.as_str(), signed_in.email.as_str()), ("token", "ann@x.org"));
    assert_eq!((signed_in.role, signed_in.is_first_login), (Role::Manager, true), "as it stands under the lock");
    let events = events.lock().unwrap();
    assert_eq!(events[0].pushes, [Push::SessionEnded { session: earlier, end: SessionEnd::AnotherDevice }]);
    assert_eq!((events[0].what.name(), events[0].actor), ("signed-in", Some(user(1))));
}

#[tokio::test]
async fn an_unknown_address_does_the_same_work_as_a_wrong_password() {
    for found in [None, Some(account(false))] {
        let hash = found.as_ref().map(|_| "stored");
        let fakes = fakes(found);
        let counted = fakes.store.queue(taking(&[(ADDRESS, 4), (ACCOUNT, 4)]));
        let fakes = judging(fakes, hash, &counted, Ok(false));
        assert_eq!(login(&fakes.ports(), ann()).await, Err(Error::InvalidCredentials));
        assert!(counted.load(Ordering::SeqCst), "the failure stays counted");
    }
}

#[tokio::test]
async fn nothing_is_hashed_while_either_budget_is_used_up() {
    // The address is full; or the address has room, and what was taken of it is not kept because the account is full.
    let full = |bucket: &'static str, count: i64, mut work: FakeWork| {
        work.throttles.expect_load().withf(move |asked| asked == bucket).returning(move |_| Ok(attempts(count)));
        work
    };
    for work in [full(ADDRESS, 50, FakeWork::default()), full(ACCOUNT, 10, taking(&[(ADDRESS, 0)]))] {
        let fakes = fakes(None);
        let committed = fakes.store.queue(work);
        let error = login(&fakes.ports(), ann()).await.unwrap_err();
        let Error::Throttled { retry_after_seconds } = error else { panic!("{error:?}") };
        assert!((840..900).contains(&retry_after_seconds), "{retry_after_seconds}");
        assert!(!committed.load(Ordering::SeqCst));
    }
}

#[tokio::test]
async fn at_a_known_address_only_the_persons_own_budget_counts() {
    // A wrong password there leaves the budgets of everybody else alone: the fakes would refuse to be asked for them.
    let wrong = fakes(Some(account(true)));
    let counted = wrong.store.queue(taking(&[(KNOWN, 9)]));
    let wrong = judging(wrong, Some("stored"), &counted, Ok(false));
    assert_eq!(login(&wrong.ports(), ann()).await, Err(Error::InvalidCredentials));
    assert!(counted.load(Ordering::SeqCst));

    let exhausted = fakes(Some(account(true)));
    let mut work = FakeWork::default();
    work.throttles.expect_load().withf(|bucket| bucket == KNOWN).times(1).returning(|_| Ok(attempts(10)));
    exhausted.store.queue(work);
    assert!(matches!(login(&exhausted.ports(), ann()).await, Err(Error::Throttled { .. })));
}

#[tokio::test]
async fn a_full_queue_for_password_checks_costs_no_attempt() {
    let fakes = fakes(Some(account(false)));
    let counted = fakes.store.queue(taking(&[(ADDRESS, 0), (ACCOUNT, 0)]));
    let given_back = fakes.store.queue(giving_back(&[ADDRESS, ACCOUNT]));
    let fakes = judging(fakes, Some("stored"), &counted, Err(Overloaded));
    assert_eq!(login(&fakes.ports(), ann()).await, Err(Error::Overloaded));
    assert!(counted.load(Ordering::SeqCst) && given_back.load(Ordering::SeqCst));
}

/// Signs in with the right password; under the lock the login then reads `locked`.
async fn with_the_right_password(locked: Option<Login>) -> (Result<SignedIn, Error>, bool) {
    let fakes = fakes(Some(account(false)));
    let counted = fakes.store.queue(taking(&[(ADDRESS, 0), (ACCOUNT, 0)]));
    let fakes = judging(fakes, Some("stored"), &counted, Ok(true));
    let mut work = giving_back(&[ADDRESS, ACCOUNT]);
    work.people.expect_lock_login().times(1).return_once(move |_| Ok(locked));
    let committed = fakes.store.queue(work);
    let answer = login(&fakes.ports(), ann()).await;
    (answer, committed.load(Ordering::SeqCst))
}

#[tokio::test]
async fn blocked_and_inactive_are_said_to_the_right_password_only() {
    let blocked = Login { is_blocked: true, ..enabled() };
    let inactive = Login { is_active: false, ..enabled() };
    let both = Login { is_active: false, ..blocked.clone() };
    for (login, why) in
        [(blocked.clone(), Error::AccountBlocked), (inactive, Error::AccountInactive), (both, Error::AccountBlocked)]
    {
        // The password was right, so the place is given back for good, and no session starts.
        assert_eq!(with_the_right_password(Some(login)).await, (Err(why), true));
    }

    let wrong = fakes(Some(ports::Credentials { login: blocked, ..account(false) }));
    let counted = wrong.store.queue(taking(&[(ADDRESS, 0), (ACCOUNT, 0)]));
    let wrong = judging(wrong, Some("stored"), &counted, Ok(false));
    assert_eq!(login(&wrong.ports(), ann()).await, Err(Error::InvalidCredentials));
}

#[tokio::test]
async fn a_password_that_changed_while_it_was_hashed_opens_nothing() {
    let changed = Login { hash: PasswordHash("newer".into()), ..enabled() };
    for locked in [Some(changed), None] {
        assert_eq!(with_the_right_password(locked).await, (Err(Error::InvalidCredentials), false));
    }
}

#[tokio::test]
async fn a_session_that_was_not_kept_gets_no_token() {
    let fakes = fakes(Some(account(true)));
    let counted = fakes.store.queue(taking(&[(KNOWN, 0)]));
    let fakes = judging(fakes, Some("stored"), &counted, Ok(true));
    let mut work = giving_back(&[KNOWN]).doomed();
    work.people.expect_lock_login().times(1).return_once(|_| Ok(Some(enabled())));
    work.sessions.expect_end_live().times(1).returning(|_, _, _| Ok(None));
    work.sessions.expect_start().times(1).returning(|_| Ok(()));
    work.sessions.expect_remember_address().times(1).returning(|_, _, _| Ok(()));
    let events = work.keep_events();
    fakes.store.queue(work);
    assert_eq!(login(&fakes.ports(), ann()).await, Err(Error::Store(away())));
    assert_eq!(events.lock().unwrap()[0].pushes, [], "nobody else was signed in");
}
