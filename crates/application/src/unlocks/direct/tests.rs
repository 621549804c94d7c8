//! Who unlocks whose dates, and what is stored.

mod any_date;

use super::*;
use crate::events::{Audience, Push, Topic};
use crate::mail::Letter;
use crate::memory::State;
use crate::testing::{Fakes, away, caller, day, person, user};
use domain::access::Forbidden;
use domain::mail_choices::MailTiming;
use domain::person::Role;

/// Employee 1 of manager 7, who joined on 1 January 2026, employee 2 of manager 8, employee 3 of nobody, HR 5, administrator 9.
fn before() -> State {
    let mut state = State::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (3, Role::Employee),
        (5, Role::Hr),
        (7, Role::Manager),
        (8, Role::Manager),
        (9, Role::Admin),
    ]);
    for n in [2, 3] {
        state.person(n).record.joining_date = None;
    }
    state.person(1).record.joining_date = Some(day("2026-01-01"));
    state.person(1).record.manager = Some(user(7));
    state.person(2).record.manager = Some(user(8));
    state
}

fn portal() -> Fakes {
    Fakes::over(before())
}

/// The same, changed like this.
fn with(change: impl FnOnce(&mut State)) -> Fakes {
    let fakes = portal();
    fakes.memory.change(change);
    fakes
}

fn manager() -> Caller {
    caller(7, Role::Manager)
}

fn request(employee: u128, date: &str) -> DirectUnlockRequest {
    DirectUnlockRequest { employee: Some(user(employee)), date: Some(day(date)), reason: " You were\r\nill ".into() }
}

async fn ask(fakes: &Fakes, by: &Caller, request: DirectUnlockRequest) -> Result<Unlocked, Error> {
    unlock(&fakes.ports(), by, request).await
}

/// Why it is refused; nothing may be kept.
async fn refusal(fakes: &Fakes, by: &Caller, request: DirectUnlockRequest) -> Error {
    let before = fakes.state();
    let error = ask(fakes, by, request).await.unwrap_err();
    assert_eq!(fakes.state(), before, "{error:?}");
    error
}

#[tokio::test]
async fn an_unlock_that_nobody_asked_for_is_mailed_to_those_who_chose_so() {
    let fakes = portal();
    fakes.memory.change(|state| _ = state.mail_choices.insert((user(1), MailKind::Unlocked), MailTiming::Instant));
    for of in [1, 2] {
        ask(&fakes, &caller(9, Role::Admin), request(of, "2026-06-10")).await.unwrap();
    }
    let letter = DayUnlockedLetter { date: day("2026-06-10"), reason: Some("You were\nill".into()) };
    let mails: Vec<_> = fakes.state().mails.into_values().map(|mail| (mail.mail.to, mail.mail.letter)).collect();
    assert_eq!(mails, [("p1@x.org".to_owned(), Letter::new(person(1).name, &letter).by_choice_of(Role::Employee))]);
}

#[tokio::test]
async fn the_manager_is_told_no_matter_who_unlocks() {
    for (by, of, watching) in [
        (caller(5, Role::Hr), 1, vec![user(1), user(7)]),
        (caller(9, Role::Admin), 2, vec![user(2), user(8)]),
        (caller(9, Role::Admin), 3, vec![user(3)]),
        (manager(), 1, vec![user(1), user(7)]),
    ] {
        let fakes = portal();
        let unlocked = ask(&fakes, &by, request(of, "2026-06-10")).await.unwrap();
        assert_eq!(unlocked.unlock.view.creator_role, by.actor.role);
        let pushes = fakes.state().pushes();
        let topic = Topic::Timesheets;
        assert_eq!(pushes[0], Push::Changed { topic, audience: Audience::Readers(watching) }, "{:?}", by.actor);
        let own = Audience::Users(vec![user(of)]);
        assert_eq!(pushes[1..], [Push::Changed { topic: Topic::Notifications, audience: own }]);
    }
}

#[tokio::test]
async fn of_two_unlocks_at_once_one_wins() {
    // Before it is looked for, and after.
    for call in ["Store::begin", "UnlockRepository::insert"] {
        let fakes = portal();
        fakes.memory.before(call, |state| state.unlock(user(1), day("2026-06-09")));
        let why = ask(&fakes, &manager(), request(1, "2026-06-09")).await;
        assert_eq!(why, Err(UnlockRefusal::AlreadyUnlocked.into()), "{call}");
        assert!(fakes.state().notices.is_empty() && fakes.state().events.is_empty());
    }
    let elsewhere = StoreError::Conflict(UniqueKey::Other);
    for fault in [elsewhere, away()] {
        let fakes = portal();
        fakes.memory.breaks("UnlockRepository::insert", fault.clone());
        let why = refusal(&fakes, &manager(), request(1, "2026-06-09")).await;
        assert_eq!(why, Error::Store(fault), "another fault is no lost race");
    }
}

#[tokio::test]
async fn what_changed_by_the_time_of_the_lock_counts() {
    type Change = fn(&mut State);
    let no_employee = Invalid::field("employeeId", "Timesheets can only be unlocked for active employees");
    let changes: [(Change, Error); 3] = [
        (|state| state.person(1).record.standing.is_blocked = true, no_employee.into()),
        (|state| state.person(1).record.manager = Some(user(8)), Forbidden::UnlockOutsideTeam.into()),
        (|state| state.people.clear(), Error::NotFound("User")),
    ];
    for (change, why) in changes {
        let fakes = portal();
        fakes.memory.before("Store::begin", change);
        assert_eq!(ask(&fakes, &manager(), request(1, "2026-06-09")).await, Err(why));
        assert!(fakes.state().unlocks.is_empty() && fakes.state().events.is_empty());
    }
}
