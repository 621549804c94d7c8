//! Who sees whose account, and how much of it.

use super::*;
use crate::memory::State;
use crate::testing::{Fakes, caller, user};

/// Employee 1 of manager 2's team. The caller is person 1, 2 or 9.
fn portal() -> State {
    let mut state = State::of(&[(1, Role::Employee), (2, Role::Manager), (9, Role::Hr)]);
    state.person(1).record.manager = Some(user(2));
    state
}

async fn ask(state: State, caller: &Caller, n: u128) -> Result<Profile, Error> {
    person(&Fakes::over(state).ports(), caller, user(n)).await
}

#[tokio::test]
async fn external_ids_are_shown_to_those_who_look_after_accounts() {
    for (who, role) in [(1, Role::Employee), (2, Role::Manager), (9, Role::Hr), (9, Role::Admin), (9, Role::Boss)] {
        let found = ask(portal(), &caller(who, role), 1).await.unwrap();
        assert_eq!(found.sees_external_id, [Role::Hr, Role::Admin].contains(&role), "{role}");
    }
}

#[tokio::test]
async fn telephone_numbers_are_shown_to_everybody_but_a_boss() {
    for (who, role) in [(1, Role::Employee), (2, Role::Manager), (9, Role::Hr), (9, Role::Admin), (9, Role::Boss)] {
        let found = ask(portal(), &caller(who, role), 1).await.unwrap();
        assert_eq!(found.sees_phone_number, role != Role::Boss, "{role}");
    }
    let mut state = portal();
    state.person(9).record.standing.role = Role::Boss;
    assert!(!ask(state, &caller(9, Role::Boss), 9).await.unwrap().sees_phone_number, "not even their own");
}

#[tokio::test]
async fn those_who_look_after_accounts_see_who_can_be_invited() {
    for (who, role, is_new, expected) in [
        (9, Role::Hr, true, true),
        (9, Role::Admin, true, true),
        (9, Role::Hr, false, false),
        (2, Role::Manager, true, false),
        (1, Role::Employee, true, false),
    ] {
        let mut state = portal();
        state.person(1).is_first_login = is_new;
        assert_eq!(ask(state, &caller(who, role), 1).await.unwrap().can_be_invited, expected, "{role}");
    }
}
