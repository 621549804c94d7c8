//! What stands at the head of a mail, and that nothing typed by anybody adds to it.

use crate::{Noon, mail, mail_to, named, never, post_to};
use application::ports::{ClaimedMail, Mailer};
use mail::{Letterhead, Post, Settings};
use std::sync::Arc;
use testkit::smtp::{Mail, SmtpServer};

/// Every header that a mail has.
const HEADERS: [&str; 8] =
    ["from", "to", "subject", "date", "message-id", "auto-submitted", "mime-version", "content-type"];

async fn sent(mail: &ClaimedMail) -> Mail {
    let server = SmtpServer::start().await;
    post_to(&server.url()).send(mail).await.unwrap();
    server.kept()[0].mail()
}

#[tokio::test]
async fn a_mail_has_these_headers_and_no_others() {
    let mail = sent(&mail()).await;
    let mut names = mail.header_names();
    names.sort_unstable();
    let mut expected = HEADERS;
    expected.sort_unstable();
    assert_eq!(names, expected);
    for (name, value) in [
        ("from", "Acme <no-reply@daybook.example.org>"),
        ("to", "\"Ann Lee\" <ann@example.org>"),
        ("subject", "Your Acme account"),
        ("date", "Wed, 10 Jun 2026 12:00:00 +0000"),
        ("message-id", "<0197597f-5a00-7000-8000-00000000002a@daybook.example.org>"),
        ("auto-submitted", "auto-generated"),
    ] {
        assert_eq!(mail.header(name).as_deref(), Some(value), "{name}");
    }
}

#[tokio::test]
async fn no_name_adds_a_header_or_a_recipient() {
    let long = "x".repeat(10_000);
    for name in [
        "Ann\r\nBcc: evil@example.org",
        "Ann\nBcc: evil@example.org",
        "Ann\rBcc: evil@example.org",
        "Ann\0Bcc: evil@example.org",
        "Ann\u{2028}Bcc: evil@example.org",
        "Ann\r\n\r\nA body of my own",
        "Ann\" <evil@example.org>, \"Eve",
        "Ann, evil@example.org",
        "Ann <evil@example.org>",
        "=?utf-8?q?Ann=0D=0ABcc:_evil@example.org?=",
        "\u{202e}nnA",
        "\u{200f}Ann\u{1b}[31m",
        "👩‍💻 Ann",
        "李 أحمد",
        "=HYPERLINK(\"http://evil.example\")",
        "\\\"",
        "",
        long.as_str(),
    ] {
        for mail in [mail_to(name, "Lee"), mail_to("Ann", name), mail_to(name, name)] {
            let server = SmtpServer::start().await;
            post_to(&server.url()).send(&mail).await.unwrap_or_else(|why| panic!("{name:?}: {why}"));
            let received = &server.kept()[0];
            assert_eq!(received.to, ["ann@example.org"], "{name:?}");
            let read = received.mail();
            let mut names = read.header_names();
            names.sort_unstable();
            let mut expected = HEADERS;
            expected.sort_unstable();
            assert_eq!(names, expected, "{name:?}");
            let to = read.header("to").unwrap();
            assert!(to.ends_with("<ann@example.org>") || to == "ann@example.org", "{name:?}: {to}");
            assert_eq!(read.subject(), "Your Acme account");
            assert_eq!(read.fact("Employee ID"), Some("EMP1001"), "{name:?}");
            let longest = received.raw.lines().map(str::len).max().unwrap();
            assert!(longest <= 998, "a line of {longest} bytes for {name:?}");
        }
    }
}

#[tokio::test]
async fn a_name_in_any_script_arrives_as_it_was_typed() {
    for name in ["José", "Ярослава", "राम", "張三", "👩‍💻", "O'Neil, \"Jr\""] {
        let mail = sent(&mail_to(name, "Lee")).await;
        assert!(mail.plain.contains(&format!("Hello {name} Lee,")), "{}", mail.plain);
        let to = mail.header("to").unwrap().replace('\\', "");
        assert!(to.contains(&format!("{name} Lee")), "{to}");
    }
}

#[tokio::test]
async fn an_invalid_address_is_given_up_without_a_connection() {
    let server = SmtpServer::start().await;
    for address in
        ["", "ann", "ann@", "ann@example.org\r\nBcc: evil@example.org", "ann@example.org>", "a b@example.org"]
    {
        let mail = ClaimedMail { to: address.to_owned(), ..mail() };
        never(post_to(&server.url()).send(&mail).await);
    }
    // This server takes addresses in ASCII only.
    let mail = ClaimedMail { to: "jörg@example.org".to_owned(), ..mail() };
    never(post_to(&server.url()).send(&mail).await);
    assert!(server.kept().is_empty());
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn the_sender_is_known_even_where_the_portal_has_no_name() {
    for (public_url, sender) in [
        ("http://127.0.0.1:8080", "no-reply@daybook.local"),
        ("http://localhost:8080", "no-reply@daybook.local"),
        ("http://[::1]:8080", "no-reply@daybook.local"),
        ("https://daybook.example.org:8443", "no-reply@daybook.example.org"),
    ] {
        let server = SmtpServer::start().await;
        let head = Letterhead { public_url: public_url.to_owned(), policy: named("Müller, \"Söhne\" & Co 🌍") };
        let post = Post::new(&Settings::parse(&server.url()).unwrap(), head, Arc::new(Noon)).unwrap();
        post.send(&mail()).await.unwrap();
        assert_eq!(server.kept()[0].from, sender);
        let mail = server.kept()[0].mail();
        let from = mail.header("from").unwrap().replace('\\', "");
        assert!(from.contains("Müller, \"Söhne\" & Co 🌍") && from.ends_with(&format!("<{sender}>")), "{from}");
        assert!(mail.plain.contains(&format!("{public_url}/login")));
    }
}
