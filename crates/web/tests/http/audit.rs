//! The audit log as an administrator reads it, and what its seals are made of.

mod chain;
mod filters;

use application::audit::{Holder, seal_next, verify_next};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::Viewer;
use testkit::{Client, TestApp, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{TODAY, Team, entry, log_in, signed_in, text};

const LOGS: &str = "/api/audit-logs";
const VERIFY: &str = "/api/audit-logs/verify";

async fn admin(app: &TestApp) -> Client {
    signed_in(app, "Ada", Role::Admin).await
}

/// Everything that was recorded gets its seal.
async fn seal(app: &TestApp) {
    while seal_next(&app.ports).await.unwrap() {}
}

/// Verifies what was asked for or is due.
async fn verify(app: &TestApp) {
    let holder = Holder::new(&app.ports);
    while verify_next(&app.ports, holder).await.unwrap() {}
}

/// A page of the log.
async fn page(client: &Client, query: &str) -> Value {
    client.get(&format!("{LOGS}?{query}")).await.expect(200).data()
}

/// The entries that a query finds, up to 1000.
async fn logs(client: &Client, query: &str) -> Vec<Value> {
    page(client, &format!("limit=1000&{query}")).await["logs"].as_array().unwrap().clone()
}

fn actions(logs: &[Value]) -> Vec<&str> {
    logs.iter().map(|entry| text(entry, "action")).collect()
}

/// The one entry with this action.
async fn only(client: &Client, action: &str) -> Value {
    let found = logs(client, &format!("action={action}")).await;
    let [entry] = found.as_slice() else { panic!("{action}: {found:?}") };
    entry.clone()
}

fn change(field: &str, before: impl Into<Value>, after: impl Into<Value>) -> Value {
    json!({"field": field, "before": before.into(), "after": after.into(), "isMasked": false})
}

fn masked(field: &str) -> Value {
    json!({"field": field, "before": null, "after": null, "isMasked": true})
}

on_one_engine! {
    /// A day that was submitted and approved stands in the log with who, in which role, about whom, from where and by which request
    async fn a_day_is_told_with_its_actor_and_what_changed(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max, ada) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await, admin(app).await);
        let submitted = ann.post("/api/timesheets/my", entry(TODAY, 8.0, "Nobody's business")).await.expect(201);
        let id = submitted.data()["timesheet"]["_id"].clone();
        let decided = max.post("/api/timesheets/bulk-approve", json!({"ids": [id]})).await.expect(200);
        assert_eq!(only(&ada, "day-submitted").await["position"], Value::Null, "it is not sealed yet");
        seal(app).await;
        let (day, decision) = (only(&ada, "day-submitted").await, only(&ada, "days-decided").await);
        let name = |person: &testkit::TestPerson, first: &str| json!({"_id": person.id.to_string(), "firstName": first, "lastName": "Example"});
        let in_role = |person: Value, role: &str| with(person, json!({"role": role}));
        let (of_ann, of_max) = (name(&team.member, "Ann"), name(&team.manager, "Max"));
        let about_ann = json!([with(of_ann.clone(), json!({"employeeId": team.member.employee_id.to_string()}))]);
        for (entry, actor, answer) in
            [(&day, in_role(of_ann, "Employee"), &submitted), (&decision, in_role(of_max, "Manager"), &decided)]
        {
            assert_eq!((&entry["actor"], &entry["subjects"], &entry["subjectCount"]), (&actor, &about_ann, &json!(1)));
            assert_eq!((&entry["source"], &entry["ip"], &entry["onBehalfOf"]), (&json!("portal"), &json!("127.0.0.1"), &Value::Null));
            assert_eq!(entry["requestId"].as_str(), answer.header("x-request-id"));
            assert_eq!(entry["at"], "2026-06-10T09:00:00Z");
            assert!(entry["position"].as_i64().unwrap() > 0);
            assert_eq!(text(entry, "hash").len(), 64);
        }
        assert_eq!(day["changes"], json!([change("hours", Value::Null, 8), change("status", Value::Null, "pending")]));
        assert_eq!(day["details"], json!({"date": TODAY, "version": 1, "isResubmission": false}));
        assert_eq!(decision["changes"], json!([change("status", "pending", "approved")]));
        assert_eq!(decision["details"], json!({"dates": [TODAY]}));
        let newest = page(&ada, "limit=1").await["newest"].clone();
        assert_eq!((&newest["position"], &newest["hash"]), (&decision["position"], &decision["hash"]));
        assert_eq!(newest["sealedAt"], "2026-06-10T09:00:00Z");
        let all = ada.get(LOGS).await.expect(200).text();
        assert!(!all.contains("Nobody's business"), "what was done stands in the history of the entry");
    }

    /// Amounts, telephone numbers and what was typed are nowhere: not in the list, not in the file, not in the database
    async fn a_salary_and_a_telephone_number_are_told_to_have_changed_and_nothing_else(database: &TestDatabase, app: &TestApp) {
        let (ada, ann) = (admin(app).await, app.person("Ann", Role::Employee).await);
        let fields = json!({"salary": 48765.43, "phoneNumber": "+49 30 901820"});
        ada.put(&path(&ann), with(unchanged("Ann", &ann, "Employee"), fields)).await.expect(200);
        for email in [&*ann.email, "nobody@daybook.example"] {
            log_in(app, email, "what was typed").await.expect(401);
        }
        assert_eq!(only(&ada, "salary-set").await["changes"], json!([masked("salary")]));
        assert_eq!(only(&ada, "account-changed").await["changes"], json!([masked("phoneNumber")]));
        let failed = logs(&ada, "action=sign-in-failed").await;
        let outcomes: Vec<_> = failed.iter().map(|entry| (&entry["details"], &entry["subjectCount"], &entry["actor"])).collect();
        let (unknown, wrong) = (json!({"outcome": "unknown-address"}), json!({"outcome": "wrong-password"}));
        assert_eq!(outcomes, [(&unknown, &json!(0), &Value::Null), (&wrong, &json!(1), &Value::Null)]);
        seal(app).await;
        let file = ada.get("/api/audit-logs/export").await.expect(200);
        assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
        assert!(file.header("content-disposition").unwrap().contains("filename=\"Audit_Log_"));
        let file = file.text();
        assert!(file.contains("phoneNumber changed, not shown"));
        let list = ada.get(&format!("{LOGS}?limit=1000")).await.expect(200).text();
        let events = Viewer::open(database).await.contents().await["events"].clone();
        for secret in ["48765", "901820", "what was typed", "nobody@daybook"] {
            assert!(!list.contains(secret) && !file.contains(secret), "{secret}");
            let kept = events.iter().any(|event| event.values().any(|value| value.contains(secret)));
            assert!(!kept, "{secret} in {events:?}");
        }
    }

    /// People and leave types stand in what is told with their present names, on the page and in the file
    async fn a_person_and_a_leave_type_are_told_by_their_present_name(app: &TestApp) {
        let (ada, team) = (admin(app).await, Team::of(app).await);
        let mia = app.person("Mia", Role::Manager).await;
        let body = json!({"employeeId": team.member.id.to_string(), "managerId": mia.id.to_string()});
        ada.post("/api/users/assign-manager", body).await.expect(200);
        ada.put(&path(&mia), with(unchanged("Maria", &mia, "Manager"), json!({}))).await.expect(200);
        let assigned = only(&ada, "manager-assigned").await;
        let name = |id: String, first: &str| json!({"_id": id, "firstName": first, "lastName": "Example"});
        let managers = change("manager", name(team.manager.id.to_string(), "Max"), name(mia.id.to_string(), "Maria"));
        assert_eq!(assigned["changes"], json!([managers]));
        assert_eq!(assigned["actor"]["role"], "Admin");

        let lea = app.sign_in(&app.person("Lea", Role::Hr).await).await;
        let typed = json!({"name": "Study", "annualDays": 2.5, "isPaid": true, "needsApproval": false, "backdateDays": 3});
        lea.post("/api/leave/types", typed).await.expect(201);
        assert_eq!(only(&ada, "leave-type-added").await["details"], json!({"leaveType": "Study"}));
        let file = ada.get("/api/audit-logs/export?action=leave-type-added").await.expect(200).text();
        assert!(file.contains(",leaveType Study,"), "{file}");
    }
}
