//! A year of three people, played with the clock set: one on a part-time pattern, one who joins in March, one who leaves in October.
//! Every figure was reckoned by hand.

use application::leave::{LeaveLetter, TeamLeaveLetter};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestDatabase, TestPerson, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::attendance::joining;
use super::entry;
use super::leave::{SICK_LEAVE, approve, asked, cancel, leave, part};
use super::leave_ledger::settle_all;
use super::leave_types::ANNUAL_LEAVE;

/// The organisation, whose clock the test moves on.
struct Organisation {
    app: TestApp,
    mona: TestPerson,
    hal: TestPerson,
    pia: TestPerson,
    lea: TestPerson,
}

impl Organisation {
    /// On the first Monday of 2026. Pia has been there since last summer, Lea for two years.
    async fn of(database: &TestDatabase) -> Self {
        let app = TestApp::start(database).await;
        app.clock.set("2026-01-05T09:00:00Z");
        let (mona, hal) = (app.person("Mona", Role::Manager).await, app.person("Hal", Role::Hr).await);
        let (pia, lea) = (app.member("Pia", &mona).await, app.member("Lea", &mona).await);
        let portal = Self { app, mona, hal, pia, lea };
        let staff = portal.on("2026-01-05", &portal.hal).await;
        for (date, name, is_recurring) in
            [("2026-01-01", "New Year", true), ("2026-12-25", "Christmas", true), ("2026-06-19", "Midsummer", false)]
        {
            let holiday = json!({"date": date, "name": name, "isRecurring": is_recurring});
            staff.post("/api/holidays", holiday).await.expect(201);
        }
        for (name, person, joined) in [("Pia", &portal.pia, "2025-06-01"), ("Lea", &portal.lea, "2024-01-01")] {
            portal.change(&staff, name, person, "Employee", json!({"joiningDate": joined})).await;
        }
        let tuesday_to_friday = json!({
            "userId": portal.pia.id.to_string(), "from": "2026-02-01", "version": 0,
            "pattern": {"workingDays": [2, 3, 4, 5], "fullDayHours": 8, "halfDayHours": 4},
        });
        staff.put("/api/work-patterns", tuesday_to_friday).await.expect(200);
        portal
    }

    /// Signs somebody in on the morning of a day, on which the jobs have run.
    async fn on(&self, day: &str, person: &TestPerson) -> Client {
        self.app.clock.set(&format!("{day}T09:00:00Z"));
        self.app.ports.policy.refresh(self.app.ports.reads.as_ref()).await.unwrap();
        settle_all(&self.app).await;
        self.app.sign_in(person).await
    }

    async fn change(&self, staff: &Client, name: &str, person: &TestPerson, role: &str, fields: Value) {
        staff.put(&path(person), with(unchanged(name, person, role), fields)).await.expect(200);
    }

    /// Somebody asks, and Mona approves on the same day.
    async fn granted(&self, day: &str, person: &TestPerson, body: Value) -> Value {
        let request = asked(&self.on(day, person).await, body).await;
        approve(&self.on(day, &self.mona).await, &request).await.expect(200);
        request
    }

    /// The mails of leave since they were last looked at: to whom, what, of which type, from when to when, how many days.
    async fn mails(&self) -> Vec<String> {
        let mails = self.app.mails().await;
        let told = mails.iter().filter_map(|mail| {
            let name = mail.to.split_once('@').map_or("", |(name, _)| name);
            let own = mail.letter.about::<LeaveLetter>();
            let own = own.map(|of| format!("{:?} {}, {}, {}", of.news, of.leave_type, of.period, of.days));
            let team = mail.letter.about::<TeamLeaveLetter>();
            let team = team
                .map(|of| format!("{} {:?} {}, {}, {}", of.employee.first, of.news, of.leave_type, of.period, of.days));
            own.or(team).map(|what| format!("{name}: {what}"))
        });
        told.collect()
    }
}

/// What is left of a type in a year, and the balance with its figures: allocated, carried in, used, planned, expired, carried out, left.
async fn balance(staff: &Client, person: &TestPerson, leave_type: &str, year: i32) -> [Value; 7] {
    let answer = staff.get(&format!("/api/leave/my?userId={}&year={year}", person.id)).await.expect(200).data();
    let of =
        answer["balances"].as_array().unwrap().iter().find(|of| of["leaveType"]["_id"] == leave_type).unwrap().clone();
    let figures = ["allocated", "carriedIn", "used", "planned", "expired", "carriedOut", "left"];
    let found = figures.map(|name| of[name].clone());
    let ledger = format!("/api/leave/ledger?userId={}&year={year}&leaveTypeId={leave_type}", person.id);
    let rows = staff.get(&ledger).await.expect(200).data()["rows"].clone();
    let sum: f64 = rows.as_array().unwrap().iter().map(|row| row["days"].as_f64().unwrap()).sum();
    assert_eq!(found[6], sum, "what is left is the sum of the rows");
    found
}

/// Working days, days on leave and days that were recorded.
async fn attendance(staff: &Client, year: i32, month: u32, name: &str) -> (f64, f64, f64) {
    let path = format!("/api/users/attendance-summary?month={month}&year={year}");
    let rows = staff.get(&path).await.expect(200).json();
    let row = rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    let figure = |name: &str| row[name].as_f64().unwrap();
    (figure("totalWorkingDays"), figure("leaveDays"), figure("totalPresent"))
}

fn sick(start: &str, end: &str) -> Value {
    with(leave(start, end), json!({"leaveTypeId": SICK_LEAVE}))
}

on_one_engine! {
    async fn a_year_of_three_people_comes_out_as_reckoned_by_hand(database: &TestDatabase) {
        let portal = Organisation::of(database).await;
        let Organisation { mona, hal, pia, lea, .. } = &portal;
        let staff = portal.on("2026-01-05", hal).await;
        for person in [pia, lea] {
            assert_eq!(balance(&staff, person, ANNUAL_LEAVE, 2026).await, [20.0, 0.0, 0.0, 0.0, 0.0, 0.0, 20.0]);
            assert_eq!(balance(&staff, person, SICK_LEAVE, 2027).await[6], 10.0);
        }

        // February: Pia, who works from Tuesday to Friday by now, is back on Wednesday.
        let february = portal.granted("2026-01-12", pia, leave("2026-02-16", "2026-02-20")).await;
        assert_eq!(february["days"], 4.0);
        let own = portal.on("2026-02-18", pia).await;
        let shorter = cancel(&own, &february, json!({"lastDay": "2026-02-17"})).await.expect(200).data()["request"].clone();
        assert_eq!((&shorter["status"], &shorter["askedLastDay"]), (&json!("cancellation-asked"), &json!("2026-02-17")));
        cancel(&portal.on("2026-02-18", mona).await, &february, json!({})).await.expect(200);
        let own = portal.on("2026-02-18", pia).await;
        own.post("/api/timesheets/my", entry("2026-02-18", 8.0, "Back early")).await.expect(201);
        assert_eq!(portal.mails().await, [
            "mona: Pia Asks Annual Leave, 2026-02-16 to 2026-02-20, 4 days",
            "pia: Approved Annual Leave, 2026-02-16 to 2026-02-20, 4 days",
            "mona: Pia AsksToCancel Annual Leave, 2026-02-16 to 2026-02-20, 4 days",
            "pia: Shortened Annual Leave, 2026-02-16 to 2026-02-17, 1 day",
        ]);
        // Four weeks of four days; one of the sixteen is leave.
        let staff = portal.on("2026-03-02", hal).await;
        assert_eq!(attendance(&staff, 2026, 2, "Pia Example").await, (15.0, 1.0, 1.0));

        // March: Jan joins, with ten of twelve months before the end of the year.
        let staff = portal.on("2026-03-16", hal).await;
        let jan = &joining(&portal.app, &staff, "Jan", mona, "2026-03-16").await;
        assert_eq!(balance(&staff, jan, ANNUAL_LEAVE, 2026).await[6], 17.0);
        assert_eq!(balance(&staff, jan, SICK_LEAVE, 2026).await[6], 8.5);
        assert_eq!(balance(&staff, jan, ANNUAL_LEAVE, 2027).await[6], 20.0);

        // April and June: Jan is ill for two days, and goes away for the week of Midsummer.
        let ill = asked(&portal.on("2026-04-20", jan).await, sick("2026-04-20", "2026-04-21")).await;
        assert_eq!((&ill["status"], &ill["days"]), (&json!("approved"), &json!(2.0)));
        let june = portal.granted("2026-05-04", jan, leave("2026-06-15", "2026-06-19")).await;
        assert_eq!(june["days"], 4.0);

        assert_eq!(portal.mails().await, [
            "mona: Jan IsAway Sick Leave, 2026-04-20 to 2026-04-21, 2 days",
            "mona: Jan Asks Annual Leave, 2026-06-15 to 2026-06-19, 4 days",
            "jan: Approved Annual Leave, 2026-06-15 to 2026-06-19, 4 days",
        ]);
        let staff = portal.on("2026-07-01", hal).await;
        assert_eq!(attendance(&staff, 2026, 6, "Jan Example").await, (17.0, 4.0, 0.0));
        assert_eq!(attendance(&staff, 2026, 4, "Jan Example").await, (20.0, 2.0, 0.0));

        // Lea plans all that she has; a new holiday gives a day of it back.
        let autumn = portal.granted("2026-07-01", lea, leave("2026-09-28", "2026-10-09")).await;
        let november = portal.granted("2026-07-01", lea, leave("2026-11-09", "2026-11-20")).await;
        assert_eq!((&autumn["days"], &november["days"]), (&json!(10.0), &json!(10.0)));
        let staff = portal.on("2026-08-03", hal).await;
        assert_eq!(balance(&staff, lea, ANNUAL_LEAVE, 2026).await, [20.0, 0.0, 0.0, 20.0, 0.0, 0.0, 0.0]);
        let holiday = json!({"date": "2026-09-30", "name": "Founders' Day", "isRecurring": false});
        staff.post("/api/holidays", holiday).await.expect(201);
        assert_eq!(balance(&staff, lea, ANNUAL_LEAVE, 2026).await, [20.0, 0.0, 0.0, 19.0, 0.0, 0.0, 1.0]);
        let told = portal.on("2026-08-03", lea).await.get("/api/notifications").await.expect(200).data();
        let body = "Annual Leave, 2026-09-28 to 2026-10-09: 10 days before, 9 days now. Holidays have changed.";
        assert_eq!(told["notifications"][0]["body"], body);
        assert_eq!(portal.mails().await.len(), 4, "two requests and two approvals; of the holiday nobody is mailed");

        // October: Pia plans the turn of the year; Lea leaves in the middle of the month, after leave that has ended.
        let turn = portal.granted("2026-10-06", pia, leave("2026-12-28", "2027-01-08")).await;
        assert_eq!(turn["days"], 7.0);

        let staff = portal.on("2026-10-16", hal).await;
        portal.change(&staff, "Lea", lea, "Employee", json!({"isActive": false})).await;
        assert_eq!(balance(&staff, lea, ANNUAL_LEAVE, 2026).await, [20.0, 0.0, 9.0, 0.0, 0.0, 0.0, 11.0]);
        assert_eq!(portal.mails().await, [
            "mona: Pia Asks Annual Leave, 2026-12-28 to 2027-01-08, 7 days",
            "pia: Approved Annual Leave, 2026-12-28 to 2027-01-08, 7 days",
        ], "of what ends with the account nobody is mailed");
        // Of the twelve working days from the 1st to the 16th seven were leave.
        let staff = portal.on("2026-11-02", hal).await;
        assert_eq!(attendance(&staff, 2026, 10, "Lea Example").await, (5.0, 7.0, 0.0));

        // November: half a day.
        portal.granted("2026-11-02", jan, part("2026-11-13", "afternoon")).await;


        // The new year.
        let staff = portal.on("2027-01-01", hal).await;
        assert_eq!(balance(&staff, pia, ANNUAL_LEAVE, 2026).await, [20.0, 0.0, 4.0, 0.0, 11.0, 5.0, 0.0]);
        assert_eq!(balance(&staff, pia, ANNUAL_LEAVE, 2027).await, [20.0, 5.0, 0.0, 4.0, 0.0, 0.0, 21.0]);
        assert_eq!(balance(&staff, jan, ANNUAL_LEAVE, 2026).await, [17.0, 0.0, 4.5, 0.0, 7.5, 5.0, 0.0]);
        assert_eq!(balance(&staff, jan, ANNUAL_LEAVE, 2027).await, [20.0, 5.0, 0.0, 0.0, 0.0, 0.0, 25.0]);
        assert_eq!(balance(&staff, jan, SICK_LEAVE, 2026).await, [8.5, 0.0, 2.0, 0.0, 6.5, 0.0, 0.0]);
        assert_eq!(balance(&staff, lea, ANNUAL_LEAVE, 2026).await[6], 11.0, "an account that has ended is left out");
        let mine = portal.on("2027-01-04", pia).await.get("/api/leave/my").await.expect(200).data();
        let annual = mine["balances"].as_array().unwrap().iter().find(|of| of["leaveType"]["_id"] == ANNUAL_LEAVE).unwrap().clone();
        assert_eq!(annual["expiring"], json!({"days": 1.0, "on": "2027-03-31"}), "four of the five that were carried are taken");

        // What was carried lapses with March.
        let staff = portal.on("2027-04-01", hal).await;
        assert_eq!(balance(&staff, pia, ANNUAL_LEAVE, 2027).await, [20.0, 5.0, 4.0, 0.0, 1.0, 0.0, 20.0]);
        assert_eq!(balance(&staff, jan, ANNUAL_LEAVE, 2027).await, [20.0, 5.0, 0.0, 0.0, 5.0, 0.0, 20.0]);
        let file = staff.get("/api/leave/balances/download?year=2027").await.expect(200).text();
        let left: Vec<&str> = file.lines().filter(|line| line.contains("Annual Leave")).map(|line| line.rsplit(',').next().unwrap().trim()).collect();
        assert_eq!(left, ["20.0", "20.0"], "of Jan and Pia; Lea is gone");
    }
}
