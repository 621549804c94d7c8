//! Files are imported by the operator's command and by the portal, through kills.

use std::path::PathBuf;
use std::time::Duration;

use domain::person::Role;
use serde_json::{Value, json};
use testkit::process::{Ended, Home, Launch};
use testkit::{Client, ROOM};

use crate::commands::quiet;
use crate::on_both_engines;
use crate::staff::{at, attempt, employ, execute, portal, sign_in};

/// How often the portal is killed in the middle of an import, for each size.
const KILLS: u32 = 10;
const PATIENCE: Duration = Duration::from_secs(30);

fn file(home: &Home, name: &str, content: impl AsRef<[u8]>) -> String {
    let path: PathBuf = home.data().join(name);
    std::fs::create_dir_all(home.data()).unwrap();
    std::fs::write(&path, content).unwrap();
    path.to_string_lossy().into_owned()
}

async fn import(launch: &Launch, words: &[&str]) -> Ended {
    words.iter().fold(quiet(launch).word("import"), |launch, word| launch.word(word)).run().await
}

/// The import ends with this status and these last lines.
async fn ends(launch: &Launch, words: &[&str], code: i32, last: &[&str]) {
    let ended = import(launch, words).await;
    let lines: Vec<&str> = ended.output.lines().collect();
    assert_eq!((ended.code, ended.log.as_str()), (Some(code), ""), "{words:?}: {ended:?}");
    assert_eq!(lines[lines.len().saturating_sub(last.len())..], *last, "{words:?}: {}", ended.output);
}

/// The file cannot be used.
async fn unusable(launch: &Launch, words: &[&str], sentence: &str) {
    let ended = import(launch, words).await;
    assert_eq!((ended.code, ended.output.as_str()), (Some(2), ""), "{words:?}: {ended:?}");
    assert!(ended.log.starts_with("daybook import: ") && ended.log.contains(sentence), "{words:?}: {}", ended.log);
}

async fn the_command_shows_a_plan_and_imports_it(home: Home) {
    let launch = portal(&home);
    let days = file(&home, "days.csv", "Date,Name\n2026-12-25,Christmas\n2026-12-26,Boxing Day\n2027-02-30,Never\n");
    let holidays = "SELECT count(*) FROM holidays";
    let refused = "2 added, 0 changed, 0 same, 1 refused";
    ends(&launch, &["holidays", &days], 1, &[refused, "Nothing was imported."]).await;
    ends(&launch, &["holidays", &days, "--apply"], 1, &[refused, "Nothing was imported."]).await;
    assert_eq!(home.number(holidays).await, 0);
    ends(&launch, &["holidays", &days, "--apply", "--good"], 1, &[refused, "Imported."]).await;
    assert_eq!(home.number(holidays).await, 2);
    let shown = import(&launch, &["holidays", &days]).await;
    assert!(shown.output.starts_with("     4  refuse  "), "same rows are only counted: {}", shown.output);

    let fewer = file(&home, "fewer.csv", "Date,Name,Colour\n2026-12-25,Christmas,red\n2027-01-01,New Year,blue\n");
    let told = import(&launch, &["holidays", &fewer, "--apply", "--json"]).await;
    assert_eq!((told.code, told.log.as_str()), (Some(0), ""), "{told:?}");
    let told: Value = serde_json::from_str(&told.output).unwrap();
    assert_eq!(told["counts"], json!({"create": 1, "change": 0, "same": 1, "refuse": 0}));
    assert_eq!((&told["state"], &told["ignoredColumns"]), (&json!("applied"), &json!(["Colour"])));
    assert_eq!((&told["rows"][0]["action"], &told["rows"][1]["who"].is_string()), (&json!("same"), &true));
    ends(&launch, &["holidays", &fewer, "--apply"], 0, &["0 added, 0 changed, 2 same, 0 refused", "Imported."]).await;

    let kinds = "SELECT kind FROM events WHERE kind LIKE 'import-%' AND source = 'command' AND actor_id IS NULL";
    assert_eq!(home.texts(kinds).await.len(), 6 + 3, "a plan each time, and what was applied");
}

async fn a_file_is_read_as_the_command_says(home: Home) {
    let launch = portal(&home);
    let asked = file(&home, "asked.csv", "Date,Name\n03/04/2026,One\n");
    let ended = import(&launch, &["holidays", &asked]).await;
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.output.starts_with("Date can be read in two ways (03/04/2026): please choose "), "{ended:?}");
    ends(&launch, &["holidays", &asked, "--dates", "mdy", "--apply"], 0, &["Imported."]).await;
    assert_eq!(home.texts("SELECT CAST(date AS text) FROM holidays").await, [["2026-03-04"]]);

    // Windows-1252 is also what is left where nothing else fits.
    let latin = file(&home, "latin.csv", b"Datum;Feiertag\n24.12.2026;Heiliger J\xfcngling\n");
    ends(&launch, &["holidays", &latin, "--encoding", "windows-1252", "--apply"], 0, &["Imported."]).await;
    assert_eq!(home.number("SELECT count(*) FROM holidays WHERE name = 'Heiliger Jüngling'").await, 1);
    unusable(&launch, &["holidays", &latin, "--encoding", "UTF-8"], "The file is not in UTF-8").await;

    unusable(&launch, &["holidays", &file(&home, "bare.csv", "Date\n2026-12-25\n")], "no column Name").await;
    unusable(&launch, &["holidays", "nowhere.csv"], "nowhere.csv cannot be read").await;
    unusable(&launch, &["holidays", &file(&home, "long.csv", vec![b'x'; 16 * 1024 * 1024 + 1])], "larger than 16 MiB")
        .await;
    for words in [
        vec!["colours", "x.csv"],
        vec!["people"],
        vec!["people", "x.csv", "--good"],
        vec!["people", "x.csv", "--invite"],
    ] {
        assert_eq!(import(&launch, &words).await.code, Some(2), "{words:?}");
    }

    let head = "First Name,Last Name,Email,Salary";
    let people = file(&home, "people.csv", format!("{head}\nAnn,Example,ann@daybook.example,\"60.000\"\n"));
    assert_eq!(import(&launch, &["people", &people]).await.code, Some(2), "60 or 60,000");
    let words = ["people", &people, "--decimal", ",", "--records-from", "2026-06-15", "--invite", "--apply"];
    ends(&launch, &words, 0, &["1 added, 0 changed, 0 same, 0 refused", "Imported."]).await;
    assert_eq!(home.texts("SELECT CAST(records_from AS text) FROM users").await, [["2026-06-15"]]);
    assert_eq!(home.number("SELECT salary_cents FROM salaries").await, 6_000_000);
    assert_eq!(home.number("SELECT count(*) FROM invitations").await, 1);

    let balances = "Email,Leave Type,Year,Days\nann@daybook.example,Annual Leave,2026,\"2,5\"\n";
    let balances = file(&home, "balances.csv", balances);
    ends(&launch, &["balances", &balances, "--decimal", ",", "--apply"], 0, &["Imported."]).await;
    assert_eq!(home.number("SELECT count(*) FROM leave_ledger WHERE kind = 'opening'").await, 1);
}

/// So many people of this round.
fn people(round: u32, count: u32) -> String {
    let row = |n: u32| format!("Kim,Number {n},r{round}.{n}@daybook.example\n");
    format!("First Name,Last Name,Email\n{}", (0..count).map(row).collect::<String>())
}

async fn planned(client: &Client, file: &str) -> String {
    let client = client.with_header("Content-Type", "text/csv");
    let answer = client.send("POST", "/api/imports/people", Some(file.as_bytes())).await.expect(201);
    answer.data()["plan"]["_id"].as_str().unwrap().to_owned()
}

async fn state(client: &Client, id: &str) -> String {
    let plan = client.get(&format!("/api/imports/{id}")).await.expect(200).data();
    plan["plan"]["state"].as_str().unwrap().to_owned()
}

/// Kills the portal at another moment of each import, and has it go on (moving-in.md §7, 8).
async fn a_kill_in_the_middle_leaves_all_or_nothing_and_is_gone_on_with(home: Home) {
    let hal = employ(&home, "hal", Role::Hr).await;
    let launch = portal(&home);
    let mut daybook = launch.start().await;
    let mut client = sign_in(&daybook, &hal).await;
    let (mut cut, mut whole) = (0, 0);
    for (of_size, count) in [30, 1_040].into_iter().enumerate() {
        let mut longest = Duration::ZERO;
        for kill in 0..=KILLS {
            let round = u32::try_from(of_size).unwrap() * 100 + kill;
            let id = planned(&client, &people(round, count)).await;
            let (address, own) = (format!("/api/imports/{id}/apply"), client.clone());
            let began = std::time::Instant::now();
            let applying =
                tokio::spawn(async move { attempt(&own, "POST", &address, Some(&json!({"mode": "all"}))).await });
            if kill == 0 {
                // Nobody disturbs the first one, which says how long one takes.
                assert_eq!(applying.await.unwrap().unwrap().status, 200);
                longest = began.elapsed();
                continue;
            }
            tokio::time::sleep(longest * kill / (KILLS + 1)).await;
            daybook.kill();
            let _ = applying.await.unwrap();
            let there = format!("SELECT count(*) FROM users WHERE email LIKE 'r{round}.%'");
            let found = u32::try_from(home.number(&there).await).unwrap();
            if count <= 1_000 {
                assert!(found == 0 || found == count, "{found} of {count}");
            } else {
                assert!(found % 500 == 0 || found == count, "{found} of {count}");
            }
            *(if found == 0 || found == count { &mut whole } else { &mut cut }) += 1;

            // Nobody wants to wait until the mark of the dead instance has ended.
            execute(&home, "UPDATE imports SET held_until = '2020-01-01 00:00:00' WHERE state = 'applying'").await;
            daybook = launch.start().await;
            client = at(&daybook, &client);
            let until = std::time::Instant::now() + ROOM * PATIENCE;
            loop {
                match state(&client, &id).await.as_str() {
                    "applied" => break,
                    // The mark itself was not there yet.
                    "ready" => {
                        client.post(&format!("/api/imports/{id}/apply"), json!({"mode": "all"})).await.expect(200);
                    }
                    "applying" if std::time::Instant::now() < until => {
                        tokio::time::sleep(Duration::from_millis(200)).await;
                    }
                    other => panic!("round {round}: {other}"),
                }
            }
            assert_eq!(home.number(&there).await, i64::from(count), "round {round}");
        }
    }
    let events = home.number("SELECT count(*) FROM events WHERE kind = 'account-created'").await;
    assert_eq!(events, i64::from((KILLS + 1) * (30 + 1_040)), "each person was created once");
    let applied = home.number("SELECT count(*) FROM events WHERE kind = 'import-applied'").await;
    assert_eq!(applied, i64::from(2 * (KILLS + 1)));
    println!("{cut} imports were cut between two pieces, {whole} before the first one or after the last");
}

on_both_engines!(beside_others: the_command_shows_a_plan_and_imports_it, a_file_is_read_as_the_command_says,
    a_kill_in_the_middle_leaves_all_or_nothing_and_is_gone_on_with);
