//! The role Boss: reads everybody's days, attendance and reports, and changes nothing (oversight.md 1.8).

use std::collections::BTreeMap;

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, PASSWORD, TestPerson, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::leave::{World, granted, leave};
use super::{submit, text};

pub(super) const PHONE: &str = "+49 30 5550199";
pub(super) const SALARY: &str = "98765.43";
/// How everybody's external ID begins.
pub(super) const EXTERNAL_ID: &str = "Works-No.";
/// Calls that anyone may make, signed in or not.
const OPEN: [&str; 11] = [
    "portal",
    "login",
    "secondFactor",
    "startSignIn",
    "endSignIn",
    "exchangeCode",
    "logOutThere",
    "forgotPassword",
    "resetPassword",
    "readLeaveFeed",
    "sessionSocket",
];

/// What a Boss is given (oversight.md §2): the address with all that it needs, the body, and the answer.
fn given(max: &TestPerson) -> BTreeMap<&'static str, (String, Value, u16)> {
    let (user, june) = (format!("userId={}", max.id), "month=6&year=2026");
    let words =
        json!({"currentPassword": PASSWORD, "newPassword": "another horse", "confirmPassword": "another horse"});
    let first = json!({"newPassword": "a new one", "confirmPassword": "a new one"});
    let proof = json!({"password": PASSWORD, "code": "no code"});
    let read = |address: String| (address, Value::Null, 200);
    BTreeMap::from([
        ("session", read("/api/session".to_owned())),
        ("profile", read("/api/auth/profile".to_owned())),
        ("updateProfile", ("/api/auth/profile".to_owned(), json!({"position": "Chair"}), 200)),
        ("changePassword", ("/api/users/change-password".to_owned(), words, 200)),
        // Their password is their own already.
        ("changeFirstLoginPassword", ("/api/auth/change-first-login-password".to_owned(), first, 409)),
        ("credentials", read("/api/auth/credentials".to_owned())),
        ("beginTotp", ("/api/auth/totp/begin".to_owned(), proof.clone(), 200)),
        ("confirmTotp", ("/api/auth/totp/confirm".to_owned(), proof.clone(), 400)),
        // They have no second factor.
        ("turnOffTotp", ("/api/auth/totp".to_owned(), proof.clone(), 409)),
        ("makeRecoveryCodes", ("/api/auth/recovery-codes".to_owned(), proof, 409)),
        ("beginIdentity", ("/api/auth/identities/none/begin".to_owned(), json!({}), 404)),
        ("removeIdentity", ("/api/auth/identities/none".to_owned(), json!({}), 404)),
        ("users", read("/api/users?viewAll=true&limit=1000".to_owned())),
        ("user", read(path(max))),
        ("attendanceSummary", read(format!("/api/users/attendance-summary?{june}"))),
        ("attendanceSummaryPdf", read(format!("/api/users/attendance-summary/pdf?{june}"))),
        ("attendanceCsv", read(format!("/api/users/attendance-summary/csv?{june}"))),
        ("dashboard", read("/api/dashboard".to_owned())),
        ("departments", read(format!("/api/reports/departments?{june}"))),
        ("departmentsCsv", read(format!("/api/reports/departments/csv?{june}"))),
        ("headcount", read("/api/reports/headcount".to_owned())),
        ("headcountCsv", read("/api/reports/headcount/csv".to_owned())),
        ("missingDays", read(format!("/api/reports/missing-days?{june}"))),
        ("missingDaysCsv", read(format!("/api/reports/missing-days/csv?{june}"))),
        ("myTimesheets", read(format!("/api/timesheets/my?{june}&{user}"))),
        ("calendar", read(format!("/api/timesheets/calendar?{june}&{user}"))),
        ("allTimesheets", read("/api/timesheets/all".to_owned())),
        ("downloadTimesheet", read(format!("/api/timesheets/download?{june}&{user}"))),
        ("approvalStats", read("/api/timesheets/approval-stats".to_owned())),
        ("holidays", read("/api/holidays?year=2026".to_owned())),
        ("upcomingHolidays", read("/api/holidays/upcoming".to_owned())),
        // What is no file is refused before the role.
        ("planImport", ("/api/imports/holidays".to_owned(), json!({}), 415)),
    ])
}

/// Everybody has a salary, a telephone number and an external ID that can be found again wherever they turn up.
pub(super) async fn mark(ada: &Client) {
    let people = ada.get("/api/users?limit=1000").await.expect(200).data()["users"].clone();
    for user in people.as_array().unwrap() {
        let marked = json!({
            "firstName": user["firstName"], "lastName": user["lastName"], "email": user["email"], "role": user["role"],
            "salary": 98_765.43, "phoneNumber": PHONE,
            "externalId": format!("{EXTERNAL_ID}{}", text(user, "employeeId")),
        });
        ada.put(&format!("/api/users/{}", text(user, "_id")), marked).await.expect(200);
    }
    let marked = ada.get("/api/users?limit=1000").await.expect(200).text();
    for mark in [SALARY, PHONE, EXTERNAL_ID] {
        assert_eq!(marked.matches(mark).count(), people.as_array().unwrap().len(), "everyone has {mark}");
    }
}

async fn breakdown(client: &Client) -> Value {
    client.get("/api/users/stats").await.expect(200).data()["stats"].clone()
}

async fn totals(client: &Client) -> Value {
    client.get("/api/users?viewAll=true").await.expect(200).data()["totals"].clone()
}

on_one_engine! {
    /// Every operation of the API document, by each of its methods; on the way no answer says what a Boss may not know
    /// [oversight.md §9, 14]
    async fn a_boss_gets_what_oversight_gives_them_and_nothing_else(app: &TestApp) {
        let World { mona, max, .. } = World::of(app).await;
        let bea = app.person("Bea", Role::Boss).await;
        mark(&app.sign_in(&app.person("Ada", Role::Admin).await).await).await;
        let own = app.sign_in(&max).await;
        submit(&own, "2026-06-15").await;
        granted(&own, &app.sign_in(&mona).await, leave("2026-06-22", "2026-06-23")).await;
        let boss = app.sign_in(&bea).await;

        let given = given(&max);
        let document: Value = serde_json::from_str(&web::openapi()).unwrap();
        let (mut answered, mut last) = (0, None);
        for (address, methods) in document["paths"].as_object().unwrap() {
            for method in ["get", "post", "put", "patch", "delete"] {
                let plain = address.replace("{month}", "2026-05").replace("{id}", &max.id.to_string());
                let plain = plain.replace("{key}", "unlock.hrDays").replace("{token}", "no-such-link");
                let Some(operation) = methods.get(method) else {
                    let none = boss.send(&method.to_uppercase(), &plain, None).await;
                    assert_eq!(none.status, 405, "{method} {address}");
                    continue;
                };
                let id = text(operation, "operationId");
                if OPEN.contains(&id) {
                    continue;
                }
                if id == "logout" {
                    last = Some(plain);
                    continue;
                }
                let (address, body, status) = given.get(id).cloned().unwrap_or((plain, json!({}), 403));
                let body = (method != "get").then(|| body.to_string());
                let answer = boss.send(&method.to_uppercase(), &address, body.as_deref().map(str::as_bytes)).await;
                assert_eq!(answer.status, status, "{id}: {}", answer.text());
                assert!(status != 403 || answer.code() == "FORBIDDEN", "{id}: {}", answer.text());
                answered += usize::from(given.contains_key(id));
                for secret in [PHONE, "phoneNumber", SALARY, "salary", EXTERNAL_ID, "externalId", "Annual Leave"] {
                    assert!(!answer.text().contains(secret), "{id} tells {secret}");
                }
            }
        }
        assert_eq!(answered, given.len(), "each of them is in the document");
        boss.post(&last.unwrap(), json!({})).await.expect(200);
    }

    /// [oversight.md §9, 14]
    async fn a_boss_is_counted_where_there_is_one(app: &TestApp) {
        let admin = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        let roles = json!({"Employee": 0, "Manager": 0, "HR": 0, "Admin": 1});
        assert_eq!(breakdown(&admin).await, json!({"totalUsers": 1, "roleBreakdown": roles}));
        let before = totals(&admin).await;
        assert_eq!((before.get("boss"), &before["total"], &before["management"]), (None, &json!(1), &json!(1)));
        let bea = app.person("Bea", Role::Boss).await;
        assert_eq!(breakdown(&admin).await, json!({"totalUsers": 2, "roleBreakdown": with(roles, json!({"Boss": 1}))}));
        let after = totals(&admin).await;
        assert_eq!((&after["boss"], &after["total"], &after["management"]), (&json!(1), &json!(2), &json!(1)));
        // Somebody who has left still has an account, and is in no directory.
        admin.put(&path(&bea), with(unchanged("Bea", &bea, "Boss"), json!({"isActive": false}))).await.expect(200);
        assert_eq!(breakdown(&admin).await["roleBreakdown"]["Boss"], 1);
        let left = totals(&admin).await;
        assert_eq!((left.get("boss"), &left["total"]), (None, &json!(1)));
    }
}
