//! `daybook user …`: people who cannot sign in are helped from the command line, beside a running server.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::process::{Daybook, Ended, Home, Launch};
use testkit::{Client, Response};

use crate::commands::{assert_done, quiet};
use crate::staff::{PASSWORD, Person, employ, portal, sign_in};
use crate::{NOW, PROGRAM, on_both_engines};

async fn user(launch: &Launch, words: &[&str]) -> Ended {
    words.iter().fold(quiet(launch).word("user"), |launch, word| launch.word(word)).run().await
}

/// What a command prints as JSON.
async fn told(launch: &Launch, words: &[&str]) -> Value {
    let ended = user(launch, &[words, &["--json"]].concat()).await;
    assert_done(&ended);
    serde_json::from_str(&ended.output).unwrap_or_else(|error| panic!("{error}: {}", ended.output))
}

async fn refused(launch: &Launch, words: &[&str], code: i32, sentence: &str) {
    let ended = user(launch, words).await;
    assert_eq!((ended.code, ended.output.as_str()), (Some(code), ""), "{ended:?}");
    assert_eq!(ended.log, format!("daybook user: {sentence}\n"));
}

async fn log_in(daybook: &Daybook, email: &str, password: &str) -> Response {
    daybook.client().post("/api/auth/login", json!({"email": email, "password": password})).await
}

async fn is_signed_in(client: &Client) -> bool {
    client.get("/api/session").await.status == 200
}

/// With the code of the instant at which the server's clock started, which ran on for less than a step.
async fn set_a_factor_up(daybook: &Daybook, person: &Person) {
    let client = sign_in(daybook, person).await;
    let begun = client.post("/api/auth/totp/begin", json!({"password": PASSWORD})).await.expect(200).data();
    let code = testkit::app::code(begun["key"].as_str().expect("a key"), NOW.parse().expect("an instant"));
    let _ = client.post("/api/auth/totp/confirm", json!({"code": code})).await.expect(200);
}

async fn everybody_is_helped_beside_a_running_server(home: Home) {
    let (ada, bob) = (employ(&home, "ada", Role::Admin).await, employ(&home, "bob", Role::Employee).await);
    let launch = portal(&home);
    let daybook = launch.start().await;

    // Another kind of case and a blank do not matter.
    let shown = told(&launch, &["show", " Bob@Daybook.example"]).await;
    assert_eq!((&shown["id"], &shown["employeeId"]), (&json!(bob.id.to_string()), &json!("EMP1002")));
    assert_eq!((&shown["role"], &shown["status"]), (&json!("Employee"), &json!("active")));
    assert_eq!((&shown["hasTemporaryPassword"], &shown["joiningDate"]), (&json!(false), &json!("2024-01-01")));

    let session = sign_in(&daybook, &bob).await;
    assert_eq!(told(&launch, &["end-sessions", &bob.email]).await["wasSignedIn"], true);
    assert!(!is_signed_in(&session).await);
    assert_eq!(told(&launch, &["end-sessions", &bob.email]).await["wasSignedIn"], false);

    let session = sign_in(&daybook, &bob).await;
    let reset = user(&launch, &["reset-password", &bob.email]).await;
    assert_done(&reset);
    let temporary = crate::instances::password(&reset.output).expect("a temporary password");
    assert!(!is_signed_in(&session).await);
    let _ = log_in(&daybook, &bob.email, PASSWORD).await.expect(401);
    let data = log_in(&daybook, &bob.email, &temporary).await.expect(200).data();
    assert_eq!(data["isFirstLogin"], true);
    assert!(!daybook.log().contains(&temporary));

    // The last administrator has lost the app, and is let in again by the password alone.
    set_a_factor_up(&daybook, &ada).await;
    assert!(log_in(&daybook, &ada.email, PASSWORD).await.expect(200).data()["secondFactor"]["ticket"].is_string());
    assert_eq!(told(&launch, &["reset-second-factor", &ada.email]).await["hasSecondFactor"], false);
    assert!(log_in(&daybook, &ada.email, PASSWORD).await.expect(200).data()["token"].is_string());
    refused(&launch, &["reset-second-factor", &ada.email], 1, "Two-step sign-in is not set up").await;

    assert_eq!(told(&launch, &["block", &bob.email]).await["status"], "blocked");
    assert_eq!(log_in(&daybook, &bob.email, &temporary).await.expect(403).code(), "ACCOUNT_BLOCKED");
    assert_eq!(told(&launch, &["unblock", &bob.email]).await["status"], "active");
    assert_eq!(told(&launch, &["set-role", &bob.email, "hr"]).await["role"], "HR");
    let data = log_in(&daybook, &bob.email, &temporary).await.expect(200).data();
    assert_eq!(data["user"]["role"], "HR");

    // The rules of the portal hold.
    let last = "At least one active administrator is required";
    refused(&launch, &["block", &ada.email], 1, last).await;
    refused(&launch, &["set-role", &ada.email, "Boss"], 1, last).await;
    refused(&launch, &["block", "nobody@daybook.example"], 1, "There is no account with this address").await;
    refused(&launch, &["show", "nobody"], 2, "EMAIL must be an email address").await;

    let kinds = "SELECT kind FROM events WHERE source = 'command' AND actor_id IS NULL ORDER BY seq";
    let kinds: Vec<String> = home.texts(kinds).await.into_iter().flatten().collect();
    let expected = [
        "sessions-ended",
        "password-reset-for",
        "second-factor-reset",
        "block-toggled",
        "block-toggled",
        "account-changed",
    ];
    assert_eq!(kinds.iter().filter(|kind| !kind.starts_with("leave-")).collect::<Vec<_>>(), expected);
    let copies = format!("SELECT count(*) FROM events WHERE payload LIKE '%{temporary}%'");
    assert_eq!(home.number(&copies).await, 0);
}

async fn accounts_are_listed(home: Home) {
    for (mailbox, role) in [("ada", Role::Admin), ("bob", Role::Employee), ("cleo", Role::Employee)] {
        let _ = employ(&home, mailbox, role).await;
    }
    let launch = home.launch(PROGRAM);
    let _ = told(&launch, &["block", "cleo@daybook.example"]).await;
    for (words, emails) in [
        (vec!["list"], vec!["ada", "bob", "cleo"]),
        (vec!["list", "--role", "employee"], vec!["bob", "cleo"]),
        (vec!["list", "--role", "Employee", "--status", "active"], vec!["bob"]),
    ] {
        let plain = user(&launch, &words).await;
        let lines = user(&launch, &[&words[..], &["--json"]].concat()).await;
        for ended in [&plain, &lines] {
            assert_done(ended);
            assert_eq!(ended.output.lines().count(), emails.len(), "{words:?}: {}", ended.output);
            let pairs = ended.output.lines().zip(&emails);
            assert!(pairs.into_iter().all(|(line, email)| line.contains(&format!("{email}@daybook.example"))));
        }
        assert!(lines.output.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", lines.output);
    }
}

on_both_engines!(beside_others: everybody_is_helped_beside_a_running_server, accounts_are_listed);
