//! Everyone's entries, a page at a time.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::on_one_engine;

use super::{TODAY, Team, signed_in, submit, text};

on_one_engine! {
    async fn entries_of_a_period_come_in_pages_newest_first(app: &TestApp) {
        let team = Team::of(app).await;
        let eve = app.person("Eve", Role::Employee).await;
        let hal = signed_in(app, "Hal", Role::Hr).await;
        for person in [&eve, &team.member] {
            app.unlock(person, &team.manager, "2026-05-29").await;
            let client = app.sign_in(person).await;
            submit(&client, "2026-05-29").await;
            submit(&client, TODAY).await;
        }
        let june = ["2026-06-10 Ann", "2026-06-10 Eve"];
        let may = ["2026-05-29 Ann", "2026-05-29 Eve"];
        for (query, expected, (current, pages, total)) in [
            ("", &june[..], (1, 1, 2)),
            ("limit=1&page=2", &june[1..], (2, 2, 2)),
            ("limit=1&page=3", &[], (3, 2, 2)),
            ("from=2026-05-29&to=2026-06-09", &may, (1, 1, 2)),
            // A first day alone reaches until today, a last day alone back to the first of this month.
            ("from=2026-05-30", &june, (1, 1, 2)),
            ("from=2026-05-29", &[june, may].concat(), (1, 1, 4)),
            ("to=2026-06-09", &[], (1, 1, 0)),
            ("to=2026-05-29", &may, (1, 1, 2)),
            // A leap year's worth of days, and not one more.
            ("from=2025-06-10&to=2026-06-10", &[june, may].concat(), (1, 1, 4)),
        ] {
            let found = hal.get(&format!("/api/timesheets/all?{query}")).await.expect(200).data();
            let line = |sheet: &Value| format!("{} {}", text(sheet, "date"), text(&sheet["user"], "firstName"));
            assert_eq!(found["timesheets"].as_array().unwrap().iter().map(line).collect::<Vec<_>>(), expected, "{query}");
            assert_eq!(found["pagination"], json!({"current": current, "pages": pages, "total": total}), "{query}");
        }
        for query in ["from=2025-06-09&to=2026-06-10", "from=2025-01-01"] {
            let refused = hal.get(&format!("/api/timesheets/all?{query}")).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("VALIDATION_FAILED", "The period must be at most 366 days"), "{query}");
            assert!(refused.json()["errors"]["to"].is_string());
        }
        let found = hal.get("/api/timesheets/all?limit=1").await.expect(200).data()["timesheets"][0].clone();
        assert_eq!(found["user"], json!({
            "_id": team.member.id.to_string(), "firstName": "Ann", "lastName": "Example", "employeeId": team.member.employee_id.to_string(),
        }));
    }
}
