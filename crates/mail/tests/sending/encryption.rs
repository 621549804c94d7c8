//! TLS and logins.

use crate::{later, mail, post, post_to};
use application::ports::Mailer;
use mail::Settings;
use testkit::smtp::{Certificate, Encryption, Received, Setup, SmtpServer};

const USER: &str = "portal@mail.example.org";
const SECRET: &str = "s3cr:t/w@rd";
const LOGIN: &str = "portal%40mail.example.org:s3cr%3At%2Fw%40rd";

fn only(server: &SmtpServer) -> Received {
    let kept = server.kept();
    assert_eq!(kept.len(), 1);
    kept[0].clone()
}

fn trusting(url: &str, certificate: &Certificate) -> Settings {
    Settings::parse(url).unwrap().trusting(certificate.pem())
}

#[tokio::test]
async fn a_login_opens_the_server_over_every_kind_of_encryption() {
    let certificate = Certificate::for_this_machine();
    for (scheme, query, encryption) in [
        ("smtps", "", Encryption::FromTheStart),
        ("smtp", "?tls=required", Encryption::OnDemand),
        ("smtp", "?tls=opportunistic", Encryption::OnDemand),
    ] {
        let server = Setup::default().encrypted(encryption, &certificate).login(USER, SECRET).start().await;
        let url = format!("{scheme}://{LOGIN}@{}{query}", server.address());
        post(&trusting(&url, &certificate)).send(&mail()).await.unwrap();
        let kept = only(&server);
        assert_eq!((kept.user.as_deref(), kept.is_encrypted), (Some(USER), true), "{url}");
        assert_eq!(kept.from, USER, "the login is an address, and so the sender");
    }
}

#[tokio::test]
async fn a_login_works_without_encryption_too() {
    let server = Setup::default().login(USER, SECRET).start().await;
    post_to(&format!("smtp://{LOGIN}@{}?from=timesheets@example.org", server.address())).send(&mail()).await.unwrap();
    let kept = only(&server);
    assert_eq!((kept.user.as_deref(), kept.is_encrypted), (Some(USER), false));
    assert_eq!(kept.from, "timesheets@example.org");
}

#[tokio::test]
async fn a_wrong_login_waits_for_the_operator_and_is_not_repeated() {
    let server = Setup::default().login(USER, SECRET).start().await;
    for (url, words) in [
        (format!("smtp://portal:hunter2@{}", server.address()), "535"),
        (format!("smtp://{}", server.address()), "530"),
    ] {
        let why = later(post_to(&url).send(&mail()).await);
        assert!(why.contains(words), "{why}");
        // The server repeats what it was sent, in the clear and as it was sent.
        for form in ["hunter2", "AHBvcnRhbABodW50ZXIy"] {
            assert!(!why.contains(form), "{why}");
        }
    }
    assert!(server.kept().is_empty());
}

#[tokio::test]
async fn a_server_without_logins_gets_none() {
    let server = SmtpServer::start().await;
    let why = later(post_to(&format!("smtp://{LOGIN}@{}", server.address())).send(&mail()).await);
    assert!(why.contains("signing in"), "{why}");
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_not_trusted() {
    let certificate = Certificate::for_this_machine();
    for (scheme, query, encryption) in [
        ("smtps", "", Encryption::FromTheStart),
        ("smtp", "?tls=required", Encryption::OnDemand),
        ("smtp", "?tls=opportunistic", Encryption::OnDemand),
    ] {
        let server = Setup::default().encrypted(encryption, &certificate).login(USER, SECRET).start().await;
        let url = format!("{scheme}://{LOGIN}@{}{query}", server.address());
        let why = later(post_to(&url).send(&mail()).await);
        assert!(why.contains("certificate"), "{why}");
        assert!(!why.contains(SECRET));
        assert!(server.kept().is_empty(), "{url}");
    }
}

#[tokio::test]
async fn a_certificate_of_another_host_is_not_trusted() {
    let certificate = Certificate::of(&["mail.example.org"]);
    let server = Setup::default().encrypted(Encryption::FromTheStart, &certificate).start().await;
    let url = format!("smtps://{}", server.address());
    later(post(&trusting(&url, &certificate)).send(&mail()).await);
    assert!(server.kept().is_empty());
}

#[tokio::test]
async fn required_encryption_is_not_given_up_for_a_server_that_has_none() {
    let server = SmtpServer::start().await;
    let why = later(post_to(&format!("{}?tls=required", server.url())).send(&mail()).await);
    assert!(why.contains("encrypting"), "{why}");
    assert!(server.kept().is_empty());

    post_to(&format!("{}?tls=opportunistic", server.url())).send(&mail()).await.unwrap();
    assert!(!only(&server).is_encrypted);
}
