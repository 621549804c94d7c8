//! Days that end without an entry are frozen by the portal itself: at midnight, after a standstill, with several instances, and
//! through kills; each of them once.

use domain::person::Role;
use serde_json::json;
use testkit::SOON;
use testkit::process::{Daybook, Home};
use testkit::smtp::Mail;
use testkit::socket::{Frame, Socket};

use crate::staff::{Person, Team, employ, execute, hire, on, portal, sign_in, stop, submit, wait_for};
use crate::{TODAY, on_both_engines, on_postgres, on_sqlite};

const MARKS: &str = "SELECT count(*) FROM absences";
const NOTICES: &str = "SELECT count(*) FROM notices WHERE kind = 'frozen'";
const LETTERS: &str = "SELECT count(*) FROM mails WHERE kind = 'days-frozen'";

async fn wait_until_through(home: &Home, day: &str) {
    let done = format!("SELECT count(*) FROM settings WHERE key = 'frozen_through' AND value = '{day}'");
    wait_for(home, &done, 1).await;
}

/// The days on which somebody was marked, oldest first.
async fn marked(home: &Home, person: &Person) -> Vec<String> {
    let email = &person.email;
    let days = format!(
        "SELECT CAST(a.date AS text) FROM absences a JOIN users u ON u.id = a.user_id WHERE u.email = '{email}' ORDER BY a.date"
    );
    home.texts(&days).await.into_iter().flatten().collect()
}

/// Runs the portal on another day until it has been through all that is over.
async fn live_through(home: &Home, now: &str, last: &str) -> Daybook {
    let daybook = on(home, now).start().await;
    wait_until_through(home, last).await;
    daybook
}

fn letters(home: &Home) -> Vec<Mail> {
    let files = std::fs::read_dir(home.data().join("outbox")).unwrap();
    files.map(|file| Mail::parse(&std::fs::read_to_string(file.unwrap().path()).unwrap())).collect()
}

async fn a_standstill_is_caught_up_with_and_employees_alone_are_marked(home: Home) {
    let team = hire(&home, "ann", 5, 0).await;
    let hr = employ(&home, "hal", Role::Hr).await;
    let daybook = portal(&home).start().await;
    let ann = sign_in(&daybook, &team.members[0]).await;
    let _ = submit(&ann, TODAY.parse().unwrap(), "worked").await.unwrap().expect(201);
    let keeper = sign_in(&daybook, &hr).await;
    let _ = keeper.post("/api/holidays", json!({"date": "2026-06-19", "name": "Outing"})).await.expect(201);
    stop(daybook).await;
    for (member, change) in
        [(2, "is_blocked = true"), (3, "joining_date = '2026-06-17'"), (4, "is_active = false, deactivated_at = NULL")]
    {
        execute(&home, &format!("UPDATE users SET {change} WHERE email = '{}'", team.members[member].email)).await;
    }

    // A Tuesday, thirteen days later: two weekends and a holiday lie in between.
    let daybook = live_through(&home, "2026-06-23T09:00:00Z", "2026-06-22").await;
    let missed = ["2026-06-11", "2026-06-12", "2026-06-15", "2026-06-16", "2026-06-17", "2026-06-18", "2026-06-22"];
    assert_eq!(marked(&home, &team.members[0]).await, missed);
    assert_eq!(marked(&home, &team.members[1]).await, [&[TODAY][..], &missed].concat());
    assert_eq!(marked(&home, &team.members[2]).await, [""; 0], "blocked");
    assert_eq!(marked(&home, &team.members[3]).await, ["2026-06-17", "2026-06-18", "2026-06-22"], "joined later");
    assert_eq!(marked(&home, &team.members[4]).await, [""; 0], "inactive");
    assert_eq!(marked(&home, &team.manager).await, [""; 0], "a manager records nothing");
    assert_eq!(home.number(NOTICES).await, 7 + 8 + 3);
    wait_for(&home, &format!("{LETTERS} AND state = 'sent'"), 3).await;
    let written = letters(&home);
    let to_ann = written.iter().find(|mail| mail.plain.starts_with("Hello ann.0 ")).expect("a letter to ann.0");
    for day in missed {
        assert!(to_ann.plain.contains(day), "{day}: {}", to_ann.plain);
    }

    // HR sees it; an unlock lifts it, and stays lifted.
    let keeper = sign_in(&daybook, &hr).await;
    let frozen_dates = async |name: &str| {
        let users = keeper.get("/api/timesheets/frozen-users").await.expect(200).data();
        let user =
            users["users"].as_array().unwrap().iter().find(|user| user["userName"].as_str().unwrap().contains(name));
        user.map(|user| user["frozenDates"].clone())
    };
    assert_eq!(frozen_dates("ann.0").await, Some(json!(missed)));
    let request =
        json!({"employeeId": team.members[0].id.to_string(), "requestedDate": "2026-06-22", "reason": "was ill"});
    let _ = keeper.post("/api/timesheet-unlock/direct-unlock", request).await.expect(201);
    assert_eq!(frozen_dates("ann.0").await, Some(json!(missed[..6])));
    stop(daybook).await;

    // Nothing is done twice.
    let daybook = live_through(&home, "2026-06-24T09:00:00Z", "2026-06-23").await;
    assert_eq!(home.number(MARKS).await, 18 + 3);
    assert_eq!(home.number(NOTICES).await, 18 + 3);
    stop(daybook).await;
}

async fn three_instances_freeze_each_day_once(home: Home) {
    let Team { members, .. } = hire(&home, "ann", 40, 0).await;
    let later = on(&home, "2026-06-23T09:00:00Z");
    let (first, second, third) = tokio::join!(later.start(), later.start(), later.start());
    wait_until_through(&home, "2026-06-22").await;
    wait_for(&home, LETTERS, 40).await;
    for daybook in [first, second, third] {
        stop(daybook).await;
    }
    // The tenth is a Wednesday: nine working days.
    assert_eq!(home.number(MARKS).await, 40 * 9);
    assert_eq!(home.number(NOTICES).await, 40 * 9);
    assert_eq!(home.number("SELECT count(*) FROM (SELECT DISTINCT user_id, date FROM notices) AS told").await, 40 * 9);
    assert_eq!(home.number("SELECT count(*) FROM events WHERE kind = 'day-frozen'").await, 9);
    assert_eq!(home.number(LETTERS).await, 40);
    assert_eq!(marked(&home, &members[39]).await.len(), 9);
}

/// More people than are marked in one transaction.
async fn a_kill_in_between_loses_and_repeats_nothing(home: Home) {
    let _ = hire(&home, "ann", 520, 0).await;
    for _ in 0..3 {
        let mut daybook = on(&home, "2026-06-16T09:00:00Z").start().await;
        daybook.kill();
    }
    let daybook = live_through(&home, "2026-06-16T09:00:00Z", "2026-06-15").await;
    wait_for(&home, LETTERS, 520).await;
    assert_eq!(home.number(MARKS).await, 520 * 4);
    assert_eq!(home.number(NOTICES).await, 520 * 4);
    assert_eq!(home.number("SELECT count(*) FROM (SELECT DISTINCT user_id, date FROM notices) AS told").await, 520 * 4);
    stop(daybook).await;
}

/// A day ends in the organisation's zone, thirteen hours before it does in UTC, and open browsers hear of it.
async fn a_day_is_frozen_at_the_organisations_midnight(home: Home) {
    let team = hire(&home, "ann", 1, 0).await;
    // Ten seconds to midnight: time enough to sign in before.
    let daybook = on(&home, "2026-06-10T10:59:50Z").setting("DAYBOOK_TIMEZONE", "Pacific/Tongatapu").start().await;
    let ann = sign_in(&daybook, &team.members[0]).await;
    let mut socket = Socket::of(&ann).await;
    assert_eq!(marked(&home, &team.members[0]).await, [""; 0]);
    let told = socket.next_but_leave(SOON).await;
    assert!(matches!(&told, Frame::Message(message) if message["type"] == "CHANGED"), "{told:?}");
    assert_eq!(marked(&home, &team.members[0]).await, [TODAY]);
    let session = ann.get("/api/session").await.expect(200).data();
    assert_eq!((&session["today"], &session["badges"]["notifications"]), (&json!("2026-06-11"), &json!(1)));
}

on_both_engines!(beside_others: a_standstill_is_caught_up_with_and_employees_alone_are_marked, a_kill_in_between_loses_and_repeats_nothing);
on_postgres!(beside_others: three_instances_freeze_each_day_once);
on_sqlite!(beside_others: a_day_is_frozen_at_the_organisations_midnight);
