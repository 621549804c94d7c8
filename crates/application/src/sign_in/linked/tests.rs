//! What people see and change about their accounts at providers, and what administrators do.

use super::*;
use crate::memory::{Factor, Factors, State};
use crate::ports::{NewSession, ProviderSession, SecondFactor};
use crate::second_factors::own_ways_in;
use crate::sign_in::events::identity_removed;
use crate::testing::{Fakes, at, caller, nothing_changes_when_a_call_fails, user};
use domain::access::Forbidden;
use domain::id::{IdentityId, SessionId};
use domain::person::Role;
use domain::second_factor::FactorKey;
use domain::sign_in::{PasswordUse, ProviderName};
use uuid::Uuid;

/// Employee 1 is linked to the provider Acme under a name that it had once, and to one that is no longer set. Administrator 9 is
/// linked to Acme.
fn before() -> State {
    let mut state = State::of(&[(1, Role::Employee), (5, Role::Hr), (9, Role::Admin)]).signed_in(&[1, 9]);
    for (id, n, name, issuer) in [
        (1, 1, "once", "https://id.example.org"),
        (2, 1, "former", "https://former.example.org"),
        (3, 9, "acme", "https://id.example.org"),
    ] {
        let link = Identity {
            id: IdentityId::new(Uuid::from_u128(id)),
            user: user(n),
            provider: ProviderName::parse(name).unwrap(),
            issuer: issuer.into(),
            subject: format!("subject-{id}-of-{n}"),
            email: Some("ann@elsewhere.example".into()),
            sets_role: false,
            linked_at: at("2026-06-01T08:00:00Z"),
            last_used_at: None,
        };
        state.identities.insert(link.id, link);
    }
    state
}

fn portal(passwords: PasswordUse, state: State) -> Fakes {
    Fakes::plain(state).with_passwords(passwords)
}

/// The session of person `n` began by Acme.
fn signed_in_by_acme(mut state: State, n: u128) -> State {
    let id = SessionId::new(Uuid::from_u128(5000 + n));
    let provider = ProviderSession {
        issuer: "https://id.example.org".to_owned(),
        there: None,
        id_token: crate::facts::Confidential("a.b.c".into()),
    };
    let session = state.sessions.get_mut(&id).unwrap();
    session.started = NewSession { provider: Some(provider), ..session.started.clone() };
    state
}

fn links(fakes: &Fakes) -> Vec<u128> {
    fakes.state().identities.keys().map(|id| id.uuid().as_u128()).collect()
}

async fn remove_own(fakes: &Fakes, n: u128, role: Role, name: &str) -> Result<()> {
    remove_own_link(&fakes.ports(), &caller(n, role), name).await
}

async fn remove_of(fakes: &Fakes, by: (u128, Role), n: u128, name: &str) -> Result<()> {
    remove_link(&fakes.ports(), &caller(by.0, by.1), user(n), name, " Left the group ").await
}

#[tokio::test]
async fn people_see_their_links_under_the_present_names_of_the_providers() {
    let fakes = portal(PasswordUse::Everybody, before());
    let own = own_ways_in(&fakes.ports(), &caller(1, Role::Employee)).await.unwrap().linked;
    let shown: Vec<_> = own.iter().map(|link| (link.provider.as_str(), link.name.as_str())).collect();
    assert_eq!(shown, [("acme", "Acme"), ("former", "former")]);
    assert_eq!((own[0].subject.as_str(), own[0].email.as_deref()), ("su…-1", Some("ann@elsewhere.example")));
    let none = Fakes::plain(before());
    assert_eq!(own_ways_in(&none.ports(), &caller(1, Role::Employee)).await.unwrap().linked, []);
    assert!(!none.memory.calls().contains(&"IdentityReads::identities"), "there is no provider");
}

#[tokio::test]
async fn a_removed_link_ends_the_session_that_began_by_it() {
    for is_by_acme in [true, false] {
        let state = if is_by_acme { signed_in_by_acme(before(), 1) } else { before() };
        let fakes = portal(PasswordUse::Everybody, state);
        assert_eq!(remove_own(&fakes, 1, Role::Employee, "acme").await, Ok(()));
        assert_eq!(links(&fakes), [2, 3]);
        let session = SessionId::new(Uuid::from_u128(5001));
        let kept = fakes.state();
        assert_eq!(kept.sessions[&session].ended.is_some(), is_by_acme);
        let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
        assert_eq!(event.record, identity_removed(user(1), "acme", None));
        let ended = Push::SessionEnded { session, end: SessionEnd::Expired };
        assert_eq!(event.pushes.contains(&ended), is_by_acme);
    }
}

#[tokio::test]
async fn administrators_remove_everybodys_links_and_nobody_else_does() {
    let fakes = portal(PasswordUse::Everybody, before());
    assert_eq!(remove_of(&fakes, (9, Role::Admin), 1, "former").await, Ok(()));
    assert_eq!(links(&fakes), [1, 3]);
    assert_eq!(fakes.state().events[0].record, identity_removed(user(1), "former", Some("Left the group")));
    for (by, n, name, why) in [
        ((5, Role::Hr), 1, "acme", Error::from(Forbidden::Role)),
        ((9, Role::Admin), 1, "former", Error::NotFound("Provider")),
        ((9, Role::Admin), 5, "acme", Error::NotFound("Provider")),
        ((9, Role::Admin), 77, "acme", Error::NotFound("User")),
    ] {
        assert_eq!(remove_of(&fakes, by, n, name).await, Err(why));
    }
    assert_eq!(links(&fakes), [1, 3]);
    let blank = remove_link(&Fakes::default().ports(), &caller(9, Role::Admin), user(1), "acme", " ").await;
    assert_eq!(blank, Err(Invalid::field("reason", "A reason is required").into()));
}

/// What is different from the beginning.
type Change<'a> = &'a dyn Fn(&mut State);

#[tokio::test]
async fn the_last_administrator_keeps_a_way_in() {
    let with_factor = |state: &mut State| {
        let factor = SecondFactor { key: FactorKey::new("KEY".into()), last_step: None };
        let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
        state.second_factors.insert(user(9), Factors { set: Some(set), ..Factors::default() });
    };
    let without_password = |state: &mut State| state.person(9).hash = None;
    let marked = |state: &mut State| {
        with_factor(state);
        state.person(9).is_break_glass = true;
    };
    let another = |state: &mut State| _ = state.people.insert(user(8), crate::testing::account(8, Role::Admin));
    let blocked = |state: &mut State| {
        another(state);
        state.person(8).record.standing.is_blocked = true;
    };
    let nothing = |_: &mut State| ();
    let cases: [(PasswordUse, Change<'_>, bool); 7] = [
        (PasswordUse::Everybody, &nothing, false),
        (PasswordUse::Everybody, &without_password, true),
        (PasswordUse::Nobody, &nothing, true),
        (PasswordUse::Nobody, &another, false),
        (PasswordUse::Nobody, &blocked, true),
        (PasswordUse::BreakGlass, &with_factor, true),
        (PasswordUse::BreakGlass, &marked, false),
    ];
    for (passwords, change, is_refused) in cases {
        let mut state = before();
        change(&mut state);
        let fakes = portal(passwords, state);
        let answer = if is_refused { Err(Conflict::LastWayIn.into()) } else { Ok(()) };
        assert_eq!(remove_own(&fakes, 9, Role::Admin, "acme").await, answer, "{passwords:?}");
        assert_eq!(links(&fakes).contains(&3), is_refused, "{passwords:?}");
    }
    let fakes = portal(PasswordUse::Nobody, before());
    assert_eq!(remove_of(&fakes, (9, Role::Admin), 9, "acme").await, Err(Conflict::LastWayIn.into()));
    assert_eq!(remove_own(&fakes, 1, Role::Employee, "acme").await, Ok(()));
}

#[tokio::test]
async fn another_account_is_linked_soon_after_a_sign_in() {
    let fakes = portal(PasswordUse::Everybody, before());
    let begin = async |name: &str| begin_link(&fakes.ports(), &caller(1, Role::Employee), name, &[]).await;
    assert_eq!(begin("acme").await, Err(Forbidden::OldSignIn.into()), "they signed in two hours ago");
    assert_eq!(begin("nobody").await, Err(Error::NotFound("Provider")));
}

#[tokio::test]
async fn a_failure_of_the_store_removes_nothing() {
    let before = || signed_in_by_acme(before(), 1);
    nothing_changes_when_a_call_fails(before, async |fakes| {
        let mut ports = fakes.ports();
        ports.providers = Fakes::default().with_passwords(PasswordUse::Everybody).providers;
        remove_own_link(&ports, &caller(1, Role::Employee), "acme").await
    })
    .await;
}
