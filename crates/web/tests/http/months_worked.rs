//! Months of people who leave, come back or work by another pattern, as the portal lived through them.

use application::months::check_next;
use domain::person::Role;
use serde_json::json;
use testkit::{TestApp, TestPerson, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::months::{SCHEDULED, World, amounts, attendance, close, figures, force, june, row, settle};
use super::{entry, text};

/// A Manager and somebody of HR on the first of June.
pub(crate) async fn staff(app: &TestApp) -> (TestPerson, TestPerson, TestPerson) {
    app.clock.set("2026-06-01T08:00:00Z");
    app.holiday("2026-06-19", "Founders' Day").await;
    settle(app).await;
    let (max, hal) = (app.person("Max", Role::Manager).await, app.person("Hal", Role::Hr).await);
    (max, hal, app.person("Ada", Role::Admin).await)
}

/// The same people in July.
pub(crate) async fn in_july(app: &TestApp, max: TestPerson, hal: TestPerson) -> World {
    app.clock.set("2026-07-02T09:00:00Z");
    settle(app).await;
    let (lead, hr) = (app.sign_in(&max).await, app.sign_in(&hal).await);
    World { max, hal, lead, hr }
}

on_one_engine! {
    /// [months.md §9, 4 and 26]
    async fn somebody_who_leaves_is_in_service_up_to_that_day(app: &TestApp) {
        let (max, hal, ada) = staff(app).await;
        let ann = app.member("Ann", &max).await;
        let joined = json!({"lastName": "Berg", "joiningDate": "2025-03-03", "salary": 36_000, "salaryFrom": "2025-03-03"});
        let account = with(unchanged("Ann", &ann, "Employee"), joined);
        app.sign_in(&hal).await.put(&path(&ann), account.clone()).await.expect(200);
        let mut ids = Vec::new();
        for day in SCHEDULED.into_iter().take_while(|day| *day <= 15) {
            let date = format!("2026-06-{day:02}");
            app.clock.set(&format!("{date}T18:00:00Z"));
            settle(app).await;
            let saved = app.sign_in(&ann).await.post("/api/timesheets/my", entry(&date, 9.0, "Worked")).await.expect(201);
            ids.push(saved.data()["timesheet"]["_id"].clone());
        }
        app.sign_in(&max).await.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await.expect(200);
        let admin = app.sign_in(&ada).await;
        let active = |is_active: bool, role: &str| with(account.clone(), json!({"isActive": is_active, "role": role}));
        admin.put(&path(&ann), active(false, "Employee")).await.expect(200);
        let world = in_july(app, max, hal).await;
        close(&world.hr).await.expect(200);
        let left = row(&world.hr, "Ann").await;
        assert_eq!(figures(&left), json!([21.0, 11.0, 11.0, 0.0, 0.0, 0.0, 0.0, 11.0, 0.0, 99.0]));
        assert_eq!(amounts(&left), (3_000.0, 1_571.43));
        assert_eq!(attendance(&world.hr, "Ann").await, json!([11.0, 11.0, 100.0]));

        // Back in August, and a Manager from then on: June stays as it was.
        app.clock.set("2026-08-03T09:00:00Z");
        let admin = app.sign_in(&ada).await;
        admin.put(&path(&ann), active(true, "Employee")).await.expect(200);
        admin.put(&path(&ann), active(true, "Manager")).await.expect(200);
        app.clock.set("2026-08-04T03:00:00Z");
        while check_next(&app.ports).await.unwrap() {}
        let check = june(&app.sign_in(&world.hal).await).await["month"]["check"].clone();
        assert_eq!(check, json!({"checkedAt": "2026-08-04T03:00:00Z", "differences": 0, "checksumHolds": true, "samples": []}));
    }

    /// [months.md §9, 26] After a standstill of the server the days of a closed month are not frozen.
    async fn a_closed_month_is_not_frozen(app: &TestApp) {
        let (max, hal, _) = staff(app).await;
        let world = in_july(app, max, hal).await;
        let ann = world.employee(app, "Ann", json!({})).await;
        force(&world.hr).await.expect(200);
        // As if it had been looked at up to the end of May alone.
        let work = app.ports.store.begin().await.unwrap();
        work.kept_values().set(application::ports::KeptValue::FrozenThrough, "2026-05-31").await.unwrap();
        work.commit().await.unwrap();
        app.clock.set("2026-07-20T09:00:00Z");
        settle(app).await;
        let own = app.sign_in(&ann).await;
        let frozen = async |month: u32| {
            let calendar = own.get(&format!("/api/timesheets/calendar?month={month}&year=2026")).await.expect(200).data();
            let days = calendar["days"].as_array().unwrap().clone();
            days.iter().filter(|day| day["isFrozen"] == true).map(|day| text(day, "date").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(frozen(6).await, [""; 0]);
        assert_eq!(frozen(7).await.first().map(String::as_str), Some("2026-07-02"));
        assert_eq!(row(&app.sign_in(&world.hal).await, "Ann").await["absentDays"], 21.0);
    }
}
