//! Files that can be imported again, byte for byte.

mod again;

use domain::person::Role;
use serde_json::json;
use testkit::{Client, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{Team, staff};

/// The file that is called `name`.
async fn file(client: &Client, call: &str, name: &str) -> String {
    let answer = client.get(&format!("/api/exports/{call}")).await.expect(200);
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    let disposition = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
    assert_eq!(answer.header("content-disposition"), Some(disposition.as_str()));
    answer.text()
}

const PEOPLE: &str = "\u{feff}Employee ID,External ID,First Name,Last Name,Email,Role,Department,Position,Designation,Phone,\
    Joining Date,Records From,Salary,Salary From,Working Days,Full Day Hours,Half Day Hours,Pattern From,Manager,Status\r\n";

on_one_engine! {
    async fn people_are_a_file_in_the_columns_of_an_import(app: &TestApp) {
        let Team { manager, member } = Team::of(app).await;
        let (hal, ada) = staff(app).await;
        let fields = json!({"externalId": "0017", "department": "Works, \"old\"", "phoneNumber": "+49 30 1", "salary": 48_000.5,
            "salaryFrom": "2026-01-05", "position": "=1+1"});
        hal.put(&path(&member), with(unchanged("Ann", &member, "Employee"), fields)).await.expect(200);
        let pattern = json!({"workingDays": [1, 2, 4], "fullDayHours": 8, "halfDayHours": 4.5});
        let pattern = json!({"userId": member.id.to_string(), "from": "2026-07-06", "version": 0, "pattern": pattern});
        hal.put("/api/work-patterns", pattern).await.expect(200);
        let [ann, max] = [&member, &manager].map(|person| person.employee_id);
        let anns = format!(
            "{ann},'0017,Ann,Example,ann@daybook.example,Employee,\"Works, \"\"old\"\"\",'=1+1,,'+49 30 1,2026-01-05,,48000.50,\
             2026-01-05,Mon Tue Thu,8.0,4.5,2026-07-06,max@daybook.example,active\r\n"
        );
        let maxs = format!("{max},,Max,Example,max@daybook.example,Manager,Works,,,,2026-01-05,,,,,,,,,active\r\n");
        let name = "People_2026-06-10.csv";
        assert_eq!(file(&hal, "people", name).await, format!("{PEOPLE}{anns}{maxs}"), "whom HR lists");
        let everybody = file(&ada, "people", name).await;
        assert!(everybody.contains(&anns) && everybody.ends_with(&maxs), "{everybody}");
        assert_eq!(everybody.lines().count(), 5, "an administrator lists Ada and Hal too");
    }

    async fn balances_and_holidays_are_files(app: &TestApp) {
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let balances = "\u{feff}Employee ID,External ID,Email,Leave Type,Year,Days,Note\r\n";
        assert_eq!(file(&hal, "balances", "Leave_balances_2026.csv").await, balances);
        assert_eq!(file(&hal, "balances?year=2025", "Leave_balances_2025.csv").await, balances);
        assert_eq!(hal.get("/api/exports/balances?year=x").await.expect(400).code(), "INVALID_REQUEST");
        app.holiday("2026-12-25", "Christmas").await;
        let founders = json!({"date": "2026-06-19", "name": "Founders' Day", "description": "-", "isRecurring": true});
        hal.post("/api/holidays", founders).await.expect(201);
        let holidays = "\u{feff}Date,Name,Description,Recurring\r\n2026-06-19,Founders' Day,'-,yes\r\n2026-12-25,Christmas,,no\r\n";
        assert_eq!(file(&hal, "holidays", "Holidays.csv").await, holidays);
        hal.get("/api/exports/salaries").await.expect(404);
    }
}
