//! Opening balances and holidays from files, on every screen that shows them (moving-in.md 1.6 and 1.7).

use serde_json::{Value, json};
use testkit::{Client, Response, TestPerson, at_once, on_both_engines};

use super::imports::send;
use super::leave_ledger::{Team, settle_all};
use super::leave_types::ANNUAL_LEAVE;
use super::text;

async fn planned(client: &Client, kind: &str, file: &str) -> Value {
    send(client, &format!("/api/imports/{kind}"), file).await.expect(201).data()["plan"].clone()
}

async fn apply(client: &Client, plan: &Value) -> Response {
    client.post(&format!("/api/imports/{}/apply", text(plan, "_id")), json!({"mode": "all"})).await
}

async fn import(client: &Client, kind: &str, file: &str) -> String {
    let plan = planned(client, kind, file).await;
    apply(client, &plan).await.expect(200).message()
}

/// A file of one opening balance of annual leave.
fn opening(person: &TestPerson, year: i32, days: f64) -> String {
    format!("Employee ID;Leave Type;Year;Days;Note\n{};annual leave;{year};{days};Ghent\n", person.employee_id)
}

/// What HR sees of the annual leave of a person in 2026.
async fn balance(client: &Client, person: &TestPerson) -> Value {
    let mine = client.get(&format!("/api/leave/my?userId={}&year=2026", person.id)).await.expect(200).data();
    let balances = mine["balances"].as_array().unwrap().clone();
    balances.into_iter().find(|balance| balance["leaveType"]["_id"] == ANNUAL_LEAVE).unwrap()
}

/// The rows of the ledger that are opening balances: their days and notes.
async fn openings(client: &Client, person: &TestPerson) -> Vec<(f64, Value)> {
    let path = format!("/api/leave/ledger?userId={}&year=2026&leaveTypeId={ANNUAL_LEAVE}", person.id);
    let rows = client.get(&path).await.expect(200).data()["rows"].as_array().unwrap().clone();
    let openings = rows.iter().filter(|row| row["kind"] == "opening");
    openings.map(|row| (row["days"].as_f64().unwrap(), row["note"].clone())).collect()
}

on_both_engines! {
    /// moving-in.md 7, case 15.
    async fn an_opening_balance_is_in_every_sum_and_is_corrected(app: &TestApp) {
        let Team { hal, max, eve, .. } = Team::of(app).await;
        assert_eq!(import(&hal, "balances", &opening(&max, 2026, 7.5)).await, "1 balance added, 0 changed");
        let found = balance(&hal, &max).await;
        assert_eq!((&found["allocated"], &found["adjusted"], &found["left"]), (&json!(20.0), &json!(7.5), &json!(27.5)));
        assert_eq!(openings(&hal, &max).await, [(7.5, json!("Ghent"))]);
        let own = app.sign_in(&max).await;
        let ask = json!({"leaveTypeId": ANNUAL_LEAVE, "startDate": "2026-07-06", "endDate": "2026-07-06"});
        let preview = own.post("/api/leave/preview", ask).await.expect(200).data();
        assert_eq!(preview["years"], json!([{"year": 2026, "days": 1.0, "left": 26.5}]));
        let notices = own.get("/api/notifications").await.expect(200).text();
        assert!(notices.contains("Annual Leave 2026: +7.5. Ghent"), "{notices}");
        assert_eq!(app.mails().await.len(), 0);

        let again = planned(&hal, "balances", &opening(&max, 2026, 7.5)).await;
        assert_eq!(again["counts"], json!({"create": 0, "change": 0, "same": 1, "refuse": 0}));
        assert_eq!(import(&hal, "balances", &opening(&max, 2026, -2.0)).await, "0 balances added, 1 changed");
        assert_eq!(openings(&hal, &max).await, [(7.5, json!("Ghent")), (-7.5, json!("Replaced")), (-2.0, json!("Ghent"))]);
        assert_eq!(balance(&hal, &max).await["left"], 18.0);
        let csv = hal.get("/api/leave/balances/download?year=2026").await.expect(200).text();
        let line = format!("{},Max Example,Works,Annual Leave,20.0,-2.0,0.0,0.0,0.0,0.0,0.0,0.0,18.0", max.employee_id);
        assert!(csv.lines().any(|other| other == line), "{csv}");

        // What is brought along of the year before is carried into this one, and lapsed at the end of March.
        import(&hal, "balances", &opening(&eve, 2025, 4.0)).await;
        let found = balance(&hal, &eve).await;
        assert_eq!((&found["carriedIn"], &found["expired"], &found["left"]), (&json!(4.0), &json!(4.0), &json!(17.0)));
        settle_all(app).await;
        assert_eq!(balance(&hal, &eve).await["left"], 17.0, "the job has nothing to add");
    }

    async fn of_imports_of_one_balance_at_once_one_holds(app: &TestApp) {
        let Team { hal, max, .. } = Team::of(app).await;
        for round in 0..5 {
            let mut calls = Vec::new();
            for days in [1.0, 2.0, 3.0] {
                let plan = planned(&hal, "balances", &opening(&max, 2026, days + f64::from(round))).await;
                let hal = hal.clone();
                calls.push(async move { apply(&hal, &plan).await });
            }
            let answers = at_once(calls).await;
            let done = answers.iter().filter(|answer| answer.status == 200).count();
            assert!(done >= 1 && answers.iter().all(|answer| [200, 409].contains(&answer.status)), "{done}");
            let rows = openings(&hal, &max).await;
            let left = balance(&hal, &max).await["left"].as_f64().unwrap();
            assert!((left - 20.0 - rows.last().unwrap().0).abs() < 0.1, "the last one holds: {rows:?}");
        }
    }

    /// moving-in.md 7, case 16.
    async fn holidays_of_a_file_and_of_a_country_count_leave_anew_once(app: &TestApp) {
        let Team { hal, eve, .. } = Team::of(app).await;
        let own = app.sign_in(&eve).await;
        let ask = json!({"leaveTypeId": ANNUAL_LEAVE, "startDate": "2026-12-21", "endDate": "2026-12-31"});
        let request = own.post("/api/leave/requests", ask).await.expect(201).data()["request"].clone();
        assert_eq!(request["days"], 9.0);
        let file = "Datum;Feiertag;Beschreibung;Jährlich\n25.12.2026;Christmas;;ja\n24.12.2026;Christmas Eve;All day;nein\n";
        assert_eq!(import(&hal, "holidays", file).await, "2 holidays added, 0 changed");
        let days = async || own.get("/api/leave/my?year=2026").await.expect(200).data()["requests"][0]["days"].clone();
        assert_eq!(days().await, 7.0);
        let notices = own.get("/api/notifications").await.expect(200).text();
        assert_eq!(notices.matches("9 days before, 7 days now. Holidays have changed.").count(), 1, "{notices}");
        let again = planned(&hal, "holidays", file).await;
        assert_eq!(again["counts"], json!({"create": 0, "change": 0, "same": 2, "refuse": 0}));

        let known = hal.get("/api/imports/countries").await.expect(200).data();
        assert_eq!(known["version"], "holidays 0.109 (MIT)");
        let switzerland = known["countries"].as_array().unwrap().iter().find(|of| of["code"] == "CH").unwrap();
        assert!(switzerland["regions"].as_array().unwrap().contains(&json!({"code": "ZH", "name": "Zürich"})));
        let wanted = json!({"country": "CH", "region": "SO", "years": [2027, 2026]});
        let plan = hal.post("/api/imports/holidays/country", wanted.clone()).await.expect(201).data()["plan"].clone();
        assert_eq!(plan["counts"]["same"], 2, "Christmas of both years is there: {plan}");
        let rows = hal.get(&format!("/api/imports/{}/rows?action=refuse", text(&plan, "_id"))).await.expect(200).data();
        let problem = &rows["rows"][0]["problem"];
        assert_eq!(problem["value"], "2026-05-01, Labor Day, half day");
        assert_eq!(problem["sentence"], "The portal knows whole holidays only.");
        let good = json!({"mode": "good"});
        hal.post(&format!("/api/imports/{}/apply", text(&plan, "_id")), good).await.expect(200);
        let again = hal.post("/api/imports/holidays/country", wanted).await.expect(201).data()["plan"].clone();
        assert_eq!((&again["counts"]["create"], &again["counts"]["change"]), (&json!(0), &json!(0)));
        let elsewhere = json!({"country": "CH", "region": "XX", "years": [2026]});
        let refused = hal.post("/api/imports/holidays/country", elsewhere).await.expect(400);
        assert_eq!(refused.json()["errors"]["region"], "Please choose a region of the country, or none");
    }
}
