//! Leave beside everything else: calendars, teams, figures, freezing, and what changes of working days make of it (leave.md 1.7).

use chrono::NaiveDate;
use chrono_tz::Tz;
use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Setup, TestApp, TestDatabase, TestPerson, on_both_engines, on_one_engine};

use super::leave::{SICK_LEAVE, TODAY, World, approve, asked, cancel, give, granted, leave, ledger, left, part, with};
use super::leave_types::ANNUAL_LEAVE;
use super::months::settle;
use super::{leave_calendar, text};

const ON_LEAVE: &str = "You have leave on this date. Cancel it first if you worked.";

/// A day in the calendar of the caller's.
async fn day(client: &Client, date: &str) -> Value {
    let parsed: NaiveDate = date.parse().unwrap();
    let days = client
        .get(&format!("/api/timesheets/calendar?{}", parsed.format("month=%-m&year=%Y")))
        .await
        .expect(200)
        .data()["days"]
        .clone();
    days.as_array().unwrap().iter().find(|day| day["date"] == date).unwrap().clone()
}

/// Kind, whether it is frozen, and why it cannot be filled.
fn told(day: &Value) -> (&str, bool, Option<&str>) {
    (text(day, "kind"), day["isFrozen"] == true, day["reason"].as_str())
}

/// Titles and bodies of somebody's notices of recounting, oldest first.
async fn recounted(client: &Client) -> Vec<String> {
    let found = client.get("/api/notifications").await.expect(200).data()["notifications"].clone();
    let told = found.as_array().unwrap().iter().rev().filter(|notice| notice["kind"] == "leave-recounted");
    told.map(|notice| text(notice, "body").to_owned()).collect()
}

async fn days_of(client: &Client, request: &Value) -> Value {
    let mine = client.get("/api/leave/my?year=2026").await.expect(200).data();
    let found =
        mine["requests"].as_array().unwrap().iter().find(|found| found["_id"] == request["_id"]).unwrap().clone();
    found["days"].clone()
}

on_one_engine! {
    /// [leave.md §9, 11]
    async fn a_frozen_day_on_approved_leave_is_frozen_no_more_until_the_leave_goes(app: &TestApp) {
        app.clock.set("2026-06-12T09:00:00Z");
        let mona = app.person("Mona", Role::Manager).await;
        let eve = app.member("Eve", &mona).await;
        let hal = app.person("Hal", Role::Hr).await;
        app.clock.set(&format!("{TODAY}T09:00:00Z"));
        give(app, &eve, ANNUAL_LEAVE, 2026, 17.0).await;
        settle(app).await;
        let (own, mona, hal) = (app.sign_in(&eve).await, app.sign_in(&mona).await, app.sign_in(&hal).await);
        let frozen = async || hal.get("/api/timesheets/frozen-users").await.expect(200).data()["users"].clone();
        let eves = json!([{"userName": "Eve Example", "employeeId": eve.employee_id.to_string(), "frozenDates": ["2026-06-12"]}]);
        assert_eq!(frozen().await, eves);

        let request = asked(&own, leave("2026-06-12", "2026-06-12")).await;
        assert_eq!(frozen().await, eves, "a request that waits lifts nothing");
        assert_eq!(told(&day(&own, "2026-06-12").await), ("leave", false, Some(ON_LEAVE)));
        approve(&mona, &request).await.expect(200);
        assert_eq!(frozen().await, json!([]));
        let covered = day(&own, "2026-06-12").await;
        assert_eq!(covered["leave"], json!([{"requestId": request["_id"], "date": "2026-06-12", "part": "full", "leaveType": "Annual Leave", "status": "approved"}]));
        let opening = json!({"employeeId": eve.id.to_string(), "requestedDate": "2026-06-12", "reason": "Worked"});
        let refused = mona.post("/api/timesheet-unlock/direct-unlock", opening).await.expect(409);
        assert_eq!((refused.code().as_str(), refused.message().as_str()), ("LEAVE_CONFLICT", "The employee has leave on this date"));

        let asks = cancel(&own, &request, json!({})).await.expect(200).data()["request"].clone();
        assert_eq!(asks["status"], "cancellation-asked");
        assert_eq!((frozen().await, text(&day(&own, "2026-06-12").await, "kind")), (json!([]), "leave"), "as before");
        cancel(&mona, &request, json!({})).await.expect(200);
        assert_eq!(frozen().await, eves);
        assert!(told(&day(&own, "2026-06-12").await).1);
        assert_eq!(left(app, &eve, ANNUAL_LEAVE, 2026).await, 17.0);
    }

    /// What was passed over while leave covered it is marked when the leave goes, and nobody is told.
    async fn a_day_that_was_never_marked_is_marked_when_its_leave_goes(app: &TestApp) {
        app.clock.set("2026-06-08T09:00:00Z");
        let (mona, hal) = (app.person("Mona", Role::Manager).await, app.person("Hal", Role::Hr).await);
        let eve = app.member("Eve", &mona).await;
        give(app, &eve, ANNUAL_LEAVE, 2026, 17.0).await;
        let (own, lead) = (app.sign_in(&eve).await, app.sign_in(&mona).await);
        let request = granted(&own, &lead, leave("2026-06-09", "2026-06-16")).await;
        app.clock.set("2026-06-11T09:00:00Z");
        settle(app).await;
        // The job has not come to the 11th when she comes back.
        app.clock.set("2026-06-12T00:00:01Z");
        let (own, lead, hal) = (app.sign_in(&eve).await, app.sign_in(&mona).await, app.sign_in(&hal).await);
        let frozen = async || hal.get("/api/timesheets/frozen-users").await.expect(200).data()["users"][0]["frozenDates"].clone();
        assert_eq!(frozen().await, json!(["2026-06-08"]));
        cancel(&own, &request, json!({"lastDay": "2026-06-09"})).await.expect(200);
        cancel(&lead, &request, json!({})).await.expect(200);
        assert_eq!(frozen().await, json!(["2026-06-08", "2026-06-10"]));
        let told = async || own.get("/api/notifications").await.expect(200).data()["notifications"].as_array().unwrap().iter().filter(|notice| notice["kind"] == "frozen").count();
        let before = told().await;
        settle(app).await;
        assert_eq!(frozen().await, json!(["2026-06-08", "2026-06-10", "2026-06-11"]));
        assert_eq!(told().await, before + 1, "of the day that the job came to alone");
    }

    /// [leave.md §9, 17]
    async fn a_holiday_and_a_pattern_count_leave_anew(app: &TestApp) {
        let world = World::of(app).await;
        let (eve, mona) = (app.sign_in(&world.eve).await, app.sign_in(&world.mona).await);
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let request = granted(&eve, &mona, leave("2026-07-06", "2026-07-28")).await;
        let holiday = json!({"date": "2026-07-13", "name": "Founders' Day", "isRecurring": false});
        let added = hal.post("/api/holidays", holiday).await.expect(201).data();
        assert_eq!(days_of(&eve, &request).await, 16.0);
        assert_eq!(ledger(app, &world.eve, ANNUAL_LEAVE, 2026).await, (vec![-17.0, 1.0], 1.0));
        let body = "Annual Leave, 2026-07-06 to 2026-07-28: 17 days before, 16 days now. Holidays have changed.";
        assert_eq!(recounted(&eve).await, [body]);
        asked(&eve, leave("2026-08-03", "2026-08-03")).await;
        hal.delete(&format!("/api/holidays/{}", text(&added, "id"))).await.expect(200);
        assert_eq!(days_of(&eve, &request).await, 17.0);
        assert_eq!(left(app, &world.eve, ANNUAL_LEAVE, 2026).await, -1.0, "counting anew may take it below zero");
        let low = eve.post("/api/leave/requests", leave("2026-08-04", "2026-08-04")).await.expect(409);
        assert_eq!(low.message(), "Insufficient leave balance in 2026: 0 left, 1 needed");

        let pattern = json!({"userId": world.eve.id.to_string(), "from": "2026-07-01", "pattern": {"workingDays": [2, 3, 4, 5], "fullDayHours": 9, "halfDayHours": 5}, "version": 0});
        hal.put("/api/work-patterns", pattern).await.expect(200);
        assert_eq!(days_of(&eve, &request).await, 13.0);
        let told = recounted(&eve).await;
        assert_eq!(told[2], "Annual Leave, 2026-07-06 to 2026-07-28: 17 days before, 13 days now. Your work pattern has changed.");
        assert_eq!(told.len(), 4, "Monday 3 August is free as well: {told:?}");
    }

    /// [leave.md §9, 25]
    async fn who_is_away_today_stands_on_the_dashboards(app: &TestApp) {
        let world = World::of(app).await;
        let mona = app.sign_in(&world.mona).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let other = app.person("Otto", Role::Manager).await;
        let figures = async |client: &Client| client.get("/api/dashboard").await.expect(200).data();
        let team = async || {
            let seen = figures(&mona).await;
            (seen["absentToday"].clone(), seen["onLeaveToday"].clone(), seen["leaveToDecide"].clone())
        };
        assert_eq!(team().await, (json!(2), json!(0), json!(0)));
        let sick = |half: &str| with(part(TODAY, half), json!({"leaveTypeId": SICK_LEAVE}));
        let (max, eve) = (app.sign_in(&world.max).await, app.sign_in(&world.eve).await);
        asked(&max, sick("morning")).await;
        asked(&eve, sick("full")).await;
        asked(&eve, leave("2026-07-06", "2026-07-07")).await;
        assert_eq!(team().await, (json!(1), json!(2), json!(1)), "half a day is absent, a whole one is not");
        assert_eq!(figures(&hal).await["onLeaveToday"], 2);
        assert_eq!(figures(&hal).await["leaveToDecide"], Value::Null);
        let others = figures(&app.sign_in(&other).await).await;
        assert_eq!((&others["onLeaveToday"], &others["leaveToDecide"]), (&json!(0), &json!(0)));

        // The team's days have it beside the entries.
        let seen = mona.get(&format!("/api/timesheets/team?from={TODAY}&to={TODAY}")).await.expect(200).data();
        let of = |person: &TestPerson, part: &str| json!({"userId": person.id.to_string(), "requestId": null, "date": TODAY, "part": part, "leaveType": "Sick Leave", "status": "approved"});
        let found: Vec<Value> = seen["leave"].as_array().unwrap().iter().map(|of_day| with(of_day.clone(), json!({"requestId": null}))).collect();
        assert!(found.len() == 2 && found.contains(&of(&world.max, "morning")) && found.contains(&of(&world.eve, "full")), "{found:?}");
    }
}

on_both_engines! {
    /// Together with a request it ends as if one had come after the other.
    async fn leave_that_is_asked_for_while_a_holiday_is_added_never_counts_on_it(app: &TestApp) {
        let world = World::of(app).await;
        let eve = app.sign_in(&world.eve).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        for round in 0..30 {
            let add = async { hal.post("/api/holidays", json!({"date": "2026-07-13", "name": "Day", "isRecurring": false})).await.expect(201).data() };
            let ask = async { asked(&eve, leave("2026-07-13", "2026-07-14")).await };
            let (holiday, request) = if round % 2 == 0 {
                tokio::join!(add, ask)
            } else {
                let (request, holiday) = tokio::join!(ask, add);
                (holiday, request)
            };
            assert_eq!(days_of(&eve, &request).await, 1.0, "{round}");
            assert_eq!(left(app, &world.eve, ANNUAL_LEAVE, 2026).await, 16.0, "{round}");
            cancel(&eve, &request, json!({})).await.expect(200);
            hal.delete(&format!("/api/holidays/{}", text(&holiday, "id"))).await.expect(200);
            assert_eq!(left(app, &world.eve, ANNUAL_LEAVE, 2026).await, 17.0, "{round}");
        }
    }
}

/// [leave.md §9, 26]: dates count the same whatever the zone, over the nights in which clocks change too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_dates_count_the_same_in_every_zone() {
    for zone in [Tz::Pacific__Pago_Pago, Tz::UTC, Tz::Pacific__Kiritimati] {
        let database = TestDatabase::sqlite().await;
        let app = TestApp::start_as(&database, Setup { zone, ..Setup::default() }).await;
        let world = World::of(&app).await;
        let (eve, mona) = (app.sign_in(&world.eve).await, app.sign_in(&world.mona).await);
        for (start, end, days) in [("2027-03-26", "2027-03-31", 4.0), ("2026-10-23", "2026-10-27", 3.0)] {
            let request = granted(&eve, &mona, leave(start, end)).await;
            assert_eq!(request["days"], days, "{zone} {start}");
            let seen = eve.post("/api/leave/preview", leave(start, end)).await.expect(200).data();
            let counted: f64 = seen["days"].as_array().unwrap().iter().map(|day| day["counts"].as_f64().unwrap()).sum();
            assert_eq!(json!(counted), days, "{zone} {start}");
        }
        for (query, dates) in [("month=3&year=2027", vec![26, 29, 30, 31]), ("month=10&year=2026", vec![23, 26, 27])] {
            assert_eq!(leave_calendar::away(&mona, query).await, dates, "{zone}");
        }
        let feed = leave_calendar::read(&app, &leave_calendar::feed_of(&eve).await).await.expect(200).text();
        for (start, end) in [("20270326", "20270401"), ("20261023", "20261028")] {
            let dates = format!("DTSTART;VALUE=DATE:{start}\r\nDTEND;VALUE=DATE:{end}\r\n");
            assert!(feed.contains(&dates), "{zone}: {feed}");
        }
        // In October, as their own calendar has it.
        app.clock.set("2026-10-30T12:00:00Z");
        let eve = app.sign_in(&world.eve).await;
        let mut away = Vec::new();
        for number in 20..=29 {
            let date = format!("2026-10-{number}");
            if day(&eve, &date).await["kind"] == "leave" {
                away.push(number);
            }
        }
        assert_eq!(away, [23, 26, 27], "{zone}");
    }
}
