//! Leave that people ask for, and what becomes of it (leave.md).

use application::ports::NewLedgerRow;
use domain::id::{LeaveTypeId, LedgerRowId};
use domain::leave::{LeaveDays, LedgerRow, RowKind};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::day;
use testkit::{Client, Response, TestApp, TestPerson, on_one_engine};

pub(crate) use super::accounts::with;
pub(crate) use super::leave_types::{ANNUAL_LEAVE, SICK_LEAVE, UNPAID_LEAVE};
use super::{entry, submit, text};

pub(crate) const TODAY: &str = "2026-06-15";
pub(crate) const PREVIEW: &str = "/api/leave/preview";
pub(crate) const REQUESTS: &str = "/api/leave/requests";

/// Mona's team on Monday 2026-06-15: Max and Eve, who have 20 and 17 days of annual leave this year, 20 the next, and 10 sick days.
pub(crate) struct World {
    pub(crate) mona: TestPerson,
    pub(crate) max: TestPerson,
    pub(crate) eve: TestPerson,
}

impl World {
    pub(crate) async fn of(app: &TestApp) -> Self {
        app.clock.set(&format!("{TODAY}T09:00:00Z"));
        let mona = app.person("Mona", Role::Manager).await;
        let (max, eve) = (app.member("Max", &mona).await, app.member("Eve", &mona).await);
        for (person, this_year) in [(&max, 20.0), (&eve, 17.0)] {
            give(app, person, ANNUAL_LEAVE, 2026, this_year).await;
            give(app, person, ANNUAL_LEAVE, 2027, 20.0).await;
            give(app, person, SICK_LEAVE, 2026, 10.0).await;
        }
        app.holiday("2026-06-19", "Midsummer").await;
        app.holiday("2026-12-25", "Christmas").await;
        app.holiday("2027-01-01", "New Year").await;
        Self { mona, max, eve }
    }
}

/// The person has so much of the type in the year.
pub(crate) async fn give(app: &TestApp, person: &TestPerson, leave_type: &str, year: i32, days: f64) {
    let leave_type: LeaveTypeId = leave_type.parse().unwrap();
    let work = app.ports.store.begin().await.unwrap();
    work.leave_ledger().lock_people(&[person.id]).await.unwrap();
    let rows = work.leave().rows(&[person.id], &[leave_type]).await.unwrap();
    let has: LeaveDays = rows.iter().filter(|row| row.row.year == year).map(|row| row.row.days).sum();
    let row = NewLedgerRow {
        id: LedgerRowId::new(app.ports.ids.next()),
        user: person.id,
        leave_type,
        row: LedgerRow {
            year,
            kind: RowKind::Adjustment,
            days: LeaveDays::parse(days).unwrap() - has,
            date: day(TODAY),
        },
        note: Some("For the test".to_owned()),
        request: None,
        opening_number: None,
        by: None,
        created_at: app.ports.clock.now(),
    };
    work.leave_ledger().append(&[row]).await.unwrap();
    work.commit().await.unwrap();
}

/// The rows of requests in the ledger of a person and type in a year, in their order, and what all rows come to.
pub(crate) async fn ledger(app: &TestApp, person: &TestPerson, leave_type: &str, year: i32) -> (Vec<f64>, f64) {
    let rows = app.ports.reads.leave().rows(&[person.id], &[leave_type.parse().unwrap()]).await.unwrap();
    let of_year = rows.into_iter().map(|row| row.row).filter(|row| row.year == year);
    let (mut used, mut left) = (Vec::new(), LeaveDays::NONE);
    for row in of_year {
        left += row.days;
        if matches!(row.kind, RowKind::Usage | RowKind::Reversal) {
            used.push(row.days.as_f64());
        }
    }
    used.sort_by(f64::total_cmp);
    (used, left.as_f64())
}

/// What all rows come to.
pub(crate) async fn left(app: &TestApp, person: &TestPerson, leave_type: &str, year: i32) -> Value {
    json!(ledger(app, person, leave_type, year).await.1)
}

pub(crate) fn leave(start: &str, end: &str) -> Value {
    json!({"leaveTypeId": ANNUAL_LEAVE, "startDate": start, "endDate": end})
}

pub(crate) fn part(date: &str, part: &str) -> Value {
    with(leave(date, date), json!({"startPart": part, "endPart": part}))
}

/// A request that is taken.
pub(crate) async fn asked(client: &Client, body: Value) -> Value {
    client.post(REQUESTS, body).await.expect(201).data()["request"].clone()
}

pub(crate) async fn cancel(client: &Client, request: &Value, body: Value) -> Response {
    client.post(&format!("{REQUESTS}/{}/cancel", text(request, "_id")), body).await
}

pub(crate) async fn keep(client: &Client, request: &Value, body: Value) -> Response {
    client.post(&format!("{REQUESTS}/{}/keep", text(request, "_id")), body).await
}

pub(crate) async fn approve(client: &Client, request: &Value) -> Response {
    client.post("/api/leave/bulk-approve", json!({"ids": [request["_id"]]})).await
}

/// A request that is approved.
pub(crate) async fn granted(owner: &Client, manager: &Client, body: Value) -> Value {
    let request = asked(owner, body).await;
    approve(manager, &request).await.expect(200);
    request
}

/// Code and sentence of a refusal.
pub(crate) fn said(answer: &Response) -> (String, String) {
    (answer.code(), answer.message())
}

pub(crate) fn told(code: &str, sentence: &str) -> (String, String) {
    (code.to_owned(), sentence.to_owned())
}

async fn my(client: &Client, year: i32) -> Value {
    client.get(&format!("/api/leave/my?year={year}")).await.expect(200).data()
}

on_one_engine! {
    /// [leave.md §9, 2 and 3]
    async fn what_counts_is_said_before_it_is_asked_for_and_two_requests_share_no_half(app: &TestApp) {
        let world = World::of(app).await;
        let max = app.sign_in(&world.max).await;
        let body = with(leave("2026-06-18", "2026-06-23"), json!({"startPart": "afternoon", "endPart": "morning"}));
        let seen = max.post(PREVIEW, body.clone()).await.expect(200).data();
        let date = |date: &str, part: &str, counts: f64, reason: Value| json!({"date": date, "part": part, "counts": counts, "reason": reason});
        assert_eq!(seen, json!({
            "days": [
                date("2026-06-18", "afternoon", 0.5, Value::Null),
                date("2026-06-19", "full", 0.0, "Holiday: Midsummer".into()),
                date("2026-06-20", "full", 0.0, "Weekend".into()),
                date("2026-06-21", "full", 0.0, "Weekend".into()),
                date("2026-06-22", "full", 1.0, Value::Null),
                date("2026-06-23", "morning", 0.5, Value::Null),
            ],
            "total": 2.0, "years": [{"year": 2026, "days": 2.0, "left": 18.0}], "needsApproval": true, "problem": null,
        }));
        assert_eq!(my(&max, 2026).await["requests"], json!([]), "nothing is saved");
        let full = max.post(PREVIEW, leave("2026-06-18", "2026-06-23")).await.expect(200).data();
        assert_eq!(full["total"], 3.0);
        let weekend = max.post(PREVIEW, leave("2026-06-20", "2026-06-21")).await.expect(200).data();
        assert_eq!(weekend["problem"], json!({"code": "VALIDATION_FAILED", "message": "There are no working days in this period"}));
        max.post(REQUESTS, leave("2026-06-20", "2026-06-21")).await.expect(400);
        let long = max.post(PREVIEW, leave("2026-06-18", "2199-06-23")).await.expect(200).data();
        assert_eq!((&long["days"], &long["problem"]["message"]), (&json!([]), &json!("Leave can be requested until 2027-12-31")));
        let days = max.post(PREVIEW, with(body, json!({"leaveTypeId": UNPAID_LEAVE}))).await.expect(200).data();
        assert_eq!(days["years"], json!([{"year": 2026, "days": 2.0, "left": null}]));

        asked(&max, part("2026-06-29", "morning")).await;
        asked(&max, with(part("2026-06-29", "afternoon"), json!({"leaveTypeId": UNPAID_LEAVE}))).await;
        asked(&max, leave("2026-06-18", "2026-06-21")).await;
        for (start, end, date) in [("2026-06-29", "2026-06-29", "2026-06-29"), ("2026-06-21", "2026-06-22", "2026-06-21")] {
            let taken = max.post(REQUESTS, leave(start, end)).await.expect(409);
            assert_eq!(said(&taken), told("LEAVE_CONFLICT", &format!("There is already leave on {date}")));
        }
    }

    /// [leave.md §9, 4]
    async fn a_request_reserves_its_days_until_it_is_rejected_and_its_owner_reads_what_became_of_it(app: &TestApp) {
        let world = World::of(app).await;
        let (eve, mona) = (app.sign_in(&world.eve).await, app.sign_in(&world.mona).await);
        let answer = eve.post(REQUESTS, with(leave("2026-07-06", "2026-07-28"), json!({"reason": "  To the sea "}))).await.expect(201);
        assert_eq!(answer.message(), "Leave request submitted successfully!");
        let request = answer.data()["request"].clone();
        let eves = json!({"_id": world.eve.id.to_string(), "firstName": "Eve", "lastName": "Example", "employeeId": world.eve.employee_id.to_string()});
        let step = |what: &str, name: &str, comment: Value| json!({
            "at": "2026-06-15T09:00:00Z", "what": what, "by": {"firstName": name, "lastName": "Example"}, "onBehalfOf": null, "comment": comment,
        });
        assert_eq!(request, json!({
            "_id": request["_id"], "user": eves, "leaveType": {"_id": ANNUAL_LEAVE, "name": "Annual Leave"},
            "startDate": "2026-07-06", "startPart": "full", "endDate": "2026-07-28", "endPart": "full", "days": 17.0,
            "reason": "To the sea", "status": "pending", "askedLastDay": null, "mayCancel": "directly",
            "createdAt": "2026-06-15T09:00:00Z", "updatedAt": "2026-06-15T09:00:00Z", "history": [step("asked", "Eve", Value::Null)],
        }));
        assert_eq!(ledger(app, &world.eve, ANNUAL_LEAVE, 2026).await, (vec![-17.0], 0.0));
        let low = eve.post(REQUESTS, leave("2026-08-03", "2026-08-03")).await.expect(409);
        assert_eq!(said(&low), told("BALANCE_TOO_LOW", "Insufficient leave balance in 2026: 0 left, 1 needed"));

        let rejected = mona.post("/api/leave/bulk-reject", json!({"ids": [request["_id"]], "comment": "Too many are away"})).await.expect(200);
        assert_eq!(rejected.data()["updated"], 1);
        assert_eq!(ledger(app, &world.eve, ANNUAL_LEAVE, 2026).await, (vec![-17.0, 17.0], 17.0));
        let mine = my(&eve, 2026).await;
        let found = &mine["requests"][0];
        assert_eq!((&found["status"], &found["days"], &found["mayCancel"]), (&json!("rejected"), &json!(17.0), &json!("no")));
        let expected = json!([step("asked", "Eve", Value::Null), step("rejected", "Mona", "Too many are away".into())]);
        assert_eq!((&found["history"], &mine["hasDecider"]), (&expected, &json!(true)));
        let again = asked(&eve, leave("2026-07-06", "2026-07-28")).await;
        assert_eq!(approve(&mona, &again).await.expect(200).data()["updated"], 1);
        assert_eq!(left(app, &world.eve, ANNUAL_LEAVE, 2026).await, 0.0);
    }

    /// [leave.md §9, 9 and 10]
    async fn leave_and_recorded_days_keep_out_of_each_others_way(app: &TestApp) {
        let world = World::of(app).await;
        let (max, mona, eve) = (app.sign_in(&world.max).await, app.sign_in(&world.mona).await, app.sign_in(&world.eve).await);
        let sick = |date: &str| with(leave(date, date), json!({"leaveTypeId": SICK_LEAVE}));
        let answer = eve.post(REQUESTS, sick(TODAY)).await.expect(201);
        assert_eq!((answer.message().as_str(), &answer.data()["request"]["status"]), ("Leave recorded successfully!", &json!("approved")));
        eve.post(REQUESTS, sick("2026-06-08")).await.expect(201);
        let far = eve.post(REQUESTS, sick("2026-06-07")).await.expect(400);
        assert_eq!(said(&far), told("VALIDATION_FAILED", "This leave type can be requested at most 7 day(s) back"));
        let refused = eve.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(409);
        assert_eq!(said(&refused), told("LEAVE_CONFLICT", "You have leave on this date. Cancel it first if you worked."));
        let opening = json!({"employeeId": world.eve.id.to_string(), "requestedDate": TODAY, "reason": "Worked"});
        let refused = mona.post("/api/timesheet-unlock/direct-unlock", opening).await.expect(409);
        assert_eq!(said(&refused), told("LEAVE_CONFLICT", "The employee has leave on this date"));
        let asking = json!({"requestedDate": TODAY, "reason": "Worked"});
        let refused = eve.post("/api/timesheet-unlock/request", asking).await.expect(409);
        assert_eq!(said(&refused), told("LEAVE_CONFLICT", "You have leave on this date. Cancel it first if you worked."));
        let begun = cancel(&eve, &answer.data()["request"], json!({})).await.expect(200);
        assert_eq!((begun.message().as_str(), &begun.data()["request"]["status"]), ("Leave cancelled successfully!", &json!("cancelled")));
        submit(&eve, TODAY).await;

        let sheet = submit(&max, TODAY).await;
        let refused = max.post(REQUESTS, leave(TODAY, "2026-06-16")).await.expect(409);
        let sentence = "The timesheet of 2026-06-15 is already submitted. The manager has to reject it first.";
        assert_eq!(said(&refused), told("LEAVE_CONFLICT", sentence));
        let afternoon = asked(&max, part(TODAY, "afternoon")).await;
        let id = json!({"ids": [sheet["_id"]], "comment": "You were away"});
        mona.post("/api/timesheets/bulk-reject", id.clone()).await.expect(200);
        cancel(&max, &afternoon, json!({})).await.expect(200);
        asked(&max, leave(TODAY, "2026-06-16")).await;
        max.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(409);
        let refused = mona.post("/api/timesheets/bulk-approve", json!({"ids": [sheet["_id"]]})).await.expect(409);
        assert_eq!(said(&refused), told("LEAVE_CONFLICT", "2026-06-15 is covered by leave and cannot be approved"));
    }

    /// [leave.md §9, 16]
    async fn leave_that_has_begun_is_given_up_by_asking_which_a_decider_can_refuse(app: &TestApp) {
        let world = World::of(app).await;
        let (eve, mona) = (app.sign_in(&world.eve).await, app.sign_in(&world.mona).await);
        let request = asked(&eve, leave("2026-07-06", "2026-07-28")).await;
        approve(&mona, &request).await.expect(200);
        app.clock.set("2026-07-15T09:00:00Z");
        let (eve, mona) = (app.sign_in(&world.eve).await, app.sign_in(&world.mona).await);
        let shorter = cancel(&eve, &request, json!({"lastDay": "2026-07-17"})).await.expect(200);
        assert_eq!(shorter.message(), "Leave shortened successfully!");
        let short = shorter.data()["request"].clone();
        assert_eq!((&short["endDate"], &short["days"], &short["status"]), (&json!("2026-07-17"), &json!(10.0), &json!("approved")));
        assert_eq!(ledger(app, &world.eve, ANNUAL_LEAVE, 2026).await, (vec![-17.0, 7.0], 7.0));
        let ask = cancel(&eve, &request, json!({"lastDay": "2026-07-14", "comment": "Back early"})).await.expect(200);
        assert_eq!(ask.message(), "Cancellation asked for. Your manager decides.");
        let waiting = ask.data()["request"].clone();
        assert_eq!((&waiting["status"], &waiting["askedLastDay"], &waiting["mayCancel"]), (&json!("cancellation-asked"), &json!("2026-07-14"), &json!("no")));
        cancel(&eve, &request, json!({"lastDay": "2026-07-14"})).await.expect(200);
        let other = cancel(&eve, &request, json!({})).await.expect(409);
        assert_eq!(said(&other), told("CONFLICT", "A cancellation has already been asked for"));
        assert_eq!(left(app, &world.eve, ANNUAL_LEAVE, 2026).await, 7.0, "until it is accepted the leave stands");

        let blank = keep(&mona, &request, json!({"comment": " "})).await.expect(400);
        assert_eq!(said(&blank), told("VALIDATION_FAILED", "A reason is required"));
        let kept = keep(&mona, &request, json!({"comment": "We have planned with it", "expected": waiting["updatedAt"]})).await.expect(200);
        assert_eq!((kept.message().as_str(), &kept.data()["request"]["status"]), ("The leave stays as it is.", &json!("approved")));
        let nothing = keep(&mona, &request, json!({"comment": "x"})).await.expect(409);
        assert_eq!(said(&nothing), told("CONFLICT", "No cancellation is asked for"));
        cancel(&eve, &request, json!({"lastDay": "2026-07-14"})).await.expect(200);
        let accepted = cancel(&mona, &request, json!({"lastDay": "2026-07-10"})).await.expect(200);
        assert_eq!((accepted.message().as_str(), &accepted.data()["request"]["endDate"]), ("Leave shortened successfully!", &json!("2026-07-14")));
        assert_eq!(left(app, &world.eve, ANNUAL_LEAVE, 2026).await, 10.0);
        let steps: Vec<String> = accepted.data()["request"]["history"].as_array().unwrap().iter().map(|step| text(step, "what").to_owned()).collect();
        assert_eq!(steps, ["asked", "approved", "shortened", "cancellation-asked", "kept", "cancellation-asked", "shortened"]);

        let why = cancel(&mona, &request, json!({})).await.expect(400);
        assert_eq!((why.message().as_str(), &why.json()["errors"]["comment"]), ("A reason is required", &json!("A reason is required")));
        let bad = cancel(&mona, &request, json!({"lastDay": "2026-07-14", "comment": "x"})).await.expect(400);
        assert_eq!(bad.json()["errors"]["lastDay"], "The last day must be from 2026-07-06 to 2026-07-13");
        let gone = cancel(&mona, &request, json!({"comment": "Approved by mistake"})).await.expect(200);
        assert_eq!(gone.data()["request"]["status"], "cancelled");
        assert_eq!(left(app, &world.eve, ANNUAL_LEAVE, 2026).await, 17.0);
        assert_eq!(cancel(&mona, &request, json!({})).await.expect(200).data()["request"]["updatedAt"], gone.data()["request"]["updatedAt"], "a repeat");
    }
}
