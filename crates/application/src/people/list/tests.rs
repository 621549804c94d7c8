//! Whom each role may list, and what the lists say of them.

use super::*;
use crate::memory::State;
use crate::ports::RoleCount;
use crate::testing::{Fakes, account, away, caller, number, user};

fn query(roles: &[Role]) -> ListQuery {
    ListQuery { roles: roles.to_vec(), search: None, without_manager: false, status: None, page: 1, limit: 20 }
}

/// An organisation: person 1 of the team of manager 9, and person 2 of another one; managers 3 and 8; HR 4; administrator 5; Boss 6.
/// Person 9 is the caller.
fn organisation() -> State {
    let roles = [
        (1, Role::Employee),
        (2, Role::Employee),
        (3, Role::Manager),
        (4, Role::Hr),
        (5, Role::Admin),
        (6, Role::Boss),
        (8, Role::Manager),
        (9, Role::Manager),
    ];
    let mut state = State { people: roles.map(|(n, role)| (user(n), account(n, role))).into(), ..State::default() };
    state.person(1).record.manager = Some(user(9));
    state.person(2).record.manager = Some(user(8));
    state
}

async fn asked(by: Role, typed: ListQuery) -> Result<People, Error> {
    list(&Fakes::over(organisation().paid()).ports(), &caller(9, by), typed).await
}

fn numbers(people: &[PersonView]) -> Vec<u128> {
    people.iter().map(|view| number(view.person.id)).collect()
}

/// The answer of a list that must not even be asked for.
async fn refused(by: Role, typed: ListQuery) -> Error {
    list(&Fakes::default().ports(), &caller(9, by), typed).await.unwrap_err()
}

/// The roles that each role may list.
fn listed(by: Role) -> &'static [Role] {
    match by {
        Role::Employee | Role::Boss => &[],
        Role::Manager => &[Role::Employee],
        Role::Hr => &[Role::Employee, Role::Manager],
        Role::Admin => &Role::LISTED,
    }
}

#[tokio::test]
async fn each_role_lists_its_own_people_and_no_others() {
    let of_role = |role| match role {
        Role::Employee => vec![1, 2],
        Role::Manager => vec![3, 8, 9],
        Role::Hr => vec![4],
        Role::Admin => vec![5],
        Role::Boss => vec![6],
    };
    for by in Role::ALL {
        for of in Role::ALL {
            if listed(by).contains(&of) {
                let found = asked(by, query(&[of])).await.unwrap();
                let expected = if by == Role::Manager { vec![1] } else { of_role(of) };
                assert_eq!(
                    (numbers(&found.people), found.total as usize),
                    (expected.clone(), expected.len()),
                    "{by} lists {of}"
                );
            } else {
                assert_eq!(refused(by, query(&[of])).await, Forbidden::Role.into(), "{by} lists {of}");
                // One of several is one too many.
                assert_eq!(refused(by, query(&[Role::Employee, of])).await, Forbidden::Role.into(), "{by} lists {of}");
            }
        }
    }
    for (by, everyone) in
        [(Role::Manager, vec![1]), (Role::Hr, vec![1, 2, 3, 8, 9]), (Role::Admin, vec![1, 2, 3, 4, 5, 6, 8, 9])]
    {
        assert_eq!(numbers(&asked(by, query(&[])).await.unwrap().people), everyone, "{by} lists everyone");
    }
    for by in [Role::Employee, Role::Boss] {
        assert_eq!(refused(by, query(&[])).await, Forbidden::Role.into(), "{by}");
    }
    let several = asked(Role::Hr, query(&[Role::Manager, Role::Employee])).await.unwrap();
    assert_eq!(numbers(&several.people), [1, 2, 3, 8, 9]);
}

#[tokio::test]
async fn salaries_are_listed_for_hr_and_administrators_alone() {
    for by in [Role::Manager, Role::Hr, Role::Admin] {
        let found = asked(by, query(&[Role::Employee])).await.unwrap();
        let may = by != Role::Manager;
        let salary = found.salaries.as_ref().map(|salaries| salaries.get(&found.people[0].person.id).is_some());
        assert_eq!(salary, may.then_some(true), "{by}");
        assert!(found.people[0].phone_number.is_some(), "whose people they are, knows how to reach them");
    }
}

#[tokio::test]
async fn every_filter_reaches_the_store_as_it_was_typed() {
    // Of 60 people with this in their names, every second is blocked and every third has an acting manager.
    let mut state = State::default();
    for n in 101..=160 {
        let mut person = account(n, Role::Employee);
        person.record.name.last = format!("50%_Söl\\ve{n}");
        person.record.standing.is_blocked = n % 2 == 0;
        person.record.manager = (n % 3 == 0).then_some(user(9));
        state.people.insert(user(n), person);
    }
    state.people.extend([(1, Role::Employee), (9, Role::Manager)].map(|(n, role)| (user(n), account(n, role))));
    let fakes = Fakes::over(state);
    let ask = async |typed| list(&fakes.ports(), &caller(5, Role::Admin), typed).await.unwrap();
    let searching = |text: &str| ListQuery { search: Some(text.into()), ..query(&[]) };
    assert_eq!(ask(searching("  50%_Söl\\ve ")).await.total, 60, "each character stands for itself");
    for (status, is_blocked) in [(AccountStatus::Active, false), (AccountStatus::Blocked, true)] {
        let typed =
            ListQuery { without_manager: true, status: Some(status), page: 2, limit: 15, ..searching("50%_söl") };
        let found = ask(typed).await;
        assert_eq!((found.people.len(), found.total), (5, 20), "{status:?}");
        assert!(found.people.iter().all(|view| view.is_blocked == is_blocked && view.manager.is_none()));
    }
    assert_eq!(ask(ListQuery { status: Some(AccountStatus::Inactive), ..query(&[]) }).await.total, 0);
    for blank in ["", "   ", "\u{3000}"] {
        assert_eq!(ask(searching(blank)).await.total, 62);
    }
}

#[tokio::test]
async fn what_no_name_can_hold_is_not_looked_for() {
    for (typed, sentence) in [
        ("a\0b", "Search contains characters that are not allowed"),
        ("a\u{202e}b", "Search contains characters that are not allowed"),
        ("a\nb", "Search contains characters that are not allowed"),
        (&"é".repeat(255), "Search must be at most 254 characters"),
    ] {
        let wrong = Error::from(Invalid::field("search", sentence));
        let searching = |roles: &[Role]| ListQuery { search: Some(typed.to_owned()), ..query(roles) };
        assert_eq!(refused(Role::Admin, searching(&[])).await, wrong);
        let unasked = directory(&Fakes::default().ports(), Vec::new(), Some(typed), 1, 20).await;
        assert_eq!(unasked.map(|_| ()), Err(wrong));
        // The role comes first.
        assert_eq!(refused(Role::Hr, searching(&[Role::Admin])).await, Forbidden::Role.into());
    }
}

#[tokio::test]
async fn the_directory_is_everybodys_and_counts_the_whole_organisation() {
    let fakes = Fakes::over(organisation());
    for (roles, search, expected) in [
        (vec![], None, vec![1, 2, 3, 4, 5, 6, 8, 9]),
        (vec![Role::Boss], None, vec![6]),
        (vec![Role::Hr], Some(" First4 "), vec![4]),
        (vec![Role::Hr], Some("First5"), vec![]),
        (vec![Role::Employee, Role::Manager], Some("  "), vec![1, 2, 3, 8, 9]),
    ] {
        let found = directory(&fakes.ports(), roles, search, 1, 1_000).await.unwrap();
        let shown: Vec<u128> = found.people.iter().map(|colleague| number(colleague.person.id)).collect();
        assert_eq!((&shown, found.total as usize), (&expected, expected.len()));
        assert_eq!(found.head_count.of(Role::Manager), RoleCount { all: 3, active: 3, acting: 3 });
        for role in [Role::Admin, Role::Boss] {
            assert_eq!(found.head_count.of(role), RoleCount { all: 1, active: 1, acting: 1 });
        }
    }
    let second = directory(&fakes.ports(), vec![], None, 2, 5).await.unwrap();
    assert_eq!((second.people.len(), second.total), (3, 8));
}

#[tokio::test]
async fn a_store_that_is_away_lists_nobody() {
    for call in ["PeopleReads::list", "PeopleReads::head_count"] {
        let fakes = Fakes::over(organisation());
        fakes.memory.breaks(call, away());
        let listed = list(&fakes.ports(), &caller(5, Role::Hr), query(&[])).await;
        let shown = directory(&fakes.ports(), vec![], None, 1, 20).await;
        let fault = Error::Store(away());
        assert_eq!(
            (listed.err() == Some(fault.clone()), shown.err() == Some(fault)),
            (call.ends_with("list"), call.ends_with("count"))
        );
    }
}
