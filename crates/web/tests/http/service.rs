//! Days in service: a person who leaves or gets another role stays in the attendance of the months before, and is absent on no
//! day after.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestPerson, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{Team, submit, text};

async fn line(client: &Client, month: u32, name: &str) -> Option<(f64, f64)> {
    let report = format!("/api/users/attendance-summary?month={month}&year=2026");
    let rows = client.get(&report).await.expect(200).json();
    let row = rows.as_array().unwrap().iter().find(|row| text(row, "name").starts_with(name))?.clone();
    Some((row["totalWorkingDays"].as_f64().unwrap(), row["totalPresent"].as_f64().unwrap()))
}

async fn change(ada: &Client, name: &str, person: &TestPerson, role: &str, is_active: bool) -> testkit::Response {
    ada.put(&path(person), with(unchanged(name, person, role), json!({"isActive": is_active}))).await
}

async fn pending(client: &Client) -> Vec<Value> {
    let sheets = client.get("/api/timesheets/team").await.expect(200).data();
    let waiting = sheets["timesheets"].as_array().unwrap().iter().filter(|sheet| sheet["status"] == "pending");
    waiting.map(|sheet| sheet["_id"].clone()).collect()
}

on_one_engine! {
    /// A promotion waits for the decisions, and empties no month
    async fn an_employee_who_becomes_a_manager_leaves_nothing_behind(app: &TestApp) {
        let team = Team::of(app).await;
        let ada = app.person("Ada", Role::Admin).await;
        for day in ["2026-06-09", "2026-06-10"] {
            app.clock.set(&format!("{day}T09:00:00Z"));
            submit(&app.sign_in(&team.member).await, day).await;
        }
        let (staff, max) = (app.sign_in(&ada).await, app.sign_in(&team.manager).await);
        let kept = |entries: &str| {
            format!("Ann Example has {entries} waiting for approval. They have to be decided before the role changes.")
        };
        let waiting = pending(&max).await;
        for (left, sentence) in [(2, kept("2 entries")), (1, kept("1 entry"))] {
            let refused = change(&staff, "Ann", &team.member, "Manager", true).await.expect(409);
            assert_eq!((refused.code().as_str(), refused.message()), ("CONFLICT", sentence));
            let ids = json!({"ids": [waiting[left - 1]]});
            let decided = if left == 2 {
                max.post("/api/timesheets/bulk-approve", ids).await
            } else {
                max.post("/api/timesheets/bulk-reject", with(ids, json!({"comment": "no"}))).await
            };
            decided.expect(200);
        }
        assert_eq!(change(&staff, "Ann", &team.member, "Manager", true).await.expect(200).data()["user"]["role"], "Manager");

        app.clock.set("2026-07-01T09:00:00Z");
        let staff = app.sign_in(&ada).await;
        // 1 to 10 June are eight working days; one of the two entries was rejected.
        assert_eq!(line(&staff, 6, "Ann").await, Some((8.0, 1.0)));
        assert_eq!(line(&staff, 5, "Ann").await, Some((21.0, 0.0)));
        assert_eq!(line(&staff, 7, "Ann").await, None, "a manager has no attendance");
        // Back in the team, from that day on.
        change(&staff, "Ann", &team.member, "Employee", true).await.expect(200);
        app.clock.set("2026-07-04T09:00:00Z");
        let staff = app.sign_in(&ada).await;
        assert_eq!(line(&staff, 6, "Ann").await, Some((8.0, 1.0)));
        assert_eq!(line(&staff, 7, "Ann").await, Some((3.0, 0.0)));
    }

    /// An account created inactive begins with its activation; without a joining date, one begins with the month of its creation
    async fn service_begins_with_the_account(app: &TestApp) {
        let ada = app.person("Ada", Role::Admin).await;
        let staff = app.sign_in(&ada).await;
        for (name, more) in [("Ida", json!({"isActive": false})), ("Una", json!({})), ("Max", json!({"role": "Manager"}))] {
            let email = format!("{}@daybook.example", name.to_lowercase());
            let new = with(json!({"firstName": name, "lastName": "New", "email": email, "role": "Employee"}), more);
            staff.post("/api/auth/register", new).await.expect(201);
        }
        app.clock.set("2026-06-22T09:00:00Z");
        let staff = app.sign_in(&ada).await;
        let people = staff.get("/api/users?role=Employee&search=Ida").await.expect(200).data();
        let ida = &people["users"][0];
        let active = json!({"firstName": "Ida", "lastName": "New", "email": ida["email"], "role": "Employee", "isActive": true});
        staff.put(&format!("/api/users/{}", text(ida, "_id")), active).await.expect(200);
        app.clock.set("2026-07-01T09:00:00Z");
        let staff = app.sign_in(&ada).await;
        assert_eq!(line(&staff, 6, "Ida").await, Some((7.0, 0.0)));
        assert_eq!(line(&staff, 6, "Una").await, Some((22.0, 0.0)));
        assert_eq!(line(&staff, 5, "Una").await, Some((0.0, 0.0)), "the month before the account has no working days");
        assert_eq!(line(&staff, 6, "Max").await, None);
    }
}

on_both_engines! {
    /// After the last day in service nobody counts as absent; what waits can still be decided
    async fn a_person_who_leaves_is_absent_on_no_later_day(app: &TestApp) {
        let team = Team::of(app).await;
        let ada = app.person("Ada", Role::Admin).await;
        submit(&app.sign_in(&team.member).await, "2026-06-10").await;
        let staff = app.sign_in(&ada).await;
        // A block is no break.
        for is_blocked in [true, false] {
            staff.patch(&format!("{}/toggle-block", path(&team.member)), json!({"isBlocked": is_blocked})).await.expect(200);
        }
        change(&staff, "Ann", &team.member, "Employee", false).await.expect(200);

        app.clock.set("2026-07-01T09:00:00Z");
        let (staff, max) = (app.sign_in(&ada).await, app.sign_in(&team.manager).await);
        for client in [&staff, &max] {
            assert_eq!(line(client, 6, "Ann").await, Some((8.0, 1.0)));
            assert_eq!(line(client, 7, "Ann").await, None);
        }
        let waiting = pending(&max).await;
        assert_eq!(waiting.len(), 1, "an inactive employee's pending entries stay in the manager's lists");
        max.post("/api/timesheets/bulk-approve", json!({"ids": waiting})).await.expect(200);

        // Back on the 15th of July, for good; the days between do not count for her.
        app.clock.set("2026-07-15T09:00:00Z");
        change(&app.sign_in(&ada).await, "Ann", &team.member, "Employee", true).await.expect(200);
        app.clock.set("2026-08-01T09:00:00Z");
        let staff = app.sign_in(&ada).await;
        assert_eq!(line(&staff, 6, "Ann").await, Some((8.0, 1.0)));
        assert_eq!(line(&staff, 7, "Ann").await, Some((13.0, 0.0)));
    }
}
