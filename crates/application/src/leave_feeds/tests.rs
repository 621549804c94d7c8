use super::*;
use crate::memory::State;
use crate::people::{AccountUpdate, update_account};
use crate::ports::MockDocuments;
use crate::testing::{
    Fakes, Given, account, at, caller, employment, form, nothing_changes_when_a_call_fails, record, user,
};
use domain::leave::{DayPart, LeaveStatus};
use domain::person::Role;
use std::sync::Arc;

/// Employee 1 of the team of manager 7, and the administrator 9.
fn state() -> State {
    let mut state = State::from(Given { people: vec![employment(1, Some(7))], ..Given::default() });
    state.people.insert(user(9), account(9, Role::Admin));
    state
}

/// The feed says the name of the calendar, and of each entry all but when it was changed, a line each.
fn plain(state: State) -> Fakes {
    let mut documents = MockDocuments::new();
    documents.expect_calendar().returning(|calendar| {
        let entry = |of: &CalendarEntry| format!("{} {} {} {}", of.id.as_u128(), of.title, of.first, of.last);
        let entries = calendar.entries.iter().map(entry);
        std::iter::once(calendar.name.clone()).chain(entries).collect::<Vec<_>>().join("\n")
    });
    Fakes { documents: Arc::new(documents), ..Fakes::plain(state) }
}

fn employee() -> Caller {
    caller(1, Role::Employee)
}

fn manager() -> Caller {
    caller(7, Role::Manager)
}

async fn read(fakes: &Fakes, token: &str) -> Result<String, Error> {
    read_leave_feed(&fakes.ports(), token).await
}

const UNKNOWN: Error = Error::NotFound("Feed");

#[tokio::test]
async fn a_link_is_kept_as_its_fingerprint_and_recorded_without_it() {
    let fakes = plain(state());
    let ports = fakes.ports();
    assert_eq!(leave_feed(&ports, &employee()).await, Ok(None));
    assert_eq!(make_leave_feed(&ports, &employee()).await, Ok(Confidential("secret".into())));
    assert_eq!(leave_feed(&ports, &employee()).await, Ok(Some(fakes.now)));
    let state = fakes.state();
    assert_eq!(state.leave_feeds[&user(1)].fingerprint, "fingerprint of secret");
    let [event] = state.events.as_slice() else { panic!("{:?}", state.events) };
    assert_eq!(event.record, LeaveFeedMade { user: user(1) }.into());
    assert!(!format!("{event:?}").contains("secret"));
    assert_eq!(event.pushes, [Push::Changed { topic: Topic::Leave, audience: Audience::Users(vec![user(1)]) }]);
}

#[tokio::test]
async fn a_new_link_ends_the_old_one_and_turning_it_off_ends_it_once() {
    let fakes = plain(state());
    let ports = fakes.ports();
    for _ in 0..2 {
        make_leave_feed(&ports, &employee()).await.unwrap();
    }
    assert_eq!(read(&fakes, "secret").await, Err(UNKNOWN));
    assert_eq!(read(&fakes, "secret 2").await, Ok("Daybook: leave".into()));
    for _ in 0..2 {
        assert_eq!(end_leave_feed(&ports, &employee()).await, Ok(()));
    }
    assert_eq!(read(&fakes, "secret 2").await, Err(UNKNOWN));
    let state = fakes.state();
    let kinds: Vec<&str> = state.events.iter().map(|event| event.record.kind.as_ref()).collect();
    assert_eq!(kinds, ["leave-feed-made", "leave-feed-made", "leave-feed-ended"]);
}

#[tokio::test]
async fn an_employees_feed_names_the_type_and_a_managers_the_person() {
    use LeaveStatus::{Approved, CancellationAsked, Cancelled, Pending, Rejected};
    let mut state = state();
    for (from, to, status) in [
        ("2026-07-06", "2026-07-28", Approved),
        ("2025-06-01", "2025-06-09", CancellationAsked),
        ("2025-06-01", "2025-06-08", Approved),
        ("2026-06-16", "2026-06-16", Pending),
        ("2026-06-17", "2026-06-17", Rejected),
        ("2026-06-18", "2026-06-18", Cancelled),
        // Saturday and Sunday.
        ("2026-06-13", "2026-06-14", Approved),
    ] {
        state.take_leave(1, from, to, DayPart::Full, status);
    }
    let fakes = plain(state);
    let ports = fakes.ports();
    make_leave_feed(&ports, &employee()).await.unwrap();
    make_leave_feed(&ports, &manager()).await.unwrap();
    let own = "Daybook: leave\n701 Annual Leave 2025-06-01 2025-06-09\n700 Annual Leave 2026-07-06 2026-07-28";
    assert_eq!(
        read(&fakes, "secret").await,
        Ok(own.into()),
        "what ended 366 days ago is in it, and what did before is not"
    );
    let team = own.replace("Annual Leave", "First1 Last1 away");
    assert_eq!(read(&fakes, "secret 2").await, Ok(team));
    fakes.memory.change(|state| state.person(1).record.manager = None);
    assert_eq!(read(&fakes, "secret 2").await, Ok("Daybook: leave".into()), "the present team");
}

#[tokio::test]
async fn the_link_of_somebody_blocked_is_unknown_until_the_block_ends() {
    let fakes = plain(state());
    make_leave_feed(&fakes.ports(), &employee()).await.unwrap();
    fakes.memory.change(|state| state.person(1).record.standing.is_blocked = true);
    assert_eq!(read(&fakes, "secret").await, Err(UNKNOWN));
    fakes.memory.change(|state| state.person(1).record.standing.is_blocked = false);
    assert_eq!(read(&fakes, "secret").await, Ok("Daybook: leave".into()));
}

/// As an administrator changes the account of person 1.
async fn update(fakes: &Fakes, role: Role, is_active: bool) -> Result<(), Error> {
    let typed = AccountUpdate { role: Some(role), is_active: Some(is_active), ..form(&record(1, Role::Employee)) };
    update_account(&fakes.ports(), &caller(9, Role::Admin), user(1), typed).await.map(|_| ())
}

#[tokio::test]
async fn another_role_and_leaving_end_the_link_and_another_change_does_not() {
    for (role, is_active) in [(Role::Manager, true), (Role::Employee, false)] {
        let fakes = plain(state());
        make_leave_feed(&fakes.ports(), &employee()).await.unwrap();
        update(&fakes, role, is_active).await.unwrap();
        let state = fakes.state();
        assert_eq!((state.leave_feeds.len(), read(&fakes, "secret").await), (0, Err(UNKNOWN)), "{role}");
        let ended = state.events.iter().find(|event| event.record.kind == "leave-feed-ended").unwrap();
        assert_eq!((&ended.record, ended.actor()), (&LeaveFeedEnded { user: user(1) }.into(), Some(user(9))));
    }
    let fakes = plain(state());
    make_leave_feed(&fakes.ports(), &employee()).await.unwrap();
    fakes.memory.change(|state| state.person(1).record.department = None);
    update(&fakes, Role::Employee, true).await.unwrap();
    assert_eq!(fakes.state().leave_feeds.len(), 1);
}

#[tokio::test]
async fn hr_and_administrators_have_no_feed_and_nobody_has_one_of_a_role_that_they_lost() {
    let fakes = plain(state());
    let ports = fakes.ports();
    for role in [Role::Hr, Role::Admin] {
        let caller = caller(9, role);
        assert_eq!(leave_feed(&ports, &caller).await, Err(Forbidden::Role.into()));
        assert_eq!(make_leave_feed(&ports, &caller).await, Err(Forbidden::Role.into()));
        assert_eq!(end_leave_feed(&ports, &caller).await, Err(Forbidden::Role.into()));
    }
    fakes.memory.before("PersonRepository::for_change", |state| state.person(1).record.standing.role = Role::Hr);
    assert_eq!(make_leave_feed(&ports, &employee()).await, Err(Forbidden::Role.into()), "meanwhile");
    assert!(fakes.state().leave_feeds.is_empty());
}

#[tokio::test]
async fn nothing_is_kept_where_a_call_fails() {
    nothing_changes_when_a_call_fails(state, async |fakes| make_leave_feed(&fakes.ports(), &employee()).await).await;
    let kept = || {
        let feed = LeaveFeed {
            user: user(1),
            fingerprint: "fingerprint of secret".into(),
            created_at: at("2026-06-01T08:00:00Z"),
        };
        State { leave_feeds: [(user(1), feed)].into(), ..state() }
    };
    nothing_changes_when_a_call_fails(kept, async |fakes| end_leave_feed(&fakes.ports(), &employee()).await).await;
}
