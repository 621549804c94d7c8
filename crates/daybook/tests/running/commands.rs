//! Commands for the operator, beside a running server and without one.

use serde_json::json;
use testkit::process::{Daybook, Ended, Home, Launch};
use testkit::smtp::{Manner, Setup};

use crate::instances::password;
use crate::mail::{mails, register, sending, wait_for_attempt, wait_for_state};
use crate::staff::{employ, portal, sign_in};
use crate::{PROGRAM, on_both_engines};

/// The command with the words, and the address of the server beside which it runs: it must not want it for itself.
fn beside(launch: &Launch, daybook: &Daybook, words: &[&str]) -> Launch {
    let launch = quiet(launch).setting("DAYBOOK_LISTEN", daybook.address().to_string());
    words.iter().fold(launch, |launch, word| launch.word(word))
}

/// A server logs what it does; a command says what it has done.
pub(crate) fn quiet(launch: &Launch) -> Launch {
    launch.clone().setting("DAYBOOK_LOG", "")
}

pub(crate) fn assert_done(ended: &Ended) {
    assert_eq!((ended.code, ended.log.as_str()), (Some(0), ""), "{ended:?}");
}

async fn one_more_administrator_beside_a_running_server(home: Home) {
    let ada = employ(&home, "ada", domain::person::Role::Admin).await;
    let launch = portal(&home);
    let mut daybook = launch.start().await;
    let signed_in = sign_in(&daybook, &ada).await;
    let words = ["create-admin", "Grace@Example.org", "--first-name", "Grace", "--last-name", "Hopper"];
    let ended = beside(&launch, &daybook, &words).run().await;
    assert_done(&ended);
    assert!(ended.output.contains("grace@example.org") && ended.output.contains("EMP1002"), "{}", ended.output);
    let generated = password(&ended.output).expect("a generated password");

    let credentials = json!({"email": "grace@example.org", "password": generated});
    let data = daybook.client().post("/api/auth/login", credentials).await.expect(200).data();
    assert_eq!((&data["user"]["role"], &data["isFirstLogin"]), (&json!("Admin"), &json!(true)));
    assert_eq!(data["user"]["firstName"], "Grace");
    // Existing sessions go on, and the server serves.
    let _ = signed_in.get("/api/session").await.expect(200);
    assert!(daybook.is_running());

    let again = beside(&launch, &daybook, &words[..2]).run().await;
    assert_eq!((again.code, again.output.as_str()), (Some(1), ""), "{again:?}");
    assert_eq!(again.log, "daybook create-admin: An account with this email already exists\n");
    assert_eq!(home.number("SELECT count(*) FROM users").await, 2);

    daybook.kill();
    let ended = quiet(&launch).word("create-admin").word("linus@example.org").run().await;
    assert_done(&ended);
    assert_eq!(home.number("SELECT count(*) FROM users").await, 3);
    let _ = launch.start().await;
}

async fn mails_that_wait_are_shown_and_sent(home: Home) {
    let server = Setup::default().manner(Manner::Postpones).start().await;
    let launch = sending(&home, &server.url());
    let mut daybook = launch.start().await;
    let empty = beside(&launch, &daybook, &["mail", "status"]).run().await;
    assert_done(&empty);
    assert_eq!(empty.output, "0 sent, 0 waiting, 0 given up\n");

    let ann = register(&daybook, "ann").await;
    wait_for_attempt(&home).await;
    server.set(Manner::RefusesTheRecipient);
    let bob = register(&daybook, "bob").await;
    wait_for_state(&home, "given-up", 1).await;

    let status = beside(&launch, &daybook, &["mail", "status"]).run().await;
    assert_done(&status);
    assert!(status.output.starts_with("0 sent, 1 waiting, 1 given up\n"), "{}", status.output);
    for told in ["ann@example.org", "bob@example.org", "credentials", "451", "550", "2026-06-10 09:0"] {
        assert!(status.output.contains(told), "{told} is missing: {}", status.output);
    }

    // The cause is not mended: it says so.
    server.set(Manner::Postpones);
    let failed = beside(&launch, &daybook, &["mail", "send-waiting"]).run().await;
    assert_eq!(failed.code, Some(1), "{failed:?}");
    assert!(
        failed.output.starts_with("0 mails sent. 2 mails could not be sent and will be tried again."),
        "{failed:?}"
    );
    assert!(failed.output.contains("451"), "{failed:?}");

    server.set(Manner::Accepts);
    daybook.kill();
    let sent =
        quiet(&launch).setting("DAYBOOK_NOW", "2026-06-10T09:02:00Z").word("mail").word("send-waiting").run().await;
    assert_done(&sent);
    assert_eq!(sent.output, "2 mails sent.\n");
    let mut passwords: Vec<_> =
        server.kept().iter().map(|each| each.mail().fact("Password").unwrap().to_owned()).collect();
    passwords.sort();
    let mut expected = vec![ann.password.clone(), bob.password.clone()];
    expected.sort();
    assert_eq!(passwords, expected);
    assert_eq!(mails(&home, "sent").await, 2);
    assert_eq!(home.number("SELECT count(*) FROM mails WHERE letter IS NOT NULL").await, 0);

    let nothing = quiet(&launch).word("mail").word("send-waiting").run().await;
    assert_done(&nothing);
    assert_eq!(nothing.output, "No mail is waiting.\n");
    for ended in [&status, &failed, &sent] {
        for password in [&ann.password, &bob.password] {
            assert!(!ended.output.contains(password.as_str()) && !ended.log.contains(password.as_str()));
        }
    }
}

on_both_engines!(beside_others: one_more_administrator_beside_a_running_server, mails_that_wait_are_shown_and_sent);

#[tokio::test]
async fn each_command_explains_itself() {
    let home = Home::sqlite();
    for (words, told) in [
        (
            vec!["help"],
            vec![
                "serve",
                "demo",
                "migrate",
                "openapi",
                "create-admin",
                "user",
                "mail",
                "doctor",
                "backup",
                "restore",
                "DAYBOOK_LISTEN",
            ],
        ),
        (vec!["create-admin", "--help"], vec!["EMAIL", "--first-name", "--break-glass", "once", "Exit status"]),
        (vec!["create-admin", "a@x.org", "-h"], vec!["Usage"]),
        (vec!["user", "--help"], vec!["list", "reset-password", "set-role", "audit log", "Exit status"]),
        (vec!["user", "list", "--help"], vec!["--role", "--status", "Boss", "inactive", "Exit status"]),
        (vec!["mail", "--help"], vec!["status", "send-waiting", "given up", "DAYBOOK_MAIL", "Exit status"]),
        (vec!["mail", "status", "--help"], vec!["send-waiting", "Exit status"]),
        (vec!["mail", "send-waiting", "--help"], vec!["send-waiting"]),
        (vec!["doctor", "--help"], vec!["settings", "backup", "warn", "Exit status"]),
        (vec!["backup", "--help"], vec!["FILE.partial", "0600", "standard output", "Exit status"]),
        (vec!["serve", "--help"], vec!["--no-backup", "Exit status"]),
        (vec!["migrate", "--help"], vec!["--check", "--no-backup", "Exit status"]),
        (vec!["restore", "--help"], vec!["--verify", "sign in", "Exit status"]),
    ] {
        let ended = words.iter().fold(home.launch(PROGRAM), |launch, word| launch.word(word)).run().await;
        assert_done(&ended);
        for word in told {
            assert!(ended.output.contains(word), "{words:?} says nothing of {word}");
        }
        assert!(ended.output.lines().all(|line| line.chars().count() <= 100), "{}", ended.output);
    }
    assert!(!home.data().exists(), "an explanation needs no database");
}

#[tokio::test]
async fn words_that_make_no_sense_do_nothing() {
    let home = Home::sqlite();
    for words in [
        vec!["start"],
        vec!["serve", "now"],
        vec!["migrate", "--check", "--no-backup"],
        vec![""],
        vec!["create-admin", "a@x.org", "--role", "HR"],
        vec!["user"],
        vec!["user", "show"],
        vec!["user", "set-role", "a@x.org", "Chief"],
        vec!["mail"],
        vec!["mail", "send"],
        vec!["mail", "status", "now"],
        vec!["doctor", "now"],
        vec!["backup"],
        vec!["restore", "--force", "a"],
    ] {
        let ended = words.iter().fold(home.launch(PROGRAM), |launch, word| launch.word(word)).run().await;
        assert_eq!((ended.code, ended.output.as_str()), (Some(2), ""), "{words:?}: {ended:?}");
        assert!(ended.log.contains("--help"), "{words:?}: {}", ended.log);
        assert!(!home.data().exists());
    }
    let migrated = home.launch(PROGRAM).word("migrate").run().await;
    assert_eq!(migrated.code, Some(0));
    for (email, first) in [("nobody", "Ann"), ("a@x.org", " "), ("a@x.org", "a\u{202e}b")] {
        let launch = home.launch(PROGRAM).word("create-admin").word(email).word("--first-name").word(first);
        let ended = launch.run().await;
        assert_eq!((ended.code, ended.output.as_str()), (Some(2), ""), "{ended:?}");
        assert!(ended.log.starts_with("daybook create-admin: "), "{}", ended.log);
    }
    assert_eq!(home.number("SELECT count(*) FROM users").await, 0);
}

/// A command in the wrong folder must not look as if all were well.
#[tokio::test]
async fn a_database_that_is_not_there_is_not_made() {
    let home = Home::sqlite();
    for words in [["mail", "status"], ["mail", "send-waiting"], ["create-admin", "a@x.org"]] {
        let ended = home.launch(PROGRAM).word(words[0]).word(words[1]).run().await;
        assert_eq!((ended.code, ended.output.as_str()), (Some(1), ""), "{ended:?}");
        assert!(ended.log.contains("there is no database"), "{}", ended.log);
        assert!(!home.data().exists(), "{words:?} made something");
    }
    let blank = Home::blank_postgres().await;
    for words in [["mail", "status"], ["create-admin", "a@x.org"]] {
        let ended = blank.launch(PROGRAM).word(words[0]).word(words[1]).run().await;
        assert_eq!((ended.code, ended.output.as_str()), (Some(1), ""), "{ended:?}");
        assert!(ended.log.contains("daybook migrate"), "{}", ended.log);
    }
    assert_eq!(blank.number("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'").await, 0);
}
