//! Everyone's entries, a page at a time.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestApp, on_one_engine};

use super::{TODAY, Team, submit, text};

async fn page(client: &Client, query: &str) -> (Vec<String>, Value) {
    let found = client.get(&format!("/api/timesheets/all{query}")).await.expect(200).data();
    let line = |sheet: &Value| format!("{} {}", text(sheet, "date"), text(&sheet["user"], "firstName"));
    (found["timesheets"].as_array().unwrap().iter().map(line).collect(), found["pagination"].clone())
}

on_one_engine! {
    async fn entries_come_in_pages_newest_first(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let team = Team::of(&app).await;
        let (bob, eve) = (app.member("Bob", &team.manager).await, app.person("Eve", Role::Employee).await);
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        for person in [&eve, &bob, &team.member] {
            for date in ["2026-05-29", "2026-06-09"] {
                // Elsewhere it is asked who may open what.
                app.unlock(person, &team.manager, date).await;
                submit(&app.sign_in(person).await, date).await;
            }
            submit(&app.sign_in(person).await, TODAY).await;
        }
        let june = ["2026-06-10 Ann", "2026-06-10 Bob", "2026-06-10 Eve", "2026-06-09 Ann", "2026-06-09 Bob", "2026-06-09 Eve"];
        let pages = |current: u64, pages: u64, total: u64| json!({"current": current, "pages": pages, "total": total});
        assert_eq!(page(&hal, "").await, (june.map(str::to_owned).to_vec(), pages(1, 1, 6)));
        for (n, part) in june.chunks(4).enumerate() {
            let (lines, pagination) = page(&hal, &format!("?limit=4&page={}", n + 1)).await;
            assert_eq!((lines.as_slice(), pagination), (part.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>().as_slice(), pages(n as u64 + 1, 2, 6)));
        }
        assert_eq!(page(&hal, "?limit=4&page=3").await, (Vec::new(), pages(3, 2, 6)));
        assert_eq!(page(&hal, "?limit=1000&page=2147483647").await.0, [""; 0]);
        assert_eq!(page(&hal, "?from=2026-05-29&to=2026-06-09").await.1["total"], 6);
        assert_eq!(page(&hal, "?from=2026-05-29&to=2026-05-29").await.0, ["2026-05-29 Ann", "2026-05-29 Bob", "2026-05-29 Eve"]);
        // A first day alone reaches until today, a last day alone back to the first of this month.
        assert_eq!(page(&hal, "?from=2026-05-30").await.1["total"], 6);
        assert_eq!(page(&hal, "?from=2026-05-29").await.1["total"], 9);
        assert_eq!(page(&hal, "?to=2026-06-09").await.1["total"], 3);
        assert_eq!(page(&hal, "?to=2026-05-29").await.1["total"], 3);
        assert_eq!(page(&hal, "?from=2027-01-01&to=2027-01-31").await, (Vec::new(), pages(1, 1, 0)));
        // A leap year's worth of days, and not one more.
        assert_eq!(page(&hal, "?from=2025-06-10&to=2026-06-10").await.1["total"], 9);
        for query in ["?from=2025-06-09&to=2026-06-10", "?from=1900-01-01&to=2200-12-31", "?from=2025-01-01"] {
            let refused = hal.get(&format!("/api/timesheets/all{query}")).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("VALIDATION_FAILED", "The period must be at most 366 days"), "{query}");
            assert!(refused.json()["errors"]["to"].is_string());
        }
        let found = hal.get("/api/timesheets/all?limit=1").await.expect(200).data()["timesheets"][0].clone();
        assert_eq!(found["user"], json!({
            "_id": team.member.id.to_string(), "firstName": "Ann", "lastName": "Example", "employeeId": team.member.employee_id.to_string(),
        }));
        for role in [Role::Employee, Role::Manager] {
            let other = app.sign_in(&app.person(&format!("Other{role}"), role).await).await;
            other.get("/api/timesheets/all").await.expect(403);
        }
    }
}
