//! A link is good for one new password.

use super::*;
use crate::events::Push;
use crate::ports::ResetLink;
use crate::testing::{Book, Ledger, Writes, at, hash_of, nothing_is_kept_when_a_call_fails, user};
use domain::id::SessionId;
use domain::person::Role;
use domain::throttle::Attempts;
use uuid::Uuid;

const BUCKET: &str = "reset:192.0.2.7";

fn here() -> IpAddr {
    "192.0.2.7".parse().unwrap()
}

/// Employee 1, with an open link that has the token `secret`.
fn signed_out() -> Ledger {
    Ledger::of(&[(1, Role::Employee)]).with(|book| {
        book.links = vec![ResetLink {
            user: user(1),
            fingerprint: "fingerprint of secret".into(),
            expires_at: at("2026-06-10T10:00:01Z"),
        }];
    })
}

/// The same, and signed in.
fn linked() -> Ledger {
    signed_out().signed_in(1)
}

async fn reset(ledger: &Ledger, token: &str, password: &str) -> Result<(), Error> {
    reset_password(&ledger.fakes().ports(), token, password, here()).await
}

fn did_hash(ledger: &Ledger) -> bool {
    ledger.said().iter().any(|said| said == "hash")
}

#[tokio::test]
async fn a_link_sets_the_password_once_and_ends_the_session() {
    let ledger = linked().with(|book| {
        book.newcomers.insert(user(1));
    });
    assert_eq!(reset(&ledger, "secret", " new secret ").await, Ok(()));
    assert_eq!(
        ledger.said(),
        [
            "begin",
            "load reset:192.0.2.7",
            "count reset:192.0.2.7: 1",
            "commit",
            "read link",
            "read 1",
            "hash",
            "begin",
            "load reset:192.0.2.7",
            "count reset:192.0.2.7: 0",
            "lock the login of 1",
            "take link",
            "set password",
            "end the session of 1",
            "password-reset",
            "commit",
        ]
    );
    let kept = ledger.kept();
    assert_eq!(kept.passwords, [(user(1), hash_of(" new secret "), false)], "as typed, and no first login any more");
    assert_eq!(kept.ended, [(user(1), SessionEnd::Password)]);
    assert_eq!(kept.taken_links, ["fingerprint of secret"]);
    assert_eq!(
        (&kept.events[0].what, kept.events[0].actor),
        (&Happening::PasswordReset { user: user(1) }, Some(user(1)))
    );
    let session = SessionId::new(Uuid::from_u128(5001));
    assert_eq!(kept.pushes(), [Push::SessionEnded { session, end: SessionEnd::Password }]);
    assert_eq!(SessionEnd::Password.sentence(), "Your session has expired. Please login again.");
    assert_eq!(ledger.counted(BUCKET), 0, "who has a link is no guesser");

    assert_eq!(reset(&ledger, "secret", "another secret").await, Err(bad_link()));
    assert_eq!(ledger.kept().passwords.len(), 1);
}

#[tokio::test]
async fn who_was_not_signed_in_has_no_session_to_end() {
    let ledger = signed_out().signed_in(2);
    assert_eq!(reset(&ledger, "secret", "new secret").await, Ok(()));
    assert_eq!((ledger.kept().passwords.len(), ledger.kept().pushes()), (1, vec![]));
}

#[tokio::test]
async fn a_bad_link_is_refused_in_one_sentence_before_a_hash_is_paid_for() {
    assert_eq!(bad_link(), Invalid::message("This reset link is invalid or has expired").into());
    let over: fn(&mut Book) = |book| book.links[0].expires_at = at("2026-06-10T10:00:00Z");
    let used: fn(&mut Book) = |book| book.links.clear();
    let whose: fn(&mut Book) = |book| book.people.clear();
    let fine: fn(&mut Book) = |_| {};
    for (change, token) in [
        (over, "secret"),
        (used, "secret"),
        (whose, "secret"),
        (fine, "secre"),
        (fine, "secret "),
        (fine, ""),
        (fine, "fingerprint of secret"),
    ] {
        let ledger = linked().with(change);
        assert_eq!(reset(&ledger, token, "new secret").await, Err(bad_link()), "{token:?}");
        assert!(!did_hash(&ledger) && ledger.kept() == Writes::default());
        assert_eq!(ledger.counted(BUCKET), 1, "a guess stays counted");
    }
}

#[tokio::test]
async fn who_cannot_act_or_was_faster_gets_the_same_sentence() {
    let changes: [fn(&mut Book); 4] = [
        |book| book.person(1).standing.is_blocked = true,
        |book| book.person(1).standing.is_active = false,
        // The other of two at once, a newer link, or another address.
        |book| book.links.clear(),
        |book| book.people.clear(),
    ];
    for change in changes {
        let ledger = linked().meanwhile("hash", change);
        assert_eq!(reset(&ledger, "secret", "new secret").await, Err(bad_link()));
        assert_eq!(ledger.kept(), Writes::default());
    }
    let blocked = linked().with(|book| book.person(1).standing.is_blocked = true);
    assert_eq!(reset(&blocked, "secret", "new secret").await, Err(bad_link()));
    assert_eq!(blocked.kept(), Writes::default());
}

#[tokio::test]
async fn what_is_no_password_is_refused_before_anything_is_counted() {
    for (password, sentence) in [
        ("", "Password must be at least 6 characters long"),
        ("12345", "Password must be at least 6 characters long"),
        (&"é".repeat(129), "Password must be at most 128 characters"),
        (&"p".repeat(1_000_000), "Password must be at most 128 characters"),
        ("secret\0", "Password contains characters that are not allowed"),
    ] {
        let ledger = linked();
        assert_eq!(reset(&ledger, "secret", password).await, Err(Invalid::field("password", sentence).into()));
        assert!(ledger.said().is_empty());
    }
    for obvious in ["P1@x.org", " emp1001 "] {
        let ledger = linked();
        let sentence = "Password must not be your email address or your employee ID";
        assert_eq!(reset(&ledger, "secret", obvious).await, Err(Invalid::field("password", sentence).into()));
        assert!(!did_hash(&ledger) && ledger.kept() == Writes::default(), "and the link can still be used");
        // Of a link that is not one, nothing is said of whose it would be.
        assert_eq!(reset(&ledger, "guess", obvious).await, Err(bad_link()));
    }
}

#[tokio::test]
async fn the_eleventh_guess_of_a_minute_waits() {
    let full = linked().with(|book| {
        book.attempts.insert(BUCKET.into(), Attempts::new(vec![at("2026-06-10T09:59:30Z"); 10]));
    });
    let answer = reset(&full, "secret", "new secret").await;
    assert_eq!(answer, Err(Error::Throttled { retry_after_seconds: 30 }));
    assert_eq!(full.said(), ["begin", "load reset:192.0.2.7"]);
    let later = linked().with(|book| {
        book.attempts.insert(BUCKET.into(), Attempts::new(vec![at("2026-06-10T09:59:00Z"); 10]));
    });
    assert_eq!(reset(&later, "secret", "new secret").await, Ok(()));
}

#[tokio::test]
async fn a_full_queue_for_password_work_costs_neither_place_nor_link() {
    let ledger = linked().with(|book| book.is_overloaded = true);
    assert_eq!(reset(&ledger, "secret", "new secret").await, Err(Error::Overloaded));
    assert_eq!((ledger.counted(BUCKET), ledger.kept()), (0, Writes::default()));
    let ledger = ledger.with(|book| book.is_overloaded = false);
    assert_eq!(reset(&ledger, "secret", "new secret").await, Ok(()));
}

#[tokio::test]
async fn a_link_is_used_up_only_with_the_password_that_it_set() {
    nothing_is_kept_when_a_call_fails(linked, async |fakes| {
        reset_password(&fakes.ports(), "secret", "new secret", here()).await
    })
    .await;
}
