//! Lists of people, and the figures about them.

use std::collections::BTreeSet;

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestApp, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{TODAY, Team, staff, submit, text};

async fn list(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/users{query}")).await.expect(200).data()
}

fn names(list: &Value) -> Vec<&str> {
    list["users"].as_array().unwrap().iter().map(|user| text(user, "firstName")).collect()
}

/// People of all roles: two administrators' worth of staff, a manager with a team, and somebody without one.
async fn organisation(app: &TestApp) -> (Client, Client, Team) {
    let team = Team::of(app).await;
    app.person("Eve", Role::Employee).await;
    app.person("Zoe", Role::Manager).await;
    let (hal, ada) = staff(app).await;
    (hal, ada, team)
}

on_one_engine! {
    /// Everyone lists the people they look after, by name and page by page [B3]
    async fn a_list_is_as_wide_as_its_readers_rights(app: &TestApp) {
        let (hal, ada, team) = organisation(app).await;
        let max = app.sign_in(&team.manager).await;
        assert_eq!(names(&list(&max, "").await), ["Ann"]);
        assert_eq!(names(&list(&max, "?role=Employee").await), ["Ann"]);
        assert_eq!(names(&list(&hal, "").await), ["Ann", "Eve", "Max", "Zoe"]);
        assert_eq!(names(&list(&hal, "?role=Manager,Employee").await), ["Ann", "Eve", "Max", "Zoe"]);
        assert_eq!(names(&list(&hal, "?role=Manager").await), ["Max", "Zoe"]);
        assert_eq!(names(&list(&ada, "").await), ["Ada", "Ann", "Eve", "Hal", "Max", "Zoe"]);
        assert_eq!(names(&list(&ada, "?role=HR,Admin").await), ["Ada", "Hal"]);
        for (client, role) in [(&hal, "Admin"), (&hal, "HR"), (&hal, "Employee,Admin"), (&max, "Manager"), (&max, "Employee,HR")] {
            let refused = client.get(&format!("/api/users?role={role}")).await.expect(403);
            assert_eq!(refused.code(), "FORBIDDEN", "{role}");
        }
        let second = list(&ada, "?page=2&limit=4").await;
        assert_eq!((names(&second), &second["pagination"]), (vec!["Max", "Zoe"], &json!({"current": 2, "pages": 2, "total": 6})));
        assert_eq!(list(&ada, "?page=9").await["users"], json!([]));
        let user = list(&max, "").await["users"][0].clone();
        assert!(user.get("salary").is_none(), "{user}");
        assert_eq!(list(&hal, "?limit=1").await["users"][0].get("salary"), Some(&Value::Null));
        let mut one = hal.get(&path(&team.member)).await.expect(200).data()["user"].clone();
        one.as_object_mut().unwrap().remove("workPattern").expect("of one person alone");
        assert_eq!(list(&hal, "").await["users"][0], one);
    }

    /// A search takes every character for itself, whatever its case, and widens nobody's rights [B12]
    async fn a_search_finds_what_was_typed(app: &TestApp) {
        let (hal, _, team) = organisation(app).await;
        let bob = app.person("Bob", Role::Employee).await;
        let body = with(unchanged("Bob", &bob, "Employee"), json!({"department": "50%_a\\b ÉTÉ"}));
        hal.put(&path(&bob), body).await.expect(200);
        let number = bob.employee_id.to_string().to_lowercase();
        for (search, expected) in [
            ("%25", vec!["Bob"]), ("_", vec!["Bob"]), ("%5C", vec!["Bob"]), ("50%25_A", vec!["Bob"]), ("%C3%A9t%C3%A9", vec!["Bob"]),
            (number.as_str(), vec!["Bob"]), ("BOB@DAYBOOK", vec!["Bob"]), ("bob+exa", vec!["Bob"]), ("+bob+", vec!["Bob"]),
            ("b_b", vec![]), ("b%25b", vec![]), ("'", vec![]), ("'+OR+1=1--", vec![]), ("hal", vec![]),
            ("works", vec!["Ann", "Eve", "Max", "Zoe"]), ("", vec!["Ann", "Bob", "Eve", "Max", "Zoe"]), ("+++", vec!["Ann", "Bob", "Eve", "Max", "Zoe"]),
        ] {
            let found = list(&hal, &format!("?search={search}")).await;
            assert_eq!(names(&found), expected, "{search}");
            assert_eq!(found["pagination"]["total"], expected.len(), "{search}");
        }
        let max = app.sign_in(&team.manager).await;
        assert_eq!(list(&max, "?search=bob").await["users"], json!([]));
        assert_eq!(names(&list(&max, "?viewAll=true&search=bob").await), ["Bob"]);
    }

    /// The directory shows nine fields of active people to everyone, and not one more [B2] [B3]
    async fn the_directory_shows_nothing_private(app: &TestApp) {
        let (_, ada, team) = organisation(app).await;
        let (bob, lea) = (app.person("Bob", Role::Employee).await, app.person("Lea", Role::Employee).await);
        let private = json!({"salary": 98_765.43, "phoneNumber": "+49 30 55501", "designation": "Doctor"});
        ada.put(&path(&team.member), with(unchanged("Ann", &team.member, "Employee"), private)).await.expect(200);
        ada.patch(&format!("{}/toggle-block", path(&bob)), json!({"isBlocked": true})).await.expect(200);
        ada.put(&path(&lea), with(unchanged("Lea", &lea, "Employee"), json!({"isActive": false}))).await.expect(200);
        let fields = ["_id", "department", "email", "employeeId", "firstName", "isActive", "lastName", "position", "role"];
        for client in [app.sign_in(&app.person("Kim", Role::Employee).await).await, app.sign_in(&team.manager).await, ada.clone()] {
            let answer = client.get("/api/users?viewAll=true").await.expect(200);
            for secret in ["98765", "55501", "Doctor", "isBlocked", "joiningDate", "managerId", "argon2"] {
                assert!(!answer.text().contains(secret), "{secret}");
            }
            let found = answer.data();
            assert_eq!(names(&found), ["Ada", "Ann", "Bob", "Eve", "Hal", "Kim", "Max", "Zoe"]);
            for user in found["users"].as_array().unwrap() {
                let have: BTreeSet<&str> = user.as_object().unwrap().keys().map(String::as_str).collect();
                assert_eq!(have, BTreeSet::from(fields));
            }
            assert_eq!(found["totals"], json!({"total": 8, "management": 2, "teamMembers": 6, "hr": 1, "administrators": 1, "activeToday": 3}));
            let managers = list(&client, "?viewAll=true&role=Manager&limit=1").await;
            assert_eq!((names(&managers), &managers["pagination"]["total"], &managers["totals"]["total"]), (vec!["Max"], &json!(2), &json!(8)));
        }
        assert!(list(&ada, "").await.get("totals").is_none());
    }

    async fn counts_and_figures_are_of_everyone_who_was_asked_for(app: &TestApp) {
        let (hal, ada, team) = organisation(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        app.unlock(&team.member, &team.manager, "2026-06-09").await;
        let first = submit(&ann, "2026-06-09").await;
        app.clock.pass(60);
        submit(&ann, TODAY).await;
        max.post("/api/timesheets/bulk-approve", json!({"ids": [first["_id"]]})).await.expect(200);
        let id = team.member.id.to_string();
        let counted = json!({"userId": id, "pending": 1, "approved": 1, "rejected": 0, "total": 2});
        let stats = async |query: &str| hal.get(&format!("/api/timesheets/approval-stats{query}")).await.expect(200).data()["stats"].clone();
        assert_eq!(stats("").await, json!([counted]));
        let both = stats(&format!("?userIds={id},{}", team.manager.id)).await;
        assert!(both.as_array().unwrap().len() == 2 && both.as_array().unwrap().contains(&counted), "{both}");
        let latest = hal.get("/api/timesheets/latest-users").await.expect(200).data()["users"].clone();
        let line = |date: &str| json!({"userName": "Ann Example", "employeeId": team.member.employee_id.to_string(), "timesheetDate": date, "timesheetHours": 8.0});
        assert_eq!(latest, json!([line(TODAY), line("2026-06-09")]));
        let stats = hal.get("/api/users/stats").await.expect(200).data();
        assert_eq!(stats, json!({"stats": {"totalUsers": 6, "roleBreakdown": {"Employee": 2, "Manager": 2, "HR": 1, "Admin": 1}}}));

        let new = json!({"firstName": "Nia", "lastName": "Example", "email": "nia@daybook.example", "role": "Employee", "joiningDate": TODAY});
        hal.post("/api/auth/register", new).await.expect(201);
        let dashboard = async || ada.get("/api/dashboard").await.expect(200).data();
        assert_eq!(dashboard().await, json!({"totalEmployees": 3, "newHires": 1, "turnoverRate": null, "openPositions": 0, "withoutManager": 2, "unlockRequests": 0, "onLeaveToday": 0}));
        for value in [json!(-1), json!(1.5), json!("3"), Value::Null, json!(4_294_967_296_u64)] {
            let refused = hal.put("/api/settings/open-positions", json!({"value": value})).await.expect(400);
            assert_eq!(refused.message(), "value must be a whole number, not negative", "{value}");
        }
        let refused = hal.put("/api/settings/open-positions", json!({"value": 10_001})).await.expect(400);
        assert!(refused.json()["errors"]["value"].is_string());
        for value in [10_000, 0, 7] {
            assert_eq!(hal.put("/api/settings/open-positions", json!({"value": value})).await.expect(200).data(), json!({"value": value}));
            assert_eq!(dashboard().await["openPositions"], value);
        }
    }
}

on_both_engines! {
    /// Ten times the people cost not one statement more
    async fn a_list_asks_the_same_whatever_its_length(database: &TestDatabase) {
        let statements = database.statements();
        let app = TestApp::start(database).await;
        let (_, ada, team) = organisation(&app).await;
        let calls = ["/api/users?limit=1000", "/api/users?viewAll=true&limit=1000", "/api/users/stats", "/api/dashboard",
            "/api/timesheets/approval-stats", "/api/timesheets/latest-users", "/api/timesheets/frozen-users"];
        let mut counts = Vec::new();
        for round in 0..2 {
            if round == 1 {
                for n in 0..40 {
                    submit(&app.sign_in(&app.member(&format!("P{n}"), &team.manager).await).await, TODAY).await;
                }
            }
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            for path in calls {
                statements.take();
                ada.get(path).await.expect(200);
                let asked = statements.take();
                counts.push(asked.iter().filter(|sql| !sql.contains("FROM events")).count());
            }
        }
        let (few, many) = counts.split_at(calls.len());
        // Six where everybody is read anew, with who stands in for whom.
        assert!(few == many && few.iter().all(|count| (1..=6).contains(count)), "{few:?} {many:?}");
    }
}
