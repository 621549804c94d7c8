//! The operator's commands do what an administrator may, in nobody's name.

use super::*;
use crate::Conflict;
use crate::events::Source;
use crate::memory::State;
use crate::testing::{Fakes, GENERATED, hash_of, user};

/// Employee 1, who is signed in, and administrator 9.
fn before() -> State {
    State::of(&[(1, Role::Employee), (9, Role::Admin)]).signed_in(&[1])
}

async fn found(fakes: &Fakes, email: &str) -> Result<PersonView> {
    account(&fakes.ports(), &EmailAddress::parse(email).unwrap()).await
}

/// The kinds of the events, all of which come from a command.
fn commanded(fakes: &Fakes) -> Vec<String> {
    let events = fakes.state().events;
    let kinds = events.iter().map(|event| {
        assert_eq!((event.origin.source, event.actor()), (Source::Command, None), "{event:?}");
        event.record.kind.to_string()
    });
    kinds.collect()
}

#[tokio::test]
async fn each_command_changes_the_account_that_has_the_address() {
    let fakes = Fakes::plain(before());
    let ports = fakes.ports();
    let ann = found(&fakes, "P1@x.org").await.unwrap();
    assert_eq!(ann.person.id, user(1));
    assert_eq!(end_sessions(&ports, user(1)).await, Ok(true));
    assert_eq!(end_sessions(&ports, user(1)).await, Ok(false), "and nothing is recorded of it");
    set_blocked(&ports, user(1), true).await.unwrap();
    set_blocked(&ports, user(1), false).await.unwrap();
    assert_eq!(reset_password(&ports, user(1)).await.map(|password| password.0), Ok(GENERATED.to_owned()));
    let ann = found(&fakes, "p1@x.org").await.unwrap();
    set_role(&ports, &ann, Role::Manager).await.unwrap();
    let kept = fakes.state();
    let account = &kept.people[&user(1)];
    assert_eq!((&account.hash, account.record.standing.role), (&Some(hash_of(GENERATED)), Role::Manager));
    assert_eq!(account.record.department.as_deref(), Some("Engineering"), "all else stays");
    let expected = ["sessions-ended", "block-toggled", "block-toggled", "password-reset-for", "account-changed"];
    assert_eq!(commanded(&fakes), expected);
}

#[tokio::test]
async fn the_rules_hold_for_the_operator_too() {
    let fakes = Fakes::plain(before());
    let ports = fakes.ports();
    assert_eq!(set_blocked(&ports, user(9), true).await, Err(Conflict::LastAdmin.into()));
    let admin = found(&fakes, "p9@x.org").await.unwrap();
    assert_eq!(set_role(&ports, &admin, Role::Hr).await, Err(Conflict::LastAdmin.into()));
    let stale = PersonView { updated_at: admin.updated_at - chrono::Duration::seconds(1), ..admin };
    assert_eq!(set_role(&ports, &stale, Role::Hr).await, Err(Conflict::AccountChanged.into()));
    assert_eq!(found(&fakes, "nobody@x.org").await, Err(Error::NotFound("User")));
    for gone in [set_blocked(&ports, user(77), true).await, end_sessions(&ports, user(77)).await.map(|_| ())] {
        assert_eq!(gone, Err(Error::NotFound("User")));
    }
    assert_eq!(fakes.state(), before());
}

#[tokio::test]
async fn every_page_of_accounts_is_shown_once() {
    let people: Vec<(u128, Role)> = (1..=1_001).map(|n| (n, Role::Employee)).chain([(2_000, Role::Boss)]).collect();
    let fakes = Fakes::over(State::of(&people));
    let shown = async |role, status| {
        let mut seen = Vec::new();
        each_account(&fakes.ports(), role, status, |account| seen.push(account.person.id)).await.unwrap();
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    };
    assert_eq!(shown(None, None).await, 1_002);
    assert_eq!(shown(Some(Role::Boss), None).await, 1);
    assert_eq!(shown(None, Some(AccountStatus::Blocked)).await, 0);
}
