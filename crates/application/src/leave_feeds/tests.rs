use super::*;
use crate::memory::State;
use crate::people::{AccountUpdate, update_account};
use crate::testing::{Fakes, Given, account, caller, employment, form, record, user};
use domain::person::Role;

/// Employee 1 of the team of manager 7, and the administrator 9.
fn state() -> State {
    let mut state = State::from(Given { people: vec![employment(1, Some(7))], ..Given::default() });
    state.people.insert(user(9), account(9, Role::Admin));
    state
}

fn employee() -> Caller {
    caller(1, Role::Employee)
}

const UNKNOWN: Error = Error::NotFound("Feed");

#[tokio::test]
async fn a_link_is_kept_as_its_fingerprint_and_recorded_without_it() {
    let fakes = Fakes::plain(state());
    let ports = fakes.ports();
    assert_eq!(leave_feed(&ports, &employee()).await, Ok(None));
    assert_eq!(make_leave_feed(&ports, &employee()).await, Ok(Confidential("secret".into())));
    assert_eq!(leave_feed(&ports, &employee()).await, Ok(Some(fakes.now)));
    let state = fakes.state();
    assert_eq!(state.leave_feeds[&user(1)].fingerprint, "fingerprint of secret");
    let [event] = state.events.as_slice() else { panic!("{:?}", state.events) };
    assert_eq!(event.record, events::leave_feed_made(user(1)));
    assert!(!format!("{event:?}").contains("secret"));
    assert_eq!(event.pushes, [Push::Changed { topic: Topic::Leave, audience: Audience::Users(vec![user(1)]) }]);
}

/// As an administrator changes the account of person 1.
async fn update(fakes: &Fakes, role: Role, is_active: bool) -> Result<(), Error> {
    let typed = AccountUpdate { role: Some(role), is_active: Some(is_active), ..form(&record(1, Role::Employee)) };
    update_account(&fakes.ports(), &caller(9, Role::Admin), user(1), typed).await.map(|_| ())
}

#[tokio::test]
async fn another_role_and_leaving_end_the_link_and_another_change_does_not() {
    for (role, is_active) in [(Role::Manager, true), (Role::Employee, false)] {
        let fakes = Fakes::plain(state());
        make_leave_feed(&fakes.ports(), &employee()).await.unwrap();
        update(&fakes, role, is_active).await.unwrap();
        let state = fakes.state();
        assert_eq!(
            (state.leave_feeds.len(), read_leave_feed(&fakes.ports(), "secret").await),
            (0, Err(UNKNOWN)),
            "{role}"
        );
        let ended = state.events.iter().find(|event| event.record.kind == "leave-feed-ended").unwrap();
        assert_eq!((&ended.record, ended.actor()), (&events::leave_feed_ended(user(1)), Some(user(9))));
    }
    let fakes = Fakes::plain(state());
    make_leave_feed(&fakes.ports(), &employee()).await.unwrap();
    fakes.memory.change(|state| state.person(1).record.department = None);
    update(&fakes, Role::Employee, true).await.unwrap();
    assert_eq!(fakes.state().leave_feeds.len(), 1);
}

#[tokio::test]
async fn nobody_has_a_feed_of_a_role_that_they_lost_meanwhile() {
    let fakes = Fakes::plain(state());
    fakes.memory.before("PersonRepository::for_change", |state| state.person(1).record.standing.role = Role::Hr);
    assert_eq!(make_leave_feed(&fakes.ports(), &employee()).await, Err(Forbidden::Role.into()));
    assert!(fakes.state().leave_feeds.is_empty());
}
