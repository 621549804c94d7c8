//! Whose wish for a reset link is granted, and what is sent.

use super::*;
use crate::mail::Confidential;
use crate::testing::{Book, GENERATED, Ledger, Writes, at, hash_of, nothing_is_kept_when_a_call_fails, user};
use domain::id::ResetRequestId;
use domain::person::{EmailAddress, Role};
use domain::throttle::Attempts;
use uuid::Uuid;

const BUCKET: &str = "reset-mail:00000000-0000-0000-0000-000000000001";

fn wish(n: u128, email: &str) -> ResetRequest {
    ResetRequest {
        id: ResetRequestId::new(Uuid::from_u128(n)),
        email: EmailAddress::parse(email).unwrap(),
        asked_at: at("2026-06-10T09:59:59Z"),
    }
}

/// Employee 1 and manager 2, and wishes for these addresses.
fn wishing(emails: &[&str]) -> Ledger {
    Ledger::of(&[(1, Role::Employee), (2, Role::Manager)])
        .with(|book| book.wishes = (1..).zip(emails).map(|(n, email)| wish(n, email)).collect())
}

async fn answer_all(ledger: &Ledger) -> Result<u32, Error> {
    answer_resets(&ledger.fakes().ports()).await.map(|answered| answered.count)
}

/// The wish is taken out of the way, and nobody gets anything.
async fn granted_nothing(ledger: Ledger) {
    assert_eq!(answer_all(&ledger).await, Ok(1));
    let kept = ledger.kept();
    assert_eq!(kept.answered.len(), 1);
    assert_eq!(kept, Writes { answered: kept.answered.clone(), ..Writes::default() });
}

#[tokio::test]
async fn a_known_address_gets_a_link_for_thirty_minutes() {
    let ledger = wishing(&["p1@x.org"]);
    assert_eq!(answer_all(&ledger).await, Ok(1));
    assert_eq!(
        ledger.said(),
        [
            "begin",
            "take wish",
            "look up p1@x.org",
            "lock 1",
            &format!("load {BUCKET}"),
            &format!("count {BUCKET}: 1"),
            "keep link",
            "mail",
            "reset-link-made",
            "commit",
            "begin",
            "take wish",
        ]
    );
    let kept = ledger.kept();
    let expires_at = at("2026-06-10T10:30:00Z");
    let link = ResetLink { user: user(1), fingerprint: "fingerprint of secret".into(), expires_at };
    assert_eq!((kept.links.as_slice(), kept.letters()), ([link].as_slice(), vec![("password-reset", "p1@x.org")]));
    let Letter::PasswordReset { name, token, expires_at: told } = &kept.mails[0].letter else {
        panic!("{:?}", kept.mails)
    };
    assert_eq!((name.to_string().as_str(), token, *told), ("First1 Last1", &Confidential("secret".into()), expires_at));
    assert_eq!((&kept.events[0].what, kept.events[0].actor), (&Happening::ResetLinkMade { user: user(1) }, None));
    assert_eq!(kept.pushes(), []);
    assert!(kept.passwords.is_empty() && kept.ended.is_empty(), "a wish alone changes nothing for its owner");
    assert!(!format!("{kept:?}").contains("\"secret\""), "the secret is in no log");
}

#[tokio::test]
async fn who_cannot_act_gets_no_mail() {
    granted_nothing(wishing(&["nobody@x.org"])).await;
    granted_nothing(wishing(&["p1@x.org"]).with(|book| book.person(1).standing.is_blocked = true)).await;
    granted_nothing(wishing(&["p1@x.org"]).with(|book| book.person(1).standing.is_active = false)).await;
}

#[tokio::test]
async fn what_changed_between_look_up_and_lock_counts() {
    let changes: [fn(&mut Book); 4] = [
        |book| book.person(1).standing.is_blocked = true,
        |book| book.person(1).standing.is_active = false,
        |book| book.person(1).email = EmailAddress::parse("elsewhere@x.org").unwrap(),
        |book| book.people.clear(),
    ];
    for change in changes {
        granted_nothing(wishing(&["p1@x.org"]).meanwhile("look up p1@x.org", change)).await;
    }
}

#[tokio::test]
async fn the_fourth_mail_of_an_hour_is_not_sent_and_holds_nobody_up() {
    let sent = |minutes_ago: i64| {
        wishing(&["p1@x.org"]).with(|book| {
            let earlier = at("2026-06-10T10:00:00Z") - chrono::Duration::minutes(minutes_ago);
            book.attempts.insert(BUCKET.into(), Attempts::new(vec![earlier; 3]));
        })
    };
    granted_nothing(sent(59)).await;
    let later = sent(60);
    assert_eq!(answer_all(&later).await, Ok(1));
    assert_eq!(later.kept().letters(), [("password-reset", "p1@x.org")]);

    // A hundred wishes for one address make three mails, and the colleague behind them still gets hers: after the mails that
    // wait have had their turn.
    let many: Vec<&str> = std::iter::repeat_n("p1@x.org", 100).chain(["p2@x.org"]).collect();
    let flood = wishing(&many);
    let ports = flood.fakes().ports();
    let some = Answered { count: ANSWERED_TOGETHER, removed: None, has_more: true };
    assert_eq!(answer_resets(&ports).await, Ok(some));
    assert_eq!(flood.kept().answered.len(), 100);
    assert_eq!(answer_resets(&ports).await, Ok(Answered { count: 1, ..Answered::default() }));
    let kept = flood.kept();
    let to = |email| kept.letters().into_iter().filter(|(_, to)| *to == email).count();
    assert_eq!((to("p1@x.org"), to("p2@x.org"), kept.answered.len()), (3, 1, 101));
}

#[tokio::test]
async fn wishes_are_answered_in_turn_whatever_becomes_of_each() {
    let ledger = wishing(&["p2@x.org", "nobody@x.org", "p1@x.org"]);
    assert_eq!(answer_all(&ledger).await, Ok(3));
    let kept = ledger.kept();
    assert_eq!(kept.letters(), [("password-reset", "p2@x.org"), ("password-reset", "p1@x.org")]);
    assert_eq!(kept.links.iter().map(|link| link.user).collect::<Vec<_>>(), [user(2), user(1)]);
    assert_eq!(answer_all(&Ledger::default()).await, Ok(0));
}

#[tokio::test]
async fn a_newcomer_who_lost_the_first_mail_gets_a_link_as_well() {
    let ledger = wishing(&["p1@x.org"]).with(|book| {
        book.newcomers.insert(user(1));
        book.hashes.insert(user(1), hash_of(GENERATED));
    });
    assert_eq!(answer_all(&ledger).await, Ok(1));
    assert_eq!(ledger.kept().letters(), [("password-reset", "p1@x.org")]);
}

#[tokio::test]
async fn a_wish_that_could_not_be_answered_waits() {
    let ledger = wishing(&["p1@x.org"]).with(|book| book.has_no_randomness = true);
    assert_eq!(answer_all(&ledger).await, Err(Error::NoRandomness));
    assert_eq!((ledger.kept(), ledger.counted(BUCKET)), (Writes::default(), 0));
}

#[tokio::test]
async fn a_wish_that_can_never_be_answered_is_removed_and_holds_nobody_up() {
    let corrupt = StoreError::Corrupt { table: "users", column: "role", id: "1".into() };
    for fault in [corrupt, StoreError::Backend("broken".into())] {
        let ledger = wishing(&["p1@x.org", "p2@x.org"]).broken("lock 1", fault.clone());
        let ports = ledger.fakes().ports();
        let removed = Answered { count: 0, removed: Some(fault.into()), has_more: true };
        assert_eq!(answer_resets(&ports).await, Ok(removed));
        assert_eq!(ledger.kept(), Writes { answered: ledger.kept().answered, ..Writes::default() });
        assert_eq!(answer_resets(&ports).await, Ok(Answered { count: 1, ..Answered::default() }));
        assert_eq!((ledger.kept().answered.len(), ledger.kept().letters()), (2, vec![("password-reset", "p2@x.org")]));
    }
}

#[tokio::test]
async fn a_wish_waits_for_a_store_that_is_away() {
    let away = || StoreError::Unavailable("away".into());
    let ledger = wishing(&["p1@x.org"]).broken("lock 1", away());
    assert_eq!(answer_all(&ledger).await, Err(away().into()));
    assert_eq!(ledger.kept(), Writes::default());
    let mended = ledger.broken("nothing", away());
    assert_eq!(answer_all(&mended).await, Ok(1));
}

#[tokio::test]
async fn link_mail_and_event_appear_together_or_not_at_all() {
    // Only the first unit of work is walked through: in the second there is nothing left to do.
    nothing_is_kept_when_a_call_fails(
        || wishing(&["p1@x.org"]),
        async |fakes| answer_one(&fakes.ports(), &mut HashMap::new()).await,
    )
    .await;
}
