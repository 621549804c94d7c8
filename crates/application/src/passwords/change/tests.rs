//! A person who knows their password can change it.

use super::*;
use crate::memory::State;
use crate::ports::{MockPasswords, Overloaded, ResetLink};
use crate::testing::{Fakes, account, at, caller, changing_meanwhile, hash_of, overloaded, user};
use domain::person::{EmailAddress, Role};
use domain::throttle::Attempts;
use std::sync::Arc;

const NEAR: &str = "address:192.0.2.7";
const ACCOUNT: &str = "account:p1@x.org";
const KNOWN: &str = "known:00000000-0000-0000-0000-000000000001:192.0.2.7";

fn typed(current: &str, new: &str, repeated: &str) -> PasswordChange {
    PasswordChange { current: current.into(), new: new.into(), repeated: repeated.into() }
}

fn right() -> PasswordChange {
    typed("old secret", "new secret", "new secret")
}

/// Person 1, whose password is `old secret`.
fn before() -> State {
    let link = ResetLink { user: user(1), fingerprint: "f".into(), expires_at: at("2026-06-10T10:10:00Z") };
    State { links: [(user(1), link)].into(), ..State::of(&[(1, Role::Employee)]).signed_in(&[1]) }
}

fn portal() -> Fakes {
    Fakes::plain(before())
}

async fn change(fakes: &Fakes, typed: &PasswordChange) -> Result<(), Error> {
    change_password(&fakes.ports(), &caller(1, Role::Employee), typed).await
}

/// How many attempts this budget holds.
fn counted(fakes: &Fakes, bucket: &str) -> usize {
    fakes.state().budgets.get(bucket).map_or(0, |attempts| attempts.instants().len())
}

/// Nothing is kept but attempts.
fn is_as(fakes: &Fakes, before: &State) -> bool {
    State { budgets: before.budgets.clone(), ..fakes.state() } == *before
}

fn wrong() -> Error {
    Invalid::field("currentPassword", "Current password is incorrect").into()
}

#[tokio::test]
async fn a_wrong_password_stays_counted_with_the_failed_logins() {
    // How often a password is looked at. Nothing is hashed for a guess: the mock would fail.
    let guessing = |times: usize| {
        let mut passwords = MockPasswords::new();
        passwords.expect_verify().times(times).returning(|password, hash| Ok(hash == Some(hash_of(password))));
        Fakes { passwords: Arc::new(passwords), ..portal() }
    };
    for (current, looked_at) in
        [("Old secret", 1), ("old secret ", 1), (&"p".repeat(129), 0), (&"p".repeat(100_000), 0)]
    {
        let fakes = guessing(looked_at);
        assert_eq!(change(&fakes, &typed(current, "new secret", "new secret")).await, Err(wrong()));
        assert_eq!((counted(&fakes, NEAR), counted(&fakes, ACCOUNT)), (1, 1));
        assert!(is_as(&fakes, &before()));
    }
}

#[tokio::test]
async fn at_a_known_address_nobody_elses_failures_count() {
    let crowd = || Attempts::new(vec![at("2026-06-10T09:59:00Z"); 100]);
    let fakes = portal();
    fakes.memory.change(|state| {
        state.known_addresses.insert((user(1), "192.0.2.7".to_owned()), at("2026-06-09T10:00:00Z"));
        state.budgets.extend([(NEAR.to_owned(), crowd()), (ACCOUNT.to_owned(), crowd())]);
    });
    assert_eq!(change(&fakes, &typed("a guess", "new secret", "new secret")).await, Err(wrong()));
    assert_eq!((counted(&fakes, KNOWN), counted(&fakes, NEAR)), (1, 100));
    assert_eq!(change(&fakes, &right()).await, Ok(()));
    assert_eq!(counted(&fakes, KNOWN), 1, "the right password takes only its own place back");

    // Nothing is looked at: the mock would fail.
    let strange = Fakes { passwords: Arc::new(MockPasswords::new()), ..portal() };
    strange.memory.change(|state| _ = state.budgets.insert(NEAR.to_owned(), crowd()));
    assert!(matches!(change(&strange, &right()).await, Err(Error::Throttled { .. })));
}

#[tokio::test]
async fn a_full_queue_for_password_work_costs_no_attempt() {
    // Also where the queue fills between the check and the hash.
    let mut full = MockPasswords::new();
    full.expect_verify().returning(|_, _| Err(Overloaded));
    for fakes in [Fakes { passwords: Arc::new(full), ..portal() }, overloaded(portal())] {
        assert_eq!(change(&fakes, &right()).await, Err(Error::Overloaded));
        assert_eq!((counted(&fakes, NEAR), counted(&fakes, ACCOUNT)), (0, 0));
        assert!(is_as(&fakes, &before()));
    }
}

#[tokio::test]
async fn a_password_that_was_changed_elsewhere_meanwhile_stands() {
    let changes: [fn(&mut State); 2] =
        [|state| state.person(1).hash = Some(hash_of("set by a reset link")), |state| state.people.clear()];
    for changed in changes {
        let fakes = changing_meanwhile(portal(), changed);
        assert_eq!(change(&fakes, &right()).await, Err(wrong()));
        let mut expected = before();
        changed(&mut expected);
        assert!(is_as(&fakes, &expected));
    }
}

#[tokio::test]
async fn an_address_that_somebody_else_has_by_now_changes_nobodys_password() {
    let fakes = portal();
    fakes.memory.change(|state| {
        state.people.insert(user(2), account(2, Role::Employee));
        state.person(1).record.email = EmailAddress::parse("moved@x.org").unwrap();
        state.person(2).record.email = EmailAddress::parse("p1@x.org").unwrap();
        state.person(2).hash = Some(hash_of("hers"));
    });
    let before = fakes.state();
    for current in ["hers", "old secret"] {
        assert_eq!(change(&fakes, &typed(current, "new secret", "new secret")).await, Err(wrong()));
    }
    assert!(is_as(&fakes, &before));
    let gone = Fakes::plain(State::default());
    assert_eq!(change(&gone, &right()).await, Err(Error::NotFound("User")));
    assert_eq!(gone.memory.calls(), ["PeopleReads::credentials"]);
}
