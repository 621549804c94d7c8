//! The leave calendar and its feed (leave.md 1.8 and 4).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Response, TestApp, on_one_engine};

use super::accounts::{path, unchanged};
use super::leave::{UNPAID_LEAVE, World, asked, give, granted, leave, part, with};
use super::leave_types::ANNUAL_LEAVE;
use super::text;

const FEED: &str = "/api/leave/feed";

async fn calendar(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/leave/calendar?{query}")).await.expect(200).data()
}

/// The days of a month on which one person is away.
pub(super) async fn away(client: &Client, query: &str) -> Vec<usize> {
    let days = calendar(client, query).await["days"].clone();
    let days = (1..).zip(days.as_array().unwrap());
    days.filter(|(_, day)| day["away"] == 1).map(|(number, _)| number).collect()
}

/// The secret of a new link.
pub(super) async fn feed_of(client: &Client) -> String {
    let url = text(&client.post(FEED, json!({})).await.expect(201).data(), "url").to_owned();
    let secret = url.strip_prefix("http://portal.example/api/leave/feed/").unwrap().strip_suffix(".ics").unwrap();
    assert_eq!(secret.len(), 43, "32 bytes in letters");
    secret.to_owned()
}

pub(super) async fn read(app: &TestApp, secret: &str) -> Response {
    app.anonymous().get(&format!("{FEED}/{secret}.ics")).await
}

/// The link leads to nothing.
async fn is_unknown(app: &TestApp, secret: &str) {
    let answer = read(app, secret).await.expect(404);
    assert_eq!((answer.code().as_str(), answer.message().as_str()), ("NOT_FOUND", "Feed not found"));
}

on_one_engine! {
    /// leave.md 4, `GET calendar` and its note
    async fn a_month_says_of_each_day_how_many_are_away_and_of_each_person_when(app: &TestApp) {
        let world = World::of(app).await;
        let (hal, olga) = (app.person("Hal", Role::Hr).await, app.person("Olga", Role::Manager).await);
        let otto = app.member("Otto", &olga).await;
        give(app, &otto, ANNUAL_LEAVE, 2026, 5.0).await;
        let (eve, client) = (app.sign_in(&world.eve).await, app.sign_in(&world.mona).await);
        let first = granted(&eve, &client, part("2026-06-16", "morning")).await;
        let second = asked(&eve, part("2026-06-16", "afternoon")).await;
        granted(&app.sign_in(&world.max).await, &client, leave("2026-06-16", "2026-06-16")).await;
        granted(&app.sign_in(&otto).await, &app.sign_in(&olga).await, leave("2026-06-16", "2026-06-17")).await;
        let month = calendar(&client, "month=6&year=2026").await;
        let on = |date: &str| month["days"].as_array().unwrap().iter().find(|day| day["date"] == date).unwrap().clone();
        let said = |date: &str, kind: &str, away: u32, waiting: u32| {
            json!({"date": date, "kind": kind, "away": away, "waiting": waiting, "members": 2})
        };
        assert_eq!(month["days"].as_array().unwrap().len(), 30);
        assert_eq!(on("2026-06-16"), said("2026-06-16", "working", 2, 1));
        assert_eq!(on("2026-06-17"), said("2026-06-17", "working", 0, 0));
        assert_eq!(on("2026-06-19"), said("2026-06-19", "holiday", 0, 0));
        assert_eq!(on("2026-06-20"), said("2026-06-20", "weekend", 0, 0));
        let of = |request: &Value, part: &str, status: &str| {
            json!({"requestId": request["_id"], "date": "2026-06-16", "part": part, "leaveType": "Annual Leave", "status": status})
        };
        let evens = json!({
            "userId": world.eve.id.to_string(), "firstName": "Eve", "lastName": "Example",
            "employeeId": world.eve.employee_id.to_string(),
            "department": "Works", "leave": [of(&first, "morning", "approved"), of(&second, "afternoon", "pending")],
        });
        assert_eq!(month["people"][0], evens);
        assert_eq!(month["people"][1]["leave"][0]["part"], "full");
        assert_eq!(month["pagination"], json!({"current": 1, "pages": 1, "total": 2}));

        // HR sees everybody; the days stay about all, whatever is looked for.
        let client = app.sign_in(&hal).await;
        let found = calendar(&client, "month=6&year=2026&search=OTTO&limit=20").await;
        assert_eq!((text(&found["people"][0], "firstName"), &found["pagination"]["total"]), ("Otto", &json!(1)));
        assert_eq!(found["days"][15], json!({"date": "2026-06-16", "kind": "working", "away": 3, "waiting": 1, "members": 3}));
        let second = calendar(&client, "month=6&year=2026&page=2&limit=2").await;
        assert_eq!((second["people"].as_array().unwrap().len(), &second["pagination"]["pages"]), (1, &json!(2)));
        assert_eq!(calendar(&client, "month=7&year=2026").await["people"], json!([]));
        calendar(&client, "month=12&year=2027").await;
        let refused = client.get("/api/leave/calendar?month=1&year=2028").await.expect(400);
        assert_eq!(refused.message(), "month must not be after 2027-12");
        for query in ["month=6", "year=2026", "month=13&year=2026", "month=6&year=2026&page=0", "month=6&year=2026&limit=1001"] {
            let refused = client.get(&format!("/api/leave/calendar?{query}")).await.expect(400);
            assert_eq!(refused.code(), "INVALID_REQUEST", "{query}");
        }
    }

    /// leave.md 9, case 23
    async fn a_link_is_made_dated_and_turned_off_and_the_feed_of_an_employee_alone_names_the_type(app: &TestApp) {
        let (World { mona, eve, .. }, ada) = (World::of(app).await, app.person("Ada", Role::Admin).await);
        let (client, lead) = (app.sign_in(&eve).await, app.sign_in(&mona).await);
        let request = granted(&client, &lead, leave("2026-07-06", "2026-07-28")).await;
        asked(&client, with(leave("2026-06-16", "2026-06-16"), json!({"leaveTypeId": UNPAID_LEAVE}))).await;
        assert_eq!(client.get(FEED).await.expect(200).data(), json!({"feed": null}));
        let secret = feed_of(&client).await;
        assert_eq!(client.get(FEED).await.expect(200).data(), json!({"feed": {"createdAt": "2026-06-15T09:00:00Z"}}));
        let answer = read(app, &secret).await.expect(200);
        assert_eq!(answer.header("content-type"), Some("text/calendar; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Daybook//Leave//EN",
            "X-WR-CALNAME:Daybook: leave",
            "BEGIN:VEVENT",
            &format!("UID:{}@daybook", text(&request, "_id")),
            "DTSTAMP:20260615T090000Z",
            "DTSTART;VALUE=DATE:20260706",
            "DTEND;VALUE=DATE:20260729",
            "SUMMARY:Annual Leave",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(answer.text(), lines.join("\r\n"));
        let of_team = read(app, &feed_of(&lead).await).await.expect(200).text();
        assert_eq!(of_team, answer.text().replace("Annual Leave", "Eve Example away"));

        let new = feed_of(&client).await;
        is_unknown(app, &secret).await;
        let ada = app.sign_in(&ada).await;
        let block = async |is_blocked: bool| {
            let toggle = format!("{}/toggle-block", path(&eve));
            ada.patch(&toggle, json!({"isBlocked": is_blocked})).await.expect(200);
        };
        block(true).await;
        is_unknown(app, &new).await;
        block(false).await;
        read(app, &new).await.expect(200);
        let client = app.sign_in(&eve).await;
        for _ in 0..2 {
            assert_eq!(client.delete(FEED).await.expect(200).data(), json!({}));
        }
        is_unknown(app, &new).await;
        let new = feed_of(&client).await;
        ada.put(&path(&eve), unchanged("Eve", &eve, "Manager")).await.expect(200);
        is_unknown(app, &new).await;
    }
}
