//! What follows from another role, another address, and from leaving.

use super::*;
use crate::events::Audience;
use crate::mail::Confidential;
use crate::testing::{GENERATED, at, hash_of, nothing_is_kept_when_a_call_fails};
use domain::id::SessionId;
use uuid::Uuid;

fn session(n: u128) -> SessionId {
    SessionId::new(Uuid::from_u128(5000 + n))
}

fn moved(n: u128, role: Role) -> AccountUpdate {
    AccountUpdate { email: "New@X.org".into(), ..form(n, role) }
}

fn deactivated(n: u128, role: Role) -> AccountUpdate {
    AccountUpdate { is_active: Some(false), ..form(n, role) }
}

#[tokio::test]
async fn a_new_address_ends_session_and_link_and_is_told_to_both() {
    let ledger = portal();
    update(&ledger, &hr(), 1, moved(1, Role::Employee)).await.unwrap();
    assert_eq!(
        ledger.said(),
        [
            "read 1",
            "begin",
            "lock 1",
            "save 1",
            "end the session of 1",
            "drop link",
            "mail",
            "account-changed",
            "commit",
            "read 1",
        ]
    );
    let kept = ledger.kept();
    assert_eq!(kept.ended, [(user(1), SessionEnd::Password)]);
    assert_eq!(kept.dropped_links, [user(1)]);
    assert_eq!(kept.letters(), [("address-changed", "p1@x.org"), ("address-changed", "new@x.org")]);
    let letter = Letter::AddressChanged {
        name: FullName { first: "First1".into(), last: "Last1".into() },
        before: "p1@x.org".into(),
        after: "new@x.org".into(),
    };
    assert!(kept.mails.iter().all(|mail| mail.letter == letter));
    assert!(kept.mails[0].id != kept.mails[1].id);
    assert!(kept.pushes().contains(&Push::SessionEnded { session: session(1), end: SessionEnd::Password }));

    // Who changes the own address is signed out like everybody else.
    let ledger = portal().signed_in(9);
    update(&ledger, &admin(), 9, moved(9, Role::Admin)).await.unwrap();
    assert!(ledger.kept().pushes().contains(&Push::SessionEnded { session: session(9), end: SessionEnd::Password }));
}

#[tokio::test]
async fn a_change_of_what_is_no_longer_so_is_refused() {
    let seen = at("2026-06-01T08:00:00Z");
    let stale =
        |typed: AccountUpdate| AccountUpdate { expected: Some(seen - chrono::Duration::microseconds(1)), ..typed };
    let why = refusal(portal(), &hr(), 1, stale(renamed(1, Role::Employee))).await;
    assert_eq!(why, Conflict::AccountChanged.into());
    assert_eq!(
        Conflict::AccountChanged.sentence(),
        "This account has changed since you opened it. Please review it again."
    );
    let fresh = AccountUpdate { expected: Some(seen), ..renamed(1, Role::Employee) };
    assert!(update(&portal(), &hr(), 1, fresh).await.is_ok());
    // What is already so is a repeat, whatever was seen.
    assert!(update(&portal(), &hr(), 1, stale(form(1, Role::Employee))).await.is_ok());
}

#[tokio::test]
async fn whoever_read_the_old_address_of_a_newcomer_has_no_password_any_more() {
    let newcomer = || portal().with(|book| _ = book.newcomers.insert(user(1)));
    let ledger = newcomer();
    update(&ledger, &hr(), 1, moved(1, Role::Employee)).await.unwrap();
    let kept = ledger.kept();
    assert_eq!(kept.passwords, [(user(1), hash_of(GENERATED), true)]);
    let letters = [("address-changed", "p1@x.org"), ("address-changed", "new@x.org"), ("credentials", "new@x.org")];
    assert_eq!(kept.letters(), letters);
    let credentials = Letter::Credentials {
        name: FullName { first: "First1".into(), last: "Last1".into() },
        employee_id: "EMP1001".into(),
        email: "new@x.org".into(),
        password: Confidential(GENERATED.into()),
    };
    assert_eq!(kept.mails[2].letter, credentials);

    // The owner's own password stays: it was set before, or while the other one was made.
    let quick = newcomer().meanwhile("begin", |book| _ = book.newcomers.remove(&user(1)));
    for ledger in [portal(), quick] {
        update(&ledger, &hr(), 1, moved(1, Role::Employee)).await.unwrap();
        assert!(ledger.kept().passwords.is_empty());
        assert_eq!(ledger.kept().letters().len(), 2);
    }
    // Nothing is made for who stays where he is, or by whom he is no business of.
    let ledger = newcomer();
    update(&ledger, &hr(), 1, renamed(1, Role::Employee)).await.unwrap();
    assert!(ledger.kept().passwords.is_empty() && !ledger.said().iter().any(|said| said.contains("hash")));
}

#[tokio::test]
async fn a_manager_with_another_role_leaves_the_team_behind_and_stays_signed_in() {
    for after in [Role::Employee, Role::Hr, Role::Admin] {
        let ledger = portal();
        let found = update(&ledger, &admin(), 7, form(7, after)).await.unwrap();
        assert_eq!(found.person.role, after);
        let said = ledger.said();
        assert_eq!(
            said,
            [
                "read 7",
                "begin",
                "lock the administrators",
                "lock 7",
                "save 7",
                "release the team of 7",
                "team-released, account-changed",
                "commit",
                "read 7",
            ]
        );
        let kept = ledger.kept();
        assert_eq!((kept.released.as_slice(), kept.ended.len()), ([user(7)].as_slice(), 0));
        let team = vec![user(1), user(2)];
        assert_eq!(kept.events[0].what, Happening::TeamReleased { manager: user(7), team: team.clone() });
        assert_eq!(kept.events[0].actor, Some(user(9)));
        // The team's calendars say who can help, and their manager's screens are no longer his.
        let told = Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(team) };
        assert_eq!(kept.events[0].pushes, [told]);
        let to = |topic| Push::Changed { topic, audience: Audience::Users(vec![user(7)]) };
        let everyone = Push::Changed { topic: Topic::Users, audience: Audience::Everyone };
        assert_eq!(kept.events[1].pushes, [everyone, to(Topic::Timesheets), to(Topic::Notifications)]);
    }
}

#[tokio::test]
async fn a_team_of_nobody_is_not_told_of() {
    let ledger = Ledger::of(&[(7, Role::Manager), (9, Role::Admin)]);
    update(&ledger, &admin(), 7, form(7, Role::Employee)).await.unwrap();
    assert_eq!((ledger.kept().released, ledger.kept().happenings()), (vec![user(7)], vec!["account-changed"]));
}

#[tokio::test]
async fn an_employee_who_becomes_something_else_loses_the_manager() {
    for (by, after) in [(hr(), Role::Manager), (admin(), Role::Hr), (admin(), Role::Admin)] {
        let ledger = portal();
        let found = update(&ledger, &by, 1, form(1, after)).await.unwrap();
        assert_eq!((found.person.role, found.person.manager), (after, None));
        let kept = ledger.kept();
        let Happening::AccountChanged { changes, .. } = &kept.events[0].what else { panic!("{kept:?}") };
        let fields: Vec<_> = changes.iter().map(|change| (change.field, change.after.as_deref())).collect();
        assert_eq!(fields, [("role", Some(after.name())), ("managerId", None)]);
        let to = |topic| Push::Changed { topic, audience: Audience::Users(vec![user(7), user(1)]) };
        assert!(kept.pushes().contains(&to(Topic::Timesheets)), "the manager of old learns of it");
        assert!(kept.ended.is_empty() && kept.released.is_empty());
    }
}

#[tokio::test]
async fn who_leaves_is_signed_out_and_the_moment_is_kept() {
    let ledger = portal();
    let found = update(&ledger, &hr(), 1, deactivated(1, Role::Employee)).await.unwrap();
    assert!(!found.person.is_active);
    let kept = ledger.kept();
    assert_eq!(kept.saved[0].deactivated_at, Some(at("2026-06-10T10:00:00Z")));
    assert_eq!(kept.saved[0].manager, Some(user(7)), "an Employee who leaves keeps the manager");
    assert_eq!(kept.ended, [(user(1), SessionEnd::Blocked)]);
    assert!(kept.pushes().contains(&Push::SessionEnded { session: session(1), end: SessionEnd::Blocked }));
    assert!(kept.mails.is_empty() && kept.released.is_empty());

    let ledger = portal();
    update(&ledger, &hr(), 7, deactivated(7, Role::Manager)).await.unwrap();
    let kept = ledger.kept();
    assert_eq!((kept.released.as_slice(), kept.ended.len()), ([user(7)].as_slice(), 1));
    assert_eq!(kept.happenings(), ["team-released", "account-changed"]);
}

#[tokio::test]
async fn who_comes_back_has_not_left() {
    let left = at("2026-01-31T17:00:00Z");
    let gone = || {
        portal().with(|book| {
            book.person(1).standing.is_active = false;
            book.person(1).deactivated_at = Some(left);
        })
    };
    let ledger = gone();
    let typed = AccountUpdate { is_active: Some(true), ..form(1, Role::Employee) };
    assert!(update(&ledger, &hr(), 1, typed).await.unwrap().person.is_active);
    let kept = ledger.kept();
    assert_eq!((kept.saved[0].deactivated_at, kept.ended.len()), (None, 0));

    // Another change of somebody who has left moves that moment no more than leaving again does.
    for typed in
        [renamed(1, Role::Employee), AccountUpdate { first_name: "A".into(), ..deactivated(1, Role::Employee) }]
    {
        let ledger = gone();
        update(&ledger, &hr(), 1, typed).await.unwrap();
        assert_eq!(ledger.kept().saved[0].deactivated_at, Some(left));
    }
}

#[tokio::test]
async fn all_at_once_ends_the_session_once_and_as_a_leaver() {
    let ledger = portal();
    let typed = AccountUpdate { is_active: Some(false), email: "new@x.org".into(), ..form(7, Role::Employee) };
    update(&ledger, &admin(), 7, typed).await.unwrap();
    let kept = ledger.kept();
    assert_eq!(kept.ended, [(user(7), SessionEnd::Blocked)]);
    assert_eq!((kept.mails.len(), kept.dropped_links.len(), kept.released.len()), (2, 1, 1));
    assert_eq!(kept.happenings(), ["team-released", "account-changed"]);
}

#[tokio::test]
async fn the_last_administrator_who_can_act_stays_one() {
    // The other one is blocked, has left, or has another role by now.
    let alone: [fn(&mut Standing); 3] =
        [|eight| eight.is_blocked = true, |eight| eight.is_active = false, |eight| eight.role = Role::Hr];
    for change in alone {
        let ledger = || portal().with(|book| change(&mut book.person(8).standing));
        let why = refusal(ledger(), &admin(), 9, deactivated(9, Role::Admin)).await;
        assert_eq!(why, Conflict::LastAdmin.into());
        assert!(update(&ledger(), &admin(), 9, renamed(9, Role::Admin)).await.is_ok(), "other changes are fine");
    }
    for typed in [form(8, Role::Hr), form(8, Role::Employee), deactivated(8, Role::Admin)] {
        // The caller has lost the role since the call was let in: 8 is the only one left.
        let ledger = portal().with(|book| book.person(9).standing.role = Role::Hr);
        assert_eq!(refusal(ledger, &admin(), 8, typed.clone()).await, Conflict::LastAdmin.into());
        assert!(update(&portal(), &admin(), 8, typed).await.is_ok(), "with two of them, one may go");
    }
    // Nobody leaves by himself: the other one does that.
    let why = refusal(portal(), &admin(), 9, deactivated(9, Role::Admin)).await;
    assert_eq!(why, Forbidden::OwnAccount.into());
    // One who could not act anyway is no loss.
    let blocked = portal().with(|book| {
        book.person(8).standing.is_blocked = true;
    });
    assert!(update(&blocked, &admin(), 8, form(8, Role::Hr)).await.is_ok());
}

#[tokio::test]
async fn administrators_are_locked_before_any_single_account() {
    let ledger = portal();
    update(&ledger, &admin(), 1, renamed(1, Role::Employee)).await.unwrap();
    assert_eq!(ledger.said()[1..4], ["begin", "lock the administrators", "lock 1"]);
}

#[tokio::test]
async fn everything_that_follows_appears_together_or_not_at_all() {
    let everything = || AccountUpdate { is_active: Some(false), email: "new@x.org".into(), ..form(7, Role::Employee) };
    nothing_is_kept_when_a_call_fails(portal, async |fakes| {
        update_account(&fakes.ports(), &admin(), user(7), everything()).await
    })
    .await;
    let newcomer = || portal().with(|book| _ = book.newcomers.insert(user(1)));
    nothing_is_kept_when_a_call_fails(newcomer, async |fakes| {
        update_account(&fakes.ports(), &hr(), user(1), moved(1, Role::Employee)).await
    })
    .await;
}
