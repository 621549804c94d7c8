//! One mail's trouble is nobody else's.

use super::*;
use crate::mail::{Confidential, Letter};
use crate::passwords::PasswordResetLetter;
use crate::people::BlockedLetter;
use crate::ports::{ClaimedMail, MockMailQueue, MockMailer};
use crate::testing::{FixedClock, at};
use domain::Instant;
use domain::id::MailId;
use domain::person::FullName;
use uuid::Uuid;

const NOW: &str = "2026-06-10T10:00:00Z";

fn mail(n: u128, letter: Letter) -> ClaimedMail {
    ClaimedMail {
        id: MailId::new(Uuid::from_u128(n)),
        to: format!("p{n}@x.org"),
        letter,
        attempt: 1,
        created_at: at("2026-06-10T09:59:00Z"),
    }
}

fn name() -> FullName {
    FullName { first: "Ann".into(), last: "Lee".into() }
}

fn blocked(n: u128) -> ClaimedMail {
    mail(n, Letter::new(name(), &BlockedLetter))
}

fn link(token: &str, expires_at: Instant) -> Letter {
    Letter::new(name(), &PasswordResetLetter { token: Confidential(token.into()), expires_at })
}

fn reset(n: u128, expires_at: Instant) -> ClaimedMail {
    mail(n, link("t", expires_at))
}

fn queue(mails: Vec<ClaimedMail>) -> MockMailQueue {
    let mut queue = MockMailQueue::new();
    queue
        .expect_claim()
        .times(1)
        .withf(|now, until, limit| *now == at(NOW) && *until - *now == CLAIM && *limit == BATCH)
        .return_once(move |_, _, _| Ok(mails));
    queue
}

async fn run(queue: &MockMailQueue, mailer: &MockMailer) -> Delivered {
    deliver(queue, mailer, &FixedClock(at(NOW))).await.unwrap()
}

#[tokio::test]
async fn a_mail_that_fails_waits_and_the_next_one_goes() {
    let mut queue = queue(vec![blocked(1), blocked(2)]);
    queue
        .expect_failed()
        .times(1)
        .withf(|id, attempt, why, next, wipe| {
            *id == MailId::new(Uuid::from_u128(1))
                && *attempt == 1
                && why == "421 try later"
                && *next == Some(at("2026-06-10T10:00:30Z"))
                && !*wipe
        })
        .returning(|_, _, _, _, _| Ok(()));
    queue
        .expect_sent()
        .times(1)
        .withf(|id, attempt, _| *id == MailId::new(Uuid::from_u128(2)) && *attempt == 1)
        .returning(|_, _, _| Ok(()));
    let mut mailer = MockMailer::new();
    mailer
        .expect_send()
        .times(2)
        .returning(|mail| if mail.to == "p1@x.org" { Err(MailFault::Later("421 try later".into())) } else { Ok(()) });
    assert_eq!(run(&queue, &mailer).await, Delivered { sent: 1, postponed: 1, given_up: 0 });
}

#[tokio::test]
async fn a_mail_that_is_refused_for_good_is_given_up_and_keeps_its_words() {
    let mut queue = queue(vec![blocked(1)]);
    let is_final = |_: &MailId, _: &u32, _: &str, next: &Option<Instant>, wipe: &bool| next.is_none() && !*wipe;
    queue.expect_failed().times(1).withf(is_final).returning(|_, _, _, _, _| Ok(()));
    let mut mailer = MockMailer::new();
    mailer.expect_send().times(1).returning(|_| Err(MailFault::Never("550 no such person".into())));
    assert_eq!(run(&queue, &mailer).await, Delivered { given_up: 1, ..Delivered::default() });
}

#[tokio::test]
async fn a_link_that_is_over_or_cannot_arrive_in_time_is_wiped() {
    for (expires_at, attempts) in [(NOW, 0_usize), ("2026-06-10T10:00:20Z", 1)] {
        let mut queue = queue(vec![reset(1, at(expires_at))]);
        let is_wiped = |_: &MailId, _: &u32, _: &str, next: &Option<Instant>, wipe: &bool| next.is_none() && *wipe;
        queue.expect_failed().times(1).withf(is_wiped).returning(|_, _, _, _, _| Ok(()));
        let mut mailer = MockMailer::new();
        mailer.expect_send().times(attempts).returning(|_| Err(MailFault::Later("away".into())));
        assert_eq!(run(&queue, &mailer).await.given_up, 1);
    }
}

#[tokio::test]
async fn what_was_due_then_is_claimed_for_the_time_from_now_on() {
    let due = at("2026-06-10T08:00:00Z");
    let mut queue = MockMailQueue::new();
    queue
        .expect_claim()
        .times(1)
        .withf(move |at_then, until, limit| *at_then == due && *until == at(NOW) + CLAIM && *limit == BATCH)
        .return_once(|_, _, _| Ok(vec![blocked(1)]));
    // Tried again later than `due`: another call with the same instant does not meet it.
    queue
        .expect_failed()
        .times(1)
        .withf(move |_, _, _, next, _| next.is_some_and(|next| next > due))
        .returning(|_, _, _, _, _| Ok(()));
    let mut mailer = MockMailer::new();
    mailer.expect_send().times(1).returning(|_| Err(MailFault::Later("no answer".into())));
    let delivered = deliver_due(&queue, &mailer, &FixedClock(at(NOW)), due).await;
    assert_eq!(delivered, Ok(Delivered { postponed: 1, ..Delivered::default() }));
}

#[tokio::test]
async fn what_was_sent_and_could_not_be_noted_is_told_and_no_other_mail_is_tried() {
    let away = || StoreError::Unavailable("away".into());
    let mut unsaid = queue(vec![blocked(1), blocked(2)]);
    unsaid.expect_sent().times(1).returning(move |_, _, _| Err(away()));
    let mut mailer = MockMailer::new();
    mailer.expect_send().times(1).returning(|_| Ok(()));
    assert_eq!(deliver(&unsaid, &mailer, &FixedClock(at(NOW))).await, Err(away()));

    let mut closed = MockMailQueue::new();
    closed.expect_claim().times(1).returning(move |_, _, _| Err(away()));
    assert_eq!(deliver(&closed, &MockMailer::new(), &FixedClock(at(NOW))).await, Err(away()));
}

#[tokio::test]
async fn every_mail_of_a_batch_is_tried_once_whatever_becomes_of_the_others() {
    let mut queue =
        queue(vec![blocked(1), reset(2, at(NOW)), blocked(3), reset(4, at("2026-06-10T10:29:00Z")), blocked(5)]);
    queue.expect_failed().times(3).returning(|_, _, _, _, _| Ok(()));
    queue.expect_sent().times(2).returning(|_, _, _| Ok(()));
    let mut mailer = MockMailer::new();
    mailer.expect_send().times(4).returning(|mail| match mail.to.as_str() {
        "p1@x.org" => Err(MailFault::Later("421".into())),
        "p3@x.org" => Err(MailFault::Never("550".into())),
        _ => Ok(()),
    });
    let delivered = run(&queue, &mailer).await;
    assert_eq!((delivered, delivered.tried()), (Delivered { sent: 2, postponed: 1, given_up: 2 }, 5));
}

#[test]
fn a_claim_outlasts_the_slowest_batch() {
    let longest_send = chrono::Duration::seconds(30);
    assert!(longest_send * i32::try_from(BATCH).unwrap() < CLAIM);
}

#[test]
fn a_letter_in_a_log_keeps_its_secret() {
    let letter = reset(1, at(NOW)).letter;
    assert_eq!(format!("{letter:?}"), format!("{:?}", link("s3cret", at(NOW))));
}
