//! The own password is changed by whoever knows it.

use super::*;
use crate::testing::{Book, Ledger, Writes, at, caller, hash_of, nothing_is_kept_when_a_call_fails, user};
use domain::person::{EmailAddress, Role};
use domain::throttle::Attempts;

const NEAR: &str = "address:192.0.2.7";
const ACCOUNT: &str = "account:p1@x.org";
const KNOWN: &str = "known:00000000-0000-0000-0000-000000000001:192.0.2.7";

fn here() -> IpAddr {
    "192.0.2.7".parse().unwrap()
}

fn typed(current: &str, new: &str, repeated: &str) -> PasswordChange {
    PasswordChange { current: current.into(), new: new.into(), repeated: repeated.into() }
}

fn right() -> PasswordChange {
    typed("old secret", "new secret", "new secret")
}

/// Person 1, whose password is `old secret`.
fn portal() -> Ledger {
    Ledger::of(&[(1, Role::Employee)]).signed_in(1)
}

async fn change(ledger: &Ledger, typed: &PasswordChange) -> Result<(), Error> {
    change_password(&ledger.fakes().ports(), &caller(1, Role::Employee), here(), typed).await
}

fn wrong() -> Error {
    Invalid::field("currentPassword", "Current password is incorrect").into()
}

#[tokio::test]
async fn the_right_password_is_replaced_and_the_session_goes_on() {
    for role in Role::ALL {
        let ledger = Ledger::of(&[(1, role)]).signed_in(1);
        let answer = change_password(&ledger.fakes().ports(), &caller(1, role), here(), &right()).await;
        assert_eq!(answer, Ok(()), "{role}");
        assert_eq!(
            ledger.said(),
            [
                "look up p1@x.org",
                "begin",
                "load address:192.0.2.7",
                "count address:192.0.2.7: 1",
                "load account:p1@x.org",
                "count account:p1@x.org: 1",
                "commit",
                "verify",
                "hash",
                "begin",
                "load address:192.0.2.7",
                "count address:192.0.2.7: 0",
                "load account:p1@x.org",
                "count account:p1@x.org: 0",
                "lock the login of 1",
                "set password",
                "drop link",
                "password-changed",
                "commit",
            ]
        );
        let kept = ledger.kept();
        assert_eq!(kept.passwords, [(user(1), hash_of("new secret"), false)]);
        assert_eq!((kept.dropped_links.as_slice(), kept.ended.len()), ([user(1)].as_slice(), 0));
        assert_eq!((&kept.events[0].what, kept.events[0].actor), (&Happening::PasswordChanged, Some(user(1))));
        assert_eq!((kept.pushes(), kept.mails.len()), (vec![], 0));
    }
}

#[tokio::test]
async fn what_does_not_fit_is_refused_before_anything_is_asked() {
    let all = || Error::from(Invalid::message("All password fields are required when changing password"));
    let field = |name, sentence: &str| Error::from(Invalid::field(name, sentence));
    let long = "é".repeat(129);
    for (typed, expected) in [
        (typed("", "new secret", "new secret"), all()),
        (typed("old secret", "", "new secret"), all()),
        (typed("old secret", "new secret", ""), all()),
        (PasswordChange::default(), all()),
        (typed("old secret", "one", "two"), field("confirmPassword", "New passwords do not match")),
        (typed("old secret", "new secret", "new secret "), field("confirmPassword", "New passwords do not match")),
        (typed("old secret", "12345", "12345"), field("newPassword", "New password must be at least 6 characters")),
        (typed("old secret", &long, &long), field("newPassword", "Password must be at most 128 characters")),
        (
            typed("old secret", "secret\0", "secret\0"),
            field("newPassword", "Password contains characters that are not allowed"),
        ),
        (
            typed("old secret", "P1@X.org", "P1@X.org"),
            field("newPassword", "Password must not be your email address or your employee ID"),
        ),
        (
            typed("old secret", "emp1001", "emp1001"),
            field("newPassword", "Password must not be your email address or your employee ID"),
        ),
    ] {
        let ledger = portal();
        assert_eq!(change(&ledger, &typed).await, Err(expected));
        assert!(ledger.said().is_empty());
    }
}

#[tokio::test]
async fn a_wrong_password_stays_counted_with_the_failed_logins() {
    for current in ["Old secret", "old secret ", &"p".repeat(129), &"p".repeat(100_000)] {
        let ledger = portal();
        assert_eq!(change(&ledger, &typed(current, "new secret", "new secret")).await, Err(wrong()));
        assert_eq!((ledger.counted(NEAR), ledger.counted(ACCOUNT), ledger.kept()), (1, 1, Writes::default()));
        assert!(!ledger.said().contains(&"hash".to_owned()), "no hash for a guess");
        let was_looked_at = ledger.said().contains(&"verify".to_owned());
        assert_eq!(was_looked_at, current.len() < 100, "no password is longer than 128");
    }
    // The tenth is looked at, the eleventh is not, and it shares the budget of the login.
    let ledger = portal();
    let guess = typed("a guess", "new secret", "new secret");
    for n in 0..12 {
        let answer = change(&ledger, &guess).await;
        assert_eq!(answer.is_err_and(|why| matches!(why, Error::Throttled { .. })), n >= 10, "guess {n}");
    }
    assert_eq!(ledger.said().iter().filter(|said| *said == "verify").count(), 10);
    assert_eq!(change(&ledger, &right()).await, Err(Error::Throttled { retry_after_seconds: 900 }));
}

#[tokio::test]
async fn at_a_known_address_nobody_elses_failures_count() {
    let crowd = || Attempts::new(vec![at("2026-06-10T09:59:00Z"); 100]);
    let ledger = portal().with(|book| {
        book.known_here.insert(user(1));
        book.attempts.extend([(NEAR.to_owned(), crowd()), (ACCOUNT.to_owned(), crowd())]);
    });
    assert_eq!(change(&ledger, &typed("a guess", "new secret", "new secret")).await, Err(wrong()));
    assert_eq!((ledger.counted(KNOWN), ledger.counted(NEAR)), (1, 100));
    assert_eq!(change(&ledger, &right()).await, Ok(()));
    assert_eq!(ledger.counted(KNOWN), 1, "the right password takes only its own place back");

    let strange = portal().with(|book| {
        book.attempts.insert(NEAR.to_owned(), crowd());
    });
    assert!(matches!(change(&strange, &right()).await, Err(Error::Throttled { .. })));
    assert!(!strange.said().contains(&"verify".to_owned()));
}

#[tokio::test]
async fn a_full_queue_for_password_work_costs_no_attempt() {
    let ledger = portal().with(|book| book.is_overloaded = true);
    assert_eq!(change(&ledger, &right()).await, Err(Error::Overloaded));
    assert_eq!((ledger.counted(NEAR), ledger.counted(ACCOUNT), ledger.kept()), (0, 0, Writes::default()));
    // Also where the queue fills between the check and the hash.
    let ledger = portal().meanwhile("verify", |book| book.is_overloaded = true);
    assert_eq!(change(&ledger, &right()).await, Err(Error::Overloaded));
    assert_eq!((ledger.counted(NEAR), ledger.kept()), (0, Writes::default()));
}

#[tokio::test]
async fn a_password_that_was_changed_elsewhere_meanwhile_stands() {
    let changes: [fn(&mut Book); 2] = [
        |book| {
            book.hashes.insert(user(1), hash_of("set by a reset link"));
        },
        |book| book.people.clear(),
    ];
    for changed in changes {
        let ledger = portal().meanwhile("hash", changed);
        assert_eq!(change(&ledger, &right()).await, Err(wrong()));
        assert_eq!(ledger.kept(), Writes::default());
    }
}

#[tokio::test]
async fn an_address_that_somebody_else_has_by_now_changes_nobodys_password() {
    let ledger = portal().with(|book| {
        book.people.push(crate::testing::record(2, Role::Employee));
        book.person(1).email = EmailAddress::parse("moved@x.org").unwrap();
        book.person(2).email = EmailAddress::parse("p1@x.org").unwrap();
        book.hashes.insert(user(2), hash_of("hers"));
    });
    for current in ["hers", "old secret"] {
        assert_eq!(change(&ledger, &typed(current, "new secret", "new secret")).await, Err(wrong()));
    }
    assert_eq!(ledger.kept(), Writes::default());
    let gone = Ledger::default();
    assert_eq!(change(&gone, &right()).await, Err(Error::NotFound("User")));
    assert_eq!(gone.said(), ["look up p1@x.org"]);
}

#[tokio::test]
async fn a_change_that_was_not_kept_is_not_promised() {
    nothing_is_kept_when_a_call_fails(portal, async |fakes| {
        change_password(&fakes.ports(), &caller(1, Role::Employee), here(), &right()).await
    })
    .await;
}
