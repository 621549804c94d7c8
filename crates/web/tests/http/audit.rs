//! The audit log as an administrator reads it, and what its seals are made of.

mod chain;
mod filters;

use application::audit::{Holder, prune_next, seal_next, verify_next};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::Viewer;
use testkit::{Client, Response, TestApp, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{TODAY, Team, entry, text};

const LOGS: &str = "/api/audit-logs";
const VERIFY: &str = "/api/audit-logs/verify";

/// An administrator.
async fn admin(app: &TestApp) -> Client {
    app.sign_in(&app.person("Ada", Role::Admin).await).await
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

fn request_of(answer: &Response) -> Value {
    json!(answer.header("x-request-id").unwrap())
}

on_one_engine! {
    /// A day that was submitted and approved stands in the log with who, in which role, about whom, from where and by which request
    async fn a_day_is_told_with_its_actor_and_what_changed(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let team = Team::of(&app).await;
        let (ann, max, ada) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await, admin(&app).await);
        let submitted = ann.post("/api/timesheets/my", entry(TODAY, 8.0, "Nobody's business")).await.expect(201);
        let id = submitted.data()["timesheet"]["_id"].clone();
        let decided = max.post("/api/timesheets/bulk-approve", json!({"ids": [id]})).await.expect(200);
        assert_eq!(only(&ada, "day-submitted").await["position"], Value::Null, "it is not sealed yet");
        seal(&app).await;
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
            assert_eq!(entry["requestId"], request_of(answer));
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
    async fn a_salary_and_a_telephone_number_are_told_to_have_changed_and_nothing_else(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let (ada, ann) = (admin(&app).await, app.person("Ann", Role::Employee).await);
        let fields = json!({"salary": 48765.43, "phoneNumber": "+49 30 901820"});
        ada.put(&path(&ann), with(unchanged("Ann", &ann, "Employee"), fields)).await.expect(200);
        let typed = json!({"email": ann.email, "password": "what was typed"});
        app.anonymous().post("/api/auth/login", typed).await.expect(401);
        let unknown = json!({"email": "nobody@daybook.example", "password": "what was typed"});
        app.anonymous().post("/api/auth/login", unknown).await.expect(401);
        assert_eq!(only(&ada, "salary-set").await["changes"], json!([masked("salary")]));
        assert_eq!(only(&ada, "account-changed").await["changes"], json!([masked("phoneNumber")]));
        let failed = logs(&ada, "action=sign-in-failed").await;
        let outcomes: Vec<_> = failed.iter().map(|entry| (&entry["details"], &entry["subjectCount"], &entry["actor"])).collect();
        let (unknown, wrong) = (json!({"outcome": "unknown-address"}), json!({"outcome": "wrong-password"}));
        assert_eq!(outcomes, [(&unknown, &json!(0), &Value::Null), (&wrong, &json!(1), &Value::Null)]);
        seal(&app).await;
        let file = ada.get("/api/audit-logs/export").await.expect(200).text();
        assert!(file.contains("\"phoneNumber changed, not shown\"") || file.contains("phoneNumber changed, not shown"));
        let list = ada.get(&format!("{LOGS}?limit=1000")).await.expect(200).text();
        let events = Viewer::open(database).await.contents().await["events"].clone();
        for secret in ["48765", "901820", "what was typed", "nobody@daybook"] {
            assert!(!list.contains(secret) && !file.contains(secret), "{secret}");
            let kept = events.iter().any(|event| event.values().any(|value| value.contains(secret)));
            assert!(!kept, "{secret} in {events:?}");
        }
    }

    /// People and leave types stand in what is told with their present names, on the page and in the file
    async fn a_person_and_a_leave_type_are_told_by_their_present_name(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let (ada, team) = (admin(&app).await, Team::of(&app).await);
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

    /// The file has a line for each entry, oldest first, and the taking of it is in the log before its first byte
    async fn a_file_of_the_log_is_told_in_the_log(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let (ada, team) = (admin(&app).await, Team::of(&app).await);
        let ann = app.sign_in(&team.member).await;
        super::submit(&ann, TODAY).await;
        seal(&app).await;
        let file = ada.get("/api/audit-logs/export?from=2026-06-10&to=2026-06-10&action=day-submitted").await.expect(200);
        assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
        assert!(file.header("content-disposition").unwrap().contains("filename=\"Audit_Log_2026-06-10_2026-06-10.csv\""));
        let text = file.text();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines[0], "Position,Time,Action,Source,Actor,Actor ID,Role,On behalf of,About,About ID,Changes,Details,IP address,Request ID,Hash");
        let hash = only(&ada, "day-submitted").await["hash"].as_str().unwrap().to_owned();
        let start = format!("1,2026-06-10T09:00:00.000000Z,day-submitted,portal,Ann Example,{0},Employee,,Ann Example,{0},", team.member.id);
        assert!(lines[1].starts_with(&start), "{}", lines[1]);
        assert!(lines[1].contains("hours – → 8; status – → pending") && lines[1].ends_with(&hash), "{}", lines[1]);
        assert_eq!(lines.len(), 2, "{text}");
        let told = only(&ada, "file-downloaded").await;
        assert_eq!(told["details"], json!({"fileName": "Audit_Log_2026-06-10_2026-06-10.csv"}));
        let lines = |query: &str| {
            let path = format!("/api/audit-logs/export?{query}");
            let ada = ada.clone();
            async move { ada.get(&path).await.expect(200).text().lines().count() }
        };
        assert_eq!(lines("from=2026-01-01&to=2026-01-31").await, 1, "headings alone");
        assert_eq!(lines("action=day-submitted").await, 2, "the last 30 days");
    }

    /// What makes no sense is refused in the sentences of today, and the id of nobody finds nothing
    async fn bad_input_is_refused(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let ada = admin(&app).await;
        for (query, sentence) in [
            ("from=June", "from must be a date (YYYY-MM-DD)"),
            ("to=2026-06-31", "to must be a date (YYYY-MM-DD)"),
            ("from=2026-06-10&to=2026-06-09", "to must not be before from"),
            ("actorId=EMP1001", "actorId must be an id"),
            ("subjectId=none", "subjectId must be an id"),
            ("action=day-eaten", "action must be an action of the audit log"),
            ("action=day-submitted,", "action must be an action of the audit log"),
            ("action=Day-Submitted", "action must be an action of the audit log"),
            ("limit=0", "limit must be a whole number from 1 to 1000"),
            ("limit=1001", "limit must be a whole number from 1 to 1000"),
            ("cursor=0", "cursor must be one that an earlier answer gave"),
            ("cursor=-7", "cursor must be one that an earlier answer gave"),
            ("cursor=7x", "cursor must be one that an earlier answer gave"),
            ("cursor=99999999999999999999", "cursor must be one that an earlier answer gave"),
        ] {
            let refused = ada.get(&format!("{LOGS}?{query}")).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("INVALID_REQUEST", sentence), "{query}");
            if !query.starts_with("limit") && !query.starts_with("cursor") {
                ada.get(&format!("/api/audit-logs/export?{query}")).await.expect(400);
            }
        }
        let refused = ada.get("/api/audit-logs/export?from=2025-06-01&to=2026-06-02").await.expect(400);
        assert_eq!(refused.message(), "An export covers at most 366 days");
        let nobody = testkit::app::unknown_id();
        for query in [format!("actorId={nobody}"), format!("subjectId={nobody}")] {
            assert_eq!(logs(&ada, &query).await, [Value::Null; 0]);
        }
        assert_eq!(page(&ada, "cursor=1").await["logs"], json!([]));
    }
}
