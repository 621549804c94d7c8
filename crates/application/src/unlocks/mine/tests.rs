use super::*;
use crate::memory::{State, Unlock};
use crate::ports::NewUnlock;
use crate::testing::{Fakes, Given, account, at, away, caller, day, unlock_id, user};
use domain::access::{Actor, may_unlock};
use domain::person::{FullName, Role};

/// `count` unlocks of person 1 by manager 7, the first of which is used, and one of person 2.
fn given(count: u128) -> State {
    let mut state = State::from(Given::default());
    state.people.insert(user(7), account(7, Role::Manager));
    state.people.extend([1, 2].map(|n| (user(n), account(n, Role::Employee))));
    for n in 0..=count {
        let manager = Actor::new(user(7), Role::Manager);
        let proof = may_unlock(&manager, user(if n == 0 { 2 } else { 1 }), Some(user(7))).unwrap();
        let at = at("2026-06-10T08:00:00Z") + chrono::Duration::minutes(i64::try_from(n).unwrap());
        let made = NewUnlock::new(proof, unlock_id(n), day("2026-06-09"), "You were ill".into(), at);
        let used_at = (n == 1).then_some(at);
        state.unlocks.insert(made.id, Unlock { used_at, ..Unlock::from(&made) });
    }
    state
}

#[tokio::test]
async fn employees_see_their_own_used_and_unused() {
    let fakes = Fakes::over(given(2));
    let found = my_requests(&fakes.ports(), &caller(1, Role::Employee)).await.unwrap();
    let shown: Vec<_> =
        found.iter().map(|Request { view, .. }| (view.id, view.is_used, view.reason.as_str())).collect();
    assert_eq!(shown, [(unlock_id(2), false, "You were ill"), (unlock_id(1), true, "You were ill")]);
    let creator = FullName { first: "First7".into(), last: "Last7".into() };
    assert_eq!((&found[0].view.creator, found[0].view.creator_role), (&creator, Role::Manager));
    let most = my_requests(&Fakes::over(given(201)).ports(), &caller(1, Role::Employee)).await.unwrap();
    assert_eq!((most.len(), most[0].view.id), (200, unlock_id(201)), "the newest");
    fakes.memory.breaks("UnlockReads::of_person", away());
    assert_eq!(my_requests(&fakes.ports(), &caller(1, Role::Employee)).await, Err(away().into()));
}
