//! The first start: the first administrator, the files, and who may use them.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use domain::person::Role;
use serde_json::json;
use testkit::SOON;
use testkit::process::Home;

use crate::instances::password;
use crate::staff::{employ, portal};
use crate::{PROGRAM, on_both_engines, on_sqlite};

async fn the_first_password_is_kept_for_its_owner_and_has_to_be_changed(home: Home) {
    let mut daybook = portal(&home).start().await;
    let file = home.data().join("first-password");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("admin@daybook.local"), "{kept}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let generated = password(&kept).expect("a generated password");
    assert_eq!(generated.len(), 12, "{generated}");
    assert!(!daybook.log().contains(&generated), "the password stands in the log");
    // All else is lines of JSON.
    assert_eq!(daybook.output(), "");
    let lines: Vec<serde_json::Value> = daybook.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line["file"] == json!(file)), "{lines:?}");
    let address = format!("http://{}", daybook.address());
    assert!(lines.iter().any(|line| (&line["message"], &line["address"]) == (&json!("ready"), &json!(address))));

    let client = daybook.client();
    let credentials = json!({"email": "Admin@Daybook.local", "password": generated});
    let login = client.post("/api/auth/login", credentials.clone()).await.expect(200).data();
    assert_eq!((&login["isFirstLogin"], &login["user"]["role"]), (&json!(true), &json!("Admin")));
    let admin = client.with_token(login["token"].as_str().unwrap());
    let refused = admin.get("/api/holidays?year=2026").await.expect(403);
    assert_eq!(refused.code(), "PASSWORD_CHANGE_REQUIRED");
    let same = json!({"newPassword": generated, "confirmPassword": generated});
    assert_eq!(admin.put("/api/auth/change-first-login-password", same).await.status, 400);
    let new = json!({"newPassword": "my own words", "confirmPassword": "my own words"});
    let _ = admin.put("/api/auth/change-first-login-password", new).await.expect(200);
    let _ = admin.get("/api/holidays?year=2026").await.expect(200);

    daybook.kill();
    std::fs::remove_file(&file).unwrap();
    let again = portal(&home).start().await;
    assert!(!file.exists(), "a second start made a password");
    let _ = again.client().post("/api/auth/login", credentials).await.expect(401);
    let own = json!({"email": "admin@daybook.local", "password": "my own words"});
    let _ = again.client().post("/api/auth/login", own).await.expect(200);
}

async fn a_given_administrator_signs_in_with_the_given_password(home: Home) {
    let launch = portal(&home)
        .setting("DAYBOOK_ADMIN_EMAIL", "Grace@Daybook.example")
        .setting("DAYBOOK_ADMIN_PASSWORD", "given by the operator");
    let daybook = launch.start().await;
    assert!(!daybook.output().contains("given by the operator"), "{}", daybook.output());
    let credentials = json!({"email": "grace@daybook.example", "password": "given by the operator"});
    let login = daybook.client().post("/api/auth/login", credentials).await.expect(200).data();
    assert_eq!(login["isFirstLogin"], false);
    assert!(!daybook.log().contains("given by the operator"));
}

/// A password that is easy to guess makes no administrator. Once there is one, the setting says nothing any more.
async fn a_given_password_that_is_easy_to_guess_stops_the_first_start(home: Home) {
    let easy = portal(&home).setting("DAYBOOK_ADMIN_PASSWORD", "my-Admin-password");
    let refused = easy.run().await;
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let sentence = "daybook: DAYBOOK_ADMIN_PASSWORD cannot be used: This password is too easy to guess";
    assert_eq!(refused.log.lines().last(), Some(sentence));
    assert_eq!(home.number("SELECT count(*) FROM users").await, 0);
    drop(portal(&home).start().await);
    let _ = easy.start().await;
}

on_both_engines!(beside_others: the_first_password_is_kept_for_its_owner_and_has_to_be_changed);

/// An address that is taken is found out after the database was made. The administrator made with it must not be one
/// whose password nobody has ever seen.
async fn a_first_start_that_fails_locks_nobody_out(home: Home) {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let failed = portal(&home).setting("DAYBOOK_LISTEN", address.clone()).run().await;
    assert_eq!(failed.code, Some(1), "{failed:?}");
    let last = failed.log.lines().last().unwrap_or_default();
    assert!(last.starts_with(&format!("daybook: DAYBOOK_LISTEN {address} ")), "{}", failed.log);

    let daybook = portal(&home).start().await;
    let kept = std::fs::read_to_string(home.data().join("first-password")).unwrap();
    let shown = password(&kept).expect("the password of the administrator");
    let credentials = json!({"email": "admin@daybook.local", "password": shown});
    let _ = daybook.client().post("/api/auth/login", credentials).await.expect(200);
}

async fn a_second_process_on_the_same_file_is_refused(home: Home) {
    let mut first = portal(&home).start().await;
    for word in ["serve", "migrate"] {
        let second = portal(&home).word(word).setting("DAYBOOK_LISTEN", "127.0.0.1:0").run().await;
        assert_eq!(second.code, Some(1), "{second:?}");
        let sentence = format!(
            "daybook: the database {} is already in use by another daybook process\n",
            home.data().join("daybook.db").display()
        );
        assert_eq!((second.log.as_str(), second.output.as_str()), (sentence.as_str(), ""));
    }
    assert!(first.is_running());
    let _ = first.client().get("/readyz").await.expect(200);
    // The lock goes with the process, however it ends.
    first.kill();
    let _ = portal(&home).start().await;
}

/// A file that is cut short, or is no database at all, is neither served nor replaced.
async fn a_damaged_file_stops_the_start_and_is_left_alone(home: Home) {
    let _ = employ(&home, "ada", Role::Admin).await;
    let file = home.data().join("daybook.db");
    let whole = std::fs::read(&file).unwrap();
    for damaged in [whole[..whole.len() / 2].to_vec(), b"Dear diary. ".repeat(1_000)] {
        std::fs::write(&file, &damaged).unwrap();
        // A program that another test starts at this moment may still hold the lock of the process that made the file.
        let refused = loop {
            let ended = portal(&home).run().await;
            if !ended.log.contains("already in use by another daybook process") {
                break ended;
            }
        };
        assert_eq!((refused.code, refused.output.as_str()), (Some(1), ""), "{refused:?}");
        assert!(refused.log.starts_with("daybook: the database file cannot be opened: "), "{refused:?}");
        assert!(std::fs::read(&file).unwrap() == damaged, "the file has changed");
    }
}

async fn files_are_for_their_owner_alone(home: Home) {
    // A person's shell may hand out more than that to everybody.
    let launch = portal(&home);
    let daybook = launch.start().await;
    let credentials = json!({"email": "nobody@daybook.example", "password": "wrong"});
    let _ = daybook.client().post("/api/auth/login", credentials).await.expect(401);
    let found = assert_private(&home.data());
    for name in ["daybook.db", "daybook.db-wal", "daybook.lock", "secret"] {
        assert!(found.iter().any(|file| file == name), "{name} is missing among {found:?}");
    }
    drop(daybook);

    let mut demo = home.launch(PROGRAM).word("demo").setting("DAYBOOK_NOW", crate::NOW).start().await;
    assert_private(&home.data());
    demo.terminate();
    let ended = demo.ended_within(SOON).await.expect("a demo that stops");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_private(&home.data());
}

/// The names of all files below the folder, which only its owner may read.
fn assert_private(folder: &Path) -> Vec<String> {
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder), 0o700, "{}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names.extend(assert_private(&path));
        } else {
            assert_eq!(mode(&path), 0o600, "{}", path.display());
            names.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    names
}

on_sqlite!(beside_others:
    a_given_administrator_signs_in_with_the_given_password,
    a_given_password_that_is_easy_to_guess_stops_the_first_start,
    a_first_start_that_fails_locks_nobody_out,
    a_second_process_on_the_same_file_is_refused,
    a_damaged_file_stops_the_start_and_is_left_alone,
    files_are_for_their_owner_alone,
);
