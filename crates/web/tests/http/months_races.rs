//! A close beside everything else that happens to a month: one of two wins, and what is stored makes sense (months.md 9). On PostgreSQL
//! each of the two has an instance of their own.

use std::time::Duration;

use application::months::check_next;
use chrono::{Datelike, Weekday};
use domain::person::Role;
use domain::time::Month;
use futures_util::FutureExt;
use serde_json::{Value, json};
use testkit::{Client, Response, TestApp, TestPerson, app::day, on_both_engines};

use super::accounts::{path, unchanged, with};
use super::entry;
use super::leave_races::{at, at_once, second};
use super::months::{NOW, World};

/// Each round has a month of its own, which everybody was in, or a day of one.
const MONTHS: u32 = 50;

/// Max's team, who joined when these months had not begun.
async fn team(app: &TestApp, world: &World, names: &[&str]) -> Vec<TestPerson> {
    let mut people = Vec::new();
    for name in names {
        let joined = json!({"joiningDate": "2022-01-03", "salaryFrom": "2022-01-03"});
        people.push(world.employee(app, name, joined).await);
    }
    people
}

/// The months before June 2026, oldest first.
fn months() -> impl Iterator<Item = Month> {
    (1..=MONTHS).rev().map(|count| Month::of(day("2026-06-01")).earlier_by(count))
}

/// Four days on which everybody works: its Tuesdays.
fn days_of(month: Month) -> Vec<String> {
    let tuesdays = month.days().filter(|day| day.weekday() == Weekday::Tue);
    tuesdays.take(4).map(|day| day.to_string()).collect()
}

async fn close(client: &Client, month: Month, is_forced: bool) -> Response {
    let body = if is_forced { json!({"force": true, "reason": "Payday"}) } else { json!({}) };
    client.post(&format!("/api/months/{month}/close"), body).await
}

async fn reopen(client: &Client, month: Month) -> Response {
    client.post(&format!("/api/months/{month}/reopen"), json!({"reason": "Once more"})).await
}

/// The rows of the newest revision.
async fn rows(client: &Client, month: Month) -> Vec<Value> {
    let found = client.get(&format!("/api/months/{month}/payroll")).await.expect(200).data();
    found["rows"].as_array().unwrap().clone()
}

/// Whether a write was done; if not, it met a closed month, or one that was being closed for too long.
fn is_done(answer: &Response) -> bool {
    match (answer.status, answer.code().as_str()) {
        (200 | 201, _) => true,
        (409, "MONTH_CLOSED") | (503, "UNAVAILABLE") => false,
        _ => panic!("{}: {}", answer.status, answer.text()),
    }
}

/// Another one each round.
fn salary_of(round: usize) -> f64 {
    40_000.0 + 100.0 * f64::from(u8::try_from(round).unwrap())
}

/// The row of somebody with one entry, whose approval, holiday or salary raced the close.
fn check(round: usize, month: Month, row: &Value, is_done: bool) {
    let one = f64::from(u8::from(is_done));
    match round % 3 {
        0 => {
            assert_eq!((&row["approvedDays"], &row["pendingDays"]), (&json!(one), &json!(1.0 - one)), "{month}: {row}");
        }
        1 => {
            let weekdays = month.days().filter(|day| day.weekday().number_from_monday() < 6).count();
            let working = json!(f64::from(u8::try_from(weekdays).unwrap()) - one);
            assert_eq!((&row["scheduledDays"], &row["workingDays"]), (&working, &working), "{month}: {row}");
        }
        _ => assert_eq!(row["annualSalary"] == json!(salary_of(round)), is_done, "{month}: {row}"),
    }
}

/// A little later, by the round, so that it comes before, in and after the close.
async fn later<T>(round: usize, write: impl Future<Output = T>) -> T {
    tokio::time::sleep(Duration::from_millis(4 * (round as u64 % 10))).await;
    write.await
}

on_both_engines! {
    /// [months.md §9, 20]
    async fn of_two_closes_one_is_done(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        let people = team(app, &world, &["Ann", "Bea", "Cyd"]).await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let elsewhere = at(&there, &ada);
        for (round, month) in months().enumerate() {
            let closes = async { tokio::join!(close(&world.hr, month, true), close(&ada, month, true)) };
            let ((one, two), three) = at_once(round, closes, close(&elsewhere, month, true)).await;
            let mut all = [one, two, three];
            all.sort_by_key(|answer| answer.status);
            assert_eq!([&all[0], &all[1], &all[2]].map(|answer| answer.status), [200, 409, 409], "{month}");
            for refused in &all[1..] {
                let closed = format!("{} {} is already closed", month.name(), month.year());
                let sentences = ["A month is being closed at this moment. Please try again.", &closed];
                assert!(sentences.contains(&refused.message().as_str()), "{}", refused.text());
            }
            let seen = world.hr.get(&format!("/api/months/{month}")).await.expect(200).data();
            assert_eq!((&seen["month"]["state"], &seen["month"]["revision"]), (&json!("closed"), &json!(1)), "{month}");
            let found: Vec<_> = rows(&world.hr, month).await.iter().map(|row| row["userId"].clone()).collect();
            assert_eq!(found, people.iter().map(|person| json!(person.id.to_string())).collect::<Vec<_>>(), "{month}");
        }
    }

    /// [months.md §9, 21] Two hundred rounds, every other one without force.
    async fn a_day_is_in_the_rows_or_not_recorded(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        let [ann] = team(app, &world, &["Ann"]).await.try_into().unwrap();
        let own = at(&there, &app.sign_in(&ann).await);
        let (mut round, mut recorded, mut closed) = (0_usize, 0, 0);
        for month in months() {
            for date in days_of(month) {
                let is_forced = round.is_multiple_of(2);
                app.unlock(&ann, &world.max, &date).await;
                let submission = later(round, own.post("/api/timesheets/my", entry(&date, 9.0, "x")));
                let (submitted, closing) = at_once(round, submission, close(&world.hr, month, is_forced)).await;
                let was_submitted = is_done(&submitted);
                let was_closed = match closing.status {
                    200 => true,
                    409 if !is_forced && was_submitted => {
                        assert_eq!(closing.message(), "1 employee is not ready");
                        false
                    }
                    _ => panic!("{month} {date}: {}", closing.text()),
                };
                assert!(is_forced || !(was_submitted && was_closed), "{month} {date}: both without force");
                let query = format!("month={}&year={}", month.number(), month.year());
                let mine = own.get(&format!("/api/timesheets/my?{query}")).await.expect(200).data();
                let found = mine["timesheets"].as_array().unwrap().iter().find(|sheet| sheet["date"] == date).cloned();
                assert_eq!(found.is_some(), was_submitted, "{month} {date}");
                if was_closed {
                    let row = rows(&world.hr, month).await[0].clone();
                    assert_eq!(row["pendingDays"], f64::from(u8::from(was_submitted)), "{month} {date}: {row}");
                    reopen(&world.hr, month).await.expect(200);
                }
                if let Some(found) = found {
                    world.approve(&[found["_id"].clone()]).await;
                }
                recorded += usize::from(was_submitted);
                closed += usize::from(was_closed);
                round += 1;
            }
        }
        assert_eq!(round, 200);
        assert!(recorded > 0 && recorded < round && closed > 0, "each was first at times: {recorded} of {round}, {closed} closed");
    }

    /// [months.md §9, 21]
    async fn an_approval_a_holiday_and_a_salary_are_in_the_rows_or_refused(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        let [ann] = team(app, &world, &["Ann"]).await.try_into().unwrap();
        let own = app.sign_in(&ann).await;
        let (lead, hr) = (at(&there, &world.lead), at(&there, &world.hr));
        for (round, month) in months().enumerate() {
            let days = days_of(month);
            let write = match round % 3 {
                0 => {
                    app.unlock(&ann, &world.max, &days[0]).await;
                    let sheet = own.post("/api/timesheets/my", entry(&days[0], 9.0, "x")).await.expect(201).data();
                    let ids = json!({"ids": [sheet["timesheet"]["_id"]]});
                    let lead = lead.clone();
                    async move { lead.post("/api/timesheets/bulk-approve", ids).await }.boxed()
                }
                1 => {
                    let (hr, holiday) = (hr.clone(), json!({"date": days[1], "name": "A day off"}));
                    async move { hr.post("/api/holidays", holiday).await }.boxed()
                }
                _ => {
                    let salary = json!({"lastName": "Berg", "salary": salary_of(round), "salaryFrom": month.first().to_string()});
                    let (hr, body) = (hr.clone(), with(unchanged("Ann", &ann, "Employee"), salary));
                    let address = path(&ann);
                    async move { hr.put(&address, body).await }.boxed()
                }
            };
            let (done, closed) = at_once(round, later(round, write), close(&world.hr, month, true)).await;
            assert_eq!(closed.status, 200, "{month}: {}", closed.text());
            check(round, month, &rows(&world.hr, month).await[0], is_done(&done));
        }
        app.clock.set("2026-07-03T03:00:00Z");
        while check_next(&app.ports).await.unwrap() {}
        let hr = app.sign_in(&world.hal).await;
        for month in months() {
            let check = hr.get(&format!("/api/months/{month}")).await.expect(200).data()["month"]["check"].clone();
            assert_eq!((&check["differences"], &check["checksumHolds"]), (&json!(0), &json!(true)), "{month}: {check}");
        }
    }

    /// [months.md §9, 22]
    async fn a_month_is_exported_or_reopened(database: &TestDatabase, app: &TestApp) {
        let (world, there) = (World::of(app).await, second(database, NOW).await);
        team(app, &world, &["Ann"]).await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let elsewhere = at(&there, &world.hr);
        let month = Month::of(day("2026-05-01"));
        for round in 0..100 {
            close(&world.hr, month, true).await.expect(200);
            let address = format!("/api/months/{month}/export");
            let export = elsewhere.post(&address, json!({"format": "csv"}));
            let (exported, reopened) = at_once(round, export, reopen(&world.hr, month)).await;
            match (exported.status, reopened.status) {
                (200, 403) => {
                    reopen(&ada, month).await.expect(200);
                }
                (409, 200) => assert_eq!(exported.message(), "May 2026 is not closed"),
                other => panic!("{round}: {other:?} {} {}", exported.text(), reopened.text()),
            }
        }
    }
}
