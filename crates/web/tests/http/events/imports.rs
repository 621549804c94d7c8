//! What is recorded of imports.

use application::events::Record;
use domain::id::HolidayId;
use domain::import::fingerprint;
use domain::person::Role;
use serde_json::json;
use testkit::TestApp;
use testkit::app::day;

use super::super::imports::send;
use super::super::text;
use super::Log;

/// A file is planned, and what of it is good is imported.
pub(super) async fn imports(app: &TestApp, log: &mut Log) {
    let ida = app.person("Ida", Role::Hr).await;
    let client = app.sign_in(&ida).await;
    log.next().await;
    let file = "Date,Name\n2031-12-24,Eve\n2031-13-01,Never\n";
    let of_file = |kind| {
        Record::of(kind)
            .detail("kind", "holidays")
            .detail("sha256", fingerprint(file.as_bytes()))
            .detail("create", 1)
            .detail("change", 0)
            .detail("same", 0)
            .detail("refuse", 1)
    };
    let answer = send(&client, "/api/imports/holidays", file).await;
    log.by(&answer, &ida, Role::Hr, &[of_file("import-planned")]).await;
    let address = format!("/api/imports/{}/apply", text(&answer.data()["plan"], "_id"));
    let answer = client.post(&address, json!({"mode": "good"})).await;
    let found = client.get("/api/holidays?year=2031").await.expect(200).data();
    let id: HolidayId =
        text(found.as_array().unwrap().iter().find(|day| day["name"] == "Eve").unwrap(), "id").parse().unwrap();
    let none: Option<bool> = None;
    let added = Record::of("holiday-added")
        .detail("holiday", id)
        .change("date", None, Some(day("2031-12-24")))
        .change("name", None, Some("Eve"))
        .change("isRecurring", none, Some(false));
    log.by(&answer, &ida, Role::Hr, &[added, of_file("import-applied").detail("mode", "good")]).await;
}
