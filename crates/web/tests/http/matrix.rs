//! Who may do what: every operation of the API document, by every kind of caller, on his own things, those of his team,
//! those of strangers and those that do not exist. An operation without a row fails the test.

use std::collections::{BTreeMap, BTreeSet};

use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::socket::Socket;
use testkit::{Client, PASSWORD, TestApp, TestDatabase, TestPerson};

use super::{TODAY, entry, submit, text};

/// Whose thing it is, seen from the manager and from the employee who call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// The call names nothing.
    Nobodys,
    /// The caller's own.
    Own,
    /// Of the manager's team; to the employee, a colleague's.
    Team,
    /// Of another manager's team.
    Foreign,
    /// It does not exist.
    Unknown,
}

use Whose::{Foreign, Nobodys, Own, Team, Unknown};

/// What is expected: anonymous, with a generated password, Employee, Manager, HR, Admin.
type Expected = [u16; 6];

const TABLE: &[(&str, Whose, Expected)] = &[
    //                                          none  new  Emp  Mgr   HR  Adm
    ("portal", Nobodys, [200, 200, 200, 200, 200, 200]),
    ("login", Nobodys, [200, 200, 200, 200, 200, 200]),
    ("session", Nobodys, [401, 200, 200, 200, 200, 200]),
    ("profile", Nobodys, [401, 200, 200, 200, 200, 200]),
    ("sessionSocket", Nobodys, [401, 101, 101, 101, 101, 101]),
    ("myTimesheets", Nobodys, [401, 403, 200, 403, 403, 403]),
    ("myTimesheets", Own, [401, 403, 200, 403, 200, 200]),
    ("myTimesheets", Team, [401, 403, 403, 200, 200, 200]),
    ("myTimesheets", Foreign, [401, 403, 403, 403, 200, 200]),
    ("myTimesheets", Unknown, [401, 403, 403, 404, 404, 404]),
    ("calendar", Nobodys, [401, 403, 200, 403, 403, 403]),
    ("calendar", Own, [401, 403, 200, 403, 200, 200]),
    ("calendar", Team, [401, 403, 403, 200, 200, 200]),
    ("calendar", Foreign, [401, 403, 403, 403, 200, 200]),
    ("calendar", Unknown, [401, 403, 403, 404, 404, 404]),
    ("submitTimesheet", Nobodys, [401, 403, 201, 403, 403, 403]),
    ("teamTimesheets", Nobodys, [401, 403, 403, 200, 403, 403]),
    ("teamTimesheets", Own, [401, 403, 403, 403, 403, 403]),
    ("teamTimesheets", Team, [401, 403, 403, 200, 403, 403]),
    ("teamTimesheets", Foreign, [401, 403, 403, 403, 403, 403]),
    ("teamTimesheets", Unknown, [401, 403, 403, 404, 403, 403]),
    ("bulkApprove", Team, [401, 403, 403, 200, 403, 403]),
    ("bulkApprove", Foreign, [401, 403, 403, 403, 403, 403]),
    ("bulkApprove", Unknown, [401, 403, 403, 404, 403, 403]),
    ("bulkReject", Team, [401, 403, 403, 200, 403, 403]),
    ("bulkReject", Foreign, [401, 403, 403, 403, 403, 403]),
    ("bulkReject", Unknown, [401, 403, 403, 404, 403, 403]),
    ("resubmissions", Nobodys, [401, 403, 403, 200, 403, 403]),
    ("viewResubmissions", Team, [401, 403, 403, 200, 403, 403]),
    ("viewResubmissions", Foreign, [401, 403, 403, 403, 403, 403]),
    ("viewResubmissions", Unknown, [401, 403, 403, 404, 403, 403]),
    ("notices", Nobodys, [401, 403, 200, 403, 403, 403]),
    ("viewNotices", Own, [401, 403, 200, 403, 403, 403]),
    ("viewNotices", Foreign, [401, 403, 403, 403, 403, 403]),
    ("viewNotices", Unknown, [401, 403, 404, 403, 403, 403]),
    ("upcomingHolidays", Nobodys, [401, 403, 200, 200, 200, 200]),
    ("holidays", Nobodys, [401, 403, 200, 200, 200, 200]),
    ("dashboard", Nobodys, [401, 403, 403, 200, 403, 403]),
    // What changes the caller's own session comes last.
    ("changeFirstLoginPassword", Nobodys, [401, 200, 409, 409, 409, 409]),
    ("logout", Nobodys, [401, 200, 200, 200, 200, 200]),
];

/// The people and things of the organisation.
struct World {
    callers: [(TestPerson, Option<Client>); 6],
    colleague: TestPerson,
    stranger: TestPerson,
    visitor: TestPerson,
    entries: BTreeMap<Whose, Value>,
    resubmissions: BTreeMap<Whose, Value>,
    notices: BTreeMap<Whose, Value>,
}

impl World {
    async fn build(app: &TestApp) -> Self {
        app.clock.set("2026-06-09T09:00:00Z");
        let max = app.person("Max", Role::Manager).await;
        let zoe = app.person("Zoe", Role::Manager).await;
        let ann = app.member("Ann", &max).await;
        let bob = app.member("Bob", &max).await;
        let eve = app.member("Eve", &zoe).await;
        let mut world = Self {
            callers: [
                (app.person("Lou", Role::Employee).await, None),
                (app.person_with("New", Role::Employee, Some(max.id), true).await, None),
                (ann.clone(), None),
                (max.clone(), None),
                (app.person("Hal", Role::Hr).await, None),
                (app.person("Ada", Role::Admin).await, None),
            ],
            colleague: bob.clone(),
            stranger: eve.clone(),
            visitor: app.person("Vic", Role::Employee).await,
            entries: BTreeMap::new(),
            resubmissions: BTreeMap::new(),
            notices: BTreeMap::new(),
        };
        for (whose, employee, manager) in [(Own, &ann, &max), (Team, &bob, &max), (Foreign, &eve, &zoe)] {
            world.rejected_and_back(app, whose, employee, manager).await;
        }
        app.clock.set("2026-06-10T09:00:00Z");
        for (person, client) in world.callers.iter_mut().skip(1) {
            *client = Some(app.sign_in(person).await);
        }
        world
    }

    /// A day that was rejected and came back: an entry, a notification and a notice in one.
    async fn rejected_and_back(&mut self, app: &TestApp, whose: Whose, employee: &TestPerson, manager: &TestPerson) {
        let (employee, manager) = (app.sign_in(employee).await, app.sign_in(manager).await);
        let sheet = submit(&employee, "2026-06-09").await;
        let ids = json!({"ids": [sheet["_id"]], "comment": "again"});
        manager.post("/api/timesheets/bulk-reject", ids).await.expect(200);
        employee.post("/api/timesheets/my", entry("2026-06-09", 7.0, "better")).await.expect(200);
        let notices = employee.get("/api/notifications").await.expect(200).data();
        let back = manager.get("/api/timesheets/notifications/resubmissions").await.expect(200).data();
        let back = back["notifications"].as_array().unwrap();
        let back = back.iter().find(|one| one["timesheet"]["_id"] == sheet["_id"]).unwrap();
        self.entries.insert(whose, sheet["_id"].clone());
        self.resubmissions.insert(whose, back["_id"].clone());
        self.notices.insert(whose, notices["notifications"][0]["_id"].clone());
    }

    fn user(&self, whose: Whose, caller: usize) -> Option<String> {
        match whose {
            Nobodys => None,
            Own => Some(self.callers[caller].0.id.to_string()),
            Team => Some(self.colleague.id.to_string()),
            Foreign => Some(self.stranger.id.to_string()),
            Unknown => Some(unknown_id()),
        }
    }

    /// Query and body of a call.
    fn request(&self, operation: &str, whose: Whose, caller: usize) -> (String, Option<Value>) {
        let named = |name: &str| self.user(whose, caller).map(|id| format!("{name}={id}")).unwrap_or_default();
        let one = |things: &BTreeMap<Whose, Value>| {
            json!([things.get(&whose).cloned().unwrap_or_else(|| unknown_id().into())])
        };
        match operation {
            "login" => (String::new(), Some(json!({"email": self.visitor.email, "password": PASSWORD}))),
            "myTimesheets" => (format!("?{}", named("userId")), None),
            "calendar" => (format!("?month=6&year=2026&{}", named("userId")), None),
            "teamTimesheets" => (format!("?{}", named("employeeId")), None),
            "submitTimesheet" => (String::new(), Some(entry(TODAY, 8.0, "x"))),
            "bulkApprove" => (String::new(), Some(json!({"ids": one(&self.entries)}))),
            "bulkReject" => (String::new(), Some(json!({"ids": one(&self.entries), "comment": "no"}))),
            "viewResubmissions" => (String::new(), Some(json!({"notificationIds": one(&self.resubmissions)}))),
            "viewNotices" => (String::new(), Some(json!({"notificationIds": one(&self.notices)}))),
            "holidays" => ("?year=2026".to_owned(), None),
            "changeFirstLoginPassword" => {
                (String::new(), Some(json!({"newPassword": "a new one", "confirmPassword": "a new one"})))
            }
            "logout" => (String::new(), Some(json!({}))),
            _ => (String::new(), None),
        }
    }
}

/// Method and path of each operation, as the document has them.
fn operations() -> BTreeMap<String, (String, String)> {
    let document: Value = serde_json::from_str(&web::openapi()).unwrap();
    let mut operations = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = text(operation, "operationId").to_owned();
            let former = operations.insert(id.clone(), (method.to_uppercase(), path.clone()));
            assert!(former.is_none(), "two operations are called {id}");
            let is_open = ["login", "portal", "sessionSocket"].contains(&id.as_str());
            assert_eq!(operation["security"].is_array(), !is_open, "{id} says who may call it");
        }
    }
    operations
}

#[test]
fn every_operation_has_its_row() {
    let rows: BTreeSet<&str> = TABLE.iter().map(|(operation, ..)| *operation).collect();
    let documented = operations();
    let documented: BTreeSet<&str> = documented.keys().map(String::as_str).collect();
    assert_eq!(rows, documented);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_gets_what_the_table_says() {
    let database = TestDatabase::sqlite().await;
    let app = TestApp::start(&database).await;
    let world = World::build(&app).await;
    let operations = operations();
    let own_page = format!("http://{}", app.address);
    let mut wrong = Vec::new();
    for (operation, whose, expected) in TABLE {
        let (method, path) = &operations[*operation];
        for (caller, expected) in expected.iter().enumerate() {
            let client = world.callers[caller].1.clone().unwrap_or_else(|| app.anonymous());
            let (query, body) = world.request(operation, *whose, caller);
            let (status, code) = if *operation == "sessionSocket" {
                match Socket::open(&client, client.token(), Some(&own_page)).await {
                    Ok(_) => (101, String::new()),
                    Err(refusal) => (refusal.status, refusal.code()),
                }
            } else {
                let body = body.map(|body| body.to_string());
                let answer = client.send(method, &format!("{path}{query}"), body.as_deref().map(str::as_bytes)).await;
                (answer.status, answer.code())
            };
            let is_gated = caller == 1 && *expected == 403;
            let code_fits = match status {
                401 => code == "UNAUTHENTICATED",
                403 if is_gated => code == "PASSWORD_CHANGE_REQUIRED",
                403 => code == "FORBIDDEN",
                404 => code == "NOT_FOUND",
                _ => true,
            };
            if status != *expected || !code_fits {
                wrong.push(format!("{operation} {whose:?} by caller {caller}: {status} {code}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} of them", wrong.join("\n"), wrong.len());
}
