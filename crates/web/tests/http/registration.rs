//! How accounts are created: by a visitor, by HR, by an administrator.

use application::Limits;
use application::accounts::CredentialsLetter;
use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Response, Setup, TestApp, at_once, on_both_engines, on_one_engine};

use super::{TODAY, behind_a_proxy, log_in, text};

fn open_to_visitors() -> Setup {
    Setup { self_registration: true, ..Setup::default() }
}

fn person(email: &str) -> Value {
    json!({"firstName": "Nia", "lastName": "Example", "email": email, "role": "Employee"})
}

async fn register(client: &Client, body: Value) -> Response {
    client.post("/api/auth/register", body).await
}

/// The same where the queue for passwords may be full: a caller who is told so tries again.
async fn register_patiently(client: &Client, body: &Value) -> Response {
    loop {
        let answer = register(client, body.clone()).await;
        if answer.status != 503 {
            return answer;
        }
    }
}

on_one_engine! {
    /// Whatever visitors write into the form, they become Employees who join today, and the password is generated [A6]
    async fn a_visitor_becomes_an_employee_and_nothing_else(database: &TestDatabase) {
        let app = TestApp::start_as(database, open_to_visitors()).await;
        let nobody = app.anonymous();
        let greedy = json!({
            "firstName": " Nia ", "lastName": "Example", "email": " Nia@Daybook.example ", "department": "Works",
            "salary": 98_765.43, "isActive": false, "joiningDate": "2020-01-01", "managerId": app.person("Max", Role::Manager).await.id.to_string(),
            "isFirstLogin": false, "isBlocked": true, "employeeId": "EMP1", "password": "chosen by me", "_id": "x",
        });
        let answer = register(&nobody, greedy).await.expect(201);
        assert_eq!(answer.message(), "Registration successful! Please check your email for login credentials.");
        let (user, given) = (answer.data()["user"].clone(), answer.data()["generatedCredentials"].clone());
        for (field, expected) in [
            ("firstName", json!("Nia")), ("email", json!("nia@daybook.example")), ("role", json!("Employee")),
            ("isActive", json!(true)), ("isBlocked", json!(false)), ("isFirstLogin", json!(true)),
            ("joiningDate", json!(TODAY)), ("managerId", Value::Null), ("department", json!("Works")),
        ] {
            assert_eq!(user[field], expected, "{field}");
        }
        assert!(user.get("salary").is_none());
        assert_eq!(user["employeeId"], given["employeeId"]);
        assert_ne!(user["employeeId"], "EMP1");
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let kept = ada.get(&format!("/api/users/{}", text(&user, "_id"))).await.expect(200).data();
        assert_eq!(kept["user"]["salary"], Value::Null);

        let mails = app.mails().await;
        let [mail] = mails.as_slice() else { panic!("one mail, not {}", mails.len()) };
        let credentials: CredentialsLetter = mail.letter.about().expect("the credentials");
        assert_eq!((mail.to.as_str(), credentials.employee_id.as_str()), ("nia@daybook.example", text(&given, "employeeId")));
        assert_eq!(credentials.password.0, text(&given, "password"));
        let answer = log_in(&app, "nia@daybook.example", text(&given, "password")).await.expect(200);
        assert_eq!(answer.data()["isFirstLogin"], true);
        log_in(&app, "nia@daybook.example", "chosen by me").await.expect(401);

        for role in ["Manager", "HR", "Admin"] {
            let mut body = person("mighty@daybook.example");
            body["role"] = role.into();
            let refused = register(&nobody, body).await.expect(403);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("FORBIDDEN", "Only an administrator can assign this role"));
        }
    }

    async fn a_portal_that_is_closed_to_visitors_says_so_first(app: &TestApp) {
        for body in [person("nia@daybook.example"), json!({}), json!({"role": 1})] {
            let refused = register(&app.anonymous(), body).await.expect(403);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("FORBIDDEN", "Self-registration is closed. Please contact HR."));
        }
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        register(&hal, person("nia@daybook.example")).await.expect(201);
    }

    /// A session that opens nothing makes nobody a visitor
    async fn a_bad_session_is_no_visit(database: &TestDatabase) {
        let app = TestApp::start_as(database, open_to_visitors()).await;
        let forged = app.anonymous().with_token("a.b.c");
        assert_eq!(register(&forged, person("nia@daybook.example")).await.expect(401).code(), "UNAUTHENTICATED");
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        hal.post("/api/auth/logout", json!({})).await.expect(200);
        assert_eq!(register(&hal, person("nia@daybook.example")).await.expect(401).code(), "SESSION_INVALID");
        let new = app.person_with("New", Role::Hr, None, true).await;
        let refused = register(&app.sign_in(&new).await, person("nia@daybook.example")).await.expect(403);
        assert_eq!(refused.code(), "PASSWORD_CHANGE_REQUIRED");
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        assert_eq!(register(&ann, json!([])).await.expect(403).code(), "FORBIDDEN", "the role comes before the body");
        let mut with_token = person("nia@daybook.example");
        with_token["token"] = ann.token().unwrap().into();
        register(&app.anonymous(), with_token).await.expect(201);
    }

    /// HR hands out no HR and no Admin; an administrator hands out everything [A2]
    async fn staff_registers_whom_it_looks_after(app: &TestApp) {
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        for (n, role) in Role::ALL.into_iter().enumerate() {
            let mut body = person(&format!("by-hal{n}@daybook.example"));
            body["role"] = role.name().into();
            body["salary"] = json!(52_400.5);
            body["isActive"] = json!(false);
            body["joiningDate"] = json!("2026-07-01");
            let by_hal = register(&hal, body.clone()).await;
            let is_below = matches!(role, Role::Employee | Role::Manager);
            assert_eq!(by_hal.status, if is_below { 201 } else { 403 }, "{role}: {}", by_hal.text());
            if !is_below {
                assert_eq!(by_hal.message(), "Only an administrator can assign this role");
            }
            body["email"] = format!("by-ada{n}@daybook.example").into();
            let user = register(&ada, body).await.expect(201).data()["user"].clone();
            assert_eq!((&user["role"], &user["salary"]), (&json!(role.name()), &json!(52_400.5)));
            assert_eq!((&user["isActive"], &user["joiningDate"]), (&json!(false), &json!("2026-07-01")));
        }
    }

    /// One address is one account, however it is written [A8]
    async fn an_address_has_one_account(app: &TestApp) {
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        register(&hal, person("jos\u{e9}@daybook.example")).await.expect(201);
        for same in ["jos\u{e9}@daybook.example", "JOS\u{c9}@Daybook.Example", " jos\u{e9}@daybook.example\t", "jose\u{301}@daybook.example", "\u{ff4a}os\u{e9}@daybook.example"] {
            let refused = register(&hal, person(same)).await.expect(409);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), ("CONFLICT", "An account with this email already exists"), "{same:?}");
        }
        let found = hal.get("/api/users?search=jos%C3%A9@daybook").await.expect(200).data();
        assert_eq!(found["pagination"]["total"], 1);
        assert_eq!(app.mails().await.len(), 1, "a refused registration sends no mail");
    }

    /// Strangers register ten times an hour from one address, and no oftener
    async fn registrations_of_strangers_are_counted(database: &TestDatabase) {
        let setup = Setup {
            limits: Limits { register_address: 2, ..Limits::default() },
            self_registration: true,
            ..behind_a_proxy()
        };
        let app = TestApp::start_as(database, setup).await;
        let from = |address: &str| app.anonymous().with_header("X-Forwarded-For", address);
        register(&from("2001:db8:1:2::1"), person("a@daybook.example")).await.expect(201);
        register(&from("2001:db8:1:2::2"), person("b@daybook.example")).await.expect(201);
        let refused = register(&from("2001:db8:1:2::3"), person("c@daybook.example")).await.expect(429);
        assert_eq!(refused.code(), "TOO_MANY_ATTEMPTS");
        let seconds: i64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=3600).contains(&seconds), "{seconds}");
        register(&from("2001:db8:1:3::1"), person("c@daybook.example")).await.expect(201);
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        for n in 0..4 {
            register(&hal.with_header("X-Forwarded-For", "2001:db8:1:2::1"), person(&format!("s{n}@daybook.example"))).await.expect(201);
        }
        app.clock.pass(seconds);
        register(&from("2001:db8:1:2::4"), person("d@daybook.example")).await.expect(201);
    }

    /// Everything that is wrong with a form is told at once, each at its field; a role that does not exist names `role` [A7]
    async fn a_registration_names_what_is_wrong(app: &TestApp) {
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let blank = register(&hal, json!({"firstName": " ", "salary": -1, "email": "nobody"})).await.expect(400);
        assert_eq!(blank.code(), "VALIDATION_FAILED");
        assert_eq!(blank.json()["errors"], json!({
            "firstName": "First name is required", "lastName": "Last name is required",
            "email": "Please enter a valid email address", "role": "Role is required",
            "salary": "Please enter a valid salary amount",
        }));
        assert_eq!(register(&hal, json!({})).await.expect(400).json()["errors"]["email"], "Email is required");
        let one_of = "role must be one of Employee, Manager, HR, Admin, Boss";
        for (field, value, code, sentence) in [
            ("role", json!(" admin"), "INVALID_REQUEST", one_of),
            ("role", json!("boss"), "INVALID_REQUEST", one_of),
            ("role", json!(["Admin"]), "INVALID_REQUEST", one_of),
            ("role", json!({"$ne": 1}), "INVALID_REQUEST", one_of),
            ("role", json!(""), "VALIDATION_FAILED", "Role is required"),
            ("role", Value::Null, "VALIDATION_FAILED", "Role is required"),
            ("firstName", json!(null), "INVALID_REQUEST", "firstName must be text"),
            ("department", json!(7), "INVALID_REQUEST", "department must be text or null"),
            ("salary", json!("52000"), "INVALID_REQUEST", "salary must be a number or null"),
            ("isActive", json!(null), "INVALID_REQUEST", "isActive must be true or false"),
            ("joiningDate", json!("01-07-2026"), "INVALID_REQUEST", "joiningDate must be a date (YYYY-MM-DD) or null"),
            ("salary", json!(12.345), "VALIDATION_FAILED", "Please enter a valid salary amount"),
            ("salary", json!(1e15), "VALIDATION_FAILED", "Please enter a valid salary amount"),
        ] {
            let mut body = person("nia@daybook.example");
            body[field] = value.clone();
            let refused = register(&hal, body).await.expect(400);
            assert_eq!((refused.code().as_str(), refused.message().as_str()), (code, sentence), "{field} {value}");
            let errors = refused.json()["errors"].clone();
            assert_eq!(errors[field].as_str(), (code == "VALIDATION_FAILED").then_some(sentence), "{errors}");
        }
        assert_eq!(hal.get("/api/users").await.expect(200).data()["pagination"]["total"], 0, "nobody was created");
    }
}

on_both_engines! {
    /// Registrations of one address at once: one account, and everyone else is told so [A8]
    async fn registrations_at_once_make_one_account(app: &TestApp) {
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let all = (0..50).map(|n| {
            let (hal, body) = (hal.clone(), person(if n % 2 == 0 { "Nia@daybook.example" } else { "nia@DAYBOOK.example" }));
            async move { register_patiently(&hal, &body).await }
        });
        let (made, refused): (Vec<_>, Vec<_>) = at_once(all).await.into_iter().partition(|answer| answer.status == 201);
        assert_eq!(made.len(), 1);
        for answer in refused {
            assert_eq!((answer.status, answer.message().as_str()), (409, "An account with this email already exists"));
        }
        assert_eq!(hal.get("/api/users?search=nia@daybook").await.expect(200).data()["pagination"]["total"], 1);
        assert_eq!(app.mails().await.len(), 1);
    }

    /// Employee IDs of registrations at once are all different, and higher than every earlier one [A15]
    async fn an_employee_id_never_comes_twice(app: &TestApp) {
        let last = app.person("Hal", Role::Hr).await;
        let hal = app.sign_in(&last).await;
        let all = (0..50).map(|n| {
            let (hal, body) = (hal.clone(), person(&format!("n{n}@daybook.example")));
            async move { register_patiently(&hal, &body).await.expect(201).data()["user"].clone() }
        });
        let number = |user: &Value| text(user, "employeeId").strip_prefix("EMP").unwrap().parse::<u32>().unwrap();
        let mut numbers: Vec<u32> = at_once(all).await.iter().map(number).collect();
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|two| two[0] < two[1]) && numbers[0] > last.employee_id.number(), "{numbers:?}");
    }
}
