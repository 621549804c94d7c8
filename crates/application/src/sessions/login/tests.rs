mod before_hashing;

use super::*;
use crate::events::{Origin, Push};
use crate::memory::{Factor, Factors, Session, State};
use crate::ports::{Claims, MockPasswords, MockTokens, Overloaded, PasswordHash, SecondFactor};
use crate::sessions::events;
use crate::testing::{Fakes, account, at, attempts, hash_of, request, user};
use domain::id::UserId;
use domain::person::Role;
use domain::second_factor::{FactorKey, FactorRule, RequiredFor};
use domain::session::SessionEnd;
use std::sync::Arc;
use uuid::Uuid;

const ADDRESS: &str = "address:192.0.2.7";
const ACCOUNT: &str = "account:ann@x.org";
const CROWDED: &str = "crowded:192.0.2.7";
const KNOWN: &str = "known:00000000-0000-0000-0000-000000000001:192.0.2.7";

fn now() -> domain::Instant {
    at("2026-06-10T10:00:00Z")
}

fn typed(email: &str, password: &str) -> Credentials {
    Credentials { email: email.into(), password: password.into(), request: request() }
}

fn ann() -> Credentials {
    typed(" Ann@X.org ", "correct horse")
}

/// Ann's account, with this many attempts in these budgets. Her last sign-in from here is known for just long enough, or a second
/// too long ago.
fn portal(is_known_address: bool, spent: &[(&str, i64)]) -> Fakes {
    let mut ann = account(1, Role::Employee);
    ann.record.email = EmailAddress::parse("ann@x.org").unwrap();
    ann.hash = Some(PasswordHash("stored".into()));
    let signed_in = at("2026-05-11T10:00:00Z") - chrono::Duration::seconds(i64::from(!is_known_address));
    Fakes::over(State {
        people: [(user(1), ann)].into(),
        known_addresses: [((user(1), "192.0.2.7".to_owned()), signed_in)].into(),
        budgets: spent.iter().map(|(bucket, count)| ((*bucket).to_owned(), attempts(*count))).collect(),
        ..State::default()
    })
}

/// How many attempts the budgets hold, of those that hold any.
fn spent(state: &State) -> Vec<(&str, usize)> {
    let counted = state.budgets.iter().map(|(bucket, attempts)| (bucket.as_str(), attempts.instants().len()));
    counted.filter(|(_, count)| *count > 0).collect()
}

/// The one password check, against `hash`, answers `verdict`; by then these attempts MUST be counted.
fn judging(
    fakes: Fakes,
    hash: Option<&str>,
    counted: &[(&'static str, usize)],
    verdict: Result<bool, Overloaded>,
) -> Fakes {
    let (expected, counted, memory) =
        (hash.map(|hash| PasswordHash(hash.into())), counted.to_vec(), fakes.memory.clone());
    let mut passwords = MockPasswords::new();
    passwords.expect_verify().times(1).returning(move |password, hash| {
        assert_eq!(spent(&memory.state()), counted, "hashed before the attempt was counted");
        assert_eq!((password, &hash), ("correct horse", &expected));
        verdict
    });
    Fakes { passwords: Arc::new(passwords), ..fakes }
}

/// The token is signed once, for a session that is there by then.
fn signing(fakes: Fakes) -> Fakes {
    let (mut tokens, memory) = (MockTokens::new(), fakes.memory.clone());
    tokens.expect_issue().times(1).returning(move |claims: Claims, from, until| {
        let session = memory.state().sessions.remove(&claims.session);
        assert!(session.is_some_and(|session| session.ended.is_none()), "a token of a session that may never be");
        assert_eq!((claims.user, from, until), (user(1), now(), at("2026-06-10T22:00:00Z")));
        "token".into()
    });
    Fakes { tokens: Arc::new(tokens), ..fakes }
}

/// Whether the one event kept is the note of a sign-in that failed like this.
fn notes(state: &State, user: Option<UserId>, outcome: Outcome) -> bool {
    let [event] = state.events.as_slice() else { panic!("{:?}", state.events) };
    assert_eq!((&event.origin, event.pushes.len()), (&Origin::visitor(request()), 0));
    event.record == events::sign_in_failed(user, outcome)
}

#[tokio::test]
async fn the_right_password_starts_the_one_session_and_gives_its_place_back() {
    let fakes = portal(false, &[(ACCOUNT, 9)]);
    let earlier = ports::NewSession {
        id: SessionId::new(Uuid::from_u128(77)),
        user: user(1),
        created_at: at("2026-06-10T08:00:00Z"),
        expires_at: at("2026-06-10T20:00:00Z"),
        address: "192.0.2.8".into(),
        provider: None,
    };
    let (first, session) = (earlier.id, Session { started: earlier, ended: None });
    fakes.memory.change(|state| _ = state.sessions.insert(first, session));
    // The account changes while the password is hashed.
    fakes.memory.before("PersonRepository::lock_login", |state| {
        state.person(1).record.standing.role = Role::Manager;
        state.person(1).is_first_login = true;
    });
    let fakes = signing(judging(fakes, Some("stored"), &[(ACCOUNT, 10), (ADDRESS, 1)], Ok(true)));

    let LoggedIn::SignedIn(signed_in) = login(&fakes.ports(), ann()).await.unwrap() else { panic!("no factor") };
    assert_eq!((signed_in.token.as_str(), signed_in.email.as_str()), ("token", "ann@x.org"));
    assert_eq!((signed_in.role, signed_in.is_first_login), (Role::Manager, true), "as it stands under the lock");
    let kept = fakes.state();
    assert_eq!(spent(&kept), [(ACCOUNT, 9)]);
    let (ended, live): (Vec<_>, Vec<_>) = kept.sessions.values().partition(|session| session.started.id == first);
    assert_eq!(ended[0].ended, Some((SessionEnd::AnotherDevice, now())));
    assert_eq!((live.len(), live[0].ended, live[0].started.user), (1, None, user(1)));
    assert_eq!((live[0].started.created_at, live[0].started.expires_at), (now(), at("2026-06-10T22:00:00Z")));
    assert_eq!(live[0].started.address, "192.0.2.7");
    assert_eq!(kept.known_addresses[&(user(1), "192.0.2.7".to_owned())], now());
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert_eq!(event.pushes, [Push::SessionEnded { session: first, end: SessionEnd::AnotherDevice }]);
    assert_eq!((event.record.kind.as_ref(), event.actor()), ("signed-in", Some(user(1))));
    let role = event.origin.actor.map(|(_, role)| role);
    assert_eq!((role, event.origin.session), (Some(Role::Manager), Some(live[0].started.id)));
}

#[tokio::test]
async fn an_unknown_address_does_the_same_work_as_a_wrong_password() {
    for (is_known, hash, outcome) in [
        (false, None, Outcome::UnknownAddress),
        (true, Some("stored"), Outcome::WrongPassword),
        // Nobody has set the first one.
        (true, None, Outcome::WrongPassword),
    ] {
        let fakes = portal(false, &[(ADDRESS, 4), (ACCOUNT, 4)]);
        fakes.memory.change(|state| match (is_known, hash) {
            (false, _) => state.people.clear(),
            (true, hash) => state.person(1).hash = hash.map(|hash| PasswordHash(hash.into())),
        });
        let counted = [(ACCOUNT, 5), (ADDRESS, 5)];
        let fakes = judging(fakes, hash, &counted, Ok(false));
        assert_eq!(login(&fakes.ports(), ann()).await, Err(Error::InvalidCredentials));
        assert_eq!(spent(&fakes.state()), counted, "the failure stays counted");
        assert!(notes(&fakes.state(), is_known.then_some(user(1)), outcome));
    }
}

#[tokio::test]
async fn from_an_address_over_its_budget_the_right_password_is_let_in_and_costs_nothing() {
    let counted = [(ACCOUNT, 1), (ADDRESS, 50), (CROWDED, 1)];
    let wrong = judging(portal(false, &[(ADDRESS, 50)]), Some("stored"), &counted, Ok(false));
    let error = login(&wrong.ports(), ann()).await.unwrap_err();
    // The budget of the address says when, as if nobody had looked at the password.
    assert!(matches!(error, Error::Throttled { retry_after_seconds } if retry_after_seconds > 60), "{error:?}");
    assert!(notes(&wrong.state(), Some(user(1)), Outcome::WrongPassword));
    let right = signing(judging(portal(false, &[(ADDRESS, 50)]), Some("stored"), &counted, Ok(true)));
    assert!(login(&right.ports(), ann()).await.is_ok());
    assert_eq!(spent(&right.state()), [(ADDRESS, 50)]);
}

#[tokio::test]
async fn at_a_known_address_only_the_persons_own_budget_counts() {
    // A wrong password there leaves the budgets of everybody else alone, and needs no room in them.
    let full = [(ACCOUNT, 10), (ADDRESS, 50)];
    let counted = [(ACCOUNT, 10), (ADDRESS, 50), (KNOWN, 10)];
    let wrong = judging(portal(true, &[full[0], full[1], (KNOWN, 9)]), Some("stored"), &counted, Ok(false));
    assert_eq!(login(&wrong.ports(), ann()).await, Err(Error::InvalidCredentials));
    assert_eq!(spent(&wrong.state()), counted);
    assert!(notes(&wrong.state(), Some(user(1)), Outcome::WrongPassword));
    // Now it is used up, and nothing is hashed: the mock would fail.
    assert!(matches!(login(&wrong.ports(), ann()).await, Err(Error::Throttled { .. })));
}

#[tokio::test]
async fn a_full_queue_for_password_checks_costs_no_attempt() {
    let fakes = portal(false, &[]);
    let fakes = judging(fakes, Some("stored"), &[(ACCOUNT, 1), (ADDRESS, 1)], Err(Overloaded));
    assert_eq!(login(&fakes.ports(), ann()).await, Err(Error::Overloaded));
    assert_eq!(spent(&fakes.state()), []);
}

/// Signs in with the right password; before its login is read under the lock the account changes like this.
async fn with_the_right_password(change: fn(&mut State)) -> (Result<LoggedIn, Error>, State) {
    let fakes = portal(false, &[]);
    fakes.memory.before("PersonRepository::lock_login", change);
    let fakes = judging(fakes, Some("stored"), &[(ACCOUNT, 1), (ADDRESS, 1)], Ok(true));
    (login(&fakes.ports(), ann()).await, fakes.state())
}

#[tokio::test]
async fn a_blocked_person_with_the_right_password_meets_the_limit_too() {
    let fakes = portal(false, &[(ACCOUNT, 9)]);
    fakes.memory.change(|state| state.person(1).record.standing.is_blocked = true);
    let fakes = judging(fakes, Some("stored"), &[(ACCOUNT, 10), (ADDRESS, 1)], Ok(true));
    assert_eq!(login(&fakes.ports(), ann()).await, Err(Error::AccountBlocked));
    // Nothing is hashed any more: the mock would fail. And the log grows no further.
    assert!(matches!(login(&fakes.ports(), ann()).await, Err(Error::Throttled { .. })));
    assert!(notes(&fakes.state(), Some(user(1)), Outcome::Blocked));
}

#[tokio::test]
async fn a_password_that_changed_while_it_was_hashed_opens_nothing() {
    let changed: fn(&mut State) = |state| state.person(1).hash = Some(PasswordHash("newer".into()));
    let gone: fn(&mut State) = |state| state.people.clear();
    for change in [changed, gone] {
        let (answer, kept) = with_the_right_password(change).await;
        let counted = vec![(ACCOUNT, 1), (ADDRESS, 1)];
        assert_eq!((answer, spent(&kept), kept.sessions.len()), (Err(Error::InvalidCredentials), counted, 0));
        assert!(notes(&kept, Some(user(1)), Outcome::WrongPassword));
    }
}

/// Ann's account, whose password is `correct horse`, with a second factor.
fn with_a_factor() -> Fakes {
    let mut ann = account(1, Role::Hr);
    ann.record.email = EmailAddress::parse("ann@x.org").unwrap();
    ann.hash = Some(hash_of("correct horse"));
    let factor = SecondFactor { key: FactorKey::new("KEY".into()), last_step: None };
    let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
    let factors = Factors { set: Some(set), ..Factors::default() };
    Fakes::plain(State {
        people: [(user(1), ann)].into(),
        second_factors: [(user(1), factors)].into(),
        ..State::default()
    })
}

#[tokio::test]
async fn with_a_second_factor_the_right_password_starts_nothing_but_the_second_step() {
    let fakes = with_a_factor();
    let before = fakes.state();
    let LoggedIn::NeedsCode { ticket, expires_at } = login(&fakes.ports(), ann()).await.unwrap() else {
        panic!("signed in")
    };
    assert_eq!(expires_at, at("2026-06-10T10:05:00Z"));
    let kept = fakes.state();
    assert_eq!((spent(&kept), kept.sessions.len(), kept.events.len()), (vec![], 0, 0));
    assert_eq!(State { budgets: before.budgets.clone(), ..kept }, before);
    let told = fakes.tokens.read_ticket(&ticket).unwrap();
    assert_eq!((told.user, told.expires_at), (user(1), expires_at));
    assert_eq!(told.password, fakes.secrets.fingerprint(&hash_of("correct horse").0));
}

#[tokio::test]
async fn whether_there_is_a_second_factor_is_not_asked_before_the_password_was_right() {
    let calls = async |fakes: Fakes| {
        assert_eq!(login(&fakes.ports(), typed("ann@x.org", "a guess")).await, Err(Error::InvalidCredentials));
        fakes.memory.calls()
    };
    let (with, without) = (with_a_factor(), with_a_factor());
    without.memory.change(|state| state.second_factors.clear());
    let calls = [calls(with).await, calls(without).await];
    assert_eq!(calls[0], calls[1]);
    assert!(!calls[0].iter().any(|call| call.starts_with("SecondFactor")), "{calls:?}");
}

#[tokio::test]
async fn a_person_who_is_late_with_a_second_factor_is_told() {
    for (since, role_since, is_late) in [
        ("2026-05-27T10:00:00Z", None, true),
        ("2026-05-27T10:00:01Z", None, false),
        ("2026-01-01T00:00:00Z", Some("2026-05-28T00:00:00Z"), false),
    ] {
        let mut fakes = with_a_factor();
        fakes.rules.second_factor = FactorRule { required_for: RequiredFor::HrAndAdmins, since: Some(at(since)) };
        fakes.memory.change(|state| {
            state.second_factors.clear();
            state.person(1).role_since = role_since.map(at);
        });
        let LoggedIn::SignedIn(signed_in) = login(&fakes.ports(), ann()).await.unwrap() else { panic!("no factor") };
        assert_eq!(signed_in.must_set_up_second_factor, is_late, "{since} {role_since:?}");
    }
}
