//! The audit log of a running portal: what happens is sealed within a second, by one of several instances, and the command finds what was
//! changed past the portal.

use std::time::{Duration, Instant};

use application::ports::AuditReads;
use domain::oversight::audit::{ChainEntry, ChainPoint};
use domain::person::Role;
use serde_json::json;
use testkit::ROOM;
use testkit::process::{Daybook, Ended, Home, Launch};

use crate::commands::{assert_done, quiet};
use crate::on_both_engines;
use crate::staff::{attempt, employ, portal, sign_in};

const SEALED_WITHIN: Duration = Duration::from_secs(1);

/// Waits until everything that was recorded is sealed, and says how long that took.
pub(crate) async fn sealed(home: &Home) -> Duration {
    let since = Instant::now();
    let beside = home.beside().await;
    let left = "SELECT (SELECT count(*) FROM events) - (SELECT count(*) FROM audit_seals)";
    while beside.number(left).await != 0 {
        assert!(since.elapsed() < ROOM * SEALED_WITHIN, "{} are not sealed", beside.number(left).await);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    beside.close().await;
    since.elapsed()
}

on_both_engines!(beside_others: a_changed_log_is_found_by_the_command);

pub(crate) async fn verify(launch: &Launch, words: &[&str]) -> Ended {
    let launch = quiet(launch).word("audit").word("verify");
    words.iter().fold(launch, |launch, word| launch.word(word)).run().await
}

/// Ten changes of a figure.
async fn ten_events(home: &Home) -> Daybook {
    let ada = employ(home, "ada", Role::Admin).await;
    let daybook = portal(home).start().await;
    let client = sign_in(&daybook, &ada).await;
    for value in 0..10 {
        let body = json!({"value": value});
        attempt(&client, "PUT", "/api/settings/open-positions", Some(&body)).await.unwrap().expect(200);
    }
    sealed(home).await;
    daybook
}

async fn unguard(home: &Home) {
    let beside = home.beside().await;
    for table in ["events", "audit_seals"] {
        let of = if home.is_postgres() { format!(" ON {table}") } else { String::new() };
        beside.execute(&format!("DROP TRIGGER tr_{table}_no_update{of}")).await;
    }
    beside.close().await;
}

/// Computes every hash anew, as the owner of the database could.
async fn recompute(home: &Home) {
    let entries: Vec<ChainEntry> = home.prepare(async |database| database.chain_entries(0, 1_000).await.unwrap()).await;
    let beside = home.beside().await;
    let mut point = ChainPoint::START;
    for entry in entries {
        point = point.then(&entry.event.unwrap());
        let ChainPoint { position, hash } = point;
        beside.execute(&format!("UPDATE audit_seals SET hash = '{hash}' WHERE position = {position}")).await;
    }
    beside.execute(&format!("UPDATE audit_chain SET hash = '{}'", point.hash)).await;
    beside.close().await;
}

/// The command works beside the server, names the first entry that does not fit, and finds a log that was computed anew
async fn a_changed_log_is_found_by_the_command(home: Home) {
    let mut daybook = ten_events(&home).await;
    let launch = portal(&home);
    let kept = verify(&launch, &["--write", "newest"]).await;
    assert_done(&kept);
    let newest = kept.output.trim_end().split_once("Newest: ").unwrap().1.to_owned();
    let entries = home.number("SELECT count(*) FROM audit_seals").await;
    assert_eq!(kept.output, format!("{entries} entries, chain intact. Newest: {newest}\n"));
    assert!(newest.starts_with(&format!("{entries} ")) && newest.contains(" 2026-06-10 09:0"), "{newest}");
    let same = verify(&launch, &["--against", "newest"]).await;
    assert_done(&same);
    daybook.kill();

    unguard(&home).await;
    let beside = home.beside().await;
    let changed = "UPDATE events SET payload = replace(payload, 'after', 'aft') WHERE seq = \
                   (SELECT event_seq FROM audit_seals WHERE position = 5)";
    beside.execute(changed).await;
    beside.close().await;
    for words in [&[][..], &["--against", "newest"], &["--write", "other"]] {
        let broken = verify(&launch, words).await;
        assert_eq!((broken.code, broken.output.as_str()), (Some(1), ""), "{broken:?}");
        assert!(broken.log.starts_with("The chain is broken at entry 5 (2026-06-10 09:0"), "{broken:?}");
        assert!(broken.log.ends_with(", open-positions-set)\n"), "{broken:?}");
    }
    recompute(&home).await;
    assert_done(&verify(&launch, &[]).await);
    let rewritten = verify(&launch, &["--against", "newest"]).await;
    assert_eq!(rewritten.code, Some(1), "{rewritten:?}");
    let (position, hash) = newest.split_once(' ').map(|(position, rest)| (position, &rest[..64])).unwrap();
    let begins = format!("Entry {position} had hash {hash} and has ");
    assert!(rewritten.log.starts_with(&begins), "{rewritten:?}");
    assert!(rewritten.log.ends_with(" now: the log was rewritten\n"), "{rewritten:?}");

    for (words, said) in [
        (&["--against", "missing"][..], "missing cannot be read"),
        (&["--against"], "a value is required for '--against <FILE>'"),
        (&["soon"], "unexpected argument 'soon'"),
    ] {
        let refused = verify(&launch, words).await;
        assert_eq!((refused.code, refused.output.as_str()), (Some(2), ""), "{refused:?}");
        assert!(refused.log.contains(said), "{refused:?}");
    }
}
