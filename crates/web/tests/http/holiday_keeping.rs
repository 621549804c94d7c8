//! Holidays are added, changed and deleted, and everything that asks for working days follows at once.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::socket::{Frame, Socket};
use testkit::{Client, SOON, app::unknown_id, on_both_engines, on_one_engine};

use super::accounts::with;
use super::{TODAY, Team, entry, staff, text};

async fn add(client: &Client, body: Value) -> Value {
    client.post("/api/holidays", body).await.expect(201).data()
}

async fn change(client: &Client, holiday: &Value, body: Value) -> testkit::Response {
    client.put(&format!("/api/holidays/{}", text(holiday, "id")), body).await
}

async fn delete(client: &Client, holiday: &Value) -> testkit::Response {
    client.delete(&format!("/api/holidays/{}", text(holiday, "id"))).await
}

fn once(date: &str, name: &str) -> Value {
    json!({"date": date, "name": name})
}

fn yearly(date: &str, name: &str) -> Value {
    with(once(date, name), json!({"isRecurring": true}))
}

/// The dates and names of a year's holidays.
async fn of_year(client: &Client, year: u32) -> Vec<(String, String)> {
    let found = client.get(&format!("/api/holidays?year={year}")).await.expect(200).data();
    let pair = |one: &Value| (text(one, "date").to_owned(), text(one, "name").to_owned());
    found.as_array().unwrap().iter().map(pair).collect()
}

on_one_engine! {
    async fn a_holiday_is_added_changed_and_deleted(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let typed = json!({"date": "2026-12-25", "name": "  Christmas ", "description": "Closed\nall day", "isRecurring": true});
        let answer = hal.post("/api/holidays", typed).await.expect(201);
        assert_eq!(answer.message(), "Holiday created successfully");
        let made = answer.data();
        assert_eq!(made, json!({
            "id": text(&made, "id"), "date": "2026-12-25", "startDate": "2026-12-25", "formattedDate": "Friday, December 25, 2026",
            "name": "Christmas", "description": "Closed\nall day", "isRecurring": true, "endYear": null,
            "createdBy": {"firstName": "Hal", "lastName": "Example"},
        }));
        assert_eq!(ada.get("/api/holidays/upcoming").await.expect(200).data()["holidays"], json!([made]));

        // One that comes back moves day and month, and its first year stays; who entered it stays too.
        let moved = change(&ada, &made, yearly("2027-12-24", "Christmas Eve")).await.expect(200);
        assert_eq!(moved.message(), "Holiday updated successfully");
        let moved = moved.data();
        assert_eq!((text(&moved, "date"), text(&moved, "startDate"), &moved["description"]), ("2027-12-24", "2026-12-24", &Value::Null));
        assert_eq!((text(&moved, "formattedDate"), text(&moved["createdBy"], "firstName")), ("Friday, December 24, 2027", "Hal"));
        assert_eq!(of_year(&ada, 2026).await, [("2026-12-24".to_owned(), "Christmas Eve".to_owned())]);

        let earlier = change(&ada, &made, yearly("2025-12-24", "Christmas Eve")).await.expect(200).data();
        assert_eq!(text(&earlier, "date"), "2026-12-24", "it is not there in a year before its own");

        // Left out, it comes back no more.
        let single = change(&hal, &moved, with(once("2026-12-23", "A day off"), json!({"description": null}))).await.expect(200).data();
        assert_eq!((text(&single, "date"), text(&single, "startDate"), &single["isRecurring"]), ("2026-12-23", "2026-12-23", &json!(false)));
        assert_eq!(of_year(&ada, 2027).await, []);

        let gone = delete(&ada, &single).await.expect(200);
        assert_eq!((gone.message().as_str(), gone.data()), ("Holiday deleted successfully", json!({})));
        assert_eq!(of_year(&ada, 2026).await, []);
        for id in [text(&single, "id"), &unknown_id(), "EMP1001", "%00"] {
            let path = format!("/api/holidays/{id}");
            assert_eq!(hal.delete(&path).await.expect(404).message(), "Holiday not found", "{id}");
            assert_eq!(hal.put(&path, once(TODAY, "x")).await.expect(404).code(), "NOT_FOUND", "{id}");
        }
    }

    async fn what_does_not_fit_is_refused_with_its_field(app: &TestApp) {
        let (hal, _) = staff(app).await;
        let kept = add(&hal, once("2026-07-01", "A day off")).await;
        let both = "Date and name are required";
        let date = "date must be a date (YYYY-MM-DD), or an empty text for none";
        let years = "The date must lie in the years 1900 to 2200";
        let long = "The name must be at most 100 characters";
        for (body, code, message, field) in [
            (json!({}), "VALIDATION_FAILED", both, Some("date")),
            (json!({"date": "", "name": "x"}), "VALIDATION_FAILED", both, Some("date")),
            (json!({"date": TODAY}), "VALIDATION_FAILED", both, Some("name")),
            (once(TODAY, &"ä".repeat(101)), "VALIDATION_FAILED", long, Some("name")),
            (once(TODAY, "a\nb"), "VALIDATION_FAILED", "The name contains characters that are not allowed", Some("name")),
            (with(once(TODAY, "x"), json!({"description": "x".repeat(501)})), "VALIDATION_FAILED", "The description must be at most 500 characters", Some("description")),
            (once("9999-12-31", "x"), "VALIDATION_FAILED", years, Some("date")),
            (once("2026-02-29", "x"), "INVALID_REQUEST", date, None),
            (json!({"date": null, "name": "x"}), "INVALID_REQUEST", date, None),
            (json!({"date": TODAY, "name": 1}), "INVALID_REQUEST", "name must be text", None),
            (with(once(TODAY, "x"), json!({"isRecurring": "yes"})), "INVALID_REQUEST", "isRecurring must be true or false", None),
            (with(once(TODAY, "x"), json!({"description": 1})), "INVALID_REQUEST", "description must be text or null", None),
        ] {
            for answer in [hal.post("/api/holidays", body.clone()).await, change(&hal, &kept, body.clone()).await] {
                assert_eq!((answer.status, answer.code().as_str(), answer.message().as_str()), (400, code, message), "{body}");
                let errors = answer.json()["errors"].clone();
                assert!(field.map_or(errors.is_null(), |field| errors[field].is_string()), "{body}: {errors}");
            }
        }
        // Every field at once, and before the holiday is looked for.
        let all = json!({"date": "", "name": "n".repeat(101), "description": "d".repeat(501)});
        let unknown = hal.put(&format!("/api/holidays/{}", unknown_id()), all.clone()).await;
        let told = json!({"date": "Date is required", "name": long, "description": "The description must be at most 500 characters"});
        for answer in [hal.post("/api/holidays", all).await, unknown] {
            assert_eq!((answer.message().as_str(), &answer.expect(400).json()["errors"]), (both, &told));
        }
        assert_eq!(of_year(&hal, 2026).await, [("2026-07-01".to_owned(), "A day off".to_owned())]);
        let full = with(once(TODAY, &"ä".repeat(100)), json!({"description": "ä".repeat(500), "id": "x", "createdBy": null}));
        assert_eq!(text(&add(&hal, full).await["createdBy"], "firstName"), "Hal");
    }

    /// No date has two holidays, in any year, whichever of the two was there first
    async fn a_date_has_one_holiday(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let single = add(&hal, once("2027-12-25", "A single one")).await;
        let every = add(&hal, yearly("2026-05-01", "Labour Day")).await;
        let taken = |answer: testkit::Response, what: &str| {
            let sentence = "A holiday already exists on this date";
            assert_eq!((answer.status, answer.code().as_str(), answer.message().as_str()), (409, "CONFLICT", sentence), "{what}");
            assert_eq!(answer.json()["errors"]["date"], sentence, "{what}");
        };
        for body in [once("2027-12-25", "x"), yearly("2026-12-25", "x"), yearly("2027-12-25", "x"), once("2030-05-01", "x"), yearly("2025-05-01", "x"), yearly("2031-05-01", "x")] {
            taken(hal.post("/api/holidays", body.clone()).await, &body.to_string());
        }
        taken(change(&ada, &single, once("2040-05-01", "x")).await, "moved onto one that comes back");
        taken(change(&ada, &every, yearly("2026-12-25", "x")).await, "moved onto a single one of next year");
        // Before its first year, or after another single one, the date is free.
        add(&hal, once("2025-05-01", "Before")).await;
        add(&hal, yearly("2028-12-25", "From 2028 on")).await;
        // A holiday does not conflict with itself.
        change(&hal, &every, yearly("2026-05-01", "Labour Day, renamed")).await.expect(200);
        change(&hal, &single, once("2027-12-25", "Renamed")).await.expect(200);
        assert_eq!(of_year(&hal, 2027).await.iter().map(|(date, _)| date.as_str()).collect::<Vec<_>>(), ["2027-05-01", "2027-12-25"]);
    }

    /// A holiday on a working day closes it, counts in no attendance, and opens it again when it is deleted
    async fn a_holiday_holds_at_once_and_everybody_hears_of_it(app: &TestApp) {
        let team = Team::of(app).await;
        let ann = app.sign_in(&team.member).await;
        let (hal, _) = staff(app).await;
        let mut socket = Socket::of(&ann).await;
        let told = Frame::Message(json!({"type": "CHANGED", "topic": "holidays"}));
        let seen = async || {
            let month = ann.get("/api/timesheets/calendar?month=6&year=2026").await.expect(200).data();
            let days = hal.get("/api/users/attendance-summary?month=6&year=2026").await.expect(200).json();
            let name = month["days"][9]["holiday"]["name"].as_str().unwrap_or_default().to_owned();
            (text(&month["days"][9], "kind").to_owned(), name, days[0]["totalWorkingDays"].as_f64().unwrap())
        };
        let as_is = |kind: &str, name: &str, days: f64| (kind.to_owned(), name.to_owned(), days);
        // The seven working days from 1 to 9 June; today counts once something is recorded on it.
        assert_eq!(seen().await, as_is("today", "", 7.0));
        let holiday = add(&hal, once(TODAY, "Founders' Day")).await;
        assert_eq!(socket.next(SOON).await, told);
        assert_eq!(seen().await, as_is("holiday", "Founders' Day", 7.0));
        let refused = ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(403);
        assert_eq!(refused.message(), "This date is a holiday. Contact Admin/HR/Manager if you worked.");
        change(&hal, &holiday, once("2026-06-09", "Founders' Day")).await.expect(200);
        assert_eq!(socket.next(SOON).await, told);
        assert_eq!(seen().await, as_is("today", "", 6.0));
        change(&hal, &holiday, once("2026-06-09", "Founders' Day")).await.expect(200);
        delete(&hal, &holiday).await.expect(200);
        assert_eq!(socket.next(SOON).await, told);
        assert_eq!(socket.next(Duration::from_millis(500)).await, Frame::Silence, "a change that changes nothing is told to nobody");
        assert_eq!(seen().await, as_is("today", "", 7.0));
        ann.post("/api/timesheets/my", entry(TODAY, 8.0, "x")).await.expect(201);
        assert_eq!(seen().await, as_is("entry", "", 8.0));
    }
}

on_both_engines! {
    async fn of_two_at_once_one_wins(app: &TestApp) {
        let (hal, ada) = staff(app).await;
        let asked: Vec<_> = (0..8)
            .map(|n| {
                // Single ones and such as come back, with other first years: only the rule sees that they clash.
                let (client, year) = (if n % 2 == 0 { hal.clone() } else { ada.clone() }, 2024 + n / 2);
                let body = yearly(&format!("{year}-12-25"), "Christmas");
                tokio::spawn(async move { client.post("/api/holidays", body).await.status })
            })
            .collect();
        let mut statuses = Vec::new();
        for status in asked {
            statuses.push(status.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
        assert_eq!(of_year(&hal, 2030).await.len(), 1);
    }
}
