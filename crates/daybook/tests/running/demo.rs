//! The sample organisation, as a visitor finds it on any day.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use testkit::process::{Daybook, Home, Launch};
use testkit::{Client, ROOM};

use crate::{PROGRAM, on_sqlite};

fn demo(home: &Home, now: &str) -> Launch {
    home.launch(PROGRAM).word("demo").setting("DAYBOOK_NOW", now)
}

/// The logins that it prints: role, address, password.
fn logins(output: &str) -> Vec<(String, String, String)> {
    let is_login = |line: &&str| line.contains("@daybook.example");
    output
        .lines()
        .filter(is_login)
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [role, email, "password:", password] = words.as_slice() else { panic!("not a login: {line}") };
            ((*role).to_owned(), (*email).to_owned(), (*password).to_owned())
        })
        .collect()
}

async fn sign_in(daybook: &Daybook, role: &str) -> Client {
    let (_, email, password) = logins(&daybook.output()).into_iter().find(|(name, ..)| name == role).unwrap();
    let credentials = json!({"email": email, "password": password});
    let data = daybook.client().post("/api/auth/login", credentials).await.expect(200).data();
    assert_eq!(data["user"]["role"], role, "the login that is printed for it");
    daybook.client().with_token(data["token"].as_str().unwrap())
}

fn today(day: &str) -> serde_json::Value {
    json!({"date": day, "hours": 8, "description": "Tried the portal"})
}

async fn every_login_works_and_today_can_be_recorded_on_any_day(home: Home) {
    // A Monday, a Saturday, a Sunday, Christmas Day, and the turn of the year.
    for day in ["2026-06-08", "2026-06-13", "2026-06-14", "2026-12-25", "2027-01-01"] {
        let daybook = demo(&home, &format!("{day}T00:30:00Z")).start().await;
        assert!(daybook.output().contains(&format!("http://{}", daybook.address())), "{}", daybook.output());
        let roles: Vec<String> = logins(&daybook.output()).into_iter().map(|(role, ..)| role).collect();
        assert_eq!(roles, ["Employee", "Manager", "HR", "Admin", "Boss"]);
        for role in ["HR", "Admin", "Boss"] {
            let _ = sign_in(&daybook, role).await.get("/api/session").await.expect(200);
        }
        let manager = sign_in(&daybook, "Manager").await;
        let waits = manager.get("/api/timesheet-unlock/requests").await.expect(200).data();
        assert_eq!((&waits["pagination"]["total"], &waits["requests"][0]["waitsFor"]), (&json!(1), &json!("manager")));
        let (employee, manager) = (sign_in(&daybook, "Employee").await, sign_in(&daybook, "Manager").await);
        assert_eq!(employee.get("/api/session").await.expect(200).data()["today"], day);
        let leave = employee.get("/api/leave/ledger").await.expect(200).data();
        assert_ne!(leave["rows"], json!([]), "everybody has leave from the first moment");
        let recorded = employee.post("/api/timesheets/my", today(day)).await.expect(201).data();
        // The main job goes on: the manager whose login is printed is the one who decides.
        let decided = json!({"ids": [recorded["timesheet"]["_id"]]});
        assert_eq!(
            manager.post("/api/timesheets/bulk-approve", decided).await.expect(200).data()["updated"],
            1,
            "{day}"
        );
        assert_eq!(daybook.log().lines().filter(|line| line.contains("\"ERROR\"")).count(), 0, "{}", daybook.log());
    }
}

async fn the_month_before_last_is_closed_and_the_one_after_it_can_be(home: Home) {
    const READY_WITHIN: Duration = Duration::from_secs(3);
    // In the middle of a month, at the end of one, and at the beginning of one behind the shortest.
    for (day, closed, open) in [
        ("2026-11-18", "2026-09", "2026-10"),
        ("2026-12-31", "2026-10", "2026-11"),
        ("2027-03-01", "2027-01", "2027-02"),
    ] {
        let daybook = demo(&home, &format!("{day}T09:00:00Z")).start().await;
        assert!(daybook.ready_after() < ROOM * READY_WITHIN, "ready only after {:?}", daybook.ready_after());
        let (hr, employee) = (sign_in(&daybook, "HR").await, sign_in(&daybook, "Employee").await);
        let month = hr.get(&format!("/api/months/{closed}")).await.expect(200).data()["month"].clone();
        assert_eq!((&month["state"], &month["revision"]), (&json!("closed"), &json!(1)), "{day}");
        let newest = &month["newest"];
        let closed_at = newest["closedAt"].as_str().unwrap();
        assert!(closed_at.starts_with(&format!("{open}-10T10:00:")), "{closed_at}");
        assert_eq!((&newest["closedBy"]["firstName"], &newest["blocked"]), (&json!("Helen"), &json!(0)));
        let check = &month["check"];
        assert_eq!((&check["differences"], &check["checksumHolds"]), (&json!(0), &json!(true)), "{check}");

        let rows = hr.get(&format!("/api/months/{closed}/payroll?limit=100")).await.expect(200).data()["rows"].clone();
        let row = |name: &str| rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
        let emma = row("Emma Larsen");
        assert_eq!((&emma["annualSalary"], &emma["monthlyBase"]), (&json!(46_800.0), &json!(3_900.0)), "{emma}");
        assert!((15.0..=23.0).contains(&emma["payableDays"].as_f64().unwrap()), "{emma}");
        assert_eq!(row("Yuki Tanaka")["salarySince"], format!("{closed}-15"), "a raise");

        let calendar = format!("/api/timesheets/calendar?month={}&year={}", &closed[5..], &closed[..4]);
        let calendar = employee.get(&calendar).await.expect(200).data();
        assert_eq!((&calendar["month"]["isClosed"], &calendar["month"]["revision"]), (&json!(true), &json!(1)));
        let statements = employee.get("/api/months/mine").await.expect(200).data()["statements"].clone();
        assert_eq!((&statements[0]["month"], &statements[0]["payableDays"]), (&json!(closed), &emma["payableDays"]));
        let notices = employee.get("/api/notifications?limit=100").await.expect(200).data()["notifications"].clone();
        let is_read = |notice: &Value| notice["kind"] == "month-closed" && notice["isRead"] == json!(true);
        assert_eq!(notices.as_array().unwrap().iter().filter(|notice| is_read(notice)).count(), 1, "{notices}");

        let next = hr.get(&format!("/api/months/{open}")).await.expect(200).data();
        assert_eq!((&next["month"]["state"], &next["month"]["isOver"]), (&json!("open"), &json!(true)));
        assert!(next["readiness"]["blocked"].as_u64().unwrap() > 0, "something is left to do: {next}");
    }
}

/// When that was, as the portal says it.
fn instant(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

async fn a_year_lies_behind_it(home: Home) {
    // On the second of these days the summer lies in the leave year before.
    for day in ["2026-11-18", "2027-02-03"] {
        let daybook = demo(&home, &format!("{day}T09:00:00Z")).start().await;
        let boss = sign_in(&daybook, "Boss").await;
        let months = boss.get("/api/dashboard").await.expect(200).data()["attendanceByMonth"].clone();
        let months = months.as_array().unwrap();
        let closed: Vec<&Value> = months.iter().filter(|month| month["isClosed"] == json!(true)).collect();
        assert_eq!((months.len(), closed.len()), (12, 10), "{months:?}");
        for month in closed {
            assert!((70.0..=100.0).contains(&month["rate"].as_f64().unwrap()), "{month}");
        }
        let headcount = boss.get("/api/reports/headcount").await.expect(200).data()["months"].clone();
        let all =
            |kind: &str| headcount.as_array().unwrap().iter().map(|month| month[kind].as_u64().unwrap()).sum::<u64>();
        assert!(all("joined") >= 4 && all("left") == 2, "{headcount}");

        let employee = sign_in(&daybook, "Employee").await;
        let (year, month) = months[0]["month"].as_str().unwrap().split_once('-').unwrap();
        let first = format!("/api/timesheets/my?year={year}&month={}", month.parse::<u32>().unwrap());
        let entries = employee.get(&first).await.expect(200).data()["timesheets"].clone();
        let entries = entries.as_array().unwrap();
        assert!(entries.len() > 10 && entries.iter().all(|entry| entry["status"] == "approved"), "{entries:?}");
        let history = format!("/api/timesheets/{}/history", entries[0]["_id"].as_str().unwrap());
        let history = employee.get(&history).await.expect(200).data()["history"].clone();
        let versions = history.as_array().unwrap();
        let (submitted, approved) = (versions.first().unwrap(), versions.last().unwrap());
        assert_eq!((&submitted["what"], &approved["what"]), (&json!("submitted"), &json!("approved")));
        assert_eq!(&submitted["at"].as_str().unwrap()[..10], &entries[0]["date"].as_str().unwrap()[..10]);
        assert_eq!(approved["by"]["firstName"], "Daniel");
        let decided_after = instant(&approved["at"]) - instant(&submitted["at"]);
        assert!((0..12).contains(&decided_after.num_days()), "{history}");
        for year in ["2026", &day[..4]] {
            let leave = employee.get(&format!("/api/leave/my?year={year}")).await.expect(200).data();
            let limited =
                leave["balances"].as_array().unwrap().iter().filter(|balance| balance["isLimited"] == json!(true));
            assert!(
                limited.clone().count() > 0 && limited.clone().all(|balance| balance["left"].as_f64() >= Some(0.0)),
                "{leave}"
            );
        }

        let admin = sign_in(&daybook, "Admin").await;
        let of_months = admin.get("/api/audit-logs?action=month-closed&limit=100").await.expect(200).data();
        assert_eq!(of_months["logs"].as_array().unwrap().len(), 10);
        let log = admin.get("/api/audit-logs?limit=1000").await.expect(200).data()["logs"].clone();
        let times: Vec<DateTime<Utc>> = log.as_array().unwrap().iter().map(|event| instant(&event["at"])).collect();
        assert!(times.is_sorted_by(|newer, older| newer >= older), "in the order of time");
        let activity = admin.get("/api/reports/system/activity").await.expect(200).data()["days"].clone();
        for (kind, least) in [("signIns", 15), ("failedSignIns", 2), ("recorded", 15), ("decided", 4)] {
            let days = activity.as_array().unwrap().iter().filter(|day| day[kind].as_u64() > Some(0)).count();
            assert!(days >= least, "{kind} on {days} days");
        }
    }
}

async fn it_is_kept_for_the_day_and_made_anew_on_another(home: Home) {
    let record = async |daybook: &Daybook, day: &str| {
        let employee = sign_in(daybook, "Employee").await;
        employee.post("/api/timesheets/my", today(day)).await.status
    };
    let mut morning = demo(&home, "2026-06-10T08:00:00Z").start().await;
    assert_eq!(record(&morning, "2026-06-10").await, 201);
    morning.kill();
    let mut evening = demo(&home, "2026-06-10T20:00:00Z").start().await;
    assert_eq!(record(&evening, "2026-06-10").await, 409, "what was tried in the morning is gone in the evening");
    evening.kill();
    let tomorrow = demo(&home, "2026-06-11T08:00:00Z").start().await;
    let days =
        sign_in(&tomorrow, "Employee").await.get("/api/timesheets/my?month=6&year=2026").await.expect(200).text();
    assert!(!days.contains("Tried the portal"), "yesterday's sample is still there");
    let databases = std::fs::read_dir(home.data().join("demo")).unwrap();
    let databases: Vec<_> = databases
        .map(|file| file.unwrap().file_name())
        .filter(|name| name.to_string_lossy().ends_with(".db"))
        .collect();
    assert_eq!(databases, ["daybook-2026-06-11.db"]);
}

#[tokio::test]
async fn fixed_passwords_stay_on_this_machine() {
    let home = Home::sqlite();
    for address in ["0.0.0.0:0", "192.0.2.1:8080", "[::]:0"] {
        let ended = home.launch(PROGRAM).word("demo").setting("DAYBOOK_LISTEN", address).run().await;
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.log.starts_with("daybook: DAYBOOK_LISTEN "), "{}", ended.log);
        assert_eq!((ended.log.lines().count(), ended.output.as_str()), (1, ""));
        assert!(!home.data().exists());
    }
}

async fn it_never_touches_the_real_database(home: Home) {
    let mut portal = crate::staff::portal(&home).start().await;
    portal.kill();
    let before = home.number("SELECT count(*) FROM events").await;
    let launch = demo(&home, crate::NOW).setting("DAYBOOK_DATABASE_URL", home.url());
    let daybook = launch.start().await;
    let _ = sign_in(&daybook, "Employee").await;
    assert_eq!(home.number("SELECT count(*) FROM users").await, 1);
    assert_eq!(home.number("SELECT count(*) FROM events").await, before);
}

on_sqlite!(beside_others:
    every_login_works_and_today_can_be_recorded_on_any_day,
    the_month_before_last_is_closed_and_the_one_after_it_can_be,
    a_year_lies_behind_it,
    it_is_kept_for_the_day_and_made_anew_on_another,
    it_never_touches_the_real_database,
);
