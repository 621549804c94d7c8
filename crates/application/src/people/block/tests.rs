//! A block works at once, says so, and leaves somebody who can lift it.

use super::*;
use crate::events::{Audience, Topic};
use crate::memory::State;
use crate::testing::{Fakes, caller, record, user};
use domain::id::SessionId;
use domain::person::Role;
use uuid::Uuid;

/// Employee 1 of manager 2's team, both signed in, and administrators 8 and 9.
fn before() -> State {
    let mut state =
        State::of(&[(1, Role::Employee), (2, Role::Manager), (8, Role::Admin), (9, Role::Admin)]).signed_in(&[1, 2]);
    state.person(1).record.manager = Some(user(2));
    state
}

fn blocked(n: u128) -> State {
    let mut state = before();
    state.person(n).record.standing.is_blocked = true;
    state
}

async fn toggle(fakes: &Fakes, n: u128, is_blocked: bool) -> Result<Profile, Error> {
    toggle_block(&fakes.ports(), &caller(9, Role::Admin), user(n), is_blocked).await
}

/// The kinds of the mails that wait, with their addresses.
fn letters(state: &State) -> Vec<(&str, &str)> {
    state.mails.values().map(|mail| (mail.mail.letter.kind(), mail.mail.to.as_str())).collect()
}

/// How the session of person `n` ended, where it did.
fn end_of(state: &State, n: u128) -> Option<SessionEnd> {
    let mut own = state.sessions.values().filter(|session| session.started.user == user(n));
    own.next().and_then(|session| session.ended).map(|(end, _)| end)
}

fn changed(topic: Topic, people: &[u128]) -> Push {
    Push::Changed { topic, audience: Audience::Users(people.iter().copied().map(user).collect()) }
}

fn everyone() -> Push {
    Push::Changed { topic: Topic::Users, audience: Audience::Everyone }
}

#[tokio::test]
async fn a_block_ends_the_session_and_is_told_to_the_person() {
    let fakes = Fakes::over(before());
    let after = toggle(&fakes, 1, true).await.unwrap();
    assert_eq!((after.person.is_blocked, after.person.is_active, after.person.role), (true, true, Role::Employee));
    let calls = fakes.memory.calls();
    let place = |name: &str| calls.iter().position(|call| *call == name);
    assert!(place("PersonRepository::acting_admins") < place("PersonRepository::for_change"), "{calls:?}");
    let kept = fakes.state();
    let mut expected = record(1, Role::Employee);
    expected.manager = Some(user(2));
    expected.standing.is_blocked = true;
    expected.updated_at = fakes.now;
    assert_eq!(kept.people[&user(1)].record, expected, "and nothing else of the account, the manager neither");
    assert_eq!((end_of(&kept, 1), end_of(&kept, 2)), (Some(SessionEnd::Blocked), None));
    assert_eq!(letters(&kept), [("blocked", "p1@x.org")]);
    assert_eq!(kept.events[0].record, events::block_toggled(user(1), true));
    assert_eq!(kept.events[0].actor(), Some(user(9)));
    let session = SessionId::new(Uuid::from_u128(5001));
    assert_eq!(
        kept.pushes(),
        [
            everyone(),
            changed(Topic::Timesheets, &[2, 1]),
            changed(Topic::Notifications, &[2, 1]),
            Push::SessionEnded { session, end: SessionEnd::Blocked },
        ]
    );
}

#[tokio::test]
async fn an_unblocked_person_is_told_and_was_not_signed_in() {
    let fakes = Fakes::over(blocked(2));
    let after = toggle(&fakes, 2, false).await.unwrap();
    assert!(!after.person.is_blocked);
    let kept = fakes.state();
    assert_eq!((letters(&kept), end_of(&kept, 1)), (vec![("unblocked", "p2@x.org")], None));
    assert_eq!(kept.events[0].record, events::block_toggled(user(2), false));
    // The manager's team can be helped again.
    let calendars = Push::Changed { topic: Topic::Timesheets, audience: Audience::Everyone };
    assert_eq!(
        kept.pushes(),
        [everyone(), changed(Topic::Timesheets, &[2]), changed(Topic::Notifications, &[2]), calendars]
    );
}

#[tokio::test]
async fn an_inactive_person_is_blocked_without_a_session_to_end() {
    let fakes = Fakes::over(before());
    fakes.memory.change(|state| {
        state.person(1).record.standing.is_active = false;
        state.sessions.clear();
    });
    toggle(&fakes, 1, true).await.unwrap();
    let kept = fakes.state();
    assert!(kept.people[&user(1)].record.standing.is_blocked && kept.sessions.is_empty());
}

#[tokio::test]
async fn a_repeat_changes_nothing_and_is_a_success() {
    for (state, is_blocked) in [(before(), false), (blocked(1), true)] {
        let fakes = Fakes::over(state.clone());
        let after = toggle(&fakes, 1, is_blocked).await.unwrap();
        assert_eq!((after.person.is_blocked, fakes.state()), (is_blocked, state));
    }
}
