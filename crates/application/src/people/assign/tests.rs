//! Who gets whom as a manager.

use super::*;
use crate::events::{Audience, Push, Topic};
use crate::testing::{Ledger, Writes, caller, nothing_is_kept_when_a_call_fails, record, user};
use domain::access::Forbidden;

/// Employee 1 without a manager, Employee 2 of manager 7's team, managers 7 and 8, and 9 who looks after them.
fn portal() -> Ledger {
    Ledger::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (5, Role::Hr),
        (6, Role::Admin),
        (7, Role::Manager),
        (8, Role::Manager),
        (9, Role::Hr),
    ])
    .with(|book| book.person(2).manager = Some(user(7)))
}

async fn assign(ledger: &Ledger, by: Role, employee: u128, manager: Option<u128>) -> Result<Profile, Error> {
    assign_manager(&ledger.fakes().ports(), &caller(9, by), user(employee), manager.map(user)).await
}

#[tokio::test]
async fn an_employee_gets_a_manager_another_one_or_none() {
    for (employee, before, after) in [(1, None, Some(7)), (2, Some(7), Some(8)), (2, Some(7), None)] {
        let ledger = portal();
        let found = assign(&ledger, Role::Hr, employee, after).await.unwrap();
        assert_eq!(found.person.manager.map(|(id, _)| id), after.map(user));

        let kept = ledger.kept();
        let mut expected = record(employee, Role::Employee);
        expected.manager = after.map(user);
        assert_eq!(kept.saved, [expected]);
        let what =
            Happening::ManagerAssigned { user: user(employee), before: before.map(user), after: after.map(user) };
        assert_eq!((&kept.events[0].what, kept.events[0].actor), (&what, Some(user(9))));
        let concerned: Vec<UserId> = [before, after, Some(employee)].into_iter().flatten().map(user).collect();
        let to = |topic| Push::Changed { topic, audience: Audience::Users(concerned.clone()) };
        let everyone = Push::Changed { topic: Topic::Users, audience: Audience::Everyone };
        assert_eq!(kept.pushes(), [everyone, to(Topic::Timesheets), to(Topic::Notifications)]);
        assert!(kept.mails.is_empty());
    }
}

#[tokio::test]
async fn the_manager_is_locked_before_the_employee() {
    let ledger = portal();
    assign(&ledger, Role::Hr, 2, Some(8)).await.unwrap();
    let order = ["begin", "lock 8", "lock 2", "save 2", "manager-assigned", "commit", "read 2"];
    assert_eq!(ledger.said(), order);
    let ledger = portal();
    assign(&ledger, Role::Hr, 2, None).await.unwrap();
    assert_eq!(ledger.said()[1], "lock 2");
}

#[tokio::test]
async fn a_repeat_changes_nothing_and_is_a_success() {
    for (employee, manager) in [(1, None), (2, Some(7))] {
        let ledger = portal();
        assert!(assign(&ledger, Role::Admin, employee, manager).await.is_ok());
        assert_eq!(ledger.kept(), Writes::default());
    }
}

#[tokio::test]
async fn only_hr_and_administrators_assign_and_only_to_employees() {
    for by in Role::ALL {
        for (employee, of) in [(1, Role::Employee), (8, Role::Manager), (5, Role::Hr), (6, Role::Admin)] {
            let ledger = portal();
            let answer = assign(&ledger, by, employee, Some(7)).await.map(|_| ());
            let not_an_employee = Invalid::field("employeeId", "Only an employee can be assigned a manager");
            let expected = match (by, of) {
                (Role::Employee | Role::Manager, _) => Err(Forbidden::Role.into()),
                (_, Role::Employee) => Ok(()),
                (Role::Hr, Role::Hr | Role::Admin) => Err(Forbidden::AdminAccount.into()),
                _ => Err(not_an_employee.into()),
            };
            assert_eq!(answer, expected, "{by} assigns to {of}");
            assert_eq!(ledger.kept().saved.len(), usize::from(expected.is_ok()));
            let is_shut_out = matches!(by, Role::Employee | Role::Manager);
            assert_eq!(ledger.said().is_empty(), is_shut_out, "a role that may not learns nothing");
        }
    }
}

#[tokio::test]
async fn only_a_manager_who_can_act_is_assigned() {
    let unfit = || Error::from(Invalid::field("managerId", "Only an active manager can be assigned"));
    for manager in [1, 2, 5, 6, 9] {
        let ledger = portal();
        assert_eq!(assign(&ledger, Role::Admin, 1, Some(manager)).await, Err(unfit()), "{manager}");
        assert_eq!(ledger.kept(), Writes::default());
    }
    let blocked = portal().with(|book| book.person(7).standing.is_blocked = true);
    let inactive = portal().with(|book| book.person(7).standing.is_active = false);
    for ledger in [blocked, inactive] {
        assert_eq!(assign(&ledger, Role::Hr, 1, Some(7)).await, Err(unfit()));
        assert_eq!(assign(&ledger, Role::Hr, 2, Some(7)).await, Err(unfit()), "also not again");
        assert!(assign(&ledger, Role::Hr, 2, None).await.is_ok(), "and can be taken away");
    }
}

#[tokio::test]
async fn nobody_is_assigned_to_himself() {
    let unfit = || Error::from(Invalid::field("managerId", "Only an active manager can be assigned"));
    for n in [1, 6, 7, 404] {
        let ledger = portal();
        assert_eq!(assign(&ledger, Role::Hr, n, Some(n)).await, Err(unfit()), "{n}");
        assert!(ledger.said().is_empty(), "nobody is locked twice");
    }
    assert_eq!(assign(&portal(), Role::Employee, 1, Some(1)).await, Err(Forbidden::Role.into()));
}

#[tokio::test]
async fn who_is_not_there_is_not_found() {
    assert_eq!(assign(&portal(), Role::Hr, 404, Some(7)).await, Err(Error::NotFound("User")));
    assert_eq!(assign(&portal(), Role::Hr, 404, None).await, Err(Error::NotFound("User")));
    assert_eq!(assign(&portal(), Role::Hr, 1, Some(404)).await, Err(Error::NotFound("Manager")));
    // The employee comes first: of an account that the caller may not touch, nothing more is said.
    assert_eq!(assign(&portal(), Role::Hr, 404, Some(405)).await, Err(Error::NotFound("User")));
    assert_eq!(assign(&portal(), Role::Hr, 6, Some(404)).await, Err(Forbidden::AdminAccount.into()));
}

#[tokio::test]
async fn assignment_and_event_appear_together_or_not_at_all() {
    nothing_is_kept_when_a_call_fails(portal, async |fakes| {
        assign_manager(&fakes.ports(), &caller(9, Role::Hr), user(2), Some(user(8))).await
    })
    .await;
}
