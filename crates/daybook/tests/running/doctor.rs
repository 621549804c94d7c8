//! The doctor, beside a portal that is well and where something is wrong.

use domain::person::Role;
use testkit::process::{Ended, Home, Launch};
use testkit::provider::TestProvider;
use testkit::smtp::Setup;

use crate::commands::quiet;
use crate::mail::sending;
use crate::staff::{employ, execute, portal};
use crate::{PROGRAM, on_both_engines};

const CHECKS: [&str; 10] =
    ["settings", "data", "database", "schema", "disk", "clock", "mail", "jobs", "audit", "backup"];

async fn doctor(launch: &Launch) -> Ended {
    quiet(launch).word("doctor").run().await
}

/// The word and the finding of a check.
fn line<'a>(ended: &'a Ended, check: &str) -> (&'a str, &'a str) {
    let line = ended.output.lines().find(|line| line.split_whitespace().nth(1) == Some(check));
    let line = line.unwrap_or_else(|| panic!("no line of {check}: {ended:?}"));
    (line[..6].trim_end(), line[16..].trim())
}

/// Ten lines in their order, and a last one that counts them.
fn checked(ended: &Ended, code: i32) {
    assert_eq!((ended.code, ended.log.as_str()), (Some(code), ""), "{ended:?}");
    let lines: Vec<&str> = ended.output.lines().collect();
    let checks: Vec<&str> = lines[..10].iter().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(checks, CHECKS, "{ended:?}");
    let count = |word: &str| lines[..10].iter().filter(|line| line.starts_with(word)).count();
    let last = format!("10 checks, {} failed, {} warnings", count("fail  "), count("warn  "));
    assert_eq!(lines[10..], [last.as_str()]);
}

/// The same checks as JSON, with the same exit status: each with its name, state and sentence, and a hint where it is not in order.
async fn assert_same_as_json(launch: &Launch) {
    let mut lines = doctor(launch).await;
    let object = loop {
        let object = quiet(launch).word("doctor").word("--json").run().await;
        let after = doctor(launch).await;
        // A job that has run in between is no longer late.
        let is_steady = CHECKS.iter().all(|check| line(&lines, check).0 == line(&after, check).0);
        lines = after;
        if is_steady {
            break object;
        }
    };
    assert_eq!((object.code, object.log.as_str()), (lines.code, ""), "{object:?}");
    let object: serde_json::Value = serde_json::from_str(&object.output).unwrap();
    let checks = object["checks"].as_array().unwrap();
    let names: Vec<&str> = checks.iter().map(|check| check["name"].as_str().unwrap()).collect();
    assert_eq!(names, CHECKS);
    for (check, name) in checks.iter().zip(names) {
        assert_eq!(check["state"], line(&lines, name).0, "{check}");
        assert!(!check["sentence"].as_str().unwrap().is_empty(), "{check}");
        assert_eq!(check["hint"].is_string(), check["state"] != "ok", "{check}");
    }
    let counted = |state: &str| checks.iter().filter(|check| check["state"] == state).count();
    assert_eq!((&object["failed"], &object["warnings"]), (&counted("fail").into(), &counted("warn").into()));
}

async fn a_sound_portal_is_told_in_ten_lines_with_a_warning_without_a_backup_in_seven_days(home: Home) {
    let _ = employ(&home, "ada", Role::Admin).await;
    let server = Setup::default().login("portal", "hunter2hunter2").start().await;
    let launch = sending(&home, &server.url().replace("://", "://portal:hunter2hunter2@"));
    let daybook = launch.start().await;
    let sound = doctor(&launch).await;
    checked(&sound, 0);
    for check in CHECKS {
        assert_ne!(line(&sound, check).0, "fail", "{sound:?}");
    }
    let (_, database) = line(&sound, "database");
    assert!(database.starts_with(if home.is_postgres() { "PostgreSQL " } else { "SQLite " }), "{database}");
    assert_eq!(line(&sound, "backup"), ("warn", "none has been made yet"));
    assert!(server.kept().is_empty(), "no mail is sent");
    assert_same_as_json(&launch).await;
    let stranger = sending(&home, &server.url().replace("://", "://portal:hunter3hunter3@"));
    let ended = doctor(&stranger).await;
    checked(&ended, 1);
    assert_eq!(line(&ended, "mail").0, "fail");
    assert!(!ended.output.contains("hunter"), "{ended:?}");

    let file = home.data().with_file_name("night.daybook");
    let made = quiet(&launch).word("backup").word(&file.display().to_string()).run().await;
    assert_eq!(made.code, Some(0), "{made:?}");
    let ended = doctor(&launch).await;
    let (result, sentence) = line(&ended, "backup");
    assert!(result == "ok" && sentence.starts_with("the newest is from 2026-06-10 09:00:"), "{sentence}");
    let late = doctor(&launch.clone().setting("DAYBOOK_NOW", "2026-06-17T09:05:00Z")).await;
    assert_eq!(line(&late, "backup").0, "warn");
    drop(daybook);
}

async fn what_is_wrong_is_named_and_no_secret_is_told(home: Home) {
    let _ = employ(&home, "ada", Role::Admin).await;
    let away = portal(&home)
        .setting("DAYBOOK_MAIL", "smtp://portal:hunter2hunter2@127.0.0.1:1")
        .setting("DAYBOOK_SECRET", "s3cr3t".repeat(8));
    assert_eq!(quiet(&away).word("migrate").setting("DAYBOOK_LOG", "error").run().await.code, Some(0));
    let ended = doctor(&away).await;
    checked(&ended, 1);
    assert!(ended.output.contains("\nfail  mail"), "{ended:?}");

    let id = if home.is_postgres() { "gen_random_uuid()" } else { "randomblob(16)" };
    let given_up = format!(
        "INSERT INTO mails (id, recipient, kind, created_at, state, attempts) \
         VALUES ({id}, 'ann@example.org', 'blocked', '2026-06-10T09:00:00+00:00', 'given-up', 1)"
    );
    execute(&home, &given_up).await;
    let warned = doctor(&portal(&home)).await;
    checked(&warned, 0);
    assert_eq!(line(&warned, "mail").0, "warn", "{warned:?}");
    assert!(line(&warned, "mail").1.ends_with("1 given up, see daybook mail status"), "{warned:?}");

    execute(&home, "DELETE FROM seaql_migrations WHERE version LIKE 'm20261127%'").await;
    let older = doctor(&away).await;
    checked(&older, 1);
    assert_eq!(line(&older, "schema"), ("fail", "1 migrations are missing: run daybook migrate"));
    execute(&home, "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m20991231_000001_later', 1)").await;
    let newer = doctor(&away).await;
    assert!(line(&newer, "schema").1.contains("m20991231_000001_later"), "{newer:?}");

    let misspelt = doctor(&away.clone().setting("DAYBOOK_TIMEZNOE", "Europe/Rome")).await;
    assert_eq!((misspelt.code, misspelt.output.as_str()), (Some(2), ""), "{misspelt:?}");
    let sentence = "DAYBOOK_TIMEZNOE is not a setting of Daybook. The nearest one is DAYBOOK_TIMEZONE";
    assert!(misspelt.log.contains(sentence), "{misspelt:?}");

    let nowhere = doctor(&away.setting("DAYBOOK_TIMEZONE", "Mars/Olympus")).await;
    assert_eq!((nowhere.code, nowhere.output.as_str()), (Some(2), ""), "{nowhere:?}");
    assert!(nowhere.log.contains("DAYBOOK_TIMEZONE"), "{nowhere:?}");
    for said in [&ended, &older, &newer, &nowhere] {
        for secret in ["hunter2", "s3cr3t"] {
            assert!(!said.output.contains(secret) && !said.log.contains(secret), "{said:?}");
        }
    }
}

on_both_engines!(beside_others: a_sound_portal_is_told_in_ten_lines_with_a_warning_without_a_backup_in_seven_days, what_is_wrong_is_named_and_no_secret_is_told);

#[tokio::test]
async fn a_database_that_is_away_fails_its_checks_and_no_other() {
    let home = Home::sqlite();
    let launch = home.launch(PROGRAM).setting("DAYBOOK_DATABASE_URL", "postgres://daybook:hunter2@127.0.0.1:1/daybook");
    let ended = doctor(&launch).await;
    checked(&ended, 1);
    for check in ["database", "schema", "clock", "jobs", "audit", "backup"] {
        assert_eq!(line(&ended, check).0, "fail", "{ended:?}");
    }
    let (_, why) = line(&ended, "database");
    assert!(why.contains("refused") && why.ends_with("see DAYBOOK_DATABASE_URL"), "{why}");
    assert!(!ended.output.contains("hunter2"), "{ended:?}");
    assert_same_as_json(&launch).await;
    assert_eq!(line(&doctor(&home.launch(PROGRAM)).await, "database").0, "fail", "there is none yet");
    assert!(!home.data().exists(), "nothing was made");
}

#[tokio::test]
async fn each_provider_has_a_line_of_its_own_with_the_addresses_to_enter_there() {
    let home = Home::sqlite();
    let provider = TestProvider::start().await;
    provider.header("Date", "Wed, 10 Jun 2026 09:02:00 GMT");
    let away = TestProvider::start().await.issuer();
    let launch = portal(&home)
        .setting("DAYBOOK_OIDC", "acme,away")
        .setting("DAYBOOK_OIDC_ACME_ISSUER", provider.issuer())
        .setting("DAYBOOK_OIDC_ACME_CLIENT_ID", "daybook")
        .setting("DAYBOOK_OIDC_ACME_CLIENT_SECRET", "hunter2hunter2")
        .setting("DAYBOOK_OIDC_AWAY_ISSUER", away)
        .setting("DAYBOOK_OIDC_AWAY_CLIENT_ID", "daybook")
        .setting("DAYBOOK_PUBLIC_URL", "https://daybook.example.org");
    let look = async |launch: &Launch| {
        let ended = quiet(launch).word("doctor").word("--json").run().await;
        assert!(!ended.output.contains("hunter2"), "{ended:?}");
        let object: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
        let checks = object["checks"].as_array().unwrap().clone();
        assert_eq!(checks.len(), CHECKS.len() + 2);
        ["sign-in:acme", "sign-in:away"].map(|name| {
            let check = checks.iter().find(|check| check["name"] == name).unwrap();
            (check["state"].as_str().unwrap().to_owned(), check["sentence"].as_str().unwrap().to_owned())
        })
    };
    let addresses = "redirect address https://daybook.example.org/api/auth/oidc/acme/callback, back-channel logout \
                     https://daybook.example.org/api/auth/oidc/acme/logout";
    let [(state, acme), (away_state, away)] = look(&launch).await;
    assert!(state == "fail" && acme.contains("tokens are refused"), "two minutes off: {acme}");
    assert!(acme.starts_with("discovery read, keys: 1, clock 1") && acme.ends_with(addresses), "{acme}");
    assert!(away_state == "warn" && away.contains("refused") && away.contains("; passwords still work; "), "{away}");
    let [_, (state, _)] = look(&launch.clone().setting("DAYBOOK_PASSWORDS", "off")).await;
    assert_eq!(state, "fail");
    let text = doctor(&launch).await;
    assert!(line(&text, "sign-in:acme").1.ends_with(addresses), "{text:?}");
}
