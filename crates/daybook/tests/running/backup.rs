//! Backups: made while everybody works, restored on either engine, and refused where they are no good.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use domain::person::Role;
use testkit::SOON;
use testkit::contents::{Contents, difference};
use testkit::process::{Ended, Home, Launch};

use crate::commands::{assert_done, quiet};
use crate::staff::{
    at, days_back, employ, execute, hire, login, on, portal, sign_in, stop, submit, wait_for, wait_until,
};
use crate::upgrade::{EARLIER, Former, WITH_CLOSED_MONTHS};
use crate::{NOW, PROGRAM, TODAY, beside_others, on_both_engines, on_sqlite};

const CLIENTS: usize = 16;
/// More days than they can fill before the backup is made.
const DAYS: usize = 240;
/// So many are acknowledged before it begins: a second's worth of a busy portal.
const BEFORE: usize = 200;

/// Where the tests put the backup of a home.
pub(crate) fn night(home: &Home) -> PathBuf {
    home.data().with_file_name("night.daybook")
}

pub(crate) async fn run(launch: &Launch, words: &[&str], file: &Path) -> Ended {
    let launch = words.iter().fold(quiet(launch), |launch, word| launch.word(word));
    launch.word(&file.display().to_string()).run().await
}

/// A home with a database of the other engine, without a schema.
async fn other(home: &Home) -> Home {
    if home.is_postgres() { Home::sqlite() } else { Home::blank_postgres().await }
}

/// `sentence`: how the one line begins that says why.
fn refused(ended: &Ended, sentence: &str) {
    assert_eq!((ended.code, ended.output.as_str()), (Some(1), ""), "{ended:?}");
    assert!(ended.log.starts_with(sentence) && ended.log.lines().count() == 1, "{ended:?}");
}

async fn what_was_acknowledged_before_a_backup_is_restored_on_the_other_engine(home: Home) {
    let team = hire(&home, "night", CLIENTS, DAYS).await;
    let launch = portal(&home);
    let daybook = launch.start().await;
    let (told, is_over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
    let first = sign_in(&daybook, &team.members[0]).await;
    let mut desks = Vec::new();
    for (number, member) in team.members.iter().enumerate() {
        let client = if number == 0 { first.clone() } else { sign_in(&daybook, member).await };
        let (told, is_over) = (told.clone(), is_over.clone());
        desks.push(tokio::spawn(async move {
            for date in days_back(DAYS).into_iter().take_while(|_| !is_over.load(Ordering::Relaxed)) {
                let description = format!("Desk {number} on {date}: ä \\ \"quoted\"\n\tand more");
                let answer = submit(&client, date, &description).await.unwrap();
                assert_eq!(answer.status, 201, "{}", answer.text());
                told.lock().unwrap().push(description);
            }
        }));
    }
    let since = Instant::now();
    wait_until("nobody records a day", async || told.lock().unwrap().len() >= BEFORE).await;
    let before = told.lock().unwrap().clone();
    println!("{} days in {:?} before the backup", before.len(), since.elapsed());
    let (file, since) = (night(&home), Instant::now());
    let made = run(&launch, &["backup"], &file).await;
    let meanwhile = told.lock().unwrap().len() - before.len();
    println!("{meanwhile} days in {:?} beside it", since.elapsed());
    is_over.store(true, Ordering::Relaxed);
    for desk in desks {
        desk.await.unwrap();
    }
    assert_done(&made);
    assert!(meanwhile > 0, "nobody recorded a day meanwhile");
    assert!(made.output.starts_with(&format!("Backed up to {}: {} people, ", file.display(), CLIENTS + 1)), "{made:?}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!file.with_extension("daybook.partial").exists());
    stop(daybook).await;
    assert_eq!(home.number("SELECT count(*) FROM events WHERE kind = 'backup-made'").await, 1);

    let verified = run(&launch, &["restore", "--verify"], &file).await;
    assert_done(&verified);
    let checks: Vec<&str> = verified.output.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(checks[..5], ["file", "checksum", "rows", "rules", "audit"], "{verified:?}");
    assert!(verified.output.ends_with(&format!("\n{} can be restored.\n", file.display())), "{verified:?}");

    let other = other(&home).await;
    let there = portal(&other);
    let restored = run(&there, &["restore"], &file).await;
    assert_done(&restored);
    let entries = other.number("SELECT count(*) FROM timesheets").await;
    let sentence = format!("Restored {} people, {entries} entries, ", CLIENTS + 1);
    assert!(restored.output.starts_with(&sentence), "{restored:?}");
    assert!(restored.output.ends_with(" audit entries. Everybody signs in anew.\n"), "{restored:?}");
    let kept = other.texts("SELECT description FROM timesheet_versions").await.concat();
    for description in &before {
        let times = kept.iter().filter(|kept| *kept == description).count();
        assert_eq!(times, 1, "{description}");
    }
    let twice = "SELECT count(*) - count(DISTINCT description) FROM timesheet_versions";
    assert_eq!(other.number(twice).await, 0, "nothing is there twice");
    assert_eq!(other.number("SELECT count(*) FROM timesheet_versions").await, entries);
    for nothing in ["sessions", "settings WHERE key = 'signing-secret'"] {
        assert_eq!(other.number(&format!("SELECT count(*) FROM {nothing}")).await, 0, "{nothing}");
    }
    let chain = quiet(&there).word("audit").word("verify").run().await;
    assert_done(&chain);
    assert!(chain.output.contains(" entries, chain intact. Newest: "), "{chain:?}");

    let daybook = there.start().await;
    assert_eq!(at(&daybook, &first).get("/api/session").await.status, 401, "no session lives");
    for member in &team.members[1..] {
        let _ = sign_in(&daybook, member).await;
    }
    let client = sign_in(&daybook, &team.members[0]).await;
    let answer = submit(&client, TODAY.parse().unwrap(), "The day after").await.unwrap();
    assert_eq!(answer.status, 201, "{}", answer.text());
    let newest = "SELECT count(*) FROM events WHERE kind = 'day-submitted' AND seq > \
        (SELECT max(seq) FROM events WHERE kind = 'backup-restored')";
    assert_eq!(other.number(newest).await, 1, "numbers go on behind those that were restored");
}

on_both_engines!(beside_others: what_was_acknowledged_before_a_backup_is_restored_on_the_other_engine, a_killed_backup_is_no_file);

/// What a backup has of these contents.
pub(crate) fn backed_up(mut contents: Contents) -> Contents {
    contents.retain(|table, _| !["seaql_migrations", "sessions", "throttles"].contains(&table.as_str()));
    let is_kept = |row: &std::collections::BTreeMap<String, String>| {
        let is = |column: &str, text: &str| row.get(column).is_some_and(|value| value.contains(text));
        !is("kind", "backup-") && !is("key", "signing-secret")
    };
    for rows in contents.values_mut() {
        rows.retain(is_kept);
    }
    contents
}

/// Everything that earlier versions left goes to the other engine and back.
async fn comes_back_as_it_was(former: Former) {
    former.migrate().await;
    let before = backed_up(former.home.contents().await);
    let file = night(&former.home);
    assert_done(&run(&former.launch(), &["backup"], &file).await);
    let over = other(&former.home).await;
    assert_done(&run(&on(&over, NOW), &["restore"], &file).await);
    let again = night(&over);
    assert_done(&run(&on(&over, NOW), &["backup"], &again).await);
    // A database that was migrated and has nobody in it is as good as a new one, whatever it has recorded.
    let back = if former.home.is_postgres() { Home::postgres().await } else { Home::sqlite() };
    if !back.is_postgres() {
        assert_done(&quiet(&portal(&back)).word("migrate").setting("DAYBOOK_LOG", "error").run().await);
    }
    assert_done(&run(&on(&back, NOW), &["backup"], &night(&back)).await);
    assert_done(&run(&on(&back, NOW), &["restore"], &again).await);
    assert_eq!(
        back.number("SELECT count(*) FROM events WHERE kind = 'backup-made'").await,
        0,
        "nothing of its own is left"
    );
    assert_eq!(difference(&before, &backed_up(back.contents().await)), "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_earlier_versions_left_on_sqlite_comes_back_as_it_was() {
    let _turn = beside_others().await;
    for version in [EARLIER, WITH_CLOSED_MONTHS] {
        comes_back_as_it_was(Former::sqlite(version)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_earlier_versions_left_on_postgres_comes_back_as_it_was() {
    let _turn = beside_others().await;
    for version in [EARLIER, WITH_CLOSED_MONTHS] {
        comes_back_as_it_was(Former::postgres(version).await).await;
    }
}

async fn a_backup_is_handed_on_through_a_pipe_and_nothing_else_is(home: Home) {
    let _ = employ(&home, "ada", Role::Admin).await;
    let shell = home.launch("sh").setting("DAYBOOK_NOW", NOW).word("-c");
    let made = shell.word("\"$0\" backup - | cat > piped.gz").word(PROGRAM).run().await;
    assert_eq!((made.code, made.output.as_str()), (Some(0), ""), "{made:?}");
    assert!(made.log.starts_with("Backed up to standard output: 1 people, 0 entries, "), "{made:?}");
    assert_done(&run(&portal(&home), &["restore", "--verify"], &home.data().with_file_name("piped.gz")).await);
    assert_eq!(home.number("SELECT count(*) FROM events WHERE kind = 'backup-made'").await, 1);
}

async fn a_file_that_is_no_good_is_refused_and_changes_nothing(home: Home) {
    let _ = employ(&home, "ada", Role::Admin).await;
    let (launch, file) = (portal(&home), night(&home));
    assert_done(&run(&launch, &["backup"], &file).await);
    let whole = std::fs::read(&file).unwrap();
    let middle = whole.len() / 2;
    let flipped = [&whole[..middle], &[whole[middle] ^ 1], &whole[middle + 1..]].concat();
    let mut newer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let heading = serde_json::json!({"backup": "daybook", "format": 1, "version": "9.0.0", "schema": "m2099_later"});
    writeln!(newer, "{heading}").unwrap();

    let (empty, bad) = (Home::sqlite(), file.with_extension("bad"));
    for (bytes, sentence) in [
        (flipped, format!("{} is damaged: its checksum does not match", bad.display())),
        (whole[..whole.len() - 1].to_vec(), format!("{} is damaged: its checksum does not match", bad.display())),
        (b"Dear diary".to_vec(), format!("{} is damaged: it is not a Daybook backup", bad.display())),
        (newer.finish().unwrap(), format!("{} was made by a newer Daybook (9.0.0)", bad.display())),
    ] {
        std::fs::write(&bad, bytes).unwrap();
        refused(&run(&portal(&empty), &["restore"], &bad).await, &sentence);
        assert!(!empty.data().exists(), "{sentence}: something is left behind");
        let verified = run(&launch, &["restore", "--verify"], &bad).await;
        assert_eq!((verified.code, verified.log.as_str()), (Some(1), ""), "{verified:?}");
        let verdict = verified.output.lines().last().unwrap();
        assert!(verdict.starts_with(&format!("{} cannot be restored: ", bad.display())), "{verified:?}");
    }
    std::fs::remove_file(&bad).unwrap();
    refused(&run(&portal(&empty), &["restore"], &bad).await, &format!("{} cannot be read: ", bad.display()));

    // Neither a file nor people are ever replaced.
    refused(&run(&launch, &["backup"], &file).await, &format!("{} exists already", file.display()));
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    let before = home.contents().await;
    refused(&run(&launch, &["restore"], &file).await, "The database is not empty");
    assert_eq!(home.contents().await, before);
    let server = Home::postgres().await;
    let _ = employ(&server, "ada", Role::Admin).await;
    let before = server.contents().await;
    refused(&run(&portal(&server), &["restore"], &file).await, "The database is not empty");
    assert_eq!(server.contents().await, before);
}

/// Also while it looks whether everything fits, and not only while it restores
async fn a_verification_that_is_stopped_says_so_and_leaves_nothing_behind(home: Home) {
    let _ = employ(&home, "ada", Role::Admin).await;
    many_events(&home).await;
    let (launch, file) = (portal(&home), night(&home));
    assert_done(&run(&launch, &["backup"], &file).await);
    let trial = home.data().with_file_name("trial");
    std::fs::create_dir(&trial).unwrap();
    for reached in ["ok    checksum", "ok    rows"] {
        let launch = quiet(&launch).setting("TMPDIR", trial.clone()).word("restore").word("--verify");
        let mut begun = launch.word(&file.display().to_string()).begin();
        let since = Instant::now();
        while !begun.output().contains(reached) {
            assert!(since.elapsed() < SOON && begun.is_running(), "{reached}: {}", begun.output());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        begun.terminate();
        let ended = begun.ended_within(SOON).await.unwrap();
        assert_eq!((ended.code, ended.log.as_str()), (Some(1), ""), "{ended:?}");
        let verdict = format!("{} cannot be restored: it was stopped\n", file.display());
        assert!(ended.output.ends_with(&verdict), "{ended:?}");
        assert_eq!(std::fs::read_dir(&trial).unwrap().count(), 0, "{reached}");
    }
}

/// So many events that a backup of them takes a while.
const MANY: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) \
    INSERT INTO events (id, kind, payload, audience, at) SELECT ";

async fn many_events(home: &Home) {
    let id = if home.is_postgres() { "gen_random_uuid()" } else { "randomblob(16)" };
    let rows = format!("{MANY} {id}, 'day-submitted', '{{\"of\": \"' || i || '\"}}', '[]', '{NOW}' FROM n");
    execute(home, &rows).await;
}

async fn a_killed_backup_is_no_file(home: Home) {
    let ada = employ(&home, "ada", Role::Admin).await;
    many_events(&home).await;
    let (launch, file) = (portal(&home), night(&home));
    let partial = file.with_extension("daybook.partial");
    let mut begun = quiet(&launch).word("backup").word(&file.display().to_string()).begin();
    let since = Instant::now();
    while !partial.exists() {
        assert!(since.elapsed() < SOON && begun.is_running(), "it never began: {}", begun.log());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    begun.kill();
    assert!(!file.exists() && partial.exists(), "killed too late");
    // What it has left is in nobody's way.
    assert_done(&run(&launch, &["backup"], &file).await);
    assert!(file.exists() && !partial.exists());

    let other = other(&home).await;
    let there = portal(&other);
    let mut begun = quiet(&there).word("restore").word(&file.display().to_string()).begin();
    if other.is_postgres() {
        let busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE '%transaction' \
            OR datname = current_database() AND query LIKE 'INSERT INTO \"events\"%' AND pid <> pg_backend_pid()";
        let since = Instant::now();
        while other.number(busy).await == 0 {
            assert!(since.elapsed() < SOON && begun.is_running(), "it never began: {}", begun.log());
        }
    } else {
        let log = other.data().join("daybook.db-wal");
        let since = Instant::now();
        while std::fs::metadata(&log).map_or(0, |log| log.len()) < 1_000_000 {
            assert!(since.elapsed() < SOON && begun.is_running(), "it never began: {}", begun.log());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    assert!(begun.is_running(), "it was over too early");
    begun.kill();
    let tables = if other.is_postgres() {
        "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    } else {
        "SELECT count(*) FROM sqlite_schema"
    };
    wait_for(&other, tables, 0).await;
    assert_done(&run(&there, &["restore"], &file).await);
    assert_eq!(other.number("SELECT count(*) FROM users").await, 1);
    let daybook = there.start().await;
    let _ = login(&daybook.client(), &ada).await.expect(200);
}

on_sqlite!(beside_others:
    a_backup_is_handed_on_through_a_pipe_and_nothing_else_is,
    a_file_that_is_no_good_is_refused_and_changes_nothing,
    a_verification_that_is_stopped_says_so_and_leaves_nothing_behind,
);
