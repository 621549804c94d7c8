//! Whose request for a reset link is granted, and what is sent.

use super::*;
use crate::mail::Confidential;
use crate::memory::State;
use crate::ports::{MockSecrets, NoRandomness};
use crate::testing::{Fakes, at, away, user};
use domain::id::ResetRequestId;
use domain::person::{EmailAddress, Role};
use std::sync::Arc;
use uuid::Uuid;

const BUCKET: &str = "reset-mail:00000000-0000-0000-0000-000000000001";

fn request(n: u128, email: &str) -> ResetRequest {
    ResetRequest {
        id: ResetRequestId::new(Uuid::from_u128(n)),
        email: EmailAddress::parse(email).unwrap(),
        asked_at: at("2026-06-10T09:59:59Z"),
    }
}

/// Employee 1 and manager 2, and requests for these addresses.
fn before(emails: &[&str]) -> State {
    let requests = (1..).zip(emails).map(|(n, email)| request(n, email)).collect();
    State { reset_requests: requests, ..State::of(&[(1, Role::Employee), (2, Role::Manager)]) }
}

fn asking(emails: &[&str]) -> Fakes {
    Fakes::plain(before(emails))
}

async fn answer_all(fakes: &Fakes) -> Result<u32, Error> {
    answer_resets(&fakes.ports()).await.map(|answered| answered.count)
}

/// The kinds of the mails that wait, with their addresses.
fn letters(fakes: &Fakes) -> Vec<(&'static str, String)> {
    fakes.state().mails.into_values().map(|mail| (mail.mail.letter.kind(), mail.mail.to)).collect()
}

fn resets_for(emails: &[&str]) -> Vec<(&'static str, String)> {
    emails.iter().map(|email| ("password-reset", (*email).to_owned())).collect()
}

#[tokio::test]
async fn a_known_address_gets_a_link_for_thirty_minutes_kept_as_a_fingerprint() {
    let fakes = asking(&["p1@x.org"]);
    assert_eq!(answer_all(&fakes).await, Ok(1));
    let kept = fakes.state();
    let expires_at = at("2026-06-10T10:30:00Z");
    let link = ResetLink { user: user(1), fingerprint: "fingerprint of secret".into(), expires_at };
    assert_eq!((&kept.links[&user(1)], letters(&fakes)), (&link, resets_for(&["p1@x.org"])));
    let letter = &kept.mails.values().next().unwrap().mail.letter;
    let told = PasswordResetLetter { token: Confidential("secret".into()), expires_at };
    assert_eq!((letter.to().to_string().as_str(), letter.about()), ("First1 Last1", Some(told)));
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert_eq!(event.record, events::reset_link_made(user(1)));
    assert_eq!(event.origin, Origin::job());
    assert_eq!((kept.pushes(), kept.budgets[BUCKET].instants().len()), (vec![], 1));
    assert_eq!(kept.people, before(&[]).people, "a request alone changes nothing for its owner");
    assert!(!format!("{kept:?}").contains("\"secret\""), "the secret is in no log");
}

#[tokio::test]
async fn what_changed_between_look_up_and_lock_counts() {
    let changes: [fn(&mut State); 4] = [
        |state| state.person(1).record.standing.is_blocked = true,
        |state| state.person(1).record.standing.is_active = false,
        |state| state.person(1).record.email = EmailAddress::parse("elsewhere@x.org").unwrap(),
        |state| state.people.clear(),
    ];
    for change in changes {
        let fakes = asking(&["p1@x.org"]);
        fakes.memory.before("PersonRepository::for_change_by_email", change);
        assert_eq!(answer_all(&fakes).await, Ok(1));
        let kept = fakes.state();
        assert!(
            kept.reset_requests.is_empty() && kept.links.is_empty() && kept.mails.is_empty() && kept.events.is_empty()
        );
    }
}

#[tokio::test]
async fn a_flood_for_one_address_holds_nobody_up() {
    // A hundred requests for one address make three mails, and the colleague behind them still gets hers: after the mails that
    // wait have had their turn.
    let many: Vec<&str> = std::iter::repeat_n("p1@x.org", 100).chain(["p2@x.org"]).collect();
    let flood = asking(&many);
    let ports = flood.ports();
    let some = Answered { count: ANSWERED_TOGETHER, removed: None, has_more: true };
    assert_eq!(answer_resets(&ports).await, Ok(some));
    assert_eq!(flood.state().reset_requests.len(), 1);
    assert_eq!(answer_resets(&ports).await, Ok(Answered { count: 1, ..Answered::default() }));
    let to = |email| letters(&flood).into_iter().filter(|(_, to)| to == email).count();
    assert_eq!((to("p1@x.org"), to("p2@x.org"), flood.state().reset_requests.len()), (3, 1, 0));
}

#[tokio::test]
async fn a_request_that_could_not_be_answered_waits() {
    let mut secrets = MockSecrets::new();
    secrets.expect_link_token().returning(|| Err(NoRandomness));
    let fakes = Fakes { secrets: Arc::new(secrets), ..asking(&["p1@x.org"]) };
    assert_eq!(answer_all(&fakes).await, Err(Error::NoRandomness));
    assert_eq!(fakes.state(), before(&["p1@x.org"]));
}

#[tokio::test]
async fn a_request_that_can_never_be_answered_is_removed_and_holds_nobody_up() {
    let corrupt = StoreError::Corrupt { table: "users", column: "role", id: "1".into() };
    for fault in [corrupt, StoreError::Backend("broken".into())] {
        let fakes = asking(&["p1@x.org", "p2@x.org"]);
        fakes.memory.breaks("PersonRepository::for_change_by_email", fault.clone());
        let ports = fakes.ports();
        let removed = Answered { count: 0, removed: Some(fault.into()), has_more: true };
        assert_eq!(answer_resets(&ports).await, Ok(removed));
        assert_eq!(fakes.state(), State { reset_requests: vec![request(2, "p2@x.org")], ..before(&[]) });
        fakes.memory.mend();
        assert_eq!(answer_resets(&ports).await, Ok(Answered { count: 1, ..Answered::default() }));
        assert_eq!((fakes.state().reset_requests.len(), letters(&fakes)), (0, resets_for(&["p2@x.org"])));
    }
}

#[tokio::test]
async fn a_request_waits_for_a_store_that_is_away() {
    let fakes = asking(&["p1@x.org"]);
    fakes.memory.breaks("PersonRepository::for_change_by_email", away());
    assert_eq!(answer_all(&fakes).await, Err(away().into()));
    assert_eq!(fakes.state(), before(&["p1@x.org"]));
    fakes.memory.mend();
    assert_eq!(answer_all(&fakes).await, Ok(1));
}
