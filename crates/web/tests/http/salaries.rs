//! Salaries with a date, and the joining date that HR corrects (settings.md 1.3).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestPerson, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{Team, attendance, entry, text};

async fn history(client: &Client, person: &TestPerson) -> Vec<Value> {
    let found = client.get(&format!("{}/salary-history", path(person))).await.expect(200).data();
    found["salaries"].as_array().unwrap().clone()
}

async fn salary(client: &Client, person: &TestPerson) -> Value {
    client.get(&path(person)).await.expect(200).data()["user"]["salary"].clone()
}

fn ann(person: &TestPerson, changes: Value) -> Value {
    with(unchanged("Ann", person, "Employee"), changes)
}

on_one_engine! {
    /// 54,000 from July on, saved in June over 48,000.
    async fn a_salary_holds_from_its_day_on_and_what_does_not_fit_names_its_field(app: &TestApp) {
        let team = Team::of(app).await;
        let member = &team.member;
        let hr = app.person("Hal", Role::Hr).await;
        let hal = app.sign_in(&hr).await;
        for (changes, field, sentence) in [
            (json!({"salary": 1, "salaryFrom": "2027-06-12"}), "salaryFrom", "The salary can begin at most 366 days ahead"),
            (json!({"salary": 1, "salaryFrom": "2026-01-04"}), "salaryFrom", "The salary cannot begin before the joining date (2026-01-05)"),
            (json!({"joiningDate": "1999-12-31"}), "joiningDate", "The date must be from 2000-01-01 to 2027-06-11"),
            (json!({"joiningDate": "2027-06-12"}), "joiningDate", "The date must be from 2000-01-01 to 2027-06-11"),
        ] {
            let refused = hal.put(&path(member), ann(member, changes)).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.json()["errors"][field].as_str()), ("VALIDATION_FAILED", Some(sentence)));
        }
        for changes in [json!({"salaryFrom": "July"}), json!({"joiningDate": 5})] {
            assert_eq!(hal.put(&path(member), ann(member, changes)).await.expect(400).code(), "INVALID_REQUEST");
        }
        // A day without a salary says nothing.
        hal.put(&path(member), ann(member, json!({"salaryFrom": "2030-01-01"}))).await.expect(200);
        assert_eq!(history(&hal, member).await, Vec::<Value>::new());

        hal.put(&path(member), ann(member, json!({"salary": 48_000, "salaryFrom": "2026-01-05"}))).await.expect(200);
        let later = json!({"salary": 54_000, "salaryFrom": "2026-07-01"});
        let saved = hal.put(&path(member), ann(member, later)).await.expect(200).data();
        assert_eq!(saved["user"]["salary"], 48_000.0);
        let by = json!({"_id": hr.id.to_string(), "firstName": "Hal", "lastName": "Example"});
        let period = |from: &str, salary: f64| {
            json!({"from": from, "salary": salary, "setAt": "2026-06-10T09:00:00Z", "setBy": by})
        };
        let both = [period("2026-07-01", 54_000.0), period("2026-01-05", 48_000.0)];
        assert_eq!(history(&hal, member).await, both);
        let listed = hal.get("/api/users?role=Employee").await.expect(200).data();
        assert_eq!(listed["users"][0]["salary"], 48_000.0);
        for (role, person) in [("Manager", &team.manager), ("Employee", member)] {
            let client = app.sign_in(person).await;
            client.get(&format!("{}/salary-history", path(member))).await.expect(403);
            assert!(client.get(&path(member)).await.expect(200).data()["user"].get("salary").is_none(), "{role}");
        }
        app.clock.set("2026-07-01T00:00:00Z");
        assert_eq!(salary(&app.sign_in(&hr).await, member).await, 54_000.0);
    }

    /// Days, attendance and the salary follow; what was recorded stands in the way.
    async fn a_joining_date_is_corrected(app: &TestApp) {
        let team = Team::of(app).await;
        let member = &team.member;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        hal.put(&path(member), ann(member, json!({"salary": 48_000, "salaryFrom": "2026-01-05"}))).await.expect(200);
        app.sign_in(member).await.post("/api/timesheets/my", entry("2026-06-10", 9.0, "x")).await.expect(201);
        let working_days = async || attendance::row(&hal, 6, "Ann Example").await["totalWorkingDays"].clone();
        assert_eq!(working_days().await, 8.0);
        let refused = hal.put(&path(member), ann(member, json!({"joiningDate": "2026-06-11"}))).await.expect(409);
        assert_eq!((refused.code().as_str(), refused.message().as_str()), ("CONFLICT", "There are entries before this date"));
        assert_eq!(refused.json()["errors"], json!({"joiningDate": "There are entries before this date"}));
        let moved = hal.put(&path(member), ann(member, json!({"joiningDate": "2026-06-09"}))).await.expect(200).data();
        assert_eq!((&moved["user"]["joiningDate"], &moved["user"]["salary"]), (&json!("2026-06-09"), &json!(48_000.0)));
        assert_eq!(working_days().await, 2.0);
        let own = app.sign_in(member).await.get("/api/timesheets/calendar?month=6&year=2026").await.expect(200).data();
        assert_eq!((text(&own["days"][7], "kind"), text(&own["days"][8], "kind")), ("before-joining", "past"));
        assert_eq!(history(&hal, member).await[0]["from"], "2026-06-09");
        hal.put(&path(member), ann(member, json!({"joiningDate": "2025-11-03"}))).await.expect(200);
        assert_eq!((working_days().await, &history(&hal, member).await[0]["from"]), (json!(8.0), &json!("2025-11-03")));
        let unknown = hal.put(&path(member), ann(member, json!({"joiningDate": null}))).await.expect(200).data();
        assert_eq!(unknown["user"]["joiningDate"], Value::Null);
    }
}
