//! What the organisation decides on its pages (settings.md 1.1).

use std::time::{Duration, Instant};

use domain::person::Role;
use domain::settings::{Decided, Key, Value as Setting};
use serde_json::{Value, json};
use testkit::socket::{Frame, Socket};
use testkit::{Client, PASSWORD, ROOM, Response, SOON, Setup, TestApp, TestDatabase, on_one_engine};

use super::{log_in, staff, text};

async fn page(client: &Client, scope: &str) -> Value {
    client.get(&format!("/api/settings?scope={scope}")).await.expect(200).data()
}

async fn set(client: &Client, key: &str, value: Value, version: u32) -> Response {
    client.put(&format!("/api/settings/{key}"), json!({"value": value, "version": version})).await
}

fn keys(page: &Value) -> Vec<&str> {
    page["settings"].as_array().unwrap().iter().map(|setting| text(setting, "key")).collect()
}

on_one_engine! {
    /// HR has the rules, an administrator seven settings more and what the operator has set.
    async fn each_page_has_its_settings_in_order(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let rules = page(&hal, "hr").await;
        assert_eq!(keys(&rules), ["attendance.goodPercent", "timesheets.resubmissionDays", "unlock.managerDays", "unlock.hrDays",
            "mail.digestTime", "mail.reminderTime"]);
        let digest = json!({"key": "mail.digestTime", "scope": "hr", "type": "time", "label": "Daily digest at",
            "help": "Digests go out at this time on working days of the organisation.", "value": "08:30", "default": "08:30",
            "min": null, "max": null, "choices": null, "isByMonth": false, "from": null, "next": null, "source": "default",
            "version": 0, "updatedAt": null, "updatedBy": null});
        assert_eq!(rules["settings"][4], digest);
        assert_eq!(rules.get("operator"), None);
        let good = &rules["settings"][0];
        assert_eq!([&good["type"], &good["value"], &good["min"], &good["max"], &good["isByMonth"]], [&json!("integer"), &json!(80), &json!(50), &json!(100), &json!(true)]);
        assert_eq!(page(&ada, "hr").await, rules);
        let system = page(&ada, "system").await;
        assert_eq!(keys(&system), ["organisation.name", "accounts.selfRegistration", "accounts.passwordMinimum",
            "accounts.sessionHours", "accounts.secondFactor", "money.currency", "audit.retentionMonths"]);
        assert_eq!(system["settings"][4]["choices"], json!(["optional", "hr-admin", "everybody"]));
        assert!(system["settings"][5]["choices"].as_array().unwrap().contains(&json!("CHF")));
        assert_eq!(system["operator"], json!({"timezone": "UTC", "publicUrl": "http://portal.example", "mail": "file",
            "database": "sqlite", "version": env!("CARGO_PKG_VERSION")}));
        hal.get("/api/settings?scope=system").await.expect(403);
        hal.get("/api/settings").await.expect(400);
        let max = app.sign_in(&app.person("Max", Role::Manager).await).await;
        max.get("/api/settings?scope=hr").await.expect(403);
    }

    /// A second wish for the same changes nothing, and of two who change it the second is told.
    async fn a_setting_is_changed_once(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let good = |value: u32, from: &str| json!({"value": value, "version": 0, "from": from});
        let path = "/api/settings/attendance.goodPercent";
        let saved = hal.put(path, good(65, "2026-06-01")).await.expect(200);
        assert_eq!(saved.message(), "Setting saved");
        let setting = saved.data()["setting"].clone();
        assert_eq!((&setting["version"], &setting["from"], &setting["source"]), (&json!(1), &json!("2026-06-01"), &json!("portal")));
        assert_eq!((&setting["updatedBy"]["firstName"], &setting["updatedAt"]), (&json!("Hal"), &json!("2026-06-10T09:00:00Z")));
        assert_eq!(hal.put(path, good(65, "2026-06-01")).await.expect(200).data()["setting"], setting);
        let refused = ada.put(path, good(70, "2026-06-01")).await.expect(409);
        assert_eq!(refused.message(), "This setting has changed since you opened it. Please review it again.");
        let ahead = json!({"value": 90, "version": 1, "from": "2026-08-01"});
        let setting = ada.put(path, ahead).await.expect(200).data()["setting"].clone();
        assert_eq!((&setting["value"], &setting["next"]), (&json!(65), &json!({"value": 90, "from": "2026-08-01"})));
        assert_eq!(page(&hal, "hr").await["settings"][0], setting);
    }

    async fn what_does_not_fit_names_its_field(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let before = (page(&ada, "hr").await, page(&ada, "system").await);
        for (client, key, body, field, sentence) in [
            (&hal, "attendance.goodPercent", json!({"value": 49, "version": 0}), "value", "Good attendance from must be a whole number from 50 to 100"),
            (&hal, "attendance.goodPercent", json!({"value": 70, "version": 0, "from": "2026-06-02"}), "from", "The month must begin on its first day"),
            (&hal, "attendance.goodPercent", json!({"value": 70, "version": 0, "from": "2027-07-01"}), "from", "The date must be from 2000-01-01 to 2027-06-11"),
            (&ada, "accounts.sessionHours", json!({"value": "x", "version": 0}), "value", "Hours a session lives must be a whole number from 1 to 24"),
            (&hal, "mail.digestTime", json!({"value": "08:20", "version": 0}), "value", "Daily digest at must be a time in quarter hours, such as 17:30"),
            (&hal, "unlock.hrDays", json!({"value": 3, "version": 0, "from": "2026-06-01"}), "from", "This setting takes no date"),
            (&ada, "accounts.selfRegistration", json!({"value": "on", "version": 0}), "value", "Self-registration must be true or false"),
            (&ada, "money.currency", json!({"value": "JPY", "version": 0}), "value", "Currency must be one of the codes offered"),
            (&ada, "audit.retentionMonths", json!({"value": 23, "version": 0}), "value", "Months the audit log is kept must be a whole number from 24 to 240"),
        ] {
            let refused = client.put(&format!("/api/settings/{key}"), body).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.json()["errors"][field].as_str()), ("VALIDATION_FAILED", Some(sentence)));
        }
        for body in [json!({"value": 3}), json!({"value": 3, "version": -1}), json!({"value": 3, "version": 0, "from": "June"})] {
            assert_eq!(hal.put("/api/settings/unlock.hrDays", body).await.expect(400).code(), "INVALID_REQUEST");
        }
        assert_eq!((page(&ada, "hr").await, page(&ada, "system").await), before);
        assert_eq!(set(&ada, "open-position", json!(3), 0).await.expect(404).message(), "Setting not found");
        set(&hal, "accounts.sessionHours", json!(8), 0).await.expect(403);
    }

    async fn the_operator_wins(database: &TestDatabase) {
        let plain = TestApp::start(database).await;
        let (_, ada) = staff(&plain).await;
        set(&ada, "organisation.name", json!("Northwind"), 0).await.expect(200);
        assert_eq!(plain.anonymous().get("/api/portal").await.expect(200).data()["organisation"], "Northwind");
        let acme = Decided { key: Key::OrganisationName, from: None, value: Setting::Text("Acme".into()) };
        let app = TestApp::start_as(database, Setup { operator: vec![acme], ..Setup::default() }).await;
        assert_eq!(app.anonymous().get("/api/portal").await.expect(200).data()["organisation"], "Acme");
        let ada = app.anonymous().with_token(ada.token().unwrap());
        let shown = page(&ada, "system").await["settings"][0].clone();
        assert_eq!((&shown["value"], &shown["source"], &shown["version"]), (&json!("Acme"), &json!("operator"), &json!(1)));
        for name in ["Acme", "Contoso"] {
            assert_eq!(set(&ada, "organisation.name", json!(name), 1).await.expect(409).message(), "Set by the operator");
        }
    }

    /// New passwords follow, those in use stay.
    async fn the_shortest_password_is_a_setting(app: &TestApp) {
        let (_, ada) = staff(app).await;
        let ann = app.person("Ann", Role::Employee).await;
        set(&ada, "accounts.passwordMinimum", json!(14), 0).await.expect(200);
        assert_eq!(app.anonymous().get("/api/portal").await.expect(200).data()["passwordMinimum"], 14);
        app.anonymous().post("/api/auth/forgot-password", json!({"email": ann.email})).await.expect(200);
        let link = app.reset_token().await.expect("a link");
        let path = format!("/api/auth/reset-password/{link}");
        let reset = async |password: &str| app.anonymous().post(&path, json!({"password": password})).await;
        let refused = reset("only nine ch").await.expect(400);
        assert_eq!(refused.message(), "Password must be at least 14 characters long");
        log_in(app, &ann.email, PASSWORD).await.expect(200);
        reset("fourteen chars").await.expect(200);
        log_in(app, &ann.email, "fourteen chars").await.expect(200);
    }
}

/// A change on one instance is known on another within a second, and every browser is told after that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_on_one_instance_holds_on_the_other() {
    let database = TestDatabase::postgres().await;
    let here = TestApp::start(&database).await;
    let there = TestApp::start_over(database.another_instance().await, Setup::default()).await;
    let (_, ada) = staff(&here).await;
    let mut socket = Socket::of(&there.sign_in(&there.person("Ann", Role::Employee).await).await).await;
    let began = Instant::now();
    set(&ada, "organisation.name", json!("Northwind"), 0).await.expect(200);
    assert_eq!(socket.next(SOON).await, Frame::Message(json!({"type": "CHANGED", "topic": "settings"})));
    assert_eq!(there.anonymous().get("/api/portal").await.expect(200).data()["organisation"], "Northwind");
    assert!(began.elapsed() < ROOM * Duration::from_secs(1), "{:?}", began.elapsed());
}
