//! Whatever does not fit is refused with a sentence that names the field, and changes nothing.

use serde_json::json;
use testkit::{TestApp, app::unknown_id, on_both_engines, on_one_engine};

use super::{TODAY, Team, entries, entry, staff};

const PARSER_WORDS: [&str; 8] = ["line ", "column", "struct", "serde", "f64", "expected", "invalid type", "EOF"];

/// One misfit of each kind; how each type is read is shown where bodies are (`input::shape`).
fn bodies() -> Vec<(String, &'static str, &'static str)> {
    let with = |name: &str, value: &str| {
        let mut fields =
            vec![("date", format!("\"{TODAY}\"")), ("hours", "8".to_owned()), ("description", "\"x\"".to_owned())];
        fields.retain(|(have, _)| *have != name);
        fields.push((name, value.to_owned()));
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", fields.join(","))
    };
    let without = |name: &str| with(name, "0").replace(&format!(",\"{name}\":0"), "");
    let long = format!("\"{}\"", "ä".repeat(2001));
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let mut cases = Vec::new();
    for (field, value) in [
        ("date", "\"2026-02-30\""),
        ("date", "\"0000-01-01\""),
        ("hours", "\"8\""),
        ("hours", "1e309"),
        ("hours", deep.as_str()),
        ("description", "null"),
        ("description", "\"\\ud800\""),
    ] {
        cases.push((with(field, value), "INVALID_REQUEST", field));
    }
    for (field, value) in [
        ("hours", "0.25"),
        ("hours", "-0.5"),
        ("hours", "24.5"),
        ("hours", "1e300"),
        ("description", "\"\\u00a0\\u3000\""),
        ("description", "\"a\\u0000b\""),
        ("description", "\"a\\u202eb\""),
        ("description", long.as_str()),
    ] {
        cases.push((with(field, value), "VALIDATION_FAILED", field));
    }
    cases.push((without("hours"), "INVALID_REQUEST", "hours"));
    for (broken, word) in [
        (r#"{"date":"2026-06-10","hours":8,"hours":9,"description":"x"}"#, "hours"),
        ("", "body"),
        ("[]", "body"),
        (r#"{"date":"2026-06-10","hours":8,"description":"x"} x"#, "body"),
    ] {
        cases.push((broken.to_owned(), "INVALID_REQUEST", word));
    }
    cases
}

on_one_engine! {
    async fn a_body_that_does_not_fit_names_its_field_and_changes_nothing(app: &TestApp) {
        let team = Team::of(app).await;
        let ann = app.sign_in(&team.member).await;
        for (body, code, word) in bodies() {
            let shown: String = body.chars().take(120).collect();
            let answer = ann.send("POST", "/api/timesheets/my", Some(body.as_bytes())).await;
            assert_eq!(answer.status, 400, "{shown}: {}", answer.text());
            assert_eq!(answer.code(), code, "{shown}: {}", answer.text());
            let message = answer.message();
            let errors = answer.json()["errors"].clone();
            assert!(message.to_lowercase().contains(word) || !errors[word].is_null(), "{shown}: {}", answer.text());
            assert!(!PARSER_WORDS.iter().any(|parser| message.contains(parser)), "{shown}: {message}");
            assert!(!answer.json()["requestId"].as_str().unwrap().is_empty());
            assert_eq!(answer.json()["success"], false);
        }
        assert!(entries(&ann).await.is_empty());
        let description = format!("{}'; DROP TABLE timesheets; --<script>😀\n\twith a tab", "ä".repeat(1940));
        ann.post("/api/timesheets/my", entry(TODAY, -0.0, &description)).await.expect(201);
        let kept = &entries(&ann).await[0];
        assert_eq!((&kept["hours"], &kept["description"]), (&json!(0.0), &json!(description)), "minus zero is zero, and text is as it was written");
    }

    /// What a query asks for is named exactly, where it makes no sense, and what there is not is not found
    async fn queries_name_what_is_wrong(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let (hal, ada) = staff(app).await;
        let id = unknown_id();
        for (client, path, sentence) in [
            (&ann, "timesheets/my?month=6", "month"),
            (&ann, "timesheets/my?month=6&year=26", "year"),
            (&ann, "timesheets/my?userId=EMP1001", "userId"),
            (&ann, "timesheets/calendar?year=2026", "month"),
            (&ann, "timesheets/calendar?month=6", "year"),
            (&ann, "notifications?limit=0", "limit"),
            (&ann, "notifications?page=2147483648", "page"),
            (&ann, "holidays", "year"),
            (&ann, "holidays?year=2026&month=0", "month"),
            (&max, "timesheets/team?from=2026-02-30", "from"),
            (&max, "timesheets/team?from=2026-06-10&to=2026-06-09", "to"),
            (&max, "timesheets/team?status=late", "status"),
            (&max, "timesheets/team?employeeId=1", "employeeId"),
            (&max, "timesheets/team?waiting=perhaps", "waiting"),
            (&max, "reports/team?month=6&year=2026&limit=1001", "limit"),
            (&hal, "reports/departments?month=6&year=2026&page=0", "page"),
            (&hal, "timesheets/download?month=6&year=2026", "userId is required"),
            (&hal, "timesheets/download?month=6&year=2026&userId=EMP1001", "userId must be an id"),
            (&hal, "timesheet-unlock/window", "employeeId is required"),
            (&hal, "timesheet-unlock/window?employeeId=1", "employeeId must be an id"),
            (&hal, "timesheets/all?to=0000-01-01", "to must be a date (YYYY-MM-DD)"),
            (&hal, "timesheets/all?from=2026-06-10&to=2026-06-09", "to must not be before from"),
            (&ada, "users?role=admin", "role"),
            (&ada, "users?role=Employee,", "role"),
            (&ada, "users?role=Employee&role=Admin", "role"),
            (&ada, "users?limit=0&viewAll=true", "limit"),
            (&ada, "users?viewAll=yes", "viewAll"),
            (&ada, "users?search=a%00b", "search"),
            (&ada, "users?search=%E2%80%AE", "search"),
            (&ada, &format!("users?search={}", "x".repeat(255)), "search"),
            (&ada, "users?manager=max", "manager"),
            (&ada, "users?status=gone", "status"),
            (&ada, "timesheets/approval-stats?userIds=EMP1001", "userIds"),
            (&ada, &format!("timesheets/approval-stats?userIds={id},"), "userIds"),
            (&ada, "audit-logs?from=June", "from must be a date (YYYY-MM-DD)"),
            (&ada, "audit-logs/export?to=2026-06-31", "to must be a date (YYYY-MM-DD)"),
            (&ada, "audit-logs?actorId=EMP1001", "actorId must be an id"),
            (&ada, "audit-logs/export?subjectId=none", "subjectId must be an id"),
            (&ada, "audit-logs?action=day-eaten", "action must be an action of the audit log"),
            (&ada, "audit-logs?action=day-submitted,", "action must be an action of the audit log"),
            (&ada, "audit-logs?limit=1001", "limit must be a whole number from 1 to 1000"),
            (&ada, "audit-logs?cursor=-7", "cursor must be one that an earlier answer gave"),
            (&ada, "audit-logs?cursor=99999999999999999999", "cursor must be one that an earlier answer gave"),
            (&ada, "reports/system/approvals?limit=0", "limit must be a whole number from 1 to 1000"),
        ] {
            let answer = client.get(&format!("/api/{path}")).await;
            assert_eq!((answer.status, answer.code().as_str()), (400, "INVALID_REQUEST"), "{path}: {}", answer.text());
            assert!(answer.message().contains(sentence), "{path}: {}", answer.message());
        }
        let download = format!("timesheets/download?userId={id}&");
        for (query, sentence) in [
            ("", "month is required"),
            ("month=6", "year is required"),
            ("year=2026", "month is required"),
            ("month=13&year=2026", "month must be a whole number from 1 to 12"),
            ("month=6&year=9999", "year must be a whole number from 1900 to 2200"),
            ("month=6&month=6&year=2026", "month is given twice"),
        ] {
            for (client, report) in [
                (&max, "reports/team?"),
                (&max, "reports/team/csv?"),
                (&hal, "reports/departments?"),
                (&hal, "reports/departments/csv?"),
                (&hal, "reports/missing-days?"),
                (&hal, "reports/missing-days/csv?"),
                (&hal, "users/attendance-summary?"),
                (&hal, "users/attendance-summary/pdf?"),
                (&hal, "users/attendance-summary/csv?"),
                (&hal, download.as_str()),
            ] {
                let answer = client.get(&format!("/api/{report}{query}")).await.expect(400);
                assert_eq!((answer.code().as_str(), answer.message().as_str()), ("INVALID_REQUEST", sentence), "{report}{query}");
            }
        }
        let stats = async |ids: Vec<String>| ada.get(&format!("/api/timesheets/approval-stats?userIds={}", ids.join(","))).await;
        let many = (0..101_u128).map(|n| format!("0190163d-8694-739b-aea5-{n:012x}")).collect();
        assert_eq!(stats(many).await.expect(400).message(), "Select at most 100 people");
        stats(vec![team.member.id.to_string(); 101]).await.expect(200);
        for unknown in ["reports", "reports/salaries", "reports/headcount/pdf", "reports/system/jobs/csv", "reports/system/mails", "reports/system/users/pdf"] {
            assert_eq!(ada.get(&format!("/api/{unknown}")).await.expect(404).code(), "NOT_FOUND", "{unknown}");
        }
        for (client, path, list) in [(&ann, "notifications?page=2147483647&limit=1000", "notifications"), (&ada, "audit-logs?cursor=1", "logs"), (&ada, &format!("audit-logs?actorId={id}"), "logs")] {
            assert_eq!(client.get(&format!("/api/{path}")).await.expect(200).data()[list], json!([]), "{path}");
        }
        assert_eq!(ann.get("/api/users?limit=0").await.expect(403).code(), "FORBIDDEN", "the role comes first");
    }

    /// A bulk call takes 1 to 500 ids, counts each once, and changes all of them or none [B5]
    async fn bulk_calls_are_all_or_nothing(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let sheet = super::submit(&ann, TODAY).await;
        let id = sheet["_id"].clone();
        let many: Vec<String> = (0..501_u128).map(|n| format!("0190163d-8694-739b-aea5-{n:012x}")).collect();
        for (path, body, status) in [
            ("bulk-approve", json!({"ids": []}), 400),
            ("bulk-approve", json!({"ids": many}), 400),
            ("bulk-approve", json!({"ids": [id, unknown_id()]}), 404),
            ("bulk-approve", json!({"ids": [id, "EMP1001"]}), 400),
            ("bulk-approve", json!({"ids": id}), 400),
            ("bulk-approve", json!({"ids": vec![unknown_id(); 100_000]}), 413),
            ("bulk-approve", json!({"ids": [id], "expected": {"x": "y"}}), 400),
            ("bulk-reject", json!({"ids": [id]}), 400),
            ("bulk-reject", json!({"ids": [id], "comment": 1}), 400),
            ("notifications/viewed", json!({"notificationIds": [unknown_id()]}), 404),
            ("notifications/viewed", json!({"notificationIds": []}), 400),
            ("notifications/viewed", json!({}), 400),
        ] {
            let answer = max.post(&format!("/api/timesheets/{path}"), body.clone()).await;
            assert_eq!(answer.status, status, "{path} {body}: {}", answer.text());
            assert!(!answer.code().is_empty() && !answer.message().is_empty());
        }
        let required = "A rejection reason is required";
        for (ids, comment, field, sentence) in [
            (json!([]), json!("x"), "ids", "Select between 1 and 500 entries"),
            (json!(many), json!("x"), "ids", "Select between 1 and 500 entries"),
            (json!([id]), json!(null), "comment", required),
            (json!([id]), json!(""), "comment", required),
            (json!([id]), json!(" \n"), "comment", required),
            (json!([id]), json!("x".repeat(501)), "comment", "The rejection reason must be at most 500 characters"),
            (json!([id]), json!("a\u{0}b"), "comment", "The rejection reason contains characters that are not allowed"),
        ] {
            let refused = max.post("/api/timesheets/bulk-reject", json!({"ids": ids, "comment": comment})).await.expect(400);
            assert_eq!(refused.json()["errors"], json!({field: sentence}));
        }
        let wrong = max.post("/api/timesheets/bulk-reject", json!({"ids": [id], "comment": 1})).await.expect(400);
        assert_eq!(wrong.message(), "comment must be text");
        assert_eq!(entries(&ann).await[0]["status"], "pending");
        let twice = max.post("/api/timesheets/bulk-approve", json!({"ids": [id, id]})).await.expect(200);
        assert_eq!(twice.data()["updated"], 1, "an id given twice counts once");
    }

    async fn logins_say_what_is_missing(app: &TestApp) {
        let nobody = app.anonymous();
        let both = "Please enter both Email and Password";
        for (body, message) in [
            (json!({}), both),
            (json!({"email": "", "password": "x"}), both),
            (json!({"email": "a@x.org", "password": ""}), both),
            (json!({"email": "nobody", "password": "x"}), "Please enter a valid email address"),
            (json!({"email": 1, "password": "x"}), "email must be text"),
            (json!({"email": "a@x.org", "password": null}), "password must be text"),
        ] {
            let answer = nobody.post("/api/auth/login", body.clone()).await.expect(400);
            assert_eq!(answer.message(), message, "{body}");
        }
    }
}

on_both_engines! {
    /// The first and the last date that can be written are dates: each call answers them with the rule that they break
    async fn dates_of_any_year_are_dates(database: &TestDatabase) {
        let (first, last) = ("0001-01-01", "9999-12-31");
        let app = TestApp::start(database).await;
        let team = Team::of(&app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let hal = app.sign_in(&app.person("Hal", domain::person::Role::Hr).await).await;
        let new = |joined: &str| json!({"firstName": "Nia", "lastName": "New", "email": "nia@daybook.example", "role": "Employee", "joiningDate": joined});
        let joining = "Joining date must lie in the years 1900 to 2200";
        for (client, path, body, sentence) in [
            (&ann, "timesheets/my", entry(last, 8.0, "x"), "You cannot submit a timesheet for a future date"),
            (&ann, "timesheets/my", entry(first, 8.0, "x"), "You cannot access dates before your joining date (2026-01-05)"),
            (&hal, "auth/register", new(first), joining),
            (&hal, "auth/register", new(last), joining),
        ] {
            let refused = client.post(&format!("/api/{path}"), body.clone()).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("VALIDATION_FAILED", sentence), "{body}");
        }
        assert!(entries(&ann).await.is_empty());
        let sheet = super::submit(&ann, TODAY).await;
        for (client, path) in [(&max, "/api/timesheets/team"), (&hal, "/api/timesheets/all")] {
            for (query, is_empty) in [
                (format!("from={first}&to={first}"), true),
                (format!("to={first}"), true),
                (format!("from={last}&to={last}"), true),
                (format!("from={last}"), true),
                (format!("from={TODAY}"), false),
            ] {
                let found = client.get(&format!("{path}?{query}")).await.expect(200).data()["timesheets"].clone();
                assert_eq!(found.as_array().unwrap().is_empty(), is_empty, "{path}?{query}");
            }
            for query in [format!("from={first}&to={last}"), format!("from={first}"), format!("to={last}")] {
                let refused = client.get(&format!("{path}?{query}")).await.expect(400);
                assert_eq!(refused.json()["errors"], json!({"to": "The period must be at most 366 days"}), "{path}?{query}");
            }
        }
        assert_eq!(sheet["date"], TODAY);
    }
}
