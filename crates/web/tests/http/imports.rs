//! Files become plans, and plans are applied (moving-in.md 1.1, 3).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::socket::{Frame, Socket};
use testkit::{Client, Response, SOON, on_both_engines, on_one_engine};

use super::{signed_in, staff, text};

const DAYS_OFF: &str =
    "Date,Name,Colour\n2026-12-25,Christmas,red\n2026-12-26,Boxing Day,blue\n2027-02-30,Never,green\n";

pub(super) async fn send(client: &Client, address: &str, file: &str) -> Response {
    client.with_header("Content-Type", "text/csv").send("POST", address, Some(file.as_bytes())).await
}

async fn planned(client: &Client, file: &str) -> Value {
    send(client, "/api/imports/holidays?fileName=Days%20off.csv", file).await.expect(201).data()["plan"].clone()
}

fn id(plan: &Value) -> String {
    text(plan, "_id").to_owned()
}

async fn apply(client: &Client, plan: &Value, mode: &str) -> Response {
    client.post(&format!("/api/imports/{}/apply", id(plan)), json!({"mode": mode, "invite": "no"})).await
}

fn conflict(answer: Response, sentence: &str) {
    let answer = answer.expect(409);
    assert_eq!((answer.code().as_str(), answer.message().as_str()), ("CONFLICT", sentence));
}

on_both_engines! {
    async fn a_file_is_planned_looked_at_and_applied(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let plan = planned(&hal, DAYS_OFF).await;
        let counts = json!({"create": 2, "change": 0, "same": 0, "refuse": 1});
        assert_eq!(plan, json!({
            "_id": id(&plan), "kind": "holidays", "fileName": "Days off.csv", "encoding": "utf-8", "separator": "comma",
            "dates": "ymd", "decimal": null, "questions": [], "counts": counts, "ignoredColumns": ["Colour"],
            "recordsFrom": null, "createdAt": plan["createdAt"], "expiresAt": plan["expiresAt"], "state": "ready",
            "applied": null, "reason": null,
        }));
        let address = format!("/api/imports/{}", id(&plan));
        assert_eq!(hal.get(&address).await.expect(200).data(), json!({"plan": plan}));
        assert_eq!(ada.get(&address).await.expect(404).message(), "Import not found");
        let years = hal.get("/api/holidays?year=2026").await.expect(200).data();
        assert_eq!(years, json!([]), "a plan writes nothing");

        let rows = hal.get(&format!("{address}/rows?limit=2")).await.expect(200).data();
        assert_eq!(rows["pagination"], json!({"current": 1, "pages": 2, "total": 3}));
        let first = &rows["rows"][0];
        assert_eq!((&first["line"], &first["action"], &first["problem"]), (&json!(2), &json!("create"), &Value::Null));
        let named = first["changes"].as_array().unwrap().iter().find(|change| change["field"] == "Name");
        let expected = json!({"field": "Name", "before": null, "after": "Christmas", "isMasked": false});
        assert_eq!(named, Some(&expected), "{first}");
        let refused = hal.get(&format!("{address}/rows?action=refuse")).await.expect(200).data();
        let problem = &refused["rows"][0]["problem"];
        assert_eq!((&problem["column"], &problem["value"]), (&json!("Date"), &json!("2027-02-30")));
        assert_eq!(refused["pagination"]["total"], 1);

        conflict(apply(&hal, &plan, "all").await, "1 row is refused. Correct it, or import the good rows only.");
        let applied = apply(&hal, &plan, "good").await.expect(200);
        assert_eq!(applied.message(), "2 holidays added, 0 changed");
        let done = applied.data()["plan"].clone();
        assert_eq!((&done["state"], &done["applied"]["rows"]), (&json!("applied"), &json!(2)));
        assert!(done["applied"]["at"].is_string());
        conflict(apply(&hal, &plan, "good").await, "This import has been applied");
        let again = planned(&hal, DAYS_OFF).await;
        assert_eq!(again["counts"], json!({"create": 0, "change": 0, "same": 2, "refuse": 1}));
        assert_eq!(apply(&hal, &again, "good").await.expect(200).message(), "0 holidays added, 0 changed");

        let file = hal.get(&format!("{address}/refused")).await.expect(200);
        assert!(file.header("content-disposition").unwrap().contains("filename=\"Days_off_refused.csv\""));
        let body = String::from_utf8(file.body).unwrap();
        let (head, row) = body.strip_suffix("\r\n").unwrap().split_once("\r\n").unwrap();
        assert_eq!(head, "\u{feff}Date,Name,Colour,Problem");
        assert!(row.starts_with("2027-02-30,Never,green,Date: "), "{row}");
    }

    async fn what_has_changed_since_the_plan_is_answered_with_a_new_one(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let plan = planned(&hal, DAYS_OFF).await;
        ada.post("/api/holidays", json!({"date": "2026-12-25", "name": "Christmas Day"})).await.expect(201);
        let answer = apply(&hal, &plan, "good").await.expect(409);
        let sentence = "Some of these people have changed since the plan was made. Please check the new plan.";
        assert_eq!(answer.message(), sentence);
        let anew = answer.json()["data"]["plan"].clone();
        assert_eq!(anew["counts"], json!({"create": 1, "change": 1, "same": 0, "refuse": 1}));
        assert_ne!(id(&anew), id(&plan));
        assert_eq!(hal.get("/api/holidays?year=2026").await.expect(200).data().as_array().unwrap().len(), 1);
        apply(&hal, &anew, "good").await.expect(200);
    }

    async fn people_are_imported_by_hr_and_sign_in_later(app: &TestApp) {
        let (hal, _) = staff(app).await;
        let file = "First Name,Last Name,Email,Manager\nMona,Example,mona@daybook.example,\n\
                    Emil,Example,emil@daybook.example,mila@daybook.example\nMila,Example,mila@daybook.example,\n";
        let plan = send(&hal, "/api/imports/people", file).await.expect(201).data()["plan"].clone();
        assert_eq!(plan["fileName"], "people.csv");
        // She is no Manager.
        assert_eq!(plan["counts"], json!({"create": 2, "change": 0, "same": 0, "refuse": 1}));
        let applied = apply(&hal, &plan, "good").await.expect(200);
        assert_eq!(applied.message(), "2 people added, 0 changed");
        let login = json!({"email": "mona@daybook.example", "password": "anything"});
        let answer = app.anonymous().post("/api/auth/login", login).await.expect(401);
        assert_eq!(answer.message(), "Invalid email or password");
        assert_eq!(app.mails().await.len(), 0, "nobody is mailed a password");
    }
}

on_one_engine! {
    async fn a_file_may_be_long_and_not_too_long(app: &TestApp) {
        let (hal, _) = staff(app).await;
        // A cell has 4,000 characters at most, and a file 20,000 rows.
        let row = format!("2026-12-25,{}\n", "x".repeat(60));
        let long = format!("Date,Name\n{}", row.repeat(4_000));
        assert!(long.len() > 256 * 1024);
        send(&hal, "/api/imports/holidays", &long).await.expect(201);
        let too_long = "x".repeat(16 * 1024 * 1024 + 1);
        let answer = send(&hal, "/api/imports/holidays", &too_long).await.expect(413);
        assert_eq!((answer.code().as_str(), answer.message().as_str()), ("PAYLOAD_TOO_LARGE", "The file is larger than 16 MiB"));
        let ann = signed_in(app, "Ann", Role::Employee).await;
        send(&ann, "/api/imports/holidays", &too_long).await.expect(403);
        hal.post("/api/imports/holidays/country", json!({"country": "x".repeat(65 * 1024), "years": []})).await.expect(413);
    }

    async fn calls_are_refused_in_order(app: &TestApp) {
        let (hal, _) = staff(app).await;
        let ann = signed_in(app, "Ann", Role::Employee).await;
        send(&app.anonymous(), "/api/imports/holidays", DAYS_OFF).await.expect(401);
        hal.post("/api/imports/holidays", json!({})).await.expect(415);
        send(&ann, "/api/imports/holidays?dates=late", DAYS_OFF).await.expect(403);
        for (query, sentence) in [
            ("encoding=latin", "encoding must be one of utf-8, utf-16le, utf-16be, windows-1252"),
            ("separator=x", "separator must be one of comma, semicolon, tab"),
            ("dates=late", "dates must be one of ymd, dmy, mdy"),
            ("decimal=x", "decimal must be one of comma, point"),
            ("recordsFrom=2026-02-30", "recordsFrom must be a date (YYYY-MM-DD)"),
        ] {
            let answer = send(&hal, &format!("/api/imports/holidays?{query}"), DAYS_OFF).await.expect(400);
            assert_eq!((answer.code().as_str(), answer.message().as_str()), ("INVALID_REQUEST", sentence));
        }
        assert_eq!(send(&hal, "/api/imports/colours", DAYS_OFF).await.expect(404).message(), "Import not found");
        let answer = send(&hal, "/api/imports/holidays", "Date\n2026-12-25\n").await.expect(400);
        assert_eq!((answer.code().as_str(), answer.message().as_str()), ("VALIDATION_FAILED", "The file has no column Name"));
        let address = format!("/api/imports/{}", unknown_id());
        for (body, status) in [(json!({"mode": "some"}), 400), (json!({"invite": "soon"}), 400), (json!({}), 404)] {
            let answer = hal.post(&format!("{address}/apply"), body).await;
            assert_eq!(answer.status, status, "{}", answer.text());
        }
        // Too far ahead, whatever the plan is.
        let answer = hal.post(&format!("{address}/apply"), json!({"invite": "2027-06-10"})).await.expect(400);
        assert_eq!(answer.message(), "Please choose a day from today up to 60 days ahead");
        hal.get(&format!("{address}/rows?action=late")).await.expect(400);
        hal.get(&format!("{address}/rows?limit=1001")).await.expect(400);
        for part in ["", "/rows", "/refused"] {
            assert_eq!(hal.get(&format!("{address}{part}")).await.expect(404).message(), "Import not found");
        }
        let asking = planned(&hal, "Date,Name\n03/04/2026,One\n").await;
        assert_eq!((&asking["state"], &asking["questions"][0]["column"]), (&json!("asking"), &json!("Date")));
        conflict(apply(&hal, &asking, "all").await, "Please answer the questions about this file first");
    }

    async fn the_person_who_imports_is_told_of_progress(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let (mut own, mut other) = (Socket::of(&hal).await, Socket::of(&ada).await);
        let progress = Frame::Message(json!({"type": "CHANGED", "topic": "imports"}));
        let plan = planned(&hal, DAYS_OFF).await;
        assert_eq!(own.next(SOON).await, progress);
        apply(&hal, &plan, "good").await.expect(200);
        let mut heard = [own.next(SOON).await, own.next(SOON).await];
        heard.sort_by_key(|frame| format!("{frame:?}"));
        let holidays = Frame::Message(json!({"type": "CHANGED", "topic": "holidays"}));
        assert_eq!(heard, [holidays.clone(), progress]);
        assert_eq!(other.next(SOON).await, holidays);
    }

    async fn holidays_come_from_calendars_and_countries_too(app: &TestApp) {
        let (hal, _) = staff(app).await;
        let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n\
                        DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227\r\nSUMMARY:Christmas\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        let client = hal.with_header("Content-Type", "text/calendar");
        let answer = client.send("POST", "/api/imports/holidays", Some(calendar.as_bytes())).await.expect(201);
        let plan = answer.data()["plan"].clone();
        assert_eq!((&plan["fileName"], &plan["counts"]["create"]), (&json!("holidays.ics"), &json!(2)));
        assert_eq!((&plan["encoding"], &plan["separator"]), (&json!("utf-8"), &Value::Null));
        let answer = client.send("POST", "/api/imports/people", Some(calendar.as_bytes())).await.expect(400);
        assert_eq!(answer.message(), "Only holidays can be imported from a calendar");

        let all = hal.get("/api/imports/countries").await.expect(200).data();
        let countries = all["countries"].as_array().unwrap();
        let germany = countries.iter().find(|country| country["code"] == "DE").unwrap();
        assert!(germany["regions"].as_array().unwrap().iter().any(|region| region["code"] == "BY"));
        let wanted = json!({"country": "DE", "region": "BY", "years": [2026]});
        let plan = hal.post("/api/imports/holidays/country", wanted).await.expect(201).data()["plan"].clone();
        assert!(text(&plan, "fileName").starts_with("Germany, "), "{plan}");
        assert_eq!((&plan["encoding"], &plan["counts"]["refuse"]), (&Value::Null, &json!(0)));
        apply(&hal, &plan, "all").await.expect(200);
        let found = hal.get("/api/holidays?year=2026").await.expect(200).data();
        assert_eq!(found.as_array().unwrap().len() as u64, plan["counts"]["create"].as_u64().unwrap());
        let answer = hal.post("/api/imports/holidays/country", json!({"country": "XX", "years": [2026]})).await.expect(400);
        assert_eq!(answer.json()["errors"]["country"], "Please choose a country from the list");
    }
}
