//! The wish for a reset link: the same few calls for everybody.

use super::*;
use crate::Invalid;
use crate::testing::{Ledger, Writes, at, nothing_is_kept_when_a_call_fails, user};
use domain::person::{EmailAddress, Role, Standing};
use domain::throttle::Attempts;

const BUCKET: &str = "forgot:192.0.2.7";

fn here() -> IpAddr {
    "192.0.2.7".parse().unwrap()
}

/// A portal with one Employee, `p1@x.org`.
fn portal() -> Ledger {
    Ledger::of(&[(1, Role::Employee)])
}

async fn ask(ledger: &Ledger, email: &str) -> Result<(), Error> {
    forgot_password(&ledger.fakes().ports(), email, here()).await
}

#[tokio::test]
async fn a_wish_is_kept_and_nothing_is_looked_up() {
    let ledger = portal();
    assert_eq!(ask(&ledger, " P1@X.org ").await, Ok(()));
    let kept = ledger.kept();
    assert_eq!(kept.wishes.len(), 1);
    assert_eq!((kept.wishes[0].email.as_str(), kept.wishes[0].asked_at), ("p1@x.org", at("2026-06-10T10:00:00Z")));
    assert_eq!(kept.events[0].what, Happening::ResetAsked { address: "192.0.2.7".into() });
    assert_eq!((kept.events[0].actor, kept.pushes()), (None, vec![]));
    assert!(kept.mails.is_empty() && kept.links.is_empty());
    assert_eq!(ledger.counted(BUCKET), 1);
}

#[tokio::test]
async fn known_and_unknown_addresses_do_the_same_work() {
    let work = ["begin", "load forgot:192.0.2.7", "count forgot:192.0.2.7: 1", "keep wish", "reset-asked", "commit"];
    let active = Standing { role: Role::Employee, is_active: true, is_blocked: false };
    let blocked = Standing { is_blocked: true, ..active };
    let inactive = Standing { is_active: false, ..active };
    for (standing, email) in
        [(active, "p1@x.org"), (active, "nobody@x.org"), (blocked, "p1@x.org"), (inactive, "p1@x.org")]
    {
        let ledger = portal().with(|book| {
            book.person(1).standing = standing;
            book.newcomers.insert(user(1));
        });
        assert_eq!(ask(&ledger, email).await, Ok(()));
        assert_eq!(ledger.said(), work, "{email} {standing:?}");
    }
}

#[tokio::test]
async fn what_is_no_address_is_refused_before_anything_is_counted() {
    for (email, sentence) in [
        ("", "Email is required"),
        ("  ", "Email is required"),
        ("ann", "Please enter a valid email address"),
        ("ann@x.org\r\nBcc: all@x.org", "Please enter a valid email address"),
        ("ann\0@x.org", "Please enter a valid email address"),
    ] {
        let ledger = portal();
        assert_eq!(ask(&ledger, email).await, Err(Invalid::field("email", sentence).into()), "{email:?}");
        assert!(ledger.said().is_empty());
    }
}

#[tokio::test]
async fn too_many_wishes_are_answered_alike_and_dropped() {
    let after = |count: usize| {
        portal().with(|book| {
            book.attempts.insert(BUCKET.into(), Attempts::new(vec![at("2026-06-10T09:30:00Z"); count]));
        })
    };
    for email in ["p1@x.org", "nobody@x.org"] {
        let full = after(60);
        assert_eq!(ask(&full, email).await, Ok(()));
        assert_eq!((full.kept(), full.said()), (Writes::default(), vec!["begin".into(), format!("load {BUCKET}")]));
        let last = after(59);
        assert_eq!(ask(&last, email).await, Ok(()));
        assert_eq!(last.kept().wishes[0].email, EmailAddress::parse(email).unwrap());
    }
}

#[tokio::test]
async fn a_wish_that_was_not_kept_is_not_promised() {
    nothing_is_kept_when_a_call_fails(portal, async |fakes| forgot_password(&fakes.ports(), "p1@x.org", here()).await)
        .await;
}
