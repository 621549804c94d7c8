//! Opening a locked date: every refusal in its order, what is there afterwards, and that it is used once.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::{Viewer, difference};
use testkit::{Client, TestPerson, app::unknown_id, at_once, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{TODAY, Team, entry, staff, submit, text};

const DIRECT: &str = "/api/timesheet-unlock/direct-unlock";
/// After every day that anybody may open.
const FUTURE: &str = "2026-06-11";

/// What is special, the caller, the request, and the answer: status, code, sentence, and the field that is to blame.
type Refusal<'a> = (&'a str, &'a Client, Value, u16, &'a str, &'a str, Option<&'a str>);

fn request(employee: &TestPerson, date: &str, reason: &str) -> Value {
    json!({"employeeId": employee.id.to_string(), "requestedDate": date, "reason": reason})
}

pub(super) async fn unlock(client: &Client, employee: &TestPerson, date: &str) -> testkit::Response {
    client.post(DIRECT, request(employee, date, "forgotten")).await
}

async fn window(client: &Client, employee: &TestPerson) -> Value {
    client.get(&format!("/api/timesheet-unlock/window?employeeId={}", employee.id)).await.expect(200).data()
}

/// What the employee's calendar says of a day of June.
pub(super) async fn day(client: &Client, date: &str) -> Value {
    let month = client.get("/api/timesheets/calendar?month=6&year=2026").await.expect(200).data();
    let days = month["days"].as_array().unwrap();
    days.iter().find(|day| day["date"] == date).cloned().unwrap_or_else(|| panic!("no {date}"))
}

pub(super) async fn unlocks(client: &Client) -> Vec<Value> {
    let found = client.get("/api/timesheet-unlock/my-requests").await.expect(200).data();
    found["unlockRequests"].as_array().unwrap().clone()
}

on_both_engines! {
    async fn of_two_unlocks_at_once_one_wins(app: &TestApp) {
        let team = Team::of(app).await;
        let (max, hal) = (app.sign_in(&team.manager).await, app.sign_in(&app.person("Hal", Role::Hr).await).await);
        let asked = (0..8).map(|n| {
            let (client, member) = (if n % 2 == 0 { max.clone() } else { hal.clone() }, team.member.clone());
            async move { unlock(&client, &member, "2026-06-09").await }
        });
        let (made, refused): (Vec<_>, Vec<_>) = at_once(asked).await.into_iter().partition(|answer| answer.status == 201);
        assert_eq!(made.len(), 1);
        for answer in refused {
            assert_eq!((answer.status, answer.message().as_str()), (409, "This date is already unlocked"));
        }
        let ann = app.sign_in(&team.member).await;
        assert_eq!(unlocks(&ann).await.len(), 1);
        assert_eq!(ann.get("/api/notifications").await.expect(200).data()["unread"], 1, "only the winner tells of it");
    }
}

on_one_engine! {
    /// Each request would be refused for all that comes after, too [B7] [C5]
    async fn refusals_come_in_their_order_and_change_nothing(database: &TestDatabase, app: &TestApp) {
        let team = Team::of(app).await;
        let ann = &team.member;
        let people = [app.person("Zoe", Role::Manager).await, app.person("Blo", Role::Employee).await, app.person("Ina", Role::Employee).await];
        let [zoe, blo, ina] = &people;
        let eve = app.member("Eve", zoe).await;
        let (employee, max) = (app.sign_in(ann).await, app.sign_in(&team.manager).await);
        let (hal, ada) = staff(app).await;
        ada.patch(&format!("{}/toggle-block", path(blo)), json!({"isBlocked": true})).await.expect(200);
        ada.put(&path(ina), with(unchanged("Ina", ina, "Employee"), json!({"isActive": false}))).await.expect(200);
        let sheet = submit(&employee, TODAY).await;
        max.post("/api/timesheets/bulk-approve", json!({"ids": [sheet["_id"]]})).await.expect(200);
        app.unlock(ann, &team.manager, "2026-06-09").await;
        let (hope, gia) = (app.person("Hope", Role::Hr).await, app.member("Gia", &team.manager).await);
        let moved = json!({"employeeId": gia.id.to_string(), "managerId": zoe.id.to_string()});
        hal.post("/api/users/assign-manager", moved).await.expect(200);
        let long = "x".repeat(501);
        let all = "Please fill in all fields";
        let refused: [Refusal<'_>; 28] = [
            ("role", &employee, json!({}), 403, "FORBIDDEN", "No unlock permissions", None),
            ("no fields", &max, json!({}), 400, "VALIDATION_FAILED", all, Some("reason")),
            ("no employee", &max, json!({"employeeId": "", "requestedDate": FUTURE, "reason": "x"}), 400, "VALIDATION_FAILED", all, Some("employeeId")),
            ("no date", &max, json!({"employeeId": unknown_id(), "requestedDate": "", "reason": "x"}), 400, "VALIDATION_FAILED", all, Some("requestedDate")),
            ("no reason", &max, json!({"employeeId": unknown_id(), "requestedDate": FUTURE, "reason": " \n "}), 400, "VALIDATION_FAILED", all, Some("reason")),
            ("a null for a reason", &max, json!({"employeeId": unknown_id(), "requestedDate": FUTURE, "reason": null}), 400, "VALIDATION_FAILED", all, Some("reason")),
            ("a number for a reason", &max, json!({"employeeId": unknown_id(), "requestedDate": FUTURE, "reason": 7}), 400, "INVALID_REQUEST", "reason must be text", None),
            ("a long reason", &max, json!({"employeeId": unknown_id(), "requestedDate": FUTURE, "reason": long}), 400, "VALIDATION_FAILED", "The reason must be at most 500 characters", Some("reason")),
            ("a control character", &max, json!({"employeeId": unknown_id(), "requestedDate": FUTURE, "reason": "a\u{7}b"}), 400, "VALIDATION_FAILED", "The reason contains characters that are not allowed", Some("reason")),
            ("no id", &max, json!({"employeeId": "EMP1001", "requestedDate": FUTURE, "reason": ""}), 400, "INVALID_REQUEST", "employeeId must be an id, or an empty text for nobody", None),
            ("no day", &max, json!({"employeeId": "", "requestedDate": "2026-02-29", "reason": ""}), 400, "INVALID_REQUEST", "requestedDate must be a date (YYYY-MM-DD), or an empty text for none", None),
            ("nobody", &max, json!({"employeeId": unknown_id(), "requestedDate": FUTURE, "reason": "x"}), 404, "NOT_FOUND", "User not found", None),
            ("a manager", &max, request(zoe, FUTURE, "x"), 400, "VALIDATION_FAILED", "Timesheets can only be unlocked for active employees", Some("employeeId")),
            ("HR", &max, request(&hope, FUTURE, "x"), 400, "VALIDATION_FAILED", "Timesheets can only be unlocked for active employees", Some("employeeId")),
            ("blocked", &max, request(blo, FUTURE, "x"), 400, "VALIDATION_FAILED", "Timesheets can only be unlocked for active employees", Some("employeeId")),
            ("inactive", &hal, request(ina, FUTURE, "x"), 400, "VALIDATION_FAILED", "Timesheets can only be unlocked for active employees", Some("employeeId")),
            ("another team", &max, request(&eve, FUTURE, "x"), 403, "FORBIDDEN", "You can only unlock timesheets for your team members", None),
            ("a former member", &max, request(&gia, TODAY, "x"), 403, "FORBIDDEN", "You can only unlock timesheets for your team members", None),
            ("future", &max, request(ann, FUTURE, "x"), 400, "VALIDATION_FAILED", "You cannot unlock a future date", Some("requestedDate")),
            ("far back, manager", &max, request(ann, "2026-01-04", "x"), 403, "FORBIDDEN", "You can only unlock timesheets up to 1 day(s) back", None),
            ("far back, HR", &hal, request(ann, "2026-06-07", "x"), 403, "FORBIDDEN", "You can only unlock timesheets up to 2 day(s) back", None),
            ("the last date", &ada, request(ann, "9999-12-31", "x"), 400, "VALIDATION_FAILED", "You cannot unlock a future date", Some("requestedDate")),
            ("the first date, manager", &max, request(ann, "0001-01-01", "x"), 403, "FORBIDDEN", "You can only unlock timesheets up to 1 day(s) back", None),
            ("the first date, HR", &hal, request(ann, "0001-01-01", "x"), 403, "FORBIDDEN", "You can only unlock timesheets up to 2 day(s) back", None),
            ("the first date, administrator", &ada, request(ann, "0001-01-01", "x"), 400, "VALIDATION_FAILED", "The date is before the employee's joining date (2026-01-05)", Some("requestedDate")),
            ("before joining", &ada, request(ann, "2026-01-04", "x"), 400, "VALIDATION_FAILED", "The date is before the employee's joining date (2026-01-05)", Some("requestedDate")),
            ("unlocked", &max, request(ann, "2026-06-09", "x"), 409, "CONFLICT", "This date is already unlocked", None),
            ("approved", &max, request(ann, TODAY, "x"), 409, "CONFLICT", "The timesheet for this date is already approved", None),
        ];
        let viewer = Viewer::open(database).await;
        let before = viewer.contents().await;
        for (person, status) in [(&gia, 403), (&eve, 403), (zoe, 400)] {
            max.get(&format!("/api/timesheet-unlock/window?employeeId={}", person.id)).await.expect(status);
        }
        assert_eq!(employee.send("POST", DIRECT, Some(b"no JSON")).await.expect(403).message(), "No unlock permissions");
        for (what, client, body, status, code, message, field) in refused {
            let answer = client.post(DIRECT, body).await;
            assert_eq!((answer.status, answer.code().as_str(), answer.message().as_str()), (status, code, message), "{what}");
            let errors = answer.json()["errors"].clone();
            assert!(field.map_or(errors.is_null(), |field| errors[field].is_string()), "{what}: {errors}");
        }
        let blank = json!({"employeeId": "Employee is required", "requestedDate": "Date is required", "reason": "Reason is required"});
        assert_eq!(max.post(DIRECT, json!({})).await.expect(400).json()["errors"], blank);
        assert_eq!(difference(&before, &viewer.contents().await), "");
    }

    /// A weekend and a holiday are opened too, each by the people whose window reaches there, and an entry that waits, for a correction
    async fn what_is_closed_for_another_reason_opens_too(app: &TestApp) {
        let team = Team::of(app).await;
        app.holiday("2026-06-12", "Founders' Day").await;
        let ann = app.sign_in(&team.member).await;
        let rejected = submit(&ann, TODAY).await;
        let max = app.sign_in(&team.manager).await;
        max.post("/api/timesheets/bulk-reject", json!({"ids": [rejected["_id"]], "comment": "Which project?"})).await.expect(200);

        // A Monday after a holiday on Friday: one working day back is Thursday, and what is between is within reach.
        app.clock.set("2026-06-15T09:00:00Z");
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let (hal, ada) = staff(app).await;
        let limits = async |client: &Client| {
            let found = window(client, &team.member).await;
            (text(&found, "earliest").to_owned(), text(&found, "latest").to_owned(), found["rejectedDates"].clone())
        };
        let until = |earliest: &str, rejected: Value| (earliest.to_owned(), "2026-06-15".to_owned(), rejected);
        assert_eq!(limits(&max).await, until("2026-06-11", json!([TODAY])));
        assert_eq!(limits(&hal).await, until("2026-06-10", json!([])));
        assert_eq!(limits(&ada).await, until("2026-01-05", json!([])));
        let sentence = "Managers unlock today and one working day back: 2026-06-11 to 2026-06-15. Rejected days can be unlocked however old they are.";
        assert_eq!(text(&window(&max, &team.member).await, "reason"), sentence);
        for date in ["2026-06-12", "2026-06-13"] {
            let closed = ann.post("/api/timesheets/my", entry(date, 8.0, "x")).await.expect(403);
            assert_eq!((closed.code().as_str(), &closed.json()["requiresUnlock"]), ("DATE_LOCKED", &json!(true)), "{date}");
            unlock(&max, &team.member, date).await.expect(201);
            submit(&ann, date).await;
        }
        unlock(&max, &team.member, "2026-06-11").await.expect(201);
        let open = day(&ann, "2026-06-11").await;
        assert_eq!((text(&open, "kind"), &open["isUnlocked"], &open["isEditable"], &open["reason"]), ("unlocked", &json!(true), &json!(true), &Value::Null));
        submit(&ann, "2026-06-11").await;
        let made = unlock(&max, &team.member, "2026-06-11").await.expect(201).data();
        assert_eq!(made, json!({
            "employee": {"_id": team.member.id.to_string(), "name": "Ann Example"},
            "unlockRequest": {
                "_id": made["unlockRequest"]["_id"], "requestedDate": "2026-06-11", "reason": "forgotten", "status": "approved",
                "isAsked": false, "isUsed": false, "waitsFor": null, "expiresOn": null, "createdAt": "2026-06-15T09:00:00Z",
                "createdBy": {"firstName": "Max", "lastName": "Example", "role": "Manager"}, "decidedAt": "2026-06-15T09:00:00Z",
                "decidedBy": {"firstName": "Max", "lastName": "Example", "role": "Manager", "onBehalfOf": null},
                "decisionComment": null,
            },
        }));
        let ringed = day(&ann, "2026-06-11").await;
        assert_eq!((text(&ringed, "kind"), &ringed["isUnlocked"], text(&ringed["entry"], "status")), ("entry", &json!(true), "pending"));
        let corrected = ann.post("/api/timesheets/my", entry("2026-06-11", 4.0, "better")).await.expect(200).data();
        assert_eq!((text(&corrected["timesheet"], "status"), &corrected["timesheet"]["isResubmission"]), ("pending", &json!(false)));
        assert!(unlocks(&ann).await.iter().all(|unlock| unlock["isUsed"] == true));
    }
}
