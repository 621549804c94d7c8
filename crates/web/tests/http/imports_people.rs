//! A file of people: planned with nothing written, and applied by the rules of the forms (moving-in.md 1.3).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::{Contents, Viewer, difference};
use testkit::{Client, TestApp, TestDatabase, TestPerson, on_both_engines};

use super::Team;

async fn planned(client: &Client, file: &str) -> Value {
    let client = client.with_header("Content-Type", "text/csv");
    client.send("POST", "/api/imports/people", Some(file.as_bytes())).await.expect(201).data()["plan"].clone()
}

async fn rows(client: &Client, plan: &Value) -> Vec<Value> {
    let path = format!("/api/imports/{}/rows", plan["_id"].as_str().unwrap());
    client.get(&path).await.expect(200).data()["rows"].as_array().unwrap().clone()
}

/// What each row does, or the column and the sentence for which it is refused.
fn told(rows: &[Value]) -> Vec<String> {
    let told = |row: &Value| match &row["problem"] {
        Value::Null => row["action"].as_str().unwrap().to_owned(),
        problem => format!("{}: {}", problem["column"].as_str().unwrap(), problem["sentence"].as_str().unwrap()),
    };
    rows.iter().map(told).collect()
}

async fn apply(client: &Client, plan: &Value, mode: &str) -> testkit::Response {
    let path = format!("/api/imports/{}/apply", plan["_id"].as_str().unwrap());
    client.post(&path, json!({"mode": mode, "invite": "no"})).await
}

/// Everything but the plans themselves, and what is recorded of them.
async fn contents(database: &TestDatabase) -> Contents {
    let mut all = Viewer::open(database).await.contents().await;
    all.retain(|table, _| {
        !["imports", "import_rows", "events", "event_subjects", "audit_chain", "counters"].contains(&table.as_str())
    });
    all
}

async fn user(client: &Client, email: &str) -> Value {
    let found = client.get(&format!("/api/users?search={email}")).await.expect(200).data();
    assert_eq!(found["users"].as_array().unwrap().len(), 1, "{email}");
    found["users"][0].clone()
}

/// HR Hal and administrator Ada, signed in.
async fn signed_in(app: &TestApp) -> (TestPerson, Client, Client) {
    let hal = app.person("Hal", Role::Hr).await;
    let ada = app.person("Ada", Role::Admin).await;
    let clients = (app.sign_in(&hal).await, app.sign_in(&ada).await);
    (hal, clients.0, clients.1)
}

on_both_engines! {
    /// Case 7: create, change, same and refuse in one file, as HR and as Admin. The plan writes nothing.
    async fn one_file_adds_changes_leaves_and_refuses_by_what_its_author_may_do(database: &TestDatabase, app: &TestApp) {
        let team = Team::of(app).await;
        let (hal, hr, admin) = signed_in(app).await;
        let [member, manager, hal] = [&team.member, &team.manager, &hal].map(|person| person.employee_id.to_string());
        let file = format!(
            "Personalnummer;Vorname;Nachname;E-Mail;Rolle;Abteilung;F\u{fc}hrungskraft;Eintritt\n\
             ;Nina;Neu;nina@daybook.example;;Design;bo@daybook.example;1.3.2019\n\
             {member};;;;;Design;;\n\
             {manager};;;;Manager;;;\n\
             {hal};;;;;Design;;\n\
             ;Bo;Lead;bo@daybook.example;Manager;;;\n\
             ;Eve;Boss;eve@daybook.example;Admin;;;\n"
        );
        let before = contents(database).await;
        let plan = planned(&hr, &file).await;
        assert_eq!(plan["counts"], json!({"create": 2, "change": 1, "same": 1, "refuse": 2}));
        let as_hr = rows(&hr, &plan).await;
        let told_hr = told(&as_hr);
        assert_eq!(told_hr[..3], ["create", "change", "same"]);
        assert!(told_hr[3].starts_with(": ") && told_hr[5].starts_with("Role: "), "{told_hr:?}");
        assert_eq!(as_hr[1]["changes"], json!([{"field": "Department", "before": "Works", "after": "Design", "isMasked": false}]));
        let as_admin = planned(&admin, &file).await;
        assert_eq!(as_admin["counts"], json!({"create": 3, "change": 2, "same": 1, "refuse": 0}));
        assert_eq!(difference(&before, &contents(database).await), "");

        // All or nothing, or the good ones.
        let refused = apply(&hr, &plan, "all").await.expect(409);
        assert_eq!(refused.message(), "2 rows are refused. Correct them, or import the good rows only.");
        assert_eq!(difference(&before, &contents(database).await), "");
        let applied = apply(&hr, &plan, "good").await.expect(200);
        assert_eq!(applied.message(), "2 people added, 1 changed");
        let (nina, bo) = (user(&hr, "nina@daybook.example").await, user(&hr, "bo@daybook.example").await);
        assert_eq!(nina["managerId"]["_id"], bo["_id"], "who stands after her in the file");
        assert_eq!((nina["joiningDate"].as_str(), nina["recordsFrom"].as_str()), (Some("2019-03-01"), Some("2026-06-10")));
        assert_eq!(user(&hr, &team.member.email).await["department"], "Design");
        assert!(app.mails().await.is_empty(), "nobody gets credentials");

        // The same file again has nothing left to do but what is beyond HR.
        let again = planned(&hr, &file).await;
        assert_eq!(again["counts"], json!({"create": 0, "change": 0, "same": 4, "refuse": 2}));
    }

    /// Case 9, with those who leave: people first, then managers, then deactivations.
    async fn a_manager_leaves_when_the_team_has_the_new_one(database: &TestDatabase, app: &TestApp) {
        let team = Team::of(app).await;
        let (_, hr, _) = signed_in(app).await;
        let file = format!(
            "Employee ID,First Name,Last Name,Email,Role,Manager,Status\n\
             {},,,,,,inactive\n\
             {},,,,,bo@daybook.example,\n\
             ,Bo,Lead,bo@daybook.example,Manager,,active\n",
            team.manager.employee_id, team.member.employee_id
        );
        let plan = planned(&hr, &file).await;
        assert_eq!(told(&rows(&hr, &plan).await), ["change", "change", "create"]);
        apply(&hr, &plan, "all").await.expect(200);
        let member = user(&hr, &team.member.email).await;
        assert_eq!(member["managerId"]["_id"], user(&hr, "bo@daybook.example").await["_id"]);
        assert_eq!(user(&hr, &team.manager.email).await["isActive"], false);
        let again = planned(&hr, &file).await;
        assert_eq!(again["counts"], json!({"create": 0, "change": 0, "same": 3, "refuse": 0}));
        let after = contents(database).await;
        apply(&hr, &again, "all").await.expect(200);
        assert_eq!(difference(&after, &contents(database).await), "", "nothing was left to do");
    }

    /// Cases 11 and 12: salaries and patterns, with and without a date, before and after a month is closed.
    async fn salaries_and_patterns_come_with_their_dates(database: &TestDatabase, app: &TestApp) {
        let team = Team::of(app).await;
        let (_, hr, _) = signed_in(app).await;
        let file = format!(
            "Employee ID\tFirst Name\tLast Name\tEmail\tJoining Date\tSalary\tSalary From\tWorking Days\tFull Day Hours\tHalf Day Hours\tPattern From\n\
             {}\t\t\t\t\t48000,50\t2026-07-01\t2-6\t8\t4\t2026-06-15\n\
             \tNina\tNeu\tnina@daybook.example\t2019-03-01\t36000,00\t\tMon Tue Thu\t\t\t\n",
            team.member.employee_id
        );
        let plan = planned(&hr, &file).await;
        assert_eq!(told(&rows(&hr, &plan).await), ["change", "create"]);
        apply(&hr, &plan, "all").await.expect(200);
        let member = user(&hr, &team.member.email).await;
        let path = format!("/api/users/{}", member["_id"].as_str().unwrap());
        let history = hr.get(&format!("{path}/salary-history")).await.expect(200).data();
        assert_eq!((history["salaries"][0]["from"].as_str(), history["salaries"][0]["salary"].as_f64()), (Some("2026-07-01"), Some(48_000.5)));
        let nina = user(&hr, "nina@daybook.example").await;
        let path = format!("/api/users/{}/salary-history", nina["_id"].as_str().unwrap());
        assert_eq!(hr.get(&path).await.expect(200).data()["salaries"][0]["from"], "2019-03-01", "since joining");
        assert_eq!(planned(&hr, &file).await["counts"], json!({"create": 0, "change": 0, "same": 2, "refuse": 0}));
        let rows = &Viewer::open(database).await.contents().await["work_patterns"];
        assert_eq!(rows.len(), 2, "one of their own each: {rows:?}");
    }
}
