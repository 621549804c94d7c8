//! What takes the whole machine: one test at a time, after all others. Tests begin in the order of their names, and one of these in
//! between would have the others wait until everything that runs has ended.

mod floods;
mod rush;

use std::time::{Duration, Instant};

use testkit::ROOM;
use testkit::process::Home;
use tokio::io::AsyncWriteExt;

use crate::audit::{sealed, verify};
use crate::commands::assert_done;
use crate::months::{PEOPLE, closing, longest, organisation};
use crate::staff::{at, days_back, execute, hire, multiply, on, portal, sign_in, submit, wait_until_idle};
use crate::{on_both_engines, on_sqlite};

/// Two thousand writes at once, on two instances where there can be two
async fn two_thousand_writes_at_once_are_sealed_within_a_second(home: Home) {
    const PEOPLE: usize = 100;
    const DAYS: usize = 20;
    let team = hire(&home, "ann", PEOPLE, DAYS).await;
    let here = portal(&home).start().await;
    let there = if home.is_postgres() { Some(portal(&home).start().await) } else { None };
    let mut running = Vec::new();
    for (n, member) in team.members.iter().enumerate() {
        let client = sign_in(&here, member).await;
        let elsewhere = there.as_ref().filter(|_| n % 2 == 1).map(|there| at(there, &client));
        let client = elsewhere.unwrap_or(client);
        running.push(tokio::spawn(async move {
            for date in days_back(DAYS) {
                // A busy portal asks to come back.
                while submit(&client, date, "Work").await.unwrap().status == 503 {}
            }
        }));
    }
    for member in running {
        member.await.unwrap();
    }
    println!("sealed {:?} after the last write", sealed(&home).await);
    let writes = home.number("SELECT count(*) FROM events WHERE kind = 'day-submitted'").await;
    assert_eq!(writes, i64::try_from(PEOPLE * DAYS).unwrap());
    let events = home.number("SELECT count(*) FROM events").await;
    for each in [
        "SELECT count(*) FROM audit_seals",
        "SELECT max(position) FROM audit_seals",
        "SELECT count(DISTINCT l.event_seq) FROM audit_seals l JOIN events e ON e.seq = l.event_seq",
    ] {
        assert_eq!(home.number(each).await, events, "sealed once, and without a gap: {each}");
    }
    let ended = verify(&portal(&home), &[]).await;
    assert_done(&ended);
    assert!(ended.output.starts_with(&format!("{events} entries, chain intact. Newest: {events} ")), "{ended:?}");
}

async fn writers_of_the_next_month_do_not_wait_for_a_close(home: Home) {
    const MORE: Duration = Duration::from_millis(200);
    let hal = organisation(&home, PEOPLE).await;
    // The days of June that are over.
    let june = days_back(9);
    let team = hire(&home, "max", 6, june.len()).await;
    let daybook = portal(&home).start().await;
    let hr = sign_in(&daybook, &hal).await;
    let mut writers = Vec::new();
    for member in &team.members {
        writers.push(sign_in(&daybook, member).await);
    }
    let (before, during) = writers.split_at(2);
    let mut without = Duration::ZERO;
    for writer in before {
        without = without.max(longest(writer, june.clone()).await);
    }
    let answer = closing(&hr);
    let (mut with, mut written) = (Duration::ZERO, 0);
    let days = during.iter().flat_map(|writer| june.iter().map(move |day| (writer, *day)));
    for (writer, day) in days.take_while(|_| !answer.is_finished()) {
        with = with.max(longest(writer, [day]).await);
        written += 1;
    }
    let _ = answer.await.unwrap().unwrap().expect(200);
    assert!(written > 1, "the close was over before anybody wrote");
    assert!(with <= without + ROOM * MORE, "{with:?} beside a close, {without:?} without");
    println!("{written} days were recorded beside a close, the slowest in {with:?}; without it {without:?}");
}

/// Digests and reminders for everybody, one after the other: each Employee has a notice for the digest, and has recorded nothing.
async fn a_round_for_ten_thousand_people_ends_within_two_minutes(home: Home) {
    let _ = hire(&home, "ann", 1, 0).await;
    multiply(&home, 9_999).await;
    let id = if home.is_postgres() { "gen_random_uuid()" } else { "randomblob(16)" };
    let employees = "FROM users WHERE role = 'Employee'";
    execute(
        &home,
        &format!("INSERT INTO mail_choices (user_id, kind, timing) SELECT id, 'rejected', 'digest' {employees}"),
    )
    .await;
    let news = format!(
        "INSERT INTO notices (id, user_id, kind, title, body, created_at, digest) SELECT {id}, id, 'rejected', \
         'A day was rejected', '2026-06-09: Why', '2026-06-10T09:00:00+00:00', 'rejected' {employees}"
    );
    execute(&home, &news).await;
    let since = Instant::now();
    let daybook = on(&home, "2026-06-10T17:30:00Z").start().await;
    let made = "SELECT count(*) FROM settings WHERE key LIKE 'mail_%' AND value LIKE '2026-06-10 % done'";
    while home.number(made).await < 2 {
        // Both of them together, and in a debug build.
        assert!(since.elapsed() < Duration::from_mins(2), "the rounds take {:?}", since.elapsed());
        let asked = Instant::now();
        let _ = daybook.client().get("/readyz").await.expect(200);
        let _ = daybook.client().get("/api/portal").await.expect(200);
        assert!(asked.elapsed() < Duration::from_secs(2), "a request waited {:?}", asked.elapsed());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    for kind in ["news-digest", "reminder"] {
        assert_eq!(
            home.number(&format!("SELECT count(DISTINCT recipient) FROM mails WHERE kind = '{kind}'")).await,
            10_000
        );
        assert_eq!(home.number(&format!("SELECT count(*) FROM mails WHERE kind = '{kind}'")).await, 10_000);
    }
}

/// Ten thousand that ask and leave at once: somebody who stays is answered meanwhile, and nothing of them is left.
async fn ten_thousand_that_leave_leave_nothing_behind(home: Home) {
    const AT_ONCE: usize = 20;
    const EACH: usize = 500;
    let team = hire(&home, "ann", 1, 0).await;
    let daybook = portal(&home).start().await;
    let ann = sign_in(&daybook, &team.members[0]).await;
    let leaving: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let client = ann.clone();
            tokio::spawn(async move {
                let head = client.head("GET", "/api/timesheets/my", None);
                for _ in 0..EACH {
                    let mut stream = client.connect().await;
                    stream.write_all(head.as_bytes()).await.unwrap();
                    stream.set_zero_linger().unwrap();
                }
            })
        })
        .collect();
    for one in leaving {
        let since = Instant::now();
        let answer = ann.get("/api/timesheets/my").await;
        assert!(matches!(answer.status, 200 | 503), "{}", answer.text());
        assert!(since.elapsed() < ROOM * Duration::from_secs(3), "answered only after {:?}", since.elapsed());
        one.await.unwrap();
    }
    wait_until_idle(&daybook).await;
    let _ = ann.get("/api/timesheets/my").await.expect(200);
    assert!(!daybook.log().contains("panicked"), "{}", daybook.log());
}

on_both_engines!(alone: two_thousand_writes_at_once_are_sealed_within_a_second, writers_of_the_next_month_do_not_wait_for_a_close,
    a_round_for_ten_thousand_people_ends_within_two_minutes,
);
on_sqlite!(alone: ten_thousand_that_leave_leave_nothing_behind);
