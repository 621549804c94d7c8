//! The ledger of leave: allocations, settling, adjustments and balances (leave.md 1.3).

use std::time::{Duration, Instant};

use application::leave_ledger::settle;
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::socket::{Frame, Socket};
use testkit::{Client, ROOM, Response, SOON, Setup, TestApp, TestDatabase, TestPerson, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::leave_types::{ANNUAL_LEAVE, SICK_LEAVE, UNPAID_LEAVE};
use super::text;

const ADJUSTMENTS: &str = "/api/leave/adjustments";

/// Mona's team: Max, who joined at the beginning of 2026, and Eve, who did in the middle of March.
pub(crate) struct Team {
    pub(crate) hal: Client,
    pub(crate) mona: TestPerson,
    pub(crate) max: TestPerson,
    pub(crate) eve: TestPerson,
}

impl Team {
    /// On Monday, 15 June 2026, with what the portal gives them.
    pub(crate) async fn of(app: &TestApp) -> Self {
        app.clock.set("2026-06-15T09:00:00Z");
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let mona = app.person("Mona", Role::Manager).await;
        let (max, eve) = (app.member("Max", &mona).await, app.member("Eve", &mona).await);
        let joined = |name, person, date| with(unchanged(name, person, "Employee"), json!({"joiningDate": date}));
        hal.put(&path(&max), joined("Max", &max, "2026-01-01")).await.expect(200);
        hal.put(&path(&eve), joined("Eve", &eve, "2026-03-16")).await.expect(200);
        settle_all(app).await;
        Self { hal, mona, max, eve }
    }
}

/// Does what the job does on each day.
pub(crate) async fn settle_all(app: &TestApp) {
    while settle(&app.ports).await.unwrap() {}
}

async fn ledger(client: &Client, person: &TestPerson, year: i32, leave_type: &str) -> Vec<Value> {
    let path = format!("/api/leave/ledger?userId={}&year={year}&leaveTypeId={leave_type}", person.id);
    client.get(&path).await.expect(200).data()["rows"].as_array().unwrap().clone()
}

/// The kind, the days and the date of each row of annual leave.
async fn entered(client: &Client, person: &TestPerson, year: i32) -> Vec<(String, f64, String)> {
    let rows = ledger(client, person, year, ANNUAL_LEAVE).await;
    let told =
        |row: &Value| (text(row, "kind").to_owned(), row["days"].as_f64().unwrap(), text(row, "date").to_owned());
    rows.iter().map(told).collect()
}

/// The sum of the rows.
async fn left(client: &Client, person: &TestPerson, year: i32, leave_type: &str) -> Value {
    sum(&ledger(client, person, year, leave_type).await)
}

fn sum(rows: &[Value]) -> Value {
    json!(rows.iter().map(|row| row["days"].as_f64().unwrap()).sum::<f64>())
}

fn adjustment(person: &str, leave_type: &str, year: i32, days: f64) -> Value {
    json!({"userId": person, "leaveTypeId": leave_type, "year": year, "days": days, "note": "Moved in from Ghent"})
}

async fn adjust(client: &Client, person: &TestPerson, year: i32, days: f64) -> Response {
    client.post(ADJUSTMENTS, adjustment(&person.id.to_string(), ANNUAL_LEAVE, year, days)).await
}

async fn put_type(client: &Client, change: Value) -> Response {
    client.put(&format!("/api/leave/types/{ANNUAL_LEAVE}"), change).await
}

on_one_engine! {
    /// leave.md 9, case 1.
    async fn people_are_given_leave_for_this_year_and_the_next_and_they_and_hr_read_its_rows(app: &TestApp) {
        let Team { hal, max, eve, .. } = Team::of(app).await;
        for (person, year, annual, sick) in
            [(&max, 2026, 20.0, 10.0), (&eve, 2026, 17.0, 8.5), (&max, 2027, 20.0, 10.0), (&eve, 2027, 20.0, 10.0)]
        {
            assert_eq!(left(&hal, person, year, ANNUAL_LEAVE).await, annual, "{year}");
            assert_eq!(left(&hal, person, year, SICK_LEAVE).await, sick, "{year}");
            assert_eq!(ledger(&hal, person, year, UNPAID_LEAVE).await, Vec::<Value>::new());
        }
        let own = app.sign_in(&eve).await;
        let rows = own.get("/api/leave/ledger").await.expect(200).data()["rows"].clone();
        let annual = json!({
            "_id": rows[0]["_id"], "leaveType": {"_id": ANNUAL_LEAVE, "name": "Annual Leave"}, "year": 2026,
            "kind": "allocation", "days": 17.0, "date": "2026-06-15", "note": null, "requestId": null, "by": null,
            "createdAt": "2026-06-15T09:00:00Z",
        });
        assert_eq!((rows.as_array().unwrap().len(), &rows[0]), (2, &annual), "this year's, of each type");

        // Anybody who registers, or becomes an active Employee, is given leave at once; another joining date gives other leave.
        let ida = json!({"firstName": "Ida", "lastName": "Example", "email": "ida@daybook.example", "role": "Employee", "joiningDate": "2026-12-31"});
        let made = hal.post("/api/auth/register", ida).await.expect(201).data()["user"].clone();
        let of = format!("/api/leave/ledger?userId={}&leaveTypeId={ANNUAL_LEAVE}", text(&made, "_id"));
        assert_eq!(hal.get(&of).await.expect(200).data()["rows"][0]["days"], 2.0);
        let earlier = with(unchanged("Eve", &eve, "Employee"), json!({"joiningDate": "2025-12-31"}));
        hal.put(&path(&eve), earlier).await.expect(200);
        assert_eq!(left(&hal, &eve, 2026, ANNUAL_LEAVE).await, 20.0);
        let lou = app.person("Lou", Role::Manager).await;
        hal.put(&path(&lou), unchanged("Lou", &lou, "Employee")).await.expect(200);
        assert_eq!(left(&hal, &lou, 2026, SICK_LEAVE).await, 10.0);
    }

    /// leave.md 9, case 22.
    async fn other_terms_give_the_difference(app: &TestApp) {
        let Team { hal, max, eve, .. } = Team::of(app).await;
        let more = |version: u32, days: u32, from: Option<u32>| {
            let body = json!({"version": version, "annualDays": days});
            from.map_or(body.clone(), |year| with(body, json!({"fromYear": year})))
        };
        put_type(&hal, more(0, 22, None)).await.expect(200);
        let lefts = async || {
            let mut found = Vec::new();
            for (person, year) in [(&max, 2026), (&eve, 2026), (&max, 2027), (&eve, 2027)] {
                found.push(left(&hal, person, year, ANNUAL_LEAVE).await);
            }
            found
        };
        assert_eq!(lefts().await, [22.0, 18.5, 22.0, 22.0]);
        assert_eq!(entered(&hal, &eve, 2026).await[1], ("allocation".to_owned(), 1.5, "2026-06-15".to_owned()));
        let rows = entered(&hal, &max, 2026).await.len();
        put_type(&hal, more(1, 22, None)).await.expect(200);
        assert_eq!(put_type(&hal, more(0, 30, None)).await.expect(409).code(), "CONFLICT");
        put_type(&hal, more(1, 25, Some(2027))).await.expect(200);
        assert_eq!(lefts().await, [22.0, 18.5, 25.0, 25.0]);
        assert_eq!(entered(&hal, &max, 2026).await.len(), rows, "nothing is entered twice");
    }

    async fn a_balance_is_adjusted_with_a_note(app: &TestApp) {
        let Team { hal, eve, .. } = Team::of(app).await;
        let answer = adjust(&hal, &eve, 2026, 2.5).await.expect(201);
        assert_eq!(answer.message(), "Balance adjusted successfully!");
        let balance = json!({
            "leaveType": {"_id": ANNUAL_LEAVE, "name": "Annual Leave"}, "year": 2026, "isLimited": true,
            "allocated": 17.0, "adjusted": 2.5, "carriedIn": 0.0, "used": 0.0, "planned": 0.0, "pending": 0.0,
            "expired": 0.0, "carriedOut": 0.0, "left": 19.5, "expiring": null,
        });
        assert_eq!(answer.data()["balance"], balance);
        let own = app.sign_in(&eve).await;
        let rows = own.get("/api/leave/ledger").await.expect(200).data()["rows"].clone();
        let row = rows.as_array().unwrap().last().unwrap();
        assert_eq!((&row["note"], &row["by"]["firstName"]), (&json!("Moved in from Ghent"), &json!("Hal")));
        let told = own.get("/api/notifications").await.expect(200).data()["notifications"][0].clone();
        let notice = |name| text(&told, name).to_owned();
        assert_eq!((notice("kind"), notice("title")), ("leave-adjusted".into(), "Your leave balance was adjusted".into()));
        assert_eq!((notice("body"), notice("link")), ("Annual Leave 2026: +2.5. Moved in from Ghent".into(), "/employee/leave?year=2026".into()));
        assert_eq!(told["date"], Value::Null);
        assert_eq!(app.mails().await.len(), 0, "nobody is mailed");
        let below = adjust(&hal, &eve, 2026, -20.0).await.expect(201).data();
        assert_eq!(below["balance"]["left"], -0.5, "it may take a balance below zero");
    }

    async fn what_cannot_be_adjusted_is_refused_in_order(app: &TestApp) {
        let Team { hal, mona, max, .. } = Team::of(app).await;
        let rows = ledger(&hal, &max, 2026, ANNUAL_LEAVE).await;
        let (max, mona, nobody) = (max.id.to_string(), mona.id.to_string(), unknown_id());
        for (field, value, sentence) in [
            ("days", json!(0.25), "Days must be from -366 to 366 in steps of 0.5, and not 0"),
            ("year", json!(2028), "The year must be the last, this or the next"),
            ("note", json!(null), "Note is required"),
        ] {
            let answer = hal.post(ADJUSTMENTS, with(adjustment(&nobody, &nobody, 2026, 1.0), json!({field: value}))).await.expect(400);
            assert_eq!((answer.code().as_str(), &answer.json()["errors"][field]), ("VALIDATION_FAILED", &json!(sentence)));
        }
        for (field, value) in [("userId", json!("no-id")), ("leaveTypeId", json!(null)), ("year", json!("2026")), ("days", json!("1")), ("note", json!(7))] {
            let answer = hal.post(ADJUSTMENTS, with(adjustment(&max, ANNUAL_LEAVE, 2026, 1.0), json!({field: value}))).await.expect(400);
            assert_eq!(answer.code(), "INVALID_REQUEST", "{field}");
        }
        for (person, leave_type, status, sentence) in [
            (&nobody, nobody.as_str(), 404, "User not found"),
            (&mona, &nobody, 404, "Leave type not found"),
            (&mona, UNPAID_LEAVE, 400, "Only an employee has leave"),
            (&max, UNPAID_LEAVE, 400, "This leave type has no balance"),
        ] {
            let answer = hal.post(ADJUSTMENTS, adjustment(person, leave_type, 2026, 1.0)).await.expect(status);
            assert_eq!(answer.message(), sentence);
        }
        for query in ["year=1899", "year=x", "userId=x", "leaveTypeId=x"] {
            assert_eq!(hal.get(&format!("/api/leave/ledger?{query}")).await.expect(400).code(), "INVALID_REQUEST", "{query}");
        }
        for query in ["", "?year=26"] {
            let answer = hal.get(&format!("/api/leave/balances/download{query}")).await.expect(400);
            assert_eq!(answer.code(), "INVALID_REQUEST", "{query}");
        }
        let after = app.sign_in(&app.person("Hope", Role::Hr).await).await.get(&format!("/api/leave/ledger?userId={max}&leaveTypeId={ANNUAL_LEAVE}")).await;
        assert_eq!(after.expect(200).data()["rows"], json!(rows));
    }

    /// leave.md 9, case 24.
    async fn everybodys_balances_are_a_file(app: &TestApp) {
        let Team { hal, max, eve, .. } = Team::of(app).await;
        let formula = with(unchanged("Max", &max, "Employee"), json!({"department": "=1+1"}));
        hal.put(&path(&max), formula).await.expect(200);
        adjust(&hal, &max, 2026, -2.5).await.expect(201);
        let answer = hal.get("/api/leave/balances/download?year=2026").await.expect(200);
        assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
        let name = "attachment; filename=\"Leave_Balances_2026.csv\"; filename*=UTF-8''Leave_Balances_2026.csv";
        assert_eq!(answer.header("content-disposition"), Some(name));
        let file = answer.text();
        let lines: Vec<&str> = file.trim_start_matches('\u{feff}').lines().collect();
        let (eves, maxs) = (eve.employee_id, max.employee_id);
        let expected = [
            "Employee ID,Name,Department,Leave Type,Allocated,Adjusted,Carried In,Taken,Planned,Pending,Lapsed,Carried Out,Left".to_owned(),
            format!("{eves},Eve Example,Works,Annual Leave,17.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,17.0"),
            format!("{eves},Eve Example,Works,Sick Leave,8.5,0.0,0.0,0.0,0.0,0.0,0.0,0.0,8.5"),
            format!("{eves},Eve Example,Works,Unpaid Leave,,0.0,0.0,0.0,0.0,0.0,0.0,0.0,"),
            format!("{maxs},Max Example,'=1+1,Annual Leave,20.0,-2.5,0.0,0.0,0.0,0.0,0.0,0.0,17.5"),
            format!("{maxs},Max Example,'=1+1,Sick Leave,10.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,10.0"),
            format!("{maxs},Max Example,'=1+1,Unpaid Leave,,0.0,0.0,0.0,0.0,0.0,0.0,0.0,"),
        ];
        assert_eq!(lines, expected);
        assert_eq!(left(&hal, &max, 2026, ANNUAL_LEAVE).await, 17.5, "what is left is the sum of the rows");
    }
}

on_both_engines! {
    /// leave.md 9, case 14, of who used nothing; by three instances at once, a week late.
    async fn what_is_left_goes_into_the_next_year_once(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let Team { hal, max, .. } = Team::of(&app).await;
        adjust(&hal, &max, 2026, -12.0).await.expect(201);
        let mut instances = vec![app];
        for _ in 0..2 {
            instances.push(TestApp::start_over(database.another_instance().await, Setup::default()).await);
        }
        for app in &instances {
            app.clock.set("2027-01-08T09:00:00Z");
        }
        let [one, two, three] = &instances[..] else { panic!("three instances") };
        tokio::join!(settle_all(one), settle_all(two), settle_all(three));
        let hal = one.sign_in(&one.person("Hope", Role::Hr).await).await;
        let over = |kind: &str, days, date: &str| (kind.to_owned(), days, date.to_owned());
        let of_2026 = entered(&hal, &max, 2026).await;
        assert_eq!(of_2026[2..], [over("expiry", -3.0, "2026-12-31"), over("carry-over", -5.0, "2027-01-01")]);
        assert_eq!(left(&hal, &max, 2026, ANNUAL_LEAVE).await, 0.0);
        let of_2027 = entered(&hal, &max, 2027).await;
        assert_eq!(of_2027, [over("allocation", 20.0, "2026-06-15"), over("carry-over", 5.0, "2027-01-01")]);
        assert_eq!(left(&hal, &max, 2028, ANNUAL_LEAVE).await, 20.0);

        for app in &instances {
            app.clock.set("2027-04-01T00:00:00Z");
        }
        let hal = one.sign_in(&one.person("Hugo", Role::Hr).await).await;
        tokio::join!(settle_all(one), settle_all(two), settle_all(three));
        assert_eq!(entered(&hal, &max, 2027).await.last(), Some(&over("expiry", -5.0, "2027-04-01")));
        // What is adjusted in a year that has ended is settled at once: two of the days of 2026 were taken in error.
        let balance = adjust(&hal, &max, 2026, -4.0).await.expect(201).data()["balance"].clone();
        assert_eq!((&balance["left"], &balance["carriedOut"], &balance["expired"]), (&json!(0.0), &json!(4.0), &json!(0.0)));
        assert_eq!(left(&hal, &max, 2027, ANNUAL_LEAVE).await, 20.0, "of four days that came four lapsed");
    }

    /// Of several who write at once no adjustment is lost, and nothing is entered twice.
    async fn adjustments_terms_and_newcomers_at_once_come_to_the_same(app: &TestApp) {
        let Team { hal, max, .. } = Team::of(app).await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        for n in 0..10u32 {
            let newcomer = json!({"firstName": "New", "lastName": "Comer", "email": format!("n{n}@daybook.example"), "role": "Employee", "joiningDate": "2025-01-01"});
            let (registered, changed, one, other) = tokio::join!(
                ada.post("/api/auth/register", newcomer),
                put_type(&hal, json!({"version": n, "annualDays": 21 + n})),
                adjust(&hal, &max, 2026, 1.0),
                adjust(&ada, &max, 2026, -0.5),
            );
            assert_eq!([changed.status, one.status, other.status], [200, 201, 201], "{}", changed.text());
            let new = registered.expect(201).data()["user"].clone();
            let of_new = hal.get(&format!("/api/leave/ledger?userId={}&leaveTypeId={ANNUAL_LEAVE}", text(&new, "_id"))).await.expect(200).data();
            assert_eq!(sum(of_new["rows"].as_array().unwrap()), f64::from(21 + n), "whichever came first");
            assert_eq!(left(&hal, &max, 2026, ANNUAL_LEAVE).await, f64::from(21 + n) + f64::from(n + 1) / 2.0);
        }
    }
}

/// The person, those who decide and HR hear of a changed balance within a second, on another instance too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anybody_who_sees_a_balance_is_told_that_it_changed() {
    let database = TestDatabase::postgres().await;
    let here = TestApp::start(&database).await;
    let Team { hal, mona, max, eve } = Team::of(&here).await;
    let there = TestApp::start_over(database.another_instance().await, Setup::default()).await;
    there.clock.set("2026-06-15T09:00:00Z");
    let mut sockets = Vec::new();
    for person in [&max, &mona, &there.person("Hope", Role::Hr).await] {
        sockets.push(Socket::of(&there.sign_in(person).await).await);
    }
    let mut other = Socket::of(&there.sign_in(&eve).await).await;
    let began = Instant::now();
    adjust(&hal, &max, 2026, 1.0).await.expect(201);
    for socket in &mut sockets {
        assert_eq!(socket.next(SOON).await, Frame::Message(json!({"type": "CHANGED", "topic": "leave"})));
    }
    assert!(began.elapsed() < ROOM * Duration::from_secs(1), "{:?}", began.elapsed());
    adjust(&hal, &eve, 2026, 1.0).await.expect(201);
    assert_eq!(
        other.next(SOON).await,
        Frame::Message(json!({"type": "CHANGED", "topic": "leave"})),
        "and nothing before"
    );
}
