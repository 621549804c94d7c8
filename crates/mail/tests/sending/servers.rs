//! What each kind of server does with a mail, and how long it takes until we know.

use crate::{later, mail, never, post_to, reset};
use application::ports::Mailer;
use std::time::{Duration, Instant};
use testkit::ROOM;
use testkit::smtp::{Manner, Setup, SmtpServer};

#[tokio::test]
async fn a_refusal_of_the_mail_is_for_good() {
    for (manner, code) in [(Manner::RefusesTheRecipient, "550"), (Manner::RefusesTheMail, "554")] {
        let server = Setup::default().manner(manner).start().await;
        let why = never(post_to(&server.url()).send(&reset()).await);
        assert!(why.contains(code) && why.contains(&server.address().to_string()), "{why}");
        assert!(!why.contains("tOkEn"), "the server repeated the link, and we keep it: {why}");
    }
}

#[tokio::test]
async fn every_other_refusal_passes() {
    for (manner, words) in [
        (Manner::TurnsAway, "421"),
        (Manner::RefusesTheSender, "550"),
        (Manner::AsksToSignIn, "530"),
        (Manner::Postpones, "451"),
        (Manner::DiesInTheMail, "sending"),
    ] {
        let server = Setup::default().manner(manner).start().await;
        let why = later(post_to(&server.url()).send(&mail()).await);
        assert!(why.contains(words), "{manner:?}: {why}");
        assert!(server.kept().is_empty());
        server.set(Manner::Accepts);
        post_to(&server.url()).send(&mail()).await.unwrap_or_else(|why| panic!("{manner:?}: {why}"));
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_known_at_once() {
    let gone = SmtpServer::start().await;
    let url = gone.url();
    drop(gone);
    tokio::task::yield_now().await;
    let since = Instant::now();
    let why = later(post_to(&url).send(&mail()).await);
    assert!(why.contains("connecting") && why.contains("refused"), "{why}");
    assert!(since.elapsed() < ROOM * Duration::from_secs(5));
    later(post_to("smtp://nowhere.invalid").send(&mail()).await);
}

#[tokio::test]
async fn a_server_that_says_nothing_holds_up_for_a_bounded_time() {
    for manner in [Manner::NeverGreets, Manner::NeverAnswers] {
        let server = Setup::default().manner(manner).start().await;
        let since = Instant::now();
        let why = later(post_to(&server.url()).within(Duration::from_millis(400)).send(&mail()).await);
        let took = since.elapsed();
        assert!(took >= Duration::from_millis(400) && took < ROOM * Duration::from_secs(3), "{manner:?}: {took:?}");
        assert!(why.contains("no answer"), "{why}");
    }
}

#[tokio::test]
async fn the_usual_deadline_keeps_what_the_port_promises() {
    // Beside the deadline there is the goodbye, of a second.
    assert!(mail::DEADLINE + Duration::from_secs(2) < Duration::from_secs(30));
    let post = post_to("smtp://127.0.0.1:1").within(Duration::from_hours(1));
    later(post.send(&mail()).await);
}

#[tokio::test]
async fn a_server_that_never_says_goodbye_has_the_mail_all_the_same() {
    let server = Setup::default().manner(Manner::NeverParts).start().await;
    let since = Instant::now();
    post_to(&server.url()).within(Duration::from_millis(500)).send(&mail()).await.unwrap();
    assert!(since.elapsed() < ROOM * Duration::from_secs(4));
    assert_eq!(server.kept().len(), 1);
}
