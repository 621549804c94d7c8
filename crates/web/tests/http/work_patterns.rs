//! Work patterns of the organisation and of people (settings.md 1.2).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Response, TestPerson, on_one_engine};

use super::months::settle;
use super::unlocks::unlock;
use super::{TODAY, Team, attendance, entry, text};

const PATTERNS: &str = "/api/work-patterns";

fn pattern(days: &[u8], full: f64, half: f64) -> Value {
    json!({"workingDays": days, "fullDayHours": full, "halfDayHours": half})
}

fn standard() -> Value {
    pattern(&[1, 2, 3, 4, 5], 9.0, 5.0)
}

fn lenas() -> Value {
    pattern(&[2, 3, 4, 5, 6], 8.0, 4.0)
}

async fn list(client: &Client, person: Option<&TestPerson>) -> Value {
    let query = person.map(|person| format!("?userId={}", person.id)).unwrap_or_default();
    client.get(&format!("{PATTERNS}{query}")).await.expect(200).data()
}

async fn set(client: &Client, person: Option<&TestPerson>, from: &str, pattern: Value, version: u32) -> Response {
    let person = person.map(|person| person.id.to_string());
    client.put(PATTERNS, json!({"from": from, "version": version, "pattern": pattern, "userId": person})).await
}

/// The days of June in the calendar of the caller of which this is said.
async fn days(client: &Client, name: &str, value: Value) -> Vec<u32> {
    let month = client.get("/api/timesheets/calendar?month=6&year=2026").await.expect(200).data();
    let days = month["days"].as_array().unwrap().clone();
    days.iter().filter(|day| day[name] == value).map(|day| text(day, "date")[8..].parse().unwrap()).collect()
}

async fn of_kind(client: &Client, kind: &str) -> Vec<u32> {
    days(client, "kind", json!(kind)).await
}

async fn frozen(client: &Client) -> Vec<u32> {
    days(client, "isFrozen", json!(true)).await
}

/// What the attendance of June says of somebody.
async fn june(client: &Client, name: &str) -> Value {
    let row = attendance::row(client, 6, name).await;
    json!([row["totalWorkingDays"], row["totalPresent"], row["attendanceRate"], row["rating"]])
}

on_one_engine! {
    /// Lena works from Monday to Friday, and from Monday 15 June on from Tuesday to Saturday.
    async fn the_month_of_the_worked_example(app: &TestApp) {
        app.clock.set("2026-06-01T08:00:00Z");
        let max = app.person("Max", Role::Manager).await;
        let (lena, carl) = (app.member("Lena", &max).await, app.member("Carl", &max).await);
        let hr = app.person("Hal", Role::Hr).await;
        app.holiday("2026-06-19", "Founders' Day").await;
        let mut rejected = Value::Null;
        for day in 1..=30 {
            let date = format!("2026-06-{day:02}");
            app.clock.set(&format!("{date}T08:00:00Z"));
            settle(app).await;
            let manager = app.sign_in(&max).await;
            if day == 10 {
                let saved = set(&app.sign_in(&hr).await, Some(&lena), "2026-06-15", lenas(), 0).await.expect(200);
                assert_eq!(saved.message(), "Work pattern saved");
            }
            if day == 15 {
                let refused = app.sign_in(&lena).await.post("/api/timesheets/my", entry(&date, 8.0, "x")).await.expect(403);
                assert_eq!((refused.code().as_str(), &refused.json()["requiresUnlock"]), ("DATE_LOCKED", &json!(true)));
                assert_eq!(refused.message(), "This is not one of your working days. Contact Admin/HR/Manager if you worked.");
                unlock(&manager, &lena, &date).await.expect(201);
            }
            let hours = match day {
                1..=5 => 9.0,
                8 | 9 | 16 | 17 => 5.0,
                20 => 4.0,
                15 | 23..=27 | 30 => 8.0,
                _ => continue,
            };
            let answer = app.sign_in(&lena).await.post("/api/timesheets/my", entry(&date, hours, "x")).await.expect(201);
            if day == 23 {
                rejected = answer.data()["timesheet"]["_id"].clone();
            }
        }
        let manager = app.sign_in(&max).await;
        manager.post("/api/timesheets/bulk-reject", json!({"ids": [rejected], "comment": "Why?"})).await.expect(200);

        // The team's weeks have the days off of the pattern that held on them.
        let weeks = manager.get("/api/timesheets/team?from=2026-06-08&to=2026-06-28").await.expect(200).data()["weeks"].clone();
        let off: Vec<_> = weeks.as_array().unwrap().iter().map(|week| week["daysOff"].clone()).collect();
        assert_eq!(off, [json!(["2026-06-22", "2026-06-28"]), json!(["2026-06-15", "2026-06-21"]), json!(["2026-06-13", "2026-06-14"])]);

        // On Tuesday 30 June the windows count each person's own working days.
        let windows = async |client: &Client, person: &TestPerson| {
            let path = format!("/api/timesheet-unlock/window?employeeId={}", person.id);
            text(&client.get(&path).await.expect(200).data(), "earliest").to_owned()
        };
        let staff = app.sign_in(&hr).await;
        assert_eq!([windows(&manager, &lena).await, windows(&staff, &lena).await], ["2026-06-27", "2026-06-26"]);
        assert_eq!([windows(&manager, &carl).await, windows(&staff, &carl).await], ["2026-06-29", "2026-06-26"]);

        app.clock.set("2026-07-03T08:00:00Z");
        settle(app).await;
        let (staff, own) = (app.sign_in(&hr).await, app.sign_in(&lena).await);
        let june_of_lena = json!([20.0, 13.5, 67.5, "needs-attention"]);
        assert_eq!(june(&staff, "Lena Example").await, june_of_lena);
        assert_eq!(frozen(&own).await, [10, 11, 12, 18]);
        assert_eq!(of_kind(&own, "day-off").await, [22, 29]);
        assert_eq!(of_kind(&own, "weekend").await, [6, 7, 13, 14, 21, 28]);
        let month = own.get("/api/timesheets/calendar?month=6&year=2026").await.expect(200).data();
        let held = json!([
            {"from": "2026-06-01", "to": "2026-06-14", "pattern": standard()},
            {"from": "2026-06-15", "to": "2026-06-30", "pattern": lenas()},
        ]);
        assert_eq!(month["patterns"], held);
        let monday = month["days"][28].clone();
        assert_eq!((&monday["date"], &monday["kind"]), (&json!("2026-06-29"), &json!("day-off")));
        assert_eq!(own.get("/api/auth/profile").await.expect(200).data()["user"]["workPattern"], lenas());
        let table = own.get(&format!("/api/timesheets/download?month=6&year=2026&userId={}", lena.id)).await.expect(200).text();
        assert_eq!(table.lines().filter(|line| line.contains("2026-06-")).count(), 17);
        let pdf = staff.get("/api/users/attendance-summary/pdf?month=6&year=2026").await.expect(200);
        assert_eq!(pdf.header("content-type"), Some("application/pdf"));

        // Whatever is decided for July, June stays as it was; taken back from its day on, the month is like everybody's.
        set(&staff, Some(&lena), "2026-07-01", pattern(&[1], 4.0, 2.0), 1).await.expect(200);
        set(&staff, None, "2026-07-01", pattern(&[1, 2], 8.0, 4.0), 0).await.expect(200);
        assert_eq!(june(&staff, "Lena Example").await, june_of_lena);
        let before = list(&staff, Some(&lena)).await;
        let back = set(&staff, Some(&lena), "2026-06-15", Value::Null, 2).await.expect(200).data();
        assert_eq!(back["rows"].as_array().unwrap().len() + 1, before["rows"].as_array().unwrap().len());
        // Mondays count again: 15 June earns a whole day, 16 and 17 half a day, and Saturdays nothing.
        assert_eq!(june(&staff, "Lena Example").await, json!([21.0, 12.0, 57.1, "needs-attention"]));
    }

    /// A Saturday without an entry is frozen on Sunday for people who work on it, and for nobody else.
    async fn everybody_is_missed_on_their_own_working_days(app: &TestApp) {
        let team = Team::of(app).await;
        let carl = app.member("Carl", &team.manager).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        set(&hal, Some(&team.member), "2026-06-01", lenas(), 0).await.expect(200);
        app.clock.set("2026-06-12T09:00:00Z");
        settle(app).await;
        let absent = async |now: &str| {
            app.clock.set(now);
            let max = app.sign_in(&team.manager).await;
            max.get("/api/dashboard").await.expect(200).data()["absentToday"].clone()
        };
        assert_eq!(absent("2026-06-12T09:00:00Z").await, 2);
        assert_eq!(absent("2026-06-13T09:00:00Z").await, 1, "on a Saturday one of two is missing");
        assert_eq!(absent("2026-06-14T09:00:00Z").await, 0);
        settle(app).await;
        let (ann, carl) = (app.sign_in(&team.member).await, app.sign_in(&carl).await);
        assert_eq!((frozen(&ann).await, frozen(&carl).await), (vec![10, 11, 12, 13], vec![10, 11, 12]));
        assert_eq!(absent("2026-06-15T09:00:00Z").await, 1, "and on a Monday the other one");

        // A marked day that is no working day any more is not frozen; one that became one afterwards is not marked.
        let hal = app.sign_in(&app.person("Hella", Role::Hr).await).await;
        set(&hal, Some(&team.member), "2026-06-01", standard(), 1).await.expect(200);
        app.clock.set("2026-06-16T09:00:00Z");
        settle(app).await;
        let ann = app.sign_in(&team.member).await;
        assert_eq!(frozen(&ann).await, [10, 11, 12, 15]);
        set(&app.sign_in(&app.person("Hugo", Role::Hr).await).await, Some(&team.member), "2026-06-01", lenas(), 2).await.expect(200);
        assert_eq!(frozen(&ann).await, [10, 11, 12, 13]);
    }

    async fn lists_are_read_and_changed_by_hr_and_administrators_and_what_does_not_fit_names_its_field(app: &TestApp) {
        let team = Team::of(app).await;
        let ann = &team.member;
        let (hal, ada) = (app.sign_in(&app.person("Hal", Role::Hr).await).await, app.sign_in(&app.person("Ada", Role::Admin).await).await);
        let always = json!({"from": null, "pattern": standard(), "setAt": null, "setBy": null});
        assert_eq!(list(&hal, None).await, json!({"rows": [always], "current": standard(), "version": 0}));
        assert_eq!(list(&ada, Some(ann)).await, json!({"rows": [], "current": standard(), "version": 0}));

        let by = |first: &str| json!({"firstName": first, "lastName": "Example"});
        let row = |from: &str, pattern: Value, first| {
            json!({"from": from, "pattern": pattern, "setAt": "2026-06-10T09:00:00Z", "setBy": by(first)})
        };
        let eight = pattern(&[1, 2, 3, 4, 5], 8.0, 4.5);
        let saved = set(&hal, None, TODAY, eight.clone(), 0).await.expect(200).data();
        assert_eq!(saved, json!({"rows": [row(TODAY, eight.clone(), "Hal"), always], "current": eight, "version": 1}));
        assert_eq!(list(&ada, None).await, saved);
        let portal = app.anonymous().get("/api/portal").await.expect(200).data();
        assert_eq!((&portal["fullDayHours"], &portal["halfDayHours"]), (&json!(8.0), &json!(4.5)));
        assert_eq!(list(&hal, Some(ann)).await["current"], eight);

        // A call for the present pattern changes nothing; of two changes the second is refused.
        assert_eq!(set(&ada, None, TODAY, eight.clone(), 0).await.expect(200).data(), saved);
        let late = set(&ada, None, TODAY, lenas(), 0).await.expect(409);
        assert_eq!(late.message(), "This work pattern has changed since you opened it. Please review it again.");
        let own = set(&ada, Some(ann), "2026-07-01", lenas(), 0).await.expect(200).data();
        assert_eq!(own, json!({"rows": [row("2026-07-01", lenas(), "Ada")], "current": eight, "version": 1}));
        let employee = app.sign_in(ann).await;
        let notices = employee.get("/api/notifications").await.expect(200).data();
        let notice = &notices["notifications"][0];
        assert_eq!((text(notice, "kind"), text(notice, "title")), ("work-pattern", "Your working days change"));
        assert_eq!(text(notice, "body"), "From 2026-07-01: Tuesday to Saturday, full day 8 h, half day 4 h.");

        assert_eq!(set(&hal, Some(&team.manager), TODAY, lenas(), 0).await.expect(400).message(), "Only employees have a work pattern of their own");
        let staff = app.person("Hope", Role::Hr).await;
        assert_eq!(set(&hal, Some(&staff), TODAY, lenas(), 0).await.expect(403).message(), "Only an administrator can manage this account");
        let unknown = format!("{PATTERNS}?userId={}", testkit::app::unknown_id());
        assert_eq!(hal.get(&unknown).await.expect(404).message(), "User not found");
        employee.get(PATTERNS).await.expect(403);

        let before = list(&hal, None).await;
        for (from, wanted, field, sentence) in [
            ("2027-06-12", lenas(), "from", "The date must be from 2000-01-01 to 2027-06-11"),
            (TODAY, pattern(&[1, 8], 8.0, 4.0), "workingDays", "Working days must be different numbers from 1 to 7"),
            (TODAY, pattern(&[1], 24.5, 4.0), "fullDayHours", "Full day hours must be from 1 to 24 in steps of 0.5"),
            (TODAY, pattern(&[1], 8.0, 8.0), "halfDayHours", "Half day hours must be more than 0 and less than the full day, in steps of 0.5"),
            (TODAY, Value::Null, "pattern", "The organisation needs a work pattern"),
        ] {
            let refused = set(&hal, None, from, wanted, 0).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.json()["errors"][field].as_str()), ("VALIDATION_FAILED", Some(sentence)));
        }
        for body in [
            json!({"from": TODAY, "version": 0}),
            json!({"from": "today", "version": 0, "pattern": lenas()}),
            json!({"from": TODAY, "version": 0, "pattern": {"workingDays": ["Monday"], "fullDayHours": 8, "halfDayHours": 4}}),
        ] {
            assert_eq!(hal.put(PATTERNS, body).await.expect(400).code(), "INVALID_REQUEST");
        }
        assert_eq!(list(&hal, None).await, before);
    }
}
