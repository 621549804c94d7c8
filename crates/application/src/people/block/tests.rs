//! A block works at once, says so, and leaves somebody who can lift it.

use super::*;
use crate::events::{Audience, Topic};
use crate::testing::{Ledger, Writes, caller, nothing_is_kept_when_a_call_fails, record, user};
use domain::access::Forbidden;
use domain::id::SessionId;
use domain::person::Role;
use uuid::Uuid;

/// Employee 1 of manager 2's team, both signed in, and administrators 8 and 9.
fn portal() -> Ledger {
    Ledger::of(&[(1, Role::Employee), (2, Role::Manager), (8, Role::Admin), (9, Role::Admin)])
        .signed_in(1)
        .signed_in(2)
        .with(|book| book.person(1).manager = Some(user(2)))
}

fn blocked(n: u128) -> Ledger {
    portal().with(|book| book.person(n).standing.is_blocked = true)
}

async fn toggle(ledger: &Ledger, n: u128, is_blocked: bool) -> Result<Profile, Error> {
    toggle_block(&ledger.fakes().ports(), &caller(9, Role::Admin), user(n), is_blocked).await
}

fn changed(topic: Topic, people: &[u128]) -> Push {
    Push::Changed { topic, audience: Audience::Users(people.iter().copied().map(user).collect()) }
}

fn everyone() -> Push {
    Push::Changed { topic: Topic::Users, audience: Audience::Everyone }
}

#[tokio::test]
async fn a_block_ends_the_session_and_is_told_to_the_person() {
    let ledger = portal();
    let after = toggle(&ledger, 1, true).await.unwrap();
    assert_eq!((after.person.is_blocked, after.person.is_active, after.person.role), (true, true, Role::Employee));
    assert_eq!(
        ledger.said(),
        [
            "begin",
            "lock the administrators",
            "lock 1",
            "save 1",
            "end the session of 1",
            "mail",
            "block-toggled",
            "commit",
            "read 1",
        ]
    );
    let kept = ledger.kept();
    let mut expected = record(1, Role::Employee);
    expected.manager = Some(user(2));
    expected.standing.is_blocked = true;
    assert_eq!(kept.saved, [expected], "and nothing else of the account, the manager neither");
    assert_eq!(kept.ended, [(user(1), SessionEnd::Blocked)]);
    assert_eq!(kept.letters(), [("blocked", "p1@x.org")]);
    assert_eq!(kept.events[0].what, Happening::BlockToggled { user: user(1), is_blocked: true });
    assert_eq!(kept.events[0].actor, Some(user(9)));
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
async fn who_is_let_in_again_is_told_and_was_not_signed_in() {
    let ledger = blocked(2);
    let after = toggle(&ledger, 2, false).await.unwrap();
    assert!(!after.person.is_blocked);
    let kept = ledger.kept();
    assert_eq!((kept.letters(), kept.ended.len()), (vec![("unblocked", "p2@x.org")], 0));
    assert_eq!(kept.events[0].what, Happening::BlockToggled { user: user(2), is_blocked: false });
    // Whose team it is may be helped again.
    let calendars = Push::Changed { topic: Topic::Timesheets, audience: Audience::Everyone };
    assert_eq!(
        kept.pushes(),
        [everyone(), changed(Topic::Timesheets, &[2]), changed(Topic::Notifications, &[2]), calendars]
    );
}

#[tokio::test]
async fn a_blocked_manager_keeps_the_team() {
    let ledger = portal();
    toggle(&ledger, 2, true).await.unwrap();
    assert!(ledger.kept().released.is_empty());
    assert_eq!(ledger.kept().happenings(), ["block-toggled"]);
}

#[tokio::test]
async fn who_is_inactive_is_blocked_without_a_session_to_end() {
    let ledger = portal().with(|book| book.person(1).standing.is_active = false);
    toggle(&ledger, 1, true).await.unwrap();
    assert!(ledger.kept().ended.is_empty() && ledger.kept().saved[0].standing.is_blocked);
}

#[tokio::test]
async fn a_repeat_changes_nothing_and_is_a_success() {
    for (ledger, is_blocked) in [(portal(), false), (blocked(1), true)] {
        let after = toggle(&ledger, 1, is_blocked).await.unwrap();
        assert_eq!((after.person.is_blocked, ledger.kept()), (is_blocked, Writes::default()));
    }
}

#[tokio::test]
async fn only_administrators_block_and_never_themselves() {
    for role in [Role::Employee, Role::Manager, Role::Hr] {
        for who in [1, 9, 404] {
            let ledger = portal();
            let answer = toggle_block(&ledger.fakes().ports(), &caller(9, role), user(who), true).await;
            assert_eq!(answer, Err(Forbidden::Role.into()), "{role}");
            assert!(ledger.said().is_empty());
        }
    }
    for is_blocked in [true, false] {
        let ledger = portal();
        let answer = toggle(&ledger, 9, is_blocked).await;
        assert_eq!(answer, Err(Invalid::message("You cannot block yourself!").into()));
        assert!(ledger.said().is_empty());
        assert_eq!(toggle(&portal(), 404, is_blocked).await, Err(Error::NotFound("User")));
    }
    for role in Role::ALL {
        let ledger = Ledger::of(&[(3, role), (9, Role::Admin)]);
        assert!(toggle(&ledger, 3, true).await.unwrap().person.is_blocked, "{role}");
    }
}

#[tokio::test]
async fn of_two_administrators_who_block_each_other_one_stays() {
    // The other one has blocked the caller since this call was let in.
    let ledger = blocked(9);
    let answer = toggle(&ledger, 8, true).await;
    assert_eq!(answer, Err(Conflict::LastAdmin.into()));
    assert_eq!(ledger.kept(), Writes::default());
    assert_eq!(Conflict::LastAdmin.sentence(), "At least one active administrator is required");
    // One who cannot act anyway is no loss, and can be blocked by whoever is left.
    let inactive = portal().with(|book| book.person(8).standing.is_active = false);
    assert!(toggle(&inactive, 8, true).await.is_ok());
}

#[tokio::test]
async fn block_end_mail_and_event_appear_together_or_not_at_all() {
    for (make, is_blocked) in [(portal as fn() -> Ledger, true), (|| blocked(1), false)] {
        nothing_is_kept_when_a_call_fails(make, async |fakes| {
            toggle_block(&fakes.ports(), &caller(9, Role::Admin), user(1), is_blocked).await
        })
        .await;
    }
}
