//! Who gets whom as a manager.

use super::*;
use crate::events::{Audience, Push, Record, Topic};
use crate::memory::State;
use crate::testing::{Fakes, caller, record, user};
use domain::access::Forbidden;

/// Employee 1 without a manager, Employee 2 of manager 7's team, managers 7 and 8, and 9 who looks after them.
fn before() -> State {
    let mut state = State::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (5, Role::Hr),
        (6, Role::Admin),
        (7, Role::Manager),
        (8, Role::Manager),
        (9, Role::Hr),
    ]);
    state.person(2).record.manager = Some(user(7));
    state
}

fn portal() -> Fakes {
    Fakes::over(before())
}

async fn assign(fakes: &Fakes, by: Role, employee: u128, manager: Option<u128>) -> Result<Profile, Error> {
    assign_manager(&fakes.ports(), &caller(9, by), user(employee), manager.map(user)).await
}

#[tokio::test]
async fn an_employee_gets_a_manager_another_one_or_none() {
    for (employee, before, after) in [(1, None, Some(7)), (2, Some(7), Some(8)), (2, Some(7), None)] {
        let fakes = portal();
        let found = assign(&fakes, Role::Hr, employee, after).await.unwrap();
        assert_eq!(found.person.manager.map(|(id, _)| id), after.map(user));

        let kept = fakes.state();
        let mut expected = record(employee, Role::Employee);
        expected.manager = after.map(user);
        expected.updated_at = fakes.now;
        assert_eq!(kept.people[&user(employee)].record, expected);
        assert_eq!(kept.events.len(), 1);
        let (employee_id, managers) = (user(employee), (before.map(user), after.map(user)));
        let what = Record::of("manager-assigned").about([employee_id]).change("manager", managers.0, managers.1);
        assert_eq!((&kept.events[0].record, kept.events[0].actor()), (&what, Some(user(9))));
        let concerned: Vec<UserId> = [before, after, Some(employee)].into_iter().flatten().map(user).collect();
        let to = |topic| Push::Changed { topic, audience: Audience::Users(concerned.clone()) };
        let everyone = Push::Changed { topic: Topic::Users, audience: Audience::Everyone };
        assert_eq!(kept.pushes(), [everyone, to(Topic::Timesheets), to(Topic::Notifications)]);
        assert!(kept.mails.is_empty());
    }
}

#[tokio::test]
async fn the_manager_is_locked_before_the_employee() {
    let fakes = portal();
    assign(&fakes, Role::Hr, 2, Some(8)).await.unwrap();
    assert_eq!(fakes.memory.locked(), [8, 2].map(user));
    let fakes = portal();
    assign(&fakes, Role::Hr, 2, None).await.unwrap();
    assert_eq!(fakes.memory.locked(), [user(2)]);
}

/// Two such calls at once, each with the other's employee as its manager, would otherwise wait for each other.
#[tokio::test]
async fn a_person_who_is_not_a_manager_is_refused_before_the_employee_is_locked() {
    for (employee, manager) in [(1, 2), (2, 1)] {
        let fakes = portal();
        assign(&fakes, Role::Hr, employee, Some(manager)).await.unwrap_err();
        assert_eq!(fakes.memory.locked(), [user(manager)]);
    }
    let fakes = portal();
    let swapped = assign(&fakes, Role::Hr, 7, Some(1)).await;
    assert_eq!(swapped, Err(Invalid::field("employeeId", "Only an employee can be assigned a manager").into()));
    assert_eq!(fakes.memory.calls(), ["PeopleReads::person"]);
}

#[tokio::test]
async fn a_repeat_changes_nothing_and_is_a_success() {
    for (employee, manager) in [(1, None), (2, Some(7))] {
        let fakes = portal();
        assert!(assign(&fakes, Role::Admin, employee, manager).await.is_ok());
        assert_eq!(fakes.state(), before());
    }
}

#[tokio::test]
async fn only_a_manager_who_can_act_is_assigned() {
    let unfit = || Error::from(Invalid::field("managerId", "Only an active manager can be assigned"));
    let changes: [fn(&mut State); 2] = [
        |state| state.person(7).record.standing.is_blocked = true,
        |state| state.person(7).record.standing.is_active = false,
    ];
    for change in changes {
        let fakes = portal();
        fakes.memory.change(change);
        assert_eq!(assign(&fakes, Role::Hr, 1, Some(7)).await, Err(unfit()));
        assert_eq!(assign(&fakes, Role::Hr, 2, Some(7)).await, Err(unfit()), "also not again");
        assert!(assign(&fakes, Role::Hr, 2, None).await.is_ok(), "and can be taken away");
    }
}

#[tokio::test]
async fn nobody_is_assigned_to_themselves() {
    let unfit = || Error::from(Invalid::field("managerId", "Only an active manager can be assigned"));
    for n in [1, 6, 7, 404] {
        let fakes = portal();
        assert_eq!(assign(&fakes, Role::Hr, n, Some(n)).await, Err(unfit()), "{n}");
        assert_eq!(fakes.memory.locked(), [], "nobody is locked twice");
    }
    assert_eq!(assign(&portal(), Role::Employee, 1, Some(1)).await, Err(Forbidden::Role.into()));
}

#[tokio::test]
async fn a_person_who_does_not_exist_is_not_found() {
    assert_eq!(assign(&portal(), Role::Hr, 404, Some(7)).await, Err(Error::NotFound("User")));
    assert_eq!(assign(&portal(), Role::Hr, 404, None).await, Err(Error::NotFound("User")));
    assert_eq!(assign(&portal(), Role::Hr, 1, Some(404)).await, Err(Error::NotFound("Manager")));
    // The employee comes first: of an account that the caller may not touch, nothing more is said.
    assert_eq!(assign(&portal(), Role::Hr, 404, Some(405)).await, Err(Error::NotFound("User")));
    assert_eq!(assign(&portal(), Role::Hr, 6, Some(404)).await, Err(Forbidden::AdminAccount.into()));
}
