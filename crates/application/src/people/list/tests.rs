//! Whom each role may list, and what the lists say of them.

use super::*;
use crate::ports::{MockPeopleReads, RoleCount};
use crate::testing::{Fakes, Ledger, away, caller, person, user};
use domain::access::Scope;
use std::sync::Arc;

fn query(roles: &[Role]) -> ListQuery {
    ListQuery { roles: roles.to_vec(), search: None, without_manager: false, status: None, page: 1, limit: 20 }
}

/// A store that lists one person, with telephone number and salary, to whoever asks for exactly this.
async fn asked_for(by: Role, typed: ListQuery, expected: PeopleFilter, page: (u32, u32)) -> Result<People, Error> {
    let found = Ledger::of(&[(1, Role::Employee)]).fakes().people.person(user(1)).await.unwrap().unwrap();
    let mut people = MockPeopleReads::new();
    people
        .expect_list()
        .withf(move |filter, number, limit| *filter == expected && (*number, *limit) == page)
        .times(1)
        .return_once(move |_, _, _| Ok((vec![found], 41)));
    let fakes = Fakes { people: Arc::new(people), ..Fakes::default() };
    list(&fakes.ports(), &caller(9, by), typed).await
}

/// The answer of a list that must not even be asked for.
async fn refused(by: Role, typed: ListQuery) -> Error {
    list(&Fakes::default().ports(), &caller(9, by), typed).await.unwrap_err()
}

fn filter(by: Role, roles: &[Role]) -> PeopleFilter {
    let scope = if by == Role::Manager { Scope::Team(user(9)) } else { Scope::Everyone };
    PeopleFilter { scope, roles: roles.to_vec(), search: None, without_manager: false, status: None }
}

/// The roles that each role may list.
fn listed(by: Role) -> &'static [Role] {
    match by {
        Role::Employee => &[],
        Role::Manager => &[Role::Employee],
        Role::Hr => &[Role::Employee, Role::Manager],
        Role::Admin => &Role::ALL,
    }
}

#[tokio::test]
async fn each_role_lists_its_own_people_and_no_others() {
    for by in Role::ALL {
        for of in Role::ALL {
            if listed(by).contains(&of) {
                let found = asked_for(by, query(&[of]), filter(by, &[of]), (1, 20)).await.unwrap();
                assert_eq!((found.people.len(), found.total), (1, 41), "{by} lists {of}");
            } else {
                assert_eq!(refused(by, query(&[of])).await, Forbidden::Role.into(), "{by} lists {of}");
                // One of several is one too many.
                assert_eq!(refused(by, query(&[Role::Employee, of])).await, Forbidden::Role.into(), "{by} lists {of}");
            }
        }
        if !listed(by).is_empty() {
            assert!(asked_for(by, query(&[]), filter(by, listed(by)), (1, 20)).await.is_ok(), "{by} lists everyone");
        }
    }
    assert_eq!(refused(Role::Employee, query(&[])).await, Forbidden::Role.into());
    let several = query(&[Role::Manager, Role::Employee]);
    let expected = filter(Role::Hr, &[Role::Manager, Role::Employee]);
    assert!(asked_for(Role::Hr, several, expected, (1, 20)).await.is_ok());
}

#[tokio::test]
async fn salaries_are_listed_for_hr_and_administrators_alone() {
    for by in [Role::Manager, Role::Hr, Role::Admin] {
        let typed = query(&[Role::Employee]);
        let found = asked_for(by, typed, filter(by, &[Role::Employee]), (1, 20)).await.unwrap();
        let may = by != Role::Manager;
        assert_eq!((found.shows_salary, found.people[0].salary.is_some()), (may, may), "{by}");
        assert!(found.people[0].phone_number.is_some(), "whose people they are, knows how to reach them");
    }
}

#[tokio::test]
async fn every_filter_reaches_the_store_as_it_was_typed() {
    for status in [AccountStatus::Active, AccountStatus::Blocked, AccountStatus::Inactive] {
        let typed = ListQuery {
            search: Some("  50%_Söl\\ve ".into()),
            without_manager: true,
            status: Some(status),
            page: 7,
            limit: 50,
            ..query(&[])
        };
        let expected = PeopleFilter {
            search: Some("50%_Söl\\ve".into()),
            without_manager: true,
            status: Some(status),
            ..filter(Role::Manager, &[Role::Employee])
        };
        assert!(asked_for(Role::Manager, typed, expected, (7, 50)).await.is_ok());
    }
    for blank in ["", "   ", "\u{3000}"] {
        let typed = ListQuery { search: Some(blank.into()), ..query(&[]) };
        assert!(asked_for(Role::Hr, typed, filter(Role::Hr, listed(Role::Hr)), (1, 20)).await.is_ok());
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
    let colleague = DirectoryEntry {
        person: person(1),
        email: "p1@x.org".into(),
        role: Role::Hr,
        department: None,
        position: Some("Lead".into()),
    };
    let count = HeadCount::default().with(Role::Employee, RoleCount { all: 9, active: 8, acting: 7 });
    for (roles, asked, search) in [
        (vec![], Role::ALL.to_vec(), None),
        (vec![Role::Hr], vec![Role::Hr], Some(" Lee ")),
        (vec![Role::Employee, Role::Manager], vec![Role::Employee, Role::Manager], Some("  ")),
    ] {
        let (mut people, found) = (MockPeopleReads::new(), colleague.clone());
        let wanted = search.map(str::trim).filter(|search| !search.is_empty()).map(str::to_owned);
        people
            .expect_directory()
            .withf(move |roles, search, page, limit| {
                roles == asked && *search == wanted && (*page, *limit) == (2, 1_000)
            })
            .times(1)
            .return_once(move |_, _, _, _| Ok((vec![found], 12)));
        people.expect_head_count().times(1).return_once(move || Ok(count));
        let fakes = Fakes { people: Arc::new(people), ..Fakes::default() };
        let found = directory(&fakes.ports(), roles, search, 2, 1_000).await.unwrap();
        assert_eq!((found.people.as_slice(), found.total), ([colleague.clone()].as_slice(), 12));
        assert_eq!(found.head_count.of(Role::Employee), RoleCount { all: 9, active: 8, acting: 7 });
        assert_eq!(found.head_count.of(Role::Admin), RoleCount::default());
    }
}

#[tokio::test]
async fn a_store_that_is_away_lists_nobody() {
    let mut people = MockPeopleReads::new();
    people.expect_list().times(1).return_once(|_, _, _| Err(away()));
    people.expect_directory().times(1).return_once(|_, _, _, _| Ok((Vec::new(), 0)));
    people.expect_head_count().times(1).return_once(|| Err(away()));
    let fakes = Fakes { people: Arc::new(people), ..Fakes::default() };
    assert_eq!(list(&fakes.ports(), &caller(9, Role::Hr), query(&[])).await, Err(Error::Store(away())));
    assert_eq!(directory(&fakes.ports(), vec![], None, 1, 20).await, Err(Error::Store(away())));
}
