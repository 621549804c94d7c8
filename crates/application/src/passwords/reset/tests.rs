//! A link is good for one new password.

use super::*;
use crate::memory::State;
use crate::ports::{MockPasswords, ResetLink};
use crate::testing::{Fakes, at, changing_meanwhile, overloaded, request, user};
use domain::person::Role;
use std::sync::Arc;

const BUCKET: &str = "reset:192.0.2.7";

/// Employee 1, with an open link that has the token `secret`.
fn signed_out() -> State {
    let link = ResetLink {
        user: user(1),
        fingerprint: "fingerprint of secret".into(),
        expires_at: at("2026-06-10T10:00:01Z"),
    };
    State { links: [(user(1), link)].into(), ..State::of(&[(1, Role::Employee)]) }
}

/// The same, and signed in.
fn linked() -> State {
    signed_out().signed_in(&[1])
}

/// The same, changed like this.
fn with(change: fn(&mut State)) -> State {
    let mut state = linked();
    change(&mut state);
    state
}

/// The same fakes, where nothing may be hashed.
fn without_hash(state: State) -> Fakes {
    Fakes { passwords: Arc::new(MockPasswords::new()), ..Fakes::plain(state) }
}

async fn reset(fakes: &Fakes, token: &str, password: &str) -> Result<(), Error> {
    reset_password(&fakes.ports(), token, password, request()).await
}

/// How many attempts are counted; apart from these the state is as before.
fn counted(fakes: &Fakes, before: &State) -> usize {
    let kept = fakes.state();
    let count = kept.budgets.get(BUCKET).map_or(0, |attempts| attempts.instants().len());
    assert_eq!(State { budgets: before.budgets.clone(), ..kept }, *before);
    count
}

#[tokio::test]
async fn a_bad_link_is_refused_in_one_sentence_before_a_hash_is_paid_for() {
    assert_eq!(bad_link(), Invalid::message("This reset link is invalid or has expired").into());
    let over: fn(&mut State) = |state| state.links.get_mut(&user(1)).unwrap().expires_at = at("2026-06-10T10:00:00Z");
    let used: fn(&mut State) = |state| state.links.clear();
    let whose: fn(&mut State) = |state| state.people.clear();
    let fine: fn(&mut State) = |_| {};
    for (change, token) in [
        (over, "secret"),
        (used, "secret"),
        (whose, "secret"),
        (fine, "secre"),
        (fine, "secret "),
        (fine, ""),
        (fine, "fingerprint of secret"),
    ] {
        let fakes = without_hash(with(change));
        assert_eq!(reset(&fakes, token, "new secret").await, Err(bad_link()), "{token:?}");
        assert_eq!(counted(&fakes, &with(change)), 1, "a guess stays counted");
    }
}

#[tokio::test]
async fn a_person_who_cannot_act_or_was_faster_gets_the_same_sentence() {
    let changes: [fn(&mut State); 4] = [
        |state| state.person(1).record.standing.is_blocked = true,
        |state| state.person(1).record.standing.is_active = false,
        // The other of two at once, a newer link, or another address.
        |state| state.links.clear(),
        |state| state.people.clear(),
    ];
    for change in changes {
        let fakes = changing_meanwhile(Fakes::plain(linked()), change);
        assert_eq!(reset(&fakes, "secret", "new secret").await, Err(bad_link()));
        assert_eq!(counted(&fakes, &with(change)), 1);
    }
    let blocked: fn(&mut State) = |state| state.person(1).record.standing.is_blocked = true;
    let fakes = Fakes::plain(with(blocked));
    assert_eq!(reset(&fakes, "secret", "new secret").await, Err(bad_link()));
    assert_eq!(counted(&fakes, &with(blocked)), 1);
}

#[tokio::test]
async fn an_easy_password_costs_no_link_and_tells_nobody_whose_it_is() {
    for easy in ["P1@x.org", " emp1001 ", "first1 and only", "Password1"] {
        let fakes = without_hash(linked());
        let sentence = "This password is too easy to guess";
        assert_eq!(reset(&fakes, "secret", easy).await, Err(Invalid::field("password", sentence).into()));
        assert_eq!(counted(&fakes, &linked()), 1, "and the link can still be used");
        // The answer about an invalid link does not say whose it would be.
        assert_eq!(reset(&fakes, "guess", easy).await, Err(bad_link()));
    }
}

#[tokio::test]
async fn a_full_queue_for_password_work_costs_neither_place_nor_link() {
    let fakes = overloaded(Fakes::plain(linked()));
    assert_eq!(reset(&fakes, "secret", "new secret").await, Err(Error::Overloaded));
    assert_eq!(counted(&fakes, &linked()), 0);
    let fakes = Fakes { passwords: Fakes::plain(linked()).passwords, ..fakes };
    assert_eq!(reset(&fakes, "secret", "new secret").await, Ok(()));
}
