//! What is recorded of months.

use application::events::Record;
use application::facts::Fact;
use application::months::{check_next, tell_next};
use chrono::NaiveDate;
use domain::person::Role;
use serde_json::json;
use testkit::{TestApp, TestDatabase};

use super::super::months::tamper;
use super::super::{submit, text};
use super::{Log, about};

const MAY: &str = "/api/months/2026-05";

/// A month from what keeps it open to its reopening.
pub(super) async fn months(app: &TestApp, database: &TestDatabase, log: &mut Log) {
    app.clock.set("2026-06-11T09:00:00Z");
    let (hr, admin) = (app.person("Hugo", Role::Hr).await, app.person("Ivo", Role::Admin).await);
    let lead = app.person("Leo", Role::Manager).await;
    let pia = app.member("Pia", &lead).await;
    let (hugo, ivo, leo) = (app.sign_in(&hr).await, app.sign_in(&admin).await, app.sign_in(&lead).await);
    app.unlock(&pia, &lead, "2026-05-20").await;
    let sheet = submit(&app.sign_in(&pia).await, "2026-05-20").await;
    log.next().await;
    let of = |kind| Record::of(kind).detail("month", "2026-05");

    let body = json!({"kind": "manager", "userIds": [pia.id.to_string()]});
    let answer = hugo.post(&format!("{MAY}/remind"), body).await;
    log.by(&answer, &hr, Role::Hr, &[of("month-reminded").about([lead.id]).detail("kind", "manager")]).await;

    leo.post("/api/timesheets/bulk-reject", json!({"ids": [sheet["_id"]], "comment": "Why?"})).await.expect(200);
    log.next().await;
    let items = json!([{"userId": pia.id.to_string(), "dates": ["2026-05-20"]}]);
    let answer = hugo.post(&format!("{MAY}/accept"), json!({"items": items, "note": "Agreed"})).await;
    let accepted = about("days-accepted", &pia).detail("month", "2026-05");
    let days = vec![vec![Fact::from(pia.id), "2026-05-20".parse::<NaiveDate>().unwrap().into()]];
    let accepted = accepted.detail("days", days).detail("note", "Agreed");
    log.by(&answer, &hr, Role::Hr, &[accepted]).await;

    let answer = hugo.post(&format!("{MAY}/close"), json!({"force": true, "reason": "Payday"})).await.expect(200);
    let newest = answer.data()["month"]["newest"].clone();
    let number = |name: &str| u32::try_from(newest[name].as_u64().unwrap()).unwrap();
    let of_revision = |kind| of(kind).detail("revision", 1u32);
    let closed =
        of_revision("month-closed").detail("employees", number("employees")).detail("blocked", number("blocked"));
    let closed = closed.detail("checksum", text(&newest, "checksum")).detail("reason", "Payday");
    log.by(&answer, &hr, Role::Hr, &[closed]).await;

    while tell_next(&app.ports).await.unwrap() {}
    let told = log.next().await;
    let [told] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!(told.record.details, of_revision("month-told").details);
    assert!(told.record.kind == "month-told" && told.record.subjects.contains(&pia.id), "{told:?}");
    assert_eq!((told.actor, &told.request_id), (None, &None));

    let person = pia.employee_id.number();
    tamper(database, &format!("UPDATE month_rows SET extra = 2 WHERE employee_number = {person}")).await;
    app.clock.set("2026-06-12T03:00:00Z");
    while check_next(&app.ports).await.unwrap() {}
    log.job(of_revision("month-drifted").detail("differences", 1u32).detail("checksumHolds", false)).await;

    // The sessions are of the day before.
    app.clock.set("2026-06-11T09:00:00Z");
    let answer = hugo.post(&format!("{MAY}/export"), json!({"format": "csv"})).await;
    log.by(&answer, &hr, Role::Hr, &[of_revision("month-exported").detail("format", "csv")]).await;
    let answer = ivo.post(&format!("{MAY}/reopen"), json!({"reason": "A day was forgotten"})).await;
    let reopened = of_revision("month-reopened").detail("reason", "A day was forgotten");
    log.by(&answer, &admin, Role::Admin, &[reopened]).await;
}
