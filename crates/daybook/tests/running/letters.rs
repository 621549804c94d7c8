//! What kinds of mails there are, which ways they can take, and rows that no mail can be made of.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use application::accounts::CredentialsLetter;
use application::mail::{Confidential, Letter};
use application::ports::{Ids, NewMail, Store};
use domain::id::MailId;
use domain::person::FullName;
use security::RandomIds;
use testkit::SOON;
use testkit::process::Home;
use testkit::smtp::{Certificate, Encryption, Mail, Setup, SmtpServer};

use crate::mail::{assert_unlogged, mails, register, sending, wait_for_state};
use crate::staff::portal;
use crate::{NOW, on_both_engines, on_sqlite};

async fn a_server_with_tls_and_a_login_is_trusted_by_the_machines_certificates(home: Home) {
    let certificate = Certificate::for_this_machine();
    let trusted = std::env::temp_dir().join(format!("daybook-trusted-{}.pem", std::process::id()));
    certificate.write_to(&trusted);
    let server = Setup::default()
        .encrypted(Encryption::FromTheStart, &certificate)
        .login("portal@example.org", "hush hush")
        .start()
        .await;
    let url = format!("smtps://portal%40example.org:hush%20hush@{}", server.address());
    let daybook = sending(&home, &url).setting("SSL_CERT_FILE", &trusted).start().await;
    let ann = register(&daybook, "ann").await;
    let kept = server.wait_for(1, SOON).await;
    assert_eq!((kept[0].user.as_deref(), kept[0].is_encrypted), (Some("portal@example.org"), true));
    for secret in ["hush hush", "hush%20hush", ann.password.as_str()] {
        assert_unlogged(&daybook, secret);
    }
    std::fs::remove_file(trusted).unwrap();
}

async fn without_a_mail_server_mails_are_files_for_their_owner_alone(home: Home) {
    let daybook = portal(&home).start().await;
    let ann = register(&daybook, "ann").await;
    wait_for_state(&home, "sent", 1).await;
    let outbox = home.data().join("outbox");
    let files: Vec<PathBuf> = std::fs::read_dir(&outbox).unwrap().map(|each| each.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(files[0].extension().is_some_and(|extension| extension == "eml"), "{files:?}");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&files[0]), mode(&outbox)), (0o600, 0o700));
    let mail = Mail::parse(&std::fs::read_to_string(&files[0]).unwrap());
    assert_eq!(mail.fact("Password"), Some(ann.password.as_str()));
}

fn credentials(first: &str) -> Letter {
    let about = CredentialsLetter {
        employee_id: first.to_owned(),
        email: first.to_owned(),
        password: Confidential(first.to_owned()),
    };
    Letter::new(FullName { first: first.to_owned(), last: first.to_owned() }, &about)
}

/// Whatever stands in the outbox, the courier lives, and sends the mail behind it [N13].
async fn a_row_that_should_not_be_there_stops_nothing(home: Home) {
    const HOSTILE: &[&str] = &[
        "Ann\r\nBcc: evil@example.org",
        "Ann\0Lee",
        "\u{202e}\u{2028}",
        "\"<evil@example.org>, \\",
        "=?utf-8?q?=0D=0ABcc:_evil@example.org?=",
        "",
    ];
    let server = SmtpServer::start().await;
    let long = "x".repeat(10_000);
    let mut letters: Vec<(String, Letter)> = Vec::new();
    for words in HOSTILE.iter().copied().chain([long.as_str()]) {
        letters.push(("ann@example.org".to_owned(), credentials(words)));
        letters.push((words.chars().filter(|c| *c != '\0').take(200).collect(), credentials("Ann")));
    }
    letters.push(("broken@example.org".to_owned(), credentials("Ann")));
    letters.push(("newer@example.org".to_owned(), credentials("Ann")));
    let enqueued: Vec<NewMail> = letters
        .into_iter()
        .map(|(to, letter)| NewMail { id: MailId::new(RandomIds.next()), to, letter, created_at: NOW.parse().unwrap() })
        .collect();
    home.prepare(async |database| {
        let work = Store::begin(database).await.unwrap();
        work.mails().enqueue(&enqueued).await.unwrap();
        work.commit().await.unwrap();
    })
    .await;
    let beside = home.beside().await;
    beside.execute("UPDATE mails SET letter = '{\"name\": [' WHERE recipient = 'broken@example.org'").await;
    beside.execute("UPDATE mails SET kind = 'of-a-newer-program' WHERE recipient = 'newer@example.org'").await;
    beside.close().await;

    let mut daybook = sending(&home, &server.url()).start().await;
    let bob = register(&daybook, "bob").await;
    let (readable, unreadable) = (HOSTILE.len() + 1, HOSTILE.len() + 3);
    let kept = server.wait_for(readable + 1, SOON).await;
    let last = kept.iter().find(|each| each.to == [bob.email.clone()]).expect("the mail behind them");
    assert_eq!(last.mail().fact("Password"), Some(bob.password.as_str()));
    assert!(kept.iter().all(|each| each.to == ["ann@example.org"] || each.to == ["bob@example.org"]));
    assert!(kept.iter().all(|each| each.mail().header("bcc").is_none()));
    wait_for_state(&home, "given-up", i64::try_from(unreadable).unwrap()).await;
    wait_for_state(&home, "sent", i64::try_from(readable + 1).unwrap()).await;
    assert_eq!(mails(&home, "waiting").await, 0);
    assert!(daybook.is_running() && !daybook.log().contains("panicked"), "{}", daybook.log());
}

on_both_engines!(beside_others: a_row_that_should_not_be_there_stops_nothing);
on_sqlite!(beside_others:
    a_server_with_tls_and_a_login_is_trusted_by_the_machines_certificates,
    without_a_mail_server_mails_are_files_for_their_owner_alone,
);
