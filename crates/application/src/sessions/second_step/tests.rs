//! A code after the right password lets a person in, once.

use super::super::{Credentials as Typed, LoggedIn, login};
use super::*;
use crate::events::{Origin, Push};
use crate::memory::{Factor, Factors, State};
use crate::ports::SecondFactor;
use crate::sessions::events::{sign_in_failed, signed_in};
use crate::testing::{
    Fakes, at, attempts, code_of, hash_of, nothing_changes_when_a_call_fails, recovery_code, request, user,
};
use crate::{Invalid, Limits};
use domain::person::Role;
use domain::second_factor::{FactorKey, WRONG_CODE};
use domain::session::SessionEnd;
use std::collections::BTreeSet;

const ADDRESS: &str = "address:192.0.2.7";
const ACCOUNT: &str = "account:p1@x.org";

/// Person 1, whose password is `old secret`, has a second factor and is signed in.
fn before() -> State {
    let factor = SecondFactor { key: FactorKey::new("KEY".into()), last_step: None };
    let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
    let recovery: BTreeSet<String> = (0..3).map(|n| format!("KEY {}", recovery_code(n))).collect();
    let factors = Factors { waiting: None, set: Some(set), recovery };
    State { second_factors: [(user(1), factors)].into(), ..State::of(&[(1, Role::Manager)]).signed_in(&[1]) }
}

/// The ticket of a right password.
async fn ticket(fakes: &Fakes) -> String {
    let typed = Typed { email: "p1@x.org".into(), password: "old secret".into(), request: request() };
    match login(&fakes.ports(), typed).await.unwrap() {
        LoggedIn::NeedsCode { ticket, .. } => ticket,
        LoggedIn::SignedIn(signed_in) => panic!("{signed_in:?}"),
    }
}

async fn step(fakes: &Fakes, ticket: &str, code: &str) -> Result<SignedIn> {
    second_step(&fakes.ports(), SecondStep { ticket: ticket.into(), code: code.into(), request: request() }).await
}

fn wrong() -> Result<SignedIn> {
    Err(Invalid::field("code", WRONG_CODE).into())
}

fn spent(fakes: &Fakes, bucket: &str) -> usize {
    fakes.state().budgets.get(bucket).map_or(0, |attempts| attempts.instants().len())
}

#[tokio::test]
async fn a_code_of_the_app_starts_the_one_session_and_costs_no_attempt() {
    for code in [code_of(-1), code_of(0), code_of(1), format!(" {} {} ", &code_of(0)[..3], &code_of(0)[3..])] {
        let fakes = Fakes::plain(before());
        let ticket = ticket(&fakes).await;
        let done = step(&fakes, &ticket, &code).await.unwrap();
        assert_eq!((done.person.id, done.email.as_str(), done.role), (user(1), "p1@x.org", Role::Manager));
        assert!(!done.is_first_login && !done.must_set_up_second_factor);
        let kept = fakes.state();
        let live: Vec<_> = kept.sessions.values().filter(|session| session.ended.is_none()).collect();
        let [session] = live.as_slice() else { panic!("{live:?}") };
        assert_eq!(done.token, format!("token of {}", session.started.id));
        let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
        assert_eq!(event.record, signed_in(user(1), session.started.id, None));
        assert!(matches!(event.pushes.as_slice(), [Push::SessionEnded { end: SessionEnd::AnotherDevice, .. }]));
        assert!(kept.known_addresses.contains_key(&(user(1), "192.0.2.7".to_owned())));
        let set = kept.second_factors[&user(1)].set.clone().unwrap();
        assert_eq!(set.last_used_at, Some(at("2026-06-10T10:00:00Z")));
        assert!(kept.budgets.values().all(|attempts| attempts.instants().is_empty()), "{:?}", kept.budgets);
    }
}

#[tokio::test]
async fn a_code_lets_nobody_in_a_second_time_nor_does_an_earlier_one() {
    let fakes = Fakes::plain(before());
    let first = ticket(&fakes).await;
    step(&fakes, &first, &code_of(0)).await.unwrap();
    let next = ticket(&fakes).await;
    assert_eq!(step(&fakes, &next, &code_of(0)).await, wrong());
    assert_eq!(step(&fakes, &next, &code_of(-1)).await, wrong());
    step(&fakes, &next, &code_of(1)).await.unwrap();
}

#[tokio::test]
async fn a_ticket_starts_one_session() {
    let fakes = Fakes::plain(before());
    let ticket = ticket(&fakes).await;
    step(&fakes, &ticket, &code_of(0)).await.unwrap();
    let before = fakes.state();
    for code in [code_of(1), recovery_code(0)] {
        assert_eq!(step(&fakes, &ticket, &code).await, Err(expired()));
    }
    assert_eq!(State { budgets: before.budgets.clone(), ..fakes.state() }, before, "no code is used up");
}

#[tokio::test]
async fn a_recovery_code_takes_the_place_of_the_app_once() {
    let fakes = Fakes::plain(before());
    let first = ticket(&fakes).await;
    let typed = recovery_code(1).to_lowercase();
    step(&fakes, &first, &format!("{}-{}", &typed[..5], &typed[5..])).await.unwrap();
    let kept = fakes.state();
    assert_eq!(kept.second_factors[&user(1)].recovery.len(), 2);
    let kinds: Vec<&str> = kept.events.iter().map(|event| event.record.kind.as_ref()).collect();
    assert_eq!(kinds, ["recovery-code-used", "signed-in"]);
    assert_eq!(kept.events[0].record, recovery_code_used(user(1)));
    assert_eq!(kept.events[0].actor(), Some(user(1)));
    let next = ticket(&fakes).await;
    assert_eq!(step(&fakes, &next, &recovery_code(1)).await, wrong());
    step(&fakes, &next, &recovery_code(2)).await.unwrap();
}

#[tokio::test]
async fn a_wrong_code_counts_like_a_wrong_password_and_is_recorded() {
    let fakes = Fakes::plain(before());
    let ticket = ticket(&fakes).await;
    for (n, code) in [code_of(2), code_of(-2), recovery_code(7)].iter().enumerate() {
        assert_eq!(step(&fakes, &ticket, code).await, wrong(), "{code}");
        assert_eq!((spent(&fakes, ADDRESS), spent(&fakes, ACCOUNT)), (n + 1, n + 1));
    }
    let kept = fakes.state();
    assert_eq!(kept.events.len(), 3);
    for event in &kept.events {
        assert_eq!(event.record, sign_in_failed(Some(user(1)), Outcome::WrongCode));
        assert_eq!(event.origin, Origin::visitor(request()));
    }
    // What is no code at all is no guess.
    for code in ["", "12345", "ABCDE2345O"] {
        assert_eq!(step(&fakes, &ticket, code).await, wrong());
    }
    assert_eq!((spent(&fakes, ACCOUNT), fakes.state().events.len()), (3, 3));
}

#[tokio::test]
async fn a_ticket_is_good_for_five_codes() {
    let fakes = Fakes::plain(before());
    let spent_ticket = ticket(&fakes).await;
    for _ in 0..5 {
        assert_eq!(step(&fakes, &spent_ticket, &code_of(9)).await, wrong());
    }
    assert_eq!(step(&fakes, &spent_ticket, &code_of(0)).await, Err(expired()));
    assert_eq!((spent(&fakes, ADDRESS), spent(&fakes, ACCOUNT)), (5, 5), "the sixth was not looked at");
    let next = ticket(&fakes).await;
    step(&fakes, &next, &code_of(0)).await.unwrap();
}

#[tokio::test]
async fn a_used_up_budget_refuses_the_right_code_too() {
    let fakes = Fakes { limits: Limits { login_account: 3, ..Limits::default() }, ..Fakes::plain(before()) };
    let ticket = ticket(&fakes).await;
    fakes.memory.change(|state| _ = state.budgets.insert(ACCOUNT.into(), attempts(3)));
    let looked = fakes.memory.calls().len();
    assert!(matches!(step(&fakes, &ticket, &code_of(0)).await, Err(Error::Throttled { .. })));
    assert!(!fakes.memory.calls()[looked..].contains(&"SecondFactorRepository::of"), "nothing was looked at");
    // An office over its budget lets its people in, and tells a guesser when it will not be.
    fakes.memory.change(|state| {
        state.budgets.insert(ACCOUNT.into(), attempts(0));
        state.budgets.insert(ADDRESS.into(), attempts(50));
    });
    assert!(matches!(step(&fakes, &ticket, &code_of(9)).await, Err(Error::Throttled { .. })));
    step(&fakes, &ticket, &code_of(0)).await.unwrap();
}

#[tokio::test]
async fn a_ticket_ends_with_its_time_the_password_and_the_factor() {
    let changes: [fn(&mut State); 4] = [
        |state| state.person(1).hash = Some(hash_of("another")),
        |state| state.second_factors.clear(),
        |state| state.people.clear(),
        |state| state.second_factors.get_mut(&user(1)).unwrap().set = None,
    ];
    for change in changes {
        let fakes = Fakes::plain(before());
        let ticket = ticket(&fakes).await;
        fakes.memory.change(change);
        assert_eq!(step(&fakes, &ticket, &code_of(0)).await, Err(expired()));
        assert_eq!(fakes.state().events, []);
    }
    let mut fakes = Fakes::plain(before());
    let ticket = ticket(&fakes).await;
    fakes.now = at("2026-06-10T10:05:00Z");
    assert_eq!(step(&fakes, &ticket, &code_of(10)).await, Err(expired()));
    fakes.now = at("2026-06-10T10:04:59Z");
    step(&fakes, &ticket, &code_of(10)).await.unwrap();
    assert_eq!(step(&fakes, "no ticket", &code_of(0)).await, Err(expired()));
}

#[tokio::test]
async fn a_block_in_between_is_told_and_recorded() {
    for (change, why, outcome) in [
        (
            (|state| state.person(1).record.standing.is_blocked = true) as fn(&mut State),
            Error::AccountBlocked,
            Outcome::Blocked,
        ),
        (|state| state.person(1).record.standing.is_active = false, Error::AccountInactive, Outcome::Inactive),
    ] {
        let fakes = Fakes::plain(before());
        let ticket = ticket(&fakes).await;
        fakes.memory.change(change);
        assert_eq!(step(&fakes, &ticket, &code_of(0)).await, Err(why));
        assert_eq!(fakes.state().events[0].record, sign_in_failed(Some(user(1)), outcome));
    }
}

#[tokio::test]
async fn a_failure_of_the_store_uses_no_code_up() {
    let ticket = Ticket {
        user: user(1),
        session: domain::id::SessionId::new(uuid::Uuid::from_u128(77)),
        password: "fingerprint of hash of old secret".into(),
        expires_at: at("2026-06-10T10:05:00Z"),
    };
    nothing_changes_when_a_call_fails(before, async |fakes| {
        let brought = fakes.tokens.issue_ticket(&ticket);
        step(fakes, &brought, &recovery_code(0)).await.map(|done| done.token)
    })
    .await;
}
