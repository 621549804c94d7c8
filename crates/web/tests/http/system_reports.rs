//! The reports about the portal itself (oversight.md 1.5 to 1.7).

use chrono::Duration;
use domain::id::TimesheetId;
use domain::person::Role;
use domain::timesheet::{Entry, Hours};
use serde_json::{Value, json};
use testkit::app::day;
use testkit::{Client, TestApp, TestPerson, on_one_engine};

use super::accounts::with;
use super::{TODAY, Team, log_in, signed_in, submit, text};

const SYSTEM: &str = "/api/reports/system";

async fn report(client: &Client, section: &str) -> Value {
    client.get(&format!("{SYSTEM}/{section}")).await.expect(200).data()
}

/// The rows of a file, its headings first.
async fn file(client: &Client, section: &str) -> Vec<String> {
    let answer = client.get(&format!("{SYSTEM}/{section}/csv")).await.expect(200);
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    let mut name = section.to_owned();
    name[..1].make_ascii_uppercase();
    let name = format!("System_{name}_{TODAY}.csv");
    let expected = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
    assert_eq!(answer.header("content-disposition"), Some(expected.as_str()));
    answer.text().trim_start_matches('\u{feff}').lines().map(str::to_owned).collect()
}

/// Keeps days of a person that wait since so many days.
async fn wait(app: &TestApp, person: &TestPerson, days: &[i64]) {
    let work = app.ports.store.begin().await.unwrap();
    for (n, ago) in days.iter().enumerate() {
        let id = TimesheetId::new(app.ports.ids.next());
        let at = app.ports.clock.now() - Duration::days(*ago);
        let date = day("2026-05-20") + Duration::days(i64::try_from(n).unwrap());
        let new = Entry::record(id, person.id, date, Hours::whole(8), "Worked".into(), at);
        work.timesheets().insert(&[new]).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn check(admin: &Client, name: &str) -> Value {
    let found = report(admin, "health").await;
    found["checks"].as_array().unwrap().iter().find(|check| check["check"] == name).unwrap().clone()
}

on_one_engine! {
    /// [oversight.md §9, 13] The fix of a check leads to those whom it found.
    async fn each_section_counts_what_it_says_also_as_a_file(app: &TestApp) {
        let Team { manager, member } = Team::of(app).await;
        let admin = signed_in(app, "Ada", Role::Admin).await;
        let row = |role: &str, accounts: u32, never: u32| {
            json!({"role": role, "accounts": accounts, "active": accounts, "blocked": 0, "inactive": 0, "neverSignedIn": never, "notLately": 0})
        };
        let mut roles = vec![row("Employee", 1, 1), row("Manager", 1, 1), row("HR", 0, 0), row("Admin", 1, 0)];
        assert_eq!(report(&admin, "users").await, json!({"roles": roles, "temporaryPasswords": 0}));
        app.person("Bea", Role::Boss).await;
        roles.push(row("Boss", 1, 1));
        assert_eq!(report(&admin, "users").await["roles"], json!(roles));
        let rows = file(&admin, "users").await;
        assert_eq!(rows[0], "Role,Accounts,Active,Blocked,Inactive,Never Signed In,No Sign-in for 30 Days");
        assert_eq!((rows.len(), rows[1].as_str()), (6, "Employee,1,1,0,0,1,0"));

        let [ann, max] = [app.log_in(&member).await, app.log_in(&manager).await];
        log_in(app, &member.email, "not the password").await.expect(401);
        app.unlock(&member, &manager, "2026-06-09").await;
        let ids: Vec<Value> = [submit(&ann, TODAY).await, submit(&ann, "2026-06-09").await].map(|sheet| sheet["_id"].clone()).to_vec();
        max.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await.expect(200);
        let found = report(&admin, "activity").await;
        let days = found["days"].as_array().unwrap();
        assert_eq!((days.len(), &days[0]["date"]), (30, &json!("2026-05-12")));
        assert_eq!(days[29], json!({"date": TODAY, "signIns": 2, "failedSignIns": 1, "recorded": 2, "decided": 2}));
        let rows = file(&admin, "activity").await;
        assert_eq!((rows.len(), rows[0].as_str(), rows[30].as_str()), (31, "Date,Sign-ins,Failed,Recorded,Decided", "2026-06-10,2,1,2,2"));

        wait(app, &member, &[3, 4, 7, 8, 14, 15]).await;
        let found = report(&admin, "approvals").await;
        let age = |age: &str, entries: u32| json!({"age": age, "entries": entries});
        assert_eq!(found["ages"], json!([age("0-3", 1), age("4-7", 2), age("8-14", 2), age("15+", 1)]));
        assert_eq!(found["nobody"], json!({"waiting": 0, "oldest": null}));
        let row = with(found["rows"][0].clone(), json!({"daysToDecide": null}));
        assert_eq!(row, json!({
            "managerId": manager.id.to_string(), "name": "Max Example", "employeeId": manager.employee_id.to_string(), "team": 1,
            "waiting": 6, "oldest": "2026-05-26", "leaveWaiting": 0, "daysToDecide": null, "substitute": null,
        }));
        assert_eq!(found["pagination"], json!({"current": 1, "pages": 1, "total": 1}));
        let waiting = check(&admin, "long-waiting").await;
        assert_eq!((&waiting["count"], &waiting["link"]), (&json!(1), &json!("/admin/system-reports?tab=approvals")));
        let rows = file(&admin, "approvals").await;
        assert_eq!(rows[0], "Manager,Team,Waiting,Oldest,Leave Waiting,Days to Decide,Substitute");
        assert!(rows.len() == 2 && rows[1].starts_with("Max Example,1,6,2026-05-26,0,"), "{rows:?}");
        let empty = report(&admin, "approvals?page=7&limit=5").await;
        assert_eq!((&empty["rows"], &empty["pagination"]["total"]), (&json!([]), &json!(1)));

        app.person("Ned", Role::Employee).await;
        admin.patch(&format!("/api/users/{}/toggle-block", manager.id), json!({"isBlocked": true})).await.expect(200);
        let found = check(&admin, "without-manager").await;
        assert_eq!((&found["count"], &found["link"]), (&json!(2), &json!("/admin/users?manager=none&status=active")));
        let listed = admin.get("/api/users?manager=none&status=active").await.expect(200).data();
        let people: Vec<String> = listed["users"].as_array().unwrap().iter()
            .map(|user| format!("{} {} ({})", text(user, "firstName"), text(user, "lastName"), text(user, "employeeId")))
            .collect();
        let labels: Vec<&str> = found["items"].as_array().unwrap().iter().map(|item| text(item, "label")).collect();
        assert_eq!(labels, people);
        let blocked = check(&admin, "blocked-managers").await;
        let id = &manager.employee_id;
        assert_eq!(blocked["items"], json!([{"label": format!("Max Example ({id})"), "link": format!("/admin/users?search={id}")}]));
        let rows = file(&admin, "health").await;
        assert_eq!(rows[0], "Check,Count,Found,Link");
        assert!(rows.contains(&format!("Blocked managers with a team and no substitute,1,Max Example ({id}),/admin/users?search={id}")), "{rows:?}");
    }
}
