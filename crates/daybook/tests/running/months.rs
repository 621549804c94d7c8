//! Months are closed by the program as a whole: through a power cut, beside other work, on several instances. What follows a close comes
//! by itself: everybody is told, and each night it is checked.

use std::time::{Duration, Instant};

use application::ports::{KeptValue, Store};
use chrono::NaiveDate;
use domain::person::Role;
use domain::round::{Progress, Round};
use serde_json::{Value, json};
use testkit::process::{Daybook, Home};
use testkit::{Client, ROOM, Response, SOON};

use crate::staff::{
    Person, at, attempt, employ, execute, hire, on, portal, sign_in, stop, submit, wait_for, wait_until,
};
use crate::{NOW, TODAY, on_both_engines, on_postgres};

/// The month before that of the tests.
const MAY: &str = "/api/months/2026-05";
/// More than are stored, or told, in two transactions. The limits for ten thousand are measured by the benchmark.
pub(crate) const PEOPLE: usize = 1_200;

const ROWS: &str = "SELECT count(*) FROM month_rows";
const PEOPLE_IN_ROWS: &str = "SELECT count(DISTINCT user_id) FROM month_rows";
const REVISIONS: &str = "SELECT count(*) FROM month_revisions";
const TOLD: &str = "SELECT count(*) FROM notices WHERE kind = 'month-closed'";
const PEOPLE_TOLD: &str = "SELECT count(DISTINCT user_id) FROM notices WHERE kind = 'month-closed'";
const WARNINGS: &str = "SELECT count(*) FROM mails WHERE kind = 'month-drifted'";

/// Employees who recorded nothing, and somebody of HR. Every day has been looked at, and leave is settled: what a first start would
/// begin with is done.
pub(crate) async fn organisation(home: &Home, people: usize) -> Person {
    let _ = hire(home, "ann", people, 0).await;
    let hal = employ(home, "hal", Role::Hr).await;
    home.prepare(async |database| {
        let now = NOW.parse().unwrap();
        let done =
            Round { day: TODAY.parse().unwrap(), began_at: now, since: now, progress: Progress::Done }.to_string();
        let work = Store::begin(database).await.unwrap();
        for (value, text) in [
            (KeptValue::FrozenThrough, "2026-06-09"),
            (KeptValue::LeaveSettled, done.as_str()),
            (KeptValue::Digests, done.as_str()),
        ] {
            work.kept_values().set(value, text).await.unwrap();
        }
        work.commit().await.unwrap();
    })
    .await;
    hal
}

async fn close(client: &Client) -> Response {
    client.post(&format!("{MAY}/close"), json!({})).await
}

/// Has somebody close the month meanwhile.
pub(crate) fn closing(client: &Client) -> tokio::task::JoinHandle<std::io::Result<Response>> {
    let client = client.clone();
    tokio::spawn(async move { attempt(&client, "POST", &format!("{MAY}/close"), Some(&json!({}))).await })
}

async fn month(client: &Client) -> Value {
    client.get(MAY).await.expect(200).data()["month"].clone()
}

fn count(people: usize) -> i64 {
    i64::try_from(people).unwrap()
}

async fn a_close_that_is_killed_leaves_nothing(home: Home) {
    let hal = organisation(&home, PEOPLE).await;
    let mut daybook = portal(&home).start().await;
    let hr = sign_in(&daybook, &hal).await;
    let answer = closing(&hr);
    let (beside, since) = (home.beside().await, Instant::now());
    while beside.number(ROWS).await == 0 {
        assert!(since.elapsed() < SOON, "no row is stored");
    }
    daybook.kill();
    let killed = Instant::now();
    let _ = answer.await.unwrap().expect_err("the close was over before the power was cut");
    let left = beside.number(ROWS).await;
    beside.close().await;
    assert!((1..count(PEOPLE)).contains(&left), "{left} rows");

    let daybook = portal(&home).start().await;
    let hr = at(&daybook, &hr);
    assert_eq!(month(&hr).await["state"], "closing");
    let refused = close(&hr).await.expect(409);
    assert_eq!(refused.message(), "A month is being closed at this moment. Please try again.");
    while month(&hr).await["state"] == "closing" {
        assert!(killed.elapsed() < ROOM * Duration::from_secs(30), "it is still being closed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(killed.elapsed() > Duration::from_secs(25), "a close whose instance lives may take its time");

    let open = month(&hr).await;
    assert_eq!((&open["state"], &open["revision"], &open["newest"]), (&json!("open"), &json!(0), &json!(null)));
    let nothing = hr.get(&format!("{MAY}/payroll")).await.expect(404);
    assert_eq!(nothing.message(), "There is no payroll for May 2026 yet");
    assert_eq!((home.number(ROWS).await, home.number(REVISIONS).await), (left, 0), "hidden until the next close");

    let closed = close(&hr).await.expect(200);
    assert_eq!(closed.message(), "May 2026 is closed (revision 1)");
    assert_eq!(closed.data()["month"]["newest"]["employees"], PEOPLE);
    assert_eq!((home.number(ROWS).await, home.number(PEOPLE_IN_ROWS).await), (count(PEOPLE), count(PEOPLE)));
    let payroll = hr.get(&format!("{MAY}/payroll")).await.expect(200).data();
    assert_eq!((&payroll["pagination"]["total"], &payroll["totals"]["employees"]), (&json!(PEOPLE), &json!(PEOPLE)));
}

/// The longest of these submissions.
pub(crate) async fn longest(client: &Client, days: impl IntoIterator<Item = NaiveDate>) -> Duration {
    let mut longest = Duration::ZERO;
    for day in days {
        let since = Instant::now();
        let _ = submit(client, day, "beside a close").await.unwrap().expect(201);
        longest = longest.max(since.elapsed());
    }
    longest
}

async fn of_two_instances_one_closes_a_month(home: Home) {
    const ROUNDS: usize = 10;
    let hal = organisation(&home, 3).await;
    let (first, second) = (portal(&home).start().await, portal(&home).start().await);
    let here = sign_in(&first, &hal).await;
    let there = at(&second, &here);
    for round in 1..=ROUNDS {
        // The one that is asked first has a small lead, so that both win.
        let (left, right) = if round % 2 == 0 { (&here, &there) } else { (&there, &here) };
        let (left, right) = (closing(left), closing(right));
        let mut answers = [left.await.unwrap().unwrap(), right.await.unwrap().unwrap()];
        answers.sort_by_key(|answer| answer.status);
        let [closed, refused] = answers;
        assert_eq!(closed.expect(200).message(), format!("May 2026 is closed (revision {round})"));
        let sentence = refused.expect(409).message();
        let sentences = ["A month is being closed at this moment. Please try again.", "May 2026 is already closed"];
        assert!(sentences.contains(&sentence.as_str()), "{sentence}");
        assert_eq!((home.number(ROWS).await, home.number(REVISIONS).await), (count(3 * round), count(round)));
        let _ = here.post(&format!("{MAY}/reopen"), json!({"reason": "Once more"})).await.expect(200);
    }
}

async fn after_a_close_everybody_is_told_once(home: Home) {
    let hal = organisation(&home, PEOPLE).await;
    let launch = portal(&home);
    let mut daybook = launch.start().await;
    let hr = sign_in(&daybook, &hal).await;
    let _ = close(&hr).await.expect(200);
    let since = Instant::now();
    wait_until("nobody is told", async || home.number(TOLD).await > 0).await;
    assert!(since.elapsed() < ROOM * Duration::from_secs(1), "told only after {:?}", since.elapsed());
    daybook.kill();
    let daybooks =
        if home.is_postgres() { vec![launch.start().await, launch.start().await] } else { vec![launch.start().await] };
    wait_for(&home, PEOPLE_TOLD, count(PEOPLE)).await;
    wait_for(&home, "SELECT count(*) FROM months WHERE told_through IS NOT NULL", 0).await;
    assert_eq!(home.number(TOLD).await, count(PEOPLE));

    // Whose statement says what it said is not told again.
    let hr = at(&daybooks[0], &hr);
    let _ = hr.post(&format!("{MAY}/reopen"), json!({"reason": "Once more"})).await.expect(200);
    let _ = close(&hr).await.expect(200);
    wait_for(&home, "SELECT count(*) FROM months WHERE revision = 2 AND told_through IS NULL", 1).await;
    assert_eq!(home.number(TOLD).await, count(PEOPLE));
}

async fn wait_for_night(home: &Home, day: &str) {
    let done = format!("SELECT count(*) FROM settings WHERE key = 'months_checked' AND value = '{day} done'");
    wait_for(home, &done, 1).await;
}

/// Two instances where the database can have two, else one.
async fn instances(home: &Home, now: &str) -> Vec<Daybook> {
    let mut daybooks = vec![on(home, now).start().await];
    if home.is_postgres() {
        daybooks.push(on(home, now).start().await);
    }
    daybooks
}

async fn stop_all(daybooks: Vec<Daybook>) {
    for daybook in daybooks {
        stop(daybook).await;
    }
}

async fn closed_months_are_checked_at_three_each_night(home: Home) {
    let hal = organisation(&home, 3).await;
    for name in ["ada", "abe"] {
        let _ = employ(&home, name, Role::Admin).await;
    }
    let daybooks = instances(&home, NOW).await;
    wait_for_night(&home, TODAY).await;
    let hr = sign_in(&daybooks[0], &hal).await;
    let _ = close(&hr).await.expect(200);
    assert_eq!(month(&hr).await["check"], json!(null), "its first night comes");
    stop_all(daybooks).await;
    let guard = if home.is_postgres() {
        "DROP TRIGGER tr_month_rows_append_only ON month_rows"
    } else {
        "DROP TRIGGER tr_month_rows_no_update"
    };
    execute(&home, guard).await;
    execute(
        &home,
        "UPDATE month_rows SET approved = 2 WHERE employee_number = (SELECT min(employee_number) FROM month_rows)",
    )
    .await;

    let daybooks = instances(&home, "2026-06-11T02:59:57Z").await;
    wait_for_night(&home, "2026-06-11").await;
    let hr = sign_in(&daybooks[0], &hal).await;
    let check = month(&hr).await["check"].clone();
    assert!(check["checkedAt"].as_str().unwrap().starts_with("2026-06-11T03:00:"), "{check}");
    assert_eq!((&check["checksumHolds"], &check["differences"]), (&json!(false), &json!(1)), "{check}");
    wait_for(&home, &format!("{WARNINGS} AND state = 'sent'"), 2).await;
    assert_eq!(home.number("SELECT sum(approved) FROM month_rows").await, 2, "what is stored stays");
    stop_all(daybooks).await;

    // After two nights without it, at once; only an instance that was killed in its check is thought to be at it for a while. What was
    // known is not mailed again.
    let claim = "UPDATE settings SET value = '2026-06-12 begun 2026-06-13T01:00:05Z' WHERE key = 'months_checked'";
    execute(&home, claim).await;
    let daybooks = instances(&home, "2026-06-13T01:00:00Z").await;
    wait_for_night(&home, "2026-06-12").await;
    let later = month(&sign_in(&daybooks[0], &hal).await).await["check"].clone();
    let checked_at = later["checkedAt"].as_str().unwrap();
    assert!(checked_at.starts_with("2026-06-13T01:") && checked_at >= "2026-06-13T01:00:05", "{later}");
    assert_eq!((&later["differences"], home.number(WARNINGS).await), (&json!(1), 2));
    stop_all(daybooks).await;
}

on_both_engines!(beside_others: a_close_that_is_killed_leaves_nothing, after_a_close_everybody_is_told_once,
    closed_months_are_checked_at_three_each_night,
);

on_postgres!(beside_others: of_two_instances_one_closes_a_month);
