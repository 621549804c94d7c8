//! Looking after accounts: what is changed by whom, what follows, and what nobody can change.

use std::collections::BTreeMap;

use application::people::{AddressChangedLetter, TemporaryPasswordLetter};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::contents::Viewer;
use testkit::{Client, PASSWORD, TestPerson, on_both_engines, on_one_engine};

use super::{log_in, staff, text};

/// The body that leaves an account of [`testkit::TestApp::person`] as it is.
pub(super) fn unchanged(name: &str, person: &TestPerson, role: &str) -> Value {
    json!({"firstName": name, "lastName": "Example", "email": person.email, "role": role})
}

/// The same with some fields put in.
pub(super) fn with(mut body: Value, fields: Value) -> Value {
    let Value::Object(fields) = fields else { panic!("fields") };
    body.as_object_mut().unwrap().extend(fields);
    body
}

pub(super) fn path(person: &TestPerson) -> String {
    format!("/api/users/{}", person.id)
}

async fn read(client: &Client, person: &TestPerson) -> Value {
    client.get(&path(person)).await.expect(200).data()["user"].clone()
}

/// The row of an account, as it is stored.
async fn row(viewer: &Viewer, person: &TestPerson) -> BTreeMap<String, String> {
    let contents = viewer.contents().await;
    let number = person.employee_id.number().to_string();
    contents["users"].iter().find(|row| row["employee_number"] == number).unwrap().clone()
}

/// The columns in which two rows differ.
fn changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    before.iter().filter(|(column, value)| after[*column] != **value).map(|(column, _)| column.clone()).collect()
}

const GREEDY: &str = r#"{"role": "Admin", "email": "boss@daybook.example", "salary": 98765.43, "managerId": "", "isBlocked": false,
    "isActive": true, "joiningDate": "2020-01-01", "employeeId": "EMP1", "firstName": "Boss", "isFirstLogin": false, "_id": "x",
    "phoneNumber": "+1", "designation": "Boss", "password": "chosen by me", "passwordHash": "x", "updatedAt": "2020-01-01T00:00:00Z"}"#;

on_one_engine! {
    /// A person's own profile takes department and position, and nothing else that stands in the body [A1]
    async fn a_profile_takes_two_fields(database: &TestDatabase, app: &TestApp) {
        let viewer = Viewer::open(database).await;
        let greedy: Value = serde_json::from_str(GREEDY).unwrap();
        for role in Role::ALL {
            let person = app.person(role.name(), role).await;
            let client = app.sign_in(&person).await;
            let before = row(&viewer, &person).await;
            app.clock.pass(1);
            client.put("/api/auth/profile", greedy.clone()).await.expect(200);
            assert_eq!(changed(&before, &row(&viewer, &person).await), [""; 0], "{role}");
            let both = with(greedy.clone(), json!({"department": " Research ", "position": "Lead"}));
            let user = client.put("/api/auth/profile", both).await.expect(200).data()["user"].clone();
            assert_eq!((text(&user, "department"), text(&user, "position")), ("Research", "Lead"));
            let after = row(&viewer, &person).await;
            assert_eq!(changed(&before, &after), ["department", "position", "search_text", "updated_at"], "{role}");
            let cleared = client.put("/api/auth/profile", json!({"position": null})).await.expect(200).data();
            assert_eq!((&cleared["user"]["department"], &cleared["user"]["position"]), (&json!("Research"), &Value::Null));
        }
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        for (body, message) in [(json!({"department": 1}), "department must be text or null"), (json!([]), "The request body must be an object")] {
            assert_eq!(ann.put("/api/auth/profile", body).await.expect(400).message(), message);
        }
    }

    /// A change names its fields: others change nothing, what is left out stays, and null clears
    async fn an_account_changes_where_it_is_told_to_and_keeps_its_employee_id(database: &TestDatabase, app: &TestApp) {
        let viewer = Viewer::open(database).await;
        let (hal, _) = staff(app).await;
        let max = app.person("Max", Role::Manager).await;
        let ann = app.member("Ann", &max).await;
        let before = row(&viewer, &ann).await;
        app.clock.pass(1);
        let strange = json!({"employeeId": "EMP1", "isBlocked": true, "managerId": "", "isFirstLogin": true,
            "_id": "x", "password": "chosen by me", "passwordHash": "x", "updatedAt": "2020-01-01T00:00:00Z", "createdAt": null});
        hal.put(&path(&ann), with(unchanged("Ann", &ann, "Employee"), strange)).await.expect(200);
        assert_eq!(changed(&before, &row(&viewer, &ann).await), [""; 0]);

        let all = json!({"department": "Research", "position": "Lead", "phoneNumber": "+49 30 1", "designation": "Dr", "salary": 52_400.5});
        let user = hal.put(&path(&ann), with(unchanged("Ann", &ann, "Employee"), all.clone())).await.expect(200).data()["user"].clone();
        assert_eq!(user, read(&hal, &ann).await, "the answer is what a look shows afterwards");
        let user = hal.put(&path(&ann), unchanged("Ann", &ann, "Employee")).await.expect(200).data()["user"].clone();
        for (field, value) in all.as_object().unwrap() {
            assert_eq!(&user[field], value, "{field} was left out and stays");
        }
        let nulls = json!({"department": null, "position": "  ", "phoneNumber": null, "designation": null, "salary": null});
        let user = hal.put(&path(&ann), with(unchanged("Ann", &ann, "Employee"), nulls)).await.expect(200).data()["user"].clone();
        for field in all.as_object().unwrap().keys() {
            assert!(user[field].is_null(), "{field}");
        }
        assert_eq!((user["managerId"]["_id"].as_str(), &user["isActive"]), (Some(max.id.to_string().as_str()), &json!(true)));
        let taken = with(unchanged("Ann", &ann, "Employee"), json!({"email": max.email.to_uppercase()}));
        assert_eq!(hal.put(&path(&ann), taken).await.expect(409).message(), "An account with this email already exists");
    }

    /// A change that does not fit names its field; a role that does not exist names `role` [A7]
    async fn a_change_names_what_is_wrong_and_a_malformed_or_unknown_id_is_not_found(database: &TestDatabase, app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let ann = app.person("Ann", Role::Employee).await;
        let viewer = Viewer::open(database).await;
        let before = row(&viewer, &ann).await;
        for (field, value, sentence) in [
            ("role", json!(" admin"), "role must be one of Employee, Manager, HR, Admin, Boss"),
            ("role", json!("boss"), "role must be one of Employee, Manager, HR, Admin, Boss"),
            ("role", Value::Null, "Role is required"),
            ("role", json!(""), "Role is required"),
            ("isActive", Value::Null, "isActive must be true or false"),
            ("salary", json!("1"), "salary must be a number or null"),
            ("salary", json!(-1), "Please enter a valid salary amount"),
            ("salary", json!(0.001), "Please enter a valid salary amount"),
            ("firstName", json!(" "), "First name is required"),
            ("email", json!("ann@"), "Please enter a valid email address"),
        ] {
            let body = with(unchanged("Ann", &ann, "Employee"), json!({field: value}));
            let refused = hal.put(&path(&ann), body).await.expect(400);
            assert_eq!(refused.message(), sentence, "{field} {value}");
        }
        let mut without = unchanged("Ann", &ann, "Employee");
        without.as_object_mut().unwrap().remove("role");
        assert_eq!(hal.put(&path(&ann), without).await.expect(400).message(), "Role is required");
        let twice = r#"{"firstName":"A","lastName":"B","email":"a@x.org","role":"Employee","role":"Admin"}"#;
        assert_eq!(ada.send("PUT", &path(&ann), Some(twice.as_bytes())).await.expect(400).message(), "role is given twice");
        for body in [json!({}), json!({"isBlocked": null}), json!({"isBlocked": "true"}), json!({"isBlocked": 1})] {
            assert!(ada.patch(&format!("{}/toggle-block", path(&ann)), body).await.expect(400).message().starts_with("isBlocked "));
        }
        let long = "x".repeat(3_000);
        for id in ["EMP1001", "0", "..%2f", "%00", "%ff", "%zz", &long, "0190163d8694739baea5966c26f8ad91", &unknown_id()] {
            let path = format!("/api/users/{id}");
            ada.get(&path).await.expect(404);
            assert_eq!(ada.put(&path, unchanged("Ann", &ann, "Employee")).await.expect(404).message(), "User not found");
            ada.patch(&format!("{path}/toggle-block"), json!({"isBlocked": true})).await.expect(404);
            assert_eq!(ada.put(&path, json!({})).await.status, 400, "400 comes before 404");
        }
        assert_eq!(before, row(&viewer, &ann).await);
    }

    /// HR hands out no power and touches none; nobody changes their own role; each refusal in its words [A2] [A3] [A4]
    async fn power_is_handed_out_by_administrators(database: &TestDatabase, app: &TestApp) {
        let (hal, ada) = (app.person("Hal", Role::Hr).await, app.person("Ada", Role::Admin).await);
        let (by_hal, by_ada) = (app.sign_in(&hal).await, app.sign_in(&ada).await);
        let (ann, hope) = (app.person("Ann", Role::Employee).await, app.person("Hope", Role::Hr).await);
        let viewer = Viewer::open(database).await;
        let before = viewer.contents().await["users"].clone();
        let refused = async |client: &Client, person: &TestPerson, body: Value, sentence: &str| {
            let answer = client.put(&path(person), body).await.expect(403);
            assert_eq!((answer.code().as_str(), answer.message().as_str()), ("FORBIDDEN", sentence));
        };
        for role in ["HR", "Admin", "Boss"] {
            refused(&by_hal, &ann, unchanged("Ann", &ann, role), "Only an administrator can assign this role").await;
        }
        for (name, person, role) in [("Hope", &hope, "HR"), ("Ada", &ada, "Admin"), ("Hal", &hal, "HR"), ("Hope", &hope, "Employee"), ("Hal", &hal, "Admin")] {
            refused(&by_hal, person, unchanged(name, person, role), "Only an administrator can manage this account").await;
            let assignment = json!({"employeeId": person.id.to_string(), "managerId": ""});
            assert_eq!(by_hal.post("/api/users/assign-manager", assignment).await.expect(403).message(), "Only an administrator can manage this account");
            by_hal.patch(&format!("{}/toggle-block", path(person)), json!({"isBlocked": true})).await.expect(403);
        }
        for role in ["Employee", "Manager", "HR"] {
            refused(&by_ada, &ada, unchanged("Ada", &ada, role), "You cannot change your own role").await;
        }
        assert_eq!(before, viewer.contents().await["users"]);
        by_ada.put(&path(&hope), unchanged("Hope", &hope, "Boss")).await.expect(200);
        refused(&by_hal, &hope, unchanged("Hope", &hope, "Boss"), "Only an administrator can manage this account").await;
        by_ada.put(&path(&hope), unchanged("Hope", &hope, "Manager")).await.expect(200);
        by_hal.put(&path(&hope), unchanged("Hope", &hope, "Employee")).await.expect(200);
    }

    /// HR gives a temporary password: it is answered once and mailed, the session ends, and the next one begins with a new password
    async fn a_temporary_password_lets_somebody_in_again(app: &TestApp) {
        let hal = app.person("Hal", Role::Hr).await;
        let (by_hal, ann) = (app.sign_in(&hal).await, app.person("Ann", Role::Employee).await);
        let reset = async |person: &TestPerson, body: Value| by_hal.post(&format!("{}/reset-password", path(person)), body).await;
        for (body, sentence) in [(json!({}), "A reason is required"), (json!({"reason": "x".repeat(501)}), "The reason must be at most 500 characters")] {
            assert_eq!(reset(&ann, body).await.expect(400).json()["errors"]["reason"], sentence);
        }
        let own = reset(&hal, json!({"reason": "Locked out"})).await.expect(400);
        assert_eq!((own.code().as_str(), own.message().as_str()), ("VALIDATION_FAILED", "Change your own password in your profile"));
        let session = app.sign_in(&ann).await;
        let given = reset(&ann, json!({"reason": "Locked out", "mail": true})).await.expect(200).data();
        let temporary = text(&given, "temporaryPassword");
        assert_eq!(session.get("/api/session").await.expect(401).code(), "SESSION_INVALID");
        log_in(app, &ann.email, PASSWORD).await.expect(401);
        let data = log_in(app, &ann.email, temporary).await.expect(200).data();
        let again = app.anonymous().with_token(text(&data, "token"));
        assert_eq!((&data["isFirstLogin"], again.get("/api/holidays?year=2026").await.code().as_str()), (&json!(true), "PASSWORD_CHANGE_REQUIRED"));
        let chosen = json!({"newPassword": "a better one", "confirmPassword": "a better one"});
        again.put("/api/auth/change-first-login-password", chosen).await.expect(200);
        let mails = app.mails().await;
        let [mail] = mails.as_slice() else { panic!("{mails:?}") };
        let letter: TemporaryPasswordLetter = mail.letter.about().expect("the temporary password");
        assert_eq!((mail.to.as_str(), letter.password.unwrap().0.as_str()), (ann.email.as_str(), temporary));
        reset(&ann, json!({"reason": "By telephone"})).await.expect(200);
        let letter: TemporaryPasswordLetter = app.mails().await[0].letter.about().expect("word of it");
        assert_eq!(letter.password, None);
    }

    /// HR moves somebody's address: both addresses hear of it, the session ends, an open reset link is void, and it is noted [A10]
    async fn a_moved_address_is_no_way_in(database: &TestDatabase, app: &TestApp) {
        let (hal, _) = staff(app).await;
        let ann = app.person("Ann", Role::Employee).await;
        let session = app.sign_in(&ann).await;
        app.anonymous().post("/api/auth/forgot-password", json!({"email": ann.email})).await.expect(200);
        let token = app.reset_token().await.unwrap();
        let moved = with(unchanged("Ann", &ann, "Employee"), json!({"email": "Thief@daybook.example"}));
        hal.put(&path(&ann), moved).await.expect(200);
        let ended = session.get("/api/session").await.expect(401);
        assert_eq!(ended.message(), "Your session has expired. Please login again.");
        app.anonymous().post(&format!("/api/auth/reset-password/{token}"), json!({"password": "a better one"})).await.expect(400);
        let mut to = Vec::new();
        for mail in app.mails().await {
            let changed: AddressChangedLetter = mail.letter.about().expect("another address");
            assert_eq!((changed.before.as_str(), changed.after.as_str()), (ann.email.as_str(), "thief@daybook.example"));
            to.push(mail.to);
        }
        to.sort_unstable();
        assert_eq!(to, [ann.email.as_str(), "thief@daybook.example"]);
        let events = Viewer::open(database).await.contents().await["events"].clone();
        let noted = |row: &BTreeMap<String, String>| row["kind"].contains("account-changed") && row["payload"].contains("thief@daybook.example") && row["payload"].contains(&ann.email);
        assert!(events.iter().any(noted), "{events:?}");
    }

    /// The last administrator who can act finds no way out, and nobody blocks themselves [A11] [A12]
    async fn the_last_administrator_stays(app: &TestApp) {
        let ada = app.person("Ada", Role::Admin).await;
        let client = app.sign_in(&ada).await;
        let leaving = with(unchanged("Ada", &ada, "Admin"), json!({"isActive": false}));
        let refused = client.put(&path(&ada), leaving.clone()).await.expect(409);
        assert_eq!((refused.code().as_str(), refused.message().as_str()), ("CONFLICT", "At least one active administrator is required"));
        for is_blocked in [true, false] {
            let refused = client.patch(&format!("{}/toggle-block", path(&ada)), json!({"isBlocked": is_blocked})).await.expect(400);
            assert_eq!(refused.message(), "You cannot block yourself!");
        }
        let abe = app.person("Abe", Role::Admin).await;
        client.patch(&format!("{}/toggle-block", path(&abe)), json!({"isBlocked": true})).await.expect(200);
        client.put(&path(&ada), leaving.clone()).await.expect(409);
        client.patch(&format!("{}/toggle-block", path(&abe)), json!({"isBlocked": false})).await.expect(200);
        // With a second administrator neither is the last, and yet nobody deactivates themselves: the other one does that.
        let refused = client.put(&path(&ada), leaving.clone()).await.expect(403);
        assert_eq!(refused.message(), "You cannot deactivate yourself!");
        let other = app.sign_in(&abe).await;
        other.put(&path(&ada), leaving).await.expect(200);
        client.get("/api/session").await.expect(401);
    }

    /// What somebody else has changed since it was seen is not changed back
    async fn a_stale_form_changes_nothing_back(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let ann = app.person("Ann", Role::Employee).await;
        let seen = hal.get(&path(&ann)).await.expect(200).data()["user"]["updatedAt"].clone();
        app.clock.set("2026-06-10T09:30:00Z");
        ada.put(&path(&ann), unchanged("Ann", &ann, "Manager")).await.expect(200);
        let stale = with(unchanged("Ann", &ann, "Employee"), json!({"department": "Elsewhere", "expected": seen}));
        let refused = hal.put(&path(&ann), stale).await.expect(409);
        assert_eq!(refused.message(), "This account has changed since you opened it. Please review it again.");
        let now = hal.get(&path(&ann)).await.expect(200).data()["user"].clone();
        assert_eq!((&now["role"], &now["department"]), (&json!("Manager"), &json!("Works")));
        let fresh = with(unchanged("Ann", &ann, "Manager"), json!({"department": "Elsewhere", "expected": now["updatedAt"]}));
        hal.put(&path(&ann), fresh).await.expect(200);
        let wrong = with(unchanged("Ann", &ann, "Manager"), json!({"expected": "soon"}));
        assert_eq!(hal.put(&path(&ann), wrong).await.expect(400).message(), "expected must be an instant (RFC 3339)");
    }

    /// Only an Employee gets a manager, and only a Manager who can act becomes one [A13]
    async fn a_manager_is_assigned_to_an_employee(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let (max, zoe, ann) = (app.person("Max", Role::Manager).await, app.person("Zoe", Role::Manager).await, app.person("Ann", Role::Employee).await);
        let (blocked, left) = (app.person("Blo", Role::Manager).await, app.person("Lea", Role::Manager).await);
        let hope = app.person("Hope", Role::Hr).await;
        ada.patch(&format!("{}/toggle-block", path(&blocked)), json!({"isBlocked": true})).await.expect(200);
        ada.put(&path(&left), with(unchanged("Lea", &left, "Manager"), json!({"isActive": false}))).await.expect(200);
        let id = |person: &TestPerson| Value::String(person.id.to_string());
        let assign = async |employee: &Value, manager: &Value| {
            hal.post("/api/users/assign-manager", json!({"employeeId": employee, "managerId": manager})).await
        };
        let only_managers = "Only an active manager can be assigned";
        for (employee, manager, status, field, sentence) in [
            (id(&ann), id(&ann), 400, "managerId", only_managers),
            (id(&ann), id(&blocked), 400, "managerId", only_managers),
            (id(&ann), id(&left), 400, "managerId", only_managers),
            (id(&ann), id(&hope), 400, "managerId", only_managers),
            (id(&max), id(&zoe), 400, "employeeId", "Only an employee can be assigned a manager"),
            (id(&max), id(&ann), 400, "employeeId", "Only an employee can be assigned a manager"),
            (id(&max), id(&max), 400, "managerId", only_managers),
            (unknown_id().into(), id(&max), 404, "", "User not found"),
            (id(&ann), unknown_id().into(), 404, "", "Manager not found"),
            ("EMP1001".into(), id(&max), 400, "", "employeeId must be an id"),
            ("".into(), id(&max), 400, "", "employeeId must be an id"),
            (id(&ann), "EMP1001".into(), 400, "", "managerId must be an id, or an empty text for nobody"),
            (id(&ann), Value::Null, 400, "", "managerId must be an id, or an empty text for nobody"),
            (id(&ann), json!({"$ne": 1}), 400, "", "managerId must be an id, or an empty text for nobody"),
        ] {
            let refused = assign(&employee, &manager).await;
            assert_eq!((refused.status, refused.message().as_str()), (status, sentence), "{employee} {manager}");
            assert_eq!(refused.json()["errors"][field].is_string(), !field.is_empty(), "{}", refused.text());
        }
        assert_eq!(hal.post("/api/users/assign-manager", json!({"employeeId": id(&ann)})).await.expect(400).message(), "managerId is required");
        for manager in [&max, &max, &zoe] {
            let user = assign(&id(&ann), &id(manager)).await.expect(200).data()["user"].clone();
            assert_eq!(user["managerId"]["_id"], id(manager));
        }
        let user = assign(&id(&ann), &"".into()).await.expect(200).data()["user"].clone();
        assert_eq!(user["managerId"], Value::Null);
    }

    /// An Employee who names somebody else learns not even whether there is such a person [B1]
    async fn a_stranger_and_nobody_look_alike(app: &TestApp) {
        let eve = app.person("Eve", Role::Employee).await;
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        for path in ["users/", "timesheets/my?userId=", "timesheets/calendar?month=6&year=2026&userId=", "timesheets/download?month=6&year=2026&userId="] {
            let mut told = Vec::new();
            for id in [eve.id.to_string(), unknown_id()] {
                let mut body = ann.get(&format!("/api/{path}{id}")).await.expect(403).json();
                assert!(body.as_object_mut().unwrap().remove("requestId").is_some());
                told.push(body);
            }
            assert_eq!(told[0], told[1], "{path}");
        }
    }
}

on_both_engines! {
    /// Of two administrators who take each other's power at once, one does, and one remains [A12]
    async fn one_administrator_remains(app: &TestApp) {
        let pair = [app.person("Ada", Role::Admin).await, app.person("Abe", Role::Admin).await];
        let (ada, abe) = (&pair[0], &pair[1]);
        for round in 0..12 {
            let clients = [app.sign_in(ada).await, app.sign_in(abe).await];
            let take = async |by: usize, whom: usize, name: &str| {
                let (client, person) = (&clients[by], &pair[whom]);
                match round % 3 {
                    0 => client.patch(&format!("{}/toggle-block", path(person)), json!({"isBlocked": true})).await,
                    1 => client.put(&path(person), unchanged(name, person, "HR")).await,
                    _ => client.put(&path(person), with(unchanged(name, person, "Admin"), json!({"isActive": false}))).await,
                }
            };
            let answers = <[_; 2]>::from(tokio::join!(take(0, 1, "Abe"), take(1, 0, "Ada")));
            let winner = answers.iter().position(|answer| answer.status == 200).unwrap_or_else(|| panic!("round {round}: {answers:?}"));
            let loser = &answers[1 - winner];
            assert!(matches!(loser.status, 401 | 403 | 409), "round {round}: {}", loser.text());
            if loser.status == 409 {
                assert_eq!(loser.message(), "At least one active administrator is required");
            }
            let (name, other) = [("Abe", abe), ("Ada", ada)][winner];
            clients[winner].patch(&format!("{}/toggle-block", path(other)), json!({"isBlocked": false})).await.expect(200);
            clients[winner].put(&path(other), with(unchanged(name, other, "Admin"), json!({"isActive": true}))).await.expect(200);
        }
    }

    /// Of temporary passwords that are given at once one opens the account, and each that does not open it was replaced or refused
    async fn one_of_two_temporary_passwords_opens_the_account(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let ann = app.person("Ann", Role::Employee).await;
        let (address, body) = (format!("{}/reset-password", path(&ann)), json!({"reason": "Locked out"}));
        for _ in 0..4 {
            app.clock.pass(1);
            let answers = <[_; 2]>::from(tokio::join!(hal.post(&address, body.clone()), ada.post(&address, body.clone())));
            let mut open = 0;
            for answer in &answers {
                if answer.status != 200 {
                    assert_eq!((answer.status, answer.message().as_str()), (409, "This account has changed since you opened it. Please review it again."));
                } else if log_in(app, &ann.email, text(&answer.data(), "temporaryPassword")).await.status == 200 {
                    open += 1;
                }
            }
            assert_eq!(open, 1, "{answers:?}");
        }
    }

    async fn swapped_assignments_at_once_do_not_wait_for_each_other(app: &TestApp) {
        let (ann, max) = (app.person("Ann", Role::Employee).await, app.person("Max", Role::Manager).await);
        let bob = app.person("Bob", Role::Employee).await;
        let hr = app.sign_in(&app.person("Helen", Role::Hr).await).await;
        for (one, other) in [(&ann, &max), (&ann, &bob)] {
            for _ in 0..20 {
                let body = |employee: &TestPerson, manager: &TestPerson| {
                    json!({"employeeId": employee.id.to_string(), "managerId": manager.id.to_string()})
                };
                let (there, back) = tokio::join!(
                    hr.post("/api/users/assign-manager", body(one, other)),
                    hr.post("/api/users/assign-manager", body(other, one)),
                );
                let is_manager = other.id == max.id;
                assert_eq!((there.status, back.status), (if is_manager { 200 } else { 400 }, 400));
            }
        }
    }
}
