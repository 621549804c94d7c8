//! The digests of a working day and the evening reminders: at their hour, after a standstill on that day, with several instances,
//! and through kills; each of them once.

use std::time::Duration;

use testkit::process::Home;
use testkit::smtp::Mail;

use crate::staff::{days_back, hire, on, portal, sign_in, stop, submit, wait_for};
use crate::{TODAY, on_both_engines, on_postgres, on_sqlite};

const REMINDERS: &str = "SELECT count(*) FROM mails WHERE kind = 'reminder'";
const DIGESTS: &str = "SELECT count(*) FROM mails WHERE kind = 'waiting-digest'";

/// Waits until the round that is kept under this name is made on this day.
async fn wait_until_made(home: &Home, round: &str, day: &str) {
    wait_for(home, &format!("SELECT count(*) FROM settings WHERE key = '{round}' AND value LIKE '{day} % done'"), 1)
        .await;
}

/// Waits until the jobs that begin with the portal have looked at what there is to do.
async fn wait_for_a_look(home: &Home, days_through: &str) {
    let frozen = format!("SELECT count(*) FROM settings WHERE key = 'frozen_through' AND value = '{days_through}'");
    wait_for(home, &frozen, 1).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
}

/// The one letter to somebody with this name that has this subject says all of this, once all mails are sent.
async fn the_letter_to(home: &Home, name: &str, subject: &str, said: &[&str]) {
    wait_for(home, "SELECT count(*) FROM mails WHERE state <> 'sent'", 0).await;
    let files = std::fs::read_dir(home.data().join("outbox")).unwrap();
    let mails = files.map(|file| Mail::parse(&std::fs::read_to_string(file.unwrap().path()).unwrap()));
    let is_it = |mail: &Mail| mail.plain.starts_with(&format!("Hello {name} ")) && mail.subject() == subject;
    let [letter] = &mails.filter(is_it).collect::<Vec<_>>()[..] else { panic!("one letter") };
    let plain = letter.plain.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in said {
        assert!(plain.contains(words), "{words}: {plain}");
    }
}

/// Of two Employees one has recorded the day, and the days before it.
async fn in_the_evening_comes_the_reminder_and_in_the_morning_what_waits(home: Home) {
    let team = hire(&home, "ann", 2, 2).await;
    let daybook = portal(&home).start().await;
    wait_until_made(&home, "mail_digests", TODAY).await;
    let ann = sign_in(&daybook, &team.members[0]).await;
    for date in [vec![TODAY.parse().unwrap()], days_back(2)].concat() {
        let _ = submit(&ann, date, "worked").await.unwrap().expect(201);
    }
    stop(daybook).await;

    let daybook = on(&home, "2026-06-10T17:29:40Z").start().await;
    wait_for_a_look(&home, "2026-06-09").await;
    assert_eq!(home.number(REMINDERS).await, 0, "not before its hour");
    stop(daybook).await;

    let daybook = on(&home, "2026-06-10T17:30:00Z").start().await;
    wait_until_made(&home, "mail_reminders", TODAY).await;
    let said = [
        "It can be filled in until the end of the day. After that somebody has to unlock it for you.",
        "/employee/timesheet?date=2026-06-10",
        "/employee/profile",
    ];
    the_letter_to(&home, "ann.1", "Your Daybook timesheet of 2026-06-10 is open", &said).await;
    stop(daybook).await;

    let daybook = on(&home, "2026-06-11T08:00:00Z").start().await;
    wait_for_a_look(&home, "2026-06-10").await;
    assert_eq!(home.number(DIGESTS).await, 0, "not before its hour");
    stop(daybook).await;

    // The portal was away at half past eight, and is back on the same day.
    let daybook = on(&home, "2026-06-11T11:00:00Z").start().await;
    wait_until_made(&home, "mail_digests", "2026-06-11").await;
    let said = [
        "3 entries wait for your approval, the oldest of 2026-06-08.",
        "Missing days: ann.1 Example",
        "You choose in your profile which of these mails you get:",
        "/manager/profile",
    ];
    the_letter_to(&home, "ann.lead", "What waits for you in Daybook", &said).await;
    stop(daybook).await;

    // On a Sunday there is none.
    let daybook = on(&home, "2026-06-14T09:00:00Z").start().await;
    wait_for_a_look(&home, "2026-06-13").await;
    assert_eq!(home.number(DIGESTS).await, 1);
    stop(daybook).await;
}

/// More people than are looked at in one transaction.
async fn a_kill_in_between_loses_and_repeats_no_mail(home: Home) {
    let _ = hire(&home, "ann", 520, 0).await;
    for _ in 0..3 {
        let mut daybook = on(&home, "2026-06-10T17:30:00Z").start().await;
        daybook.kill();
    }
    let daybook = on(&home, "2026-06-10T17:30:00Z").start().await;
    wait_until_made(&home, "mail_reminders", TODAY).await;
    assert_eq!(home.number(REMINDERS).await, 520);
    let readers = "SELECT count(*) FROM (SELECT DISTINCT recipient FROM mails WHERE kind = 'reminder') AS told";
    assert_eq!(home.number(readers).await, 520);
    stop(daybook).await;
}

async fn two_instances_and_a_restart_make_one_round(home: Home) {
    let _ = hire(&home, "ann", 450, 0).await;
    let evening = on(&home, "2026-06-10T17:30:00Z");
    let (first, second) = tokio::join!(evening.start(), evening.start());
    wait_until_made(&home, "mail_reminders", TODAY).await;
    for daybook in [first, second] {
        stop(daybook).await;
    }
    let daybook = on(&home, "2026-06-10T18:00:00Z").start().await;
    wait_for_a_look(&home, "2026-06-09").await;
    assert_eq!(home.number(REMINDERS).await, 450);
    let readers = "SELECT count(*) FROM (SELECT DISTINCT recipient FROM mails WHERE kind = 'reminder') AS told";
    assert_eq!(home.number(readers).await, 450);
    stop(daybook).await;
}

on_both_engines!(beside_others: a_kill_in_between_loses_and_repeats_no_mail);

on_sqlite!(beside_others: in_the_evening_comes_the_reminder_and_in_the_morning_what_waits);
on_postgres!(beside_others: two_instances_and_a_restart_make_one_round);
