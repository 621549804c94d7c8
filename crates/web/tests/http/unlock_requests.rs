//! Requests to unlock a day (settings.md 1.6).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::{Viewer, difference};
use testkit::{Client, Response, app::unknown_id, at_once, on_both_engines, on_one_engine};

use super::unlocks::{day, unlock, unlocks};
use super::{TODAY, Team, entry, staff, submit, text};

const ASK: &str = "/api/timesheet-unlock/request";
const WAITING: &str = "/api/timesheet-unlock/requests";

async fn ask(client: &Client, date: &str) -> Response {
    client.post(ASK, json!({"requestedDate": date, "reason": "On the road\nall day"})).await
}

/// A request that is taken.
async fn asked(client: &Client, date: &str) -> Value {
    ask(client, date).await.expect(201).data()["unlockRequest"].clone()
}

async fn approve(client: &Client, request: &Value) -> Response {
    client.send("POST", &format!("{WAITING}/{}/approve", text(request, "_id")), None).await
}

async fn decline(client: &Client, request: &Value, comment: &str) -> Response {
    client.post(&format!("{WAITING}/{}/decline", text(request, "_id")), json!({"comment": comment})).await
}

/// The dates that wait for the caller, whom they wait for, and how many the dashboard says there are.
async fn waiting(client: &Client) -> Vec<(String, String)> {
    let found = client.get(WAITING).await.expect(200).data();
    let told = client.get("/api/dashboard").await.expect(200).data();
    assert_eq!(found["pagination"]["total"], told["unlockRequests"], "the tile says what the page shows");
    let requests = found["requests"].as_array().unwrap();
    let told = |one: &Value| (text(one, "requestedDate").to_owned(), text(one, "waitsFor").to_owned());
    requests.iter().map(told).collect()
}

async fn notices(client: &Client) -> Vec<(String, String)> {
    let found = client.get("/api/notifications").await.expect(200).data();
    let told = |one: &Value| (text(one, "kind").to_owned(), text(one, "body").to_owned());
    found["notifications"].as_array().unwrap().iter().map(told).collect()
}

fn of(date: &str, waits_for: &str) -> Vec<(String, String)> {
    vec![(date.to_owned(), waits_for.to_owned())]
}

on_both_engines! {
    async fn of_many_requests_at_once_one_waits_for_each_date_and_five_for_a_person(app: &TestApp) {
        let team = Team::of(app).await;
        let ann = app.sign_in(&team.member).await;
        let asked = async |dates: Vec<String>| {
            let asking = dates.into_iter().map(|date| {
                let ann = ann.clone();
                async move { ask(&ann, &date).await }
            });
            let mut answers: Vec<_> = at_once(asking).await.iter().map(|answer| (answer.status, answer.message())).collect();
            answers.sort();
            answers
        };
        let same = asked(vec!["2026-06-09".to_owned(); 8]).await;
        assert_eq!(same[0].0, 201);
        assert!(same[1..].iter().all(|answer| *answer == (409, "You have already asked for this date".to_owned())), "{same:?}");
        let many = asked((1..=8).map(|n| format!("2026-06-0{n}")).collect()).await;
        assert!(many[..4].iter().all(|(status, _)| *status == 201), "{many:?}");
        assert!(many[4..].iter().all(|answer| *answer == (409, "Five of your requests are waiting already".to_owned())), "{many:?}");
        assert_eq!(unlocks(&ann).await.len(), 5);
    }

    /// An approval, a direct unlock and a refusal of one date at the same time
    async fn of_two_decisions_at_once_one_wins_and_the_other_is_told(app: &TestApp) {
        let team = Team::of(app).await;
        let (_, admin) = staff(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        for round in 1..=10_u32 {
            let date = format!("2026-05-{:02}", 10 + round);
            let request = asked(&ann, &date).await;
            let (approved, other) = tokio::join!(approve(&admin, &request), async {
                if round % 2 == 0 { unlock(&admin, &team.member, &date).await } else { decline(&max, &request, "No").await }
            });
            let told = unlocks(&ann).await.into_iter().filter(|one| text(one, "requestedDate") == date).collect::<Vec<_>>();
            assert_eq!(told.len(), 1, "one row: {told:?}");
            let lost = if approved.status == 200 { &other } else { &approved };
            assert_eq!([approved.status, other.status].iter().filter(|status| **status < 300).count(), 1, "one wins");
            let expected = match (approved.status, round % 2) {
                (200, 0) => "This date is already unlocked",
                _ => "This request has already been decided",
            };
            assert_eq!((lost.status, lost.message().as_str()), (409, expected));
            let status = if approved.status == 200 || round % 2 == 0 { "approved" } else { "declined" };
            assert_eq!(text(&told[0], "status"), status);
        }
        let expected = 10;
        let heard = notices(&ann).await.len();
        assert_eq!(heard, expected, "one notice for each");
    }
}

on_one_engine! {
    /// [settings.md §9, 12]
    async fn a_day_asked_for_in_time_says_so_in_the_calendar_is_approved_later_and_filled_once(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        assert_eq!((&day(&ann, "2026-06-09").await["canAskUnlock"], &day(&ann, TODAY).await["canAskUnlock"]), (&json!(true), &json!(false)));
        let answer = ask(&ann, "2026-06-09").await.expect(201);
        assert_eq!(answer.message(), "Unlock request sent");
        let request = answer.data()["unlockRequest"].clone();
        assert_eq!(request, json!({
            "_id": request["_id"], "requestedDate": "2026-06-09", "reason": "On the road\nall day", "status": "pending", "isAsked": true,
            "isUsed": false, "waitsFor": "manager", "expiresOn": "2026-06-17", "createdAt": "2026-06-10T09:00:00Z",
            "createdBy": {"firstName": "Ann", "lastName": "Example", "role": "Employee"},
            "decidedAt": null, "decidedBy": null, "decisionComment": null,
        }));
        let again = ask(&ann, "2026-06-09").await.expect(409);
        assert_eq!((again.code().as_str(), again.message().as_str()), ("CONFLICT", "You have already asked for this date"));
        let yesterday = day(&ann, "2026-06-09").await;
        assert_eq!((&yesterday["canAskUnlock"], &yesterday["unlockRequest"], &yesterday["isUnlocked"]), (&json!(false), &request, &json!(false)));
        assert_eq!(unlocks(&ann).await, std::slice::from_ref(&request));
        let mut listed = max.get(WAITING).await.expect(200).data()["requests"][0].clone();
        for (name, value) in [
            ("employee", json!({"_id": team.member.id.to_string(), "firstName": "Ann", "lastName": "Example", "employeeId": listed["employee"]["employeeId"]})),
            ("forManager", Value::Null),
            ("entryStatus", Value::Null),
        ] {
            assert_eq!(listed.as_object_mut().unwrap().remove(name), Some(value), "{name}");
        }
        assert_eq!(listed, request);

        app.clock.set("2026-06-12T09:00:00Z");
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let refused = unlock(&max, &team.member, "2026-06-08").await.expect(403);
        assert_eq!(refused.message(), "You can only unlock timesheets up to 1 day(s) back");
        let refused = unlock(&max, &team.member, "2026-06-09").await.expect(403);
        assert_eq!(refused.message(), "You can only unlock timesheets up to 1 day(s) back");
        let done = approve(&max, &request).await.expect(200).data();
        assert_eq!(done["employee"], json!({"_id": team.member.id.to_string(), "name": "Ann Example"}));
        let mut open = request.clone();
        open["status"] = json!("approved");
        (open["waitsFor"], open["expiresOn"]) = (Value::Null, Value::Null);
        open["decidedAt"] = json!("2026-06-12T09:00:00Z");
        open["decidedBy"] = json!({"firstName": "Max", "lastName": "Example", "role": "Manager", "onBehalfOf": null});
        assert_eq!(done["unlockRequest"], open);
        assert_eq!(unlocks(&ann).await, [open]);
        assert_eq!(waiting(&max).await, []);
        assert_eq!(notices(&ann).await, [("unlocked".to_owned(), "2026-06-09 is open for you to fill in, as you asked.".to_owned())]);
        let opened = day(&ann, "2026-06-09").await;
        assert_eq!((&opened["isUnlocked"], &opened["unlockRequest"], &opened["canAskUnlock"]), (&json!(true), &Value::Null, &json!(false)));

        submit(&ann, "2026-06-09").await;
        ann.post("/api/timesheets/my", entry("2026-06-09", 1.0, "x")).await.expect(409);
        assert_eq!(unlocks(&ann).await[0]["isUsed"], true);
        let decided = approve(&max, &request).await.expect(409);
        assert_eq!(decided.message(), "This request has already been decided");
        assert_eq!(asked(&ann, "2026-06-09").await["waitsFor"], "admin", "a pending entry, to correct it");
        let (_, admin) = staff(app).await;
        assert_eq!(admin.get(WAITING).await.expect(200).data()["requests"][0]["entryStatus"], "pending");
    }

    /// [settings.md §9, 13]
    async fn a_declined_request_says_why_and_one_on_which_nobody_decides_expires(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let request = asked(&ann, "2026-06-09").await;
        let blank = decline(&max, &request, " \n ").await.expect(400);
        assert_eq!((blank.message().as_str(), &blank.json()["errors"]["comment"]), ("A reason is required", &json!("A reason is required")));
        let long = decline(&max, &request, &"x".repeat(501)).await.expect(400);
        assert_eq!(long.message(), "The reason must be at most 500 characters");
        let answer = decline(&max, &request, "You were here.\r\nAsk me.").await.expect(200);
        assert_eq!(answer.message(), "Request declined");
        let declined = answer.data()["unlockRequest"].clone();
        assert_eq!((text(&declined, "status"), text(&declined, "decisionComment")), ("declined", "You were here.\nAsk me."));
        assert_eq!((&declined["waitsFor"], text(&declined["decidedBy"], "firstName")), (&Value::Null, "Max"));
        let told = ("unlock-declined".to_owned(), "2026-06-09: You were here.\nAsk me.".to_owned());
        assert_eq!(notices(&ann).await, std::slice::from_ref(&told));
        let closed = day(&ann, "2026-06-09").await;
        assert_eq!((&closed["canAskUnlock"], &closed["unlockRequest"]), (&json!(true), &Value::Null), "and they may ask again");
        assert_eq!(decline(&max, &request, "No").await.expect(409).message(), "This request has already been decided");

        let request = asked(&ann, "2026-06-09").await;
        app.clock.set("2026-06-18T00:00:00Z");
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        assert_eq!(waiting(&max).await, [], "before the job has run");
        assert_eq!(approve(&max, &request).await.expect(409).message(), "This request has expired");
        let expired = unlocks(&ann).await[0].clone();
        assert_eq!((text(&expired, "status"), &expired["waitsFor"], &expired["expiresOn"], &expired["decidedAt"]), ("expired", &Value::Null, &Value::Null, &Value::Null));
        assert_eq!(application::unlocks::expire(&app.ports).await, Ok(1));
        let over = ("unlock-expired".to_owned(), "2026-06-09: nobody decided on it within seven days. You can ask again.".to_owned());
        assert_eq!(notices(&ann).await, [over, told], "told once");
        assert_eq!(unlocks(&ann).await[0], expired, "as it read before");
        asked(&ann, "2026-06-09").await;
    }

    /// [settings.md §9, 14]
    async fn a_request_waits_for_who_can_decide_now_and_a_direct_unlock_settles_it(app: &TestApp) {
        let (max, lou) = (app.person("Max", Role::Manager).await, app.person("Lou", Role::Employee).await);
        let (hr, admin) = staff(app).await;
        let (manager, employee) = (app.sign_in(&max).await, app.sign_in(&lou).await);
        let request = asked(&employee, "2026-06-09").await;
        assert_eq!(request["waitsFor"], "hr");
        assert_eq!((waiting(&hr).await, waiting(&admin).await, waiting(&manager).await), (of("2026-06-09", "hr"), of("2026-06-09", "hr"), vec![]));
        let refused = approve(&manager, &request).await.expect(403);
        assert_eq!(refused.message(), "You can only unlock timesheets for your team members");

        let assigned = json!({"employeeId": lou.id.to_string(), "managerId": max.id.to_string()});
        hr.post("/api/users/assign-manager", assigned).await.expect(200);
        assert_eq!((waiting(&hr).await, waiting(&admin).await, waiting(&manager).await), (vec![], vec![], of("2026-06-09", "manager")));
        let body = json!({"employeeId": lou.id.to_string(), "requestedDate": "2026-06-09", "reason": "As agreed"});
        let done = hr.post("/api/timesheet-unlock/direct-unlock", body).await.expect(201).data();
        let open = &done["unlockRequest"];
        assert_eq!((&open["_id"], text(open, "status"), &open["isAsked"]), (&request["_id"], "approved", &json!(true)));
        assert_eq!((text(open, "reason"), text(open, "decisionComment")), ("On the road\nall day", "As agreed"));
        assert_eq!((text(&open["createdBy"], "firstName"), text(&open["decidedBy"], "firstName")), ("Lou", "Hal"));
        assert_eq!(unlocks(&employee).await, std::slice::from_ref(open), "one row");
        assert_eq!(waiting(&manager).await, []);
    }

    /// Further back than a manager it waits for HR, beyond that for an administrator; anyone who may open the date decides all the same
    async fn what_the_manager_cannot_open_waits_for_hr_or_an_administrator(app: &TestApp) {
        let team = Team::of(app).await;
        let (hr, admin) = staff(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let mut requests = Vec::new();
        for (date, waits_for) in [("2026-06-09", "manager"), ("2026-06-08", "hr"), ("2026-06-05", "admin")] {
            let request = asked(&ann, date).await;
            assert_eq!(request["waitsFor"], waits_for, "{date}");
            requests.push(request);
        }
        assert_eq!(waiting(&max).await, of("2026-06-09", "manager"));
        assert_eq!(waiting(&hr).await, of("2026-06-08", "hr"));
        assert_eq!(waiting(&admin).await, [of("2026-06-08", "hr"), of("2026-06-05", "admin")].concat());
        let page = admin.get(&format!("{WAITING}?page=2&limit=1")).await.expect(200).data();
        assert_eq!((page["requests"][0]["requestedDate"].clone(), page["pagination"].clone()), (json!("2026-06-05"), json!({"current": 2, "pages": 2, "total": 2})));
        let refused = approve(&max, &requests[1]).await.expect(403);
        assert_eq!(refused.message(), "You can only unlock timesheets up to 1 day(s) back");
        let refused = approve(&hr, &requests[2]).await.expect(403);
        assert_eq!(refused.message(), "You can only unlock timesheets up to 2 day(s) back");
        approve(&hr, &requests[0]).await.expect(200);
        decline(&max, &requests[2], "Ask HR").await.expect(200);
        assert_eq!(waiting(&admin).await, of("2026-06-08", "hr"));
    }

    /// Each would be refused for what comes after, too; nothing changes
    async fn what_may_not_be_asked_for_is_refused_in_order(database: &TestDatabase, app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let lou = app.sign_in(&app.person_with("Lou", Role::Employee, None, false).await).await;
        app.unlock(&team.member, &team.manager, "2026-06-05").await;
        let sheet = {
            app.unlock(&team.member, &team.manager, "2026-06-04").await;
            submit(&ann, "2026-06-04").await
        };
        max.post("/api/timesheets/bulk-approve", json!({"ids": [sheet["_id"]]})).await.expect(200);
        for date in ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-08"] {
            asked(&ann, date).await;
        }
        asked(&ann, "2026-06-07").await;
        let before = Viewer::open(database).await;
        let contents = before.contents().await;
        let blank = "Please fill in all fields";
        for (body, status, message) in [
            (json!({}), 400, blank),
            (json!({"requestedDate": "", "reason": "x"}), 400, blank),
            (json!({"requestedDate": "2026-06-09", "reason": " "}), 400, blank),
            (json!({"requestedDate": "2026-06-09", "reason": "x".repeat(501)}), 400, "The reason must be at most 500 characters"),
            (json!({"requestedDate": "9 June", "reason": "x"}), 400, "requestedDate must be a date (YYYY-MM-DD), or an empty text for none"),
            (json!({"requestedDate": "2026-06-11", "reason": "x"}), 400, "You cannot unlock a future date"),
            (json!({"requestedDate": "2026-01-04", "reason": "x"}), 400, "You cannot access dates before your joining date (2026-01-05)"),
            (json!({"requestedDate": "2026-06-05", "reason": "x"}), 409, "This date is already unlocked"),
            (json!({"requestedDate": "2026-06-04", "reason": "x"}), 409, "The timesheet for this date is already approved"),
            (json!({"requestedDate": TODAY, "reason": "x"}), 409, "This date can be filled in without an unlock"),
            (json!({"requestedDate": "2026-06-08", "reason": "x"}), 409, "You have already asked for this date"),
            (json!({"requestedDate": "2026-06-09", "reason": "x"}), 409, "Five of your requests are waiting already"),
        ] {
            let answer = ann.post(ASK, body).await;
            assert_eq!((answer.status, answer.message().as_str()), (status, message));
        }
        let fields = json!({"requestedDate": "Date is required", "reason": "Reason is required"});
        assert_eq!(ann.post(ASK, json!({})).await.expect(400).json()["errors"], fields);
        for id in [unknown_id(), "no-id".to_owned()] {
            let request = json!({"_id": id});
            assert_eq!(approve(&max, &request).await.expect(404).message(), "Unlock request not found");
            assert_eq!(decline(&max, &request, "x").await.expect(404).message(), "Unlock request not found");
        }
        assert_eq!(approve(&lou, &json!({"_id": unknown_id()})).await.expect(403).message(), "No unlock permissions");
        assert_eq!(difference(&contents, &before.contents().await), "");
        let month = ann.get("/api/timesheets/calendar?month=6&year=2026").await.expect(200).data();
        let days = month["days"].as_array().unwrap();
        assert!(days.iter().all(|day| day["canAskUnlock"] == false), "with five that wait no day can be asked for");
        let held_up: Vec<_> = days.iter().filter(|day| !day["askRefusal"].is_null()).collect();
        assert!(held_up.iter().all(|day| day["askRefusal"] == "Five of your requests are waiting already"), "{held_up:?}");
        let dates: Vec<_> = held_up.iter().map(|day| text(day, "date")).collect();
        assert!(dates.contains(&"2026-06-09"), "which could be asked for without them: {dates:?}");
        assert!(!dates.contains(&"2026-06-08") && !dates.contains(&TODAY), "asked for, and open: {dates:?}");
    }
}
