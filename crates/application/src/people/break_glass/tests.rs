//! An administrator says whose password counts in an emergency.

use super::*;
use crate::memory::{Factor, Factors, State};
use crate::ports::SecondFactor;
use crate::testing::{Fakes, at, caller, user};
use domain::access::Forbidden;
use domain::second_factor::FactorKey;

/// Administrator 1 and HR 5 have a second factor, administrator 9 has none.
fn before() -> State {
    let factors = |n| {
        let factor = SecondFactor { key: FactorKey::new("KEY".into()), last_step: None };
        let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
        (user(n), Factors { set: Some(set), ..Factors::default() })
    };
    let people = [(1, Role::Admin), (5, Role::Hr), (9, Role::Admin)];
    State { second_factors: [1, 5].map(factors).into(), ..State::of(&people) }
}

fn portal(passwords: PasswordUse) -> Fakes {
    Fakes::plain(before()).with_passwords(passwords)
}

async fn mark(fakes: &Fakes, by: (u128, Role), n: u128, is_break_glass: bool) -> Result<()> {
    set_break_glass(&fakes.ports(), &caller(by.0, by.1), user(n), is_break_glass, " Away from home ").await
}

#[tokio::test]
async fn an_administrator_marks_an_administrator_with_a_second_factor_and_takes_it_back() {
    let fakes = portal(PasswordUse::BreakGlass);
    for is_marked in [true, true, false, false] {
        assert_eq!(mark(&fakes, (9, Role::Admin), 1, is_marked).await, Ok(()));
        assert_eq!(fakes.state().person(1).is_break_glass, is_marked);
    }
    let kept = fakes.state();
    let records: Vec<_> = kept.events.iter().map(|event| event.record.clone()).collect();
    let (marked, unmarked) = (events::break_glass_marked, events::break_glass_unmarked);
    let told = [marked(user(1), Some("Away from home")), unmarked(user(1), "Away from home")];
    assert_eq!(records, told, "a repeat is none");
    assert!(kept.events.iter().all(|event| event.actor() == Some(user(9))));
    assert_eq!(mark(&fakes, (1, Role::Admin), 1, true).await, Ok(()), "their own");
    // One who has another role by now.
    fakes.memory.change(|state| state.person(1).record.standing.role = Role::Hr);
    assert_eq!(mark(&fakes, (9, Role::Admin), 1, false).await, Ok(()));
}

#[tokio::test]
async fn nobody_else_does_and_nobody_else_is() {
    let administrator = Invalid::message("Only the account of an administrator can be a break-glass account");
    for (by, n, why) in [
        ((5, Role::Hr), 1, Error::from(Forbidden::Role)),
        ((9, Role::Admin), 5, administrator.into()),
        ((9, Role::Admin), 9, Conflict::NoSecondFactor.into()),
        ((9, Role::Admin), 77, Error::NotFound("User")),
    ] {
        let fakes = portal(PasswordUse::BreakGlass);
        assert_eq!(mark(&fakes, by, n, true).await, Err(why));
        assert_eq!(fakes.state(), before());
    }
    for passwords in [PasswordUse::Everybody, PasswordUse::Nobody] {
        let refused = mark(&portal(passwords), (9, Role::Admin), 1, true).await;
        assert_eq!(refused, Err(Error::NotFound("Break-glass sign-in")));
        let refused = mark(&portal(passwords), (5, Role::Hr), 1, true).await;
        assert_eq!(refused, Err(Forbidden::Role.into()));
    }
    // The one administrator who can act, with a password alone.
    let alone = || {
        let mut state = before();
        state.people.remove(&user(9));
        state.person(1).is_break_glass = true;
        Fakes::plain(state).with_passwords(PasswordUse::BreakGlass)
    };
    assert_eq!(mark(&alone(), (1, Role::Admin), 1, false).await, Err(Conflict::LastWayIn.into()));
    let blank = set_break_glass(&Fakes::default().ports(), &caller(9, Role::Admin), user(1), true, " ").await;
    assert_eq!(blank, Err(Invalid::field("reason", "A reason is required").into()));
}
