//! What a close stores of each person: figures and amounts (months.md 1.4, 1.5).

use application::absences::{Frozen, freeze};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Response, TestApp, TestDatabase, TestPerson, on_both_engines};

use super::accounts::{path, unchanged, with};
use super::leave::{self, UNPAID_LEAVE, give};
use super::leave_types::ANNUAL_LEAVE;
use super::{entry, text};

pub(crate) const NOW: &str = "2026-07-02T09:00:00Z";
pub(crate) const JUNE: &str = "/api/months/2026-06";

/// The days of June from Monday to Friday, but for the holiday.
pub(crate) const SCHEDULED: [u32; 21] = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15, 16, 17, 18, 22, 23, 24, 25, 26, 29, 30];

/// Thursday, 2 July 2026: Max's team, of whom nobody is there yet, and Hal of HR.
pub(crate) struct World {
    pub(crate) max: TestPerson,
    pub(crate) hal: TestPerson,
    pub(crate) lead: Client,
    pub(crate) hr: Client,
}

impl World {
    /// With a holiday on Friday, 19 June.
    pub(crate) async fn of(app: &TestApp) -> Self {
        let world = Self::without_holiday(app).await;
        app.holiday("2026-06-19", "Founders' Day").await;
        world
    }

    pub(crate) async fn without_holiday(app: &TestApp) -> Self {
        app.clock.set(NOW);
        settle(app).await;
        let (max, hal) = (app.person("Max", Role::Manager).await, app.person("Hal", Role::Hr).await);
        let (lead, hr) = (app.sign_in(&max).await, app.sign_in(&hal).await);
        Self { max, hal, lead, hr }
    }

    /// An Employee of Max, called Berg, who joined on 2025-03-03 and has 36,000 a year, or as `fields` have it.
    pub(crate) async fn employee(&self, app: &TestApp, name: &str, fields: Value) -> TestPerson {
        let person = app.member(name, &self.max).await;
        let usual =
            json!({"lastName": "Berg", "joiningDate": "2025-03-03", "salary": 36_000, "salaryFrom": "2025-03-03"});
        self.change(name, &person, with(usual, fields)).await;
        person
    }

    /// HR changes the account.
    pub(crate) async fn change(&self, name: &str, person: &TestPerson, fields: Value) {
        let body = with(with(unchanged(name, person, "Employee"), json!({"lastName": "Berg"})), fields);
        self.hr.put(&path(person), body).await.expect(200);
    }

    /// The person records these days of June through unlocks.
    pub(crate) async fn record(&self, app: &TestApp, person: &TestPerson, days: &[(u32, f64)]) -> Vec<Value> {
        let own = app.sign_in(person).await;
        let mut ids = Vec::new();
        for (day, hours) in days {
            let date = format!("2026-06-{day:02}");
            app.unlock(person, &self.max, &date).await;
            let answer = own.post("/api/timesheets/my", entry(&date, *hours, "Worked")).await.expect(201);
            ids.push(answer.data()["timesheet"]["_id"].clone());
        }
        ids
    }

    pub(crate) async fn approve(&self, ids: &[Value]) {
        let answer = self.lead.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await.expect(200);
        assert_eq!(answer.data()["updated"], ids.len());
    }

    pub(crate) async fn reject(&self, ids: &[Value]) {
        self.lead.post("/api/timesheets/bulk-reject", json!({"ids": ids, "comment": "Why?"})).await.expect(200);
    }

    /// Nine hours on each scheduled day but these, approved.
    pub(crate) async fn full(&self, app: &TestApp, person: &TestPerson, except: &[u32]) {
        let days: Vec<_> = SCHEDULED.into_iter().filter(|day| !except.contains(day)).map(|day| (day, 9.0)).collect();
        let ids = self.record(app, person, &days).await;
        self.approve(&ids).await;
    }

    /// Somebody with a full month.
    pub(crate) async fn with_full_month(&self, app: &TestApp, name: &str) -> TestPerson {
        let person = self.employee(app, name, json!({})).await;
        self.full(app, &person, &[]).await;
        person
    }

    /// HR records leave of this type, and Max approves what waits.
    pub(crate) async fn leave(&self, person: &TestPerson, leave_type: &str, day: &str, part: &str) {
        let body = json!({"leaveTypeId": leave_type, "userId": person.id.to_string(), "startDate": day, "endDate": day,
            "startPart": part, "endPart": part});
        let request = self.hr.post(leave::REQUESTS, body).await.expect(201).data()["request"].clone();
        if request["status"] == "pending" {
            leave::approve(&self.lead, &request).await.expect(200);
        }
    }
}

/// Every day that is over has been looked at.
pub(crate) async fn settle(app: &TestApp) {
    while freeze(&app.ports).await.unwrap() != Frozen::Done {}
}

pub(crate) async fn close(client: &Client) -> Response {
    client.post(&format!("{JUNE}/close"), json!({})).await
}

pub(crate) async fn force(client: &Client) -> Response {
    client.post(&format!("{JUNE}/close"), json!({"force": true, "reason": "Payday"})).await
}

pub(crate) async fn reopen(client: &Client) -> Response {
    client.post(&format!("{JUNE}/reopen"), json!({"reason": "A day was forgotten"})).await
}

pub(crate) async fn accept(client: &Client, person: &TestPerson, days: &[u32]) -> Response {
    let dates: Vec<String> = days.iter().map(|day| format!("2026-06-{day:02}")).collect();
    let items = json!([{"userId": person.id.to_string(), "dates": dates}]);
    client.post(&format!("{JUNE}/accept"), json!({"items": items, "note": "Agreed on the phone"})).await
}

/// June as HR sees it.
pub(crate) async fn june(client: &Client) -> Value {
    client.get(JUNE).await.expect(200).data()
}

pub(crate) async fn payroll(client: &Client, query: &str) -> Value {
    client.get(&format!("{JUNE}/payroll?limit=1000&{query}")).await.expect(200).data()
}

/// Somebody's row of the newest revision.
pub(crate) async fn row(client: &Client, name: &str) -> Value {
    let rows = payroll(client, "").await["rows"].clone();
    let found = rows.as_array().unwrap().iter().find(|row| row["name"] == format!("{name} Berg")).cloned();
    found.unwrap_or_else(|| panic!("no {name} in {rows}"))
}

/// The ten figures of a row, in their order.
pub(crate) fn figures(row: &Value) -> Value {
    let names = [
        "scheduledDays",
        "workingDays",
        "approvedDays",
        "pendingDays",
        "paidLeave",
        "unpaidLeave",
        "absentDays",
        "payableDays",
        "extraDays",
        "approvedHours",
    ];
    names.iter().map(|name| row[name].clone()).collect()
}

/// Base and gross pay of a row.
pub(crate) fn amounts(row: &Value) -> (f64, f64) {
    (row["monthlyBase"].as_f64().unwrap(), row["grossPay"].as_f64().unwrap())
}

/// Working days, days present and the rate of somebody's June, as attendance has them.
pub(crate) async fn attendance(client: &Client, name: &str) -> Value {
    let rows = client.get("/api/users/attendance-summary?month=6&year=2026").await.expect(200).json();
    let row = rows.as_array().unwrap().iter().find(|row| row["name"] == format!("{name} Berg")).cloned();
    let row = row.unwrap_or_else(|| panic!("no {name} in {rows}"));
    json!([row["totalWorkingDays"], row["totalPresent"], row["attendanceRate"]])
}

/// The ten figures of a full month, with these hours of overtime on other days.
pub(crate) const FULL: [f64; 10] = [21.0, 21.0, 21.0, 0.0, 0.0, 0.0, 0.0, 21.0, 0.0, 189.0];

/// Changes rows of revisions beside the portal, which nothing else does.
pub(crate) async fn tamper(database: &TestDatabase, update: &str) {
    let (off, on) = if database.is_postgres() {
        let switch = |what: &str| format!("ALTER TABLE month_rows {what} TRIGGER tr_month_rows_append_only");
        (switch("DISABLE"), switch("ENABLE"))
    } else {
        ("DROP TRIGGER tr_month_rows_no_update".to_owned(), "SELECT 1".to_owned())
    };
    for sql in [off.as_str(), update, on.as_str()] {
        database.execute(sql).await;
    }
}

on_both_engines! {
    /// [months.md §9, 1]
    async fn a_joiner_is_prorated_in_the_rows_and_totals_of_the_payroll(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let world = World::of(&app).await;
        let ann = world.employee(&app, "Ann", json!({"joiningDate": "2026-06-10", "salaryFrom": "2026-06-10"})).await;
        let whole = [10, 11, 12, 15, 16, 17, 18, 22, 23, 24].map(|day| (day, 9.0));
        let ids = world.record(&app, &ann, &[&whole[..], &[(25, 5.0)]].concat()).await;
        world.approve(&ids).await;
        let rejected = world.record(&app, &ann, &[(26, 9.0)]).await;
        world.reject(&rejected).await;
        let seen = june(&world.hr).await;
        assert_eq!((&seen["month"]["state"], &seen["month"]["revision"], &seen["revisions"]), (&json!("open"), &json!(0), &json!([])));
        assert_eq!(seen["readiness"], json!({
            "employees": 1, "ready": 0, "blocked": 1, "pendingEntries": 0, "rejectedEntries": 1, "frozenDays": 0, "pendingLeave": 0,
            "nobodyCanDecide": 0, "missingDays": 2, "missingSalary": 0,
        }));
        let refused = close(&world.hr).await.expect(409);
        assert_eq!((refused.code().as_str(), refused.message().as_str()), ("CONFLICT", "1 employee is not ready"));
        assert_eq!(accept(&world.hr, &ann, &[26]).await.expect(200).data(), json!({"accepted": 1}));
        let closed = close(&world.hr).await.expect(200);
        assert_eq!(closed.message(), "June 2026 is closed (revision 1)");
        let month = closed.data()["month"].clone();
        assert_eq!((text(&month, "month"), text(&month, "state"), &month["revision"]), ("2026-06", "closed", &json!(1)));
        assert_eq!((&month["isOver"], text(&month, "closableFrom"), &month["check"]), (&json!(true), "2026-07-01", &Value::Null));
        let by = json!({"_id": world.hal.id.to_string(), "firstName": "Hal", "lastName": "Example"});
        assert_eq!(month["newest"], json!({
            "revision": 1, "closedAt": NOW, "closedBy": by, "reason": null, "employees": 1, "blocked": 0, "currency": "EUR",
            "checksum": month["newest"]["checksum"], "exportedAt": null, "exportedBy": null, "reopenedAt": null, "reopenedBy": null,
            "reopenReason": null,
        }));
        let seen = june(&world.hr).await;
        assert_eq!((&seen["month"], &seen["revisions"], &seen["readiness"]), (&month, &json!([month["newest"]]), &Value::Null));
        let found = payroll(&world.hr, "").await;
        assert_eq!(found["rows"], json!([{
            "userId": ann.id.to_string(), "employeeId": ann.employee_id.to_string(), "name": "Ann Berg", "department": "Works",
            "scheduledDays": 21.0, "workingDays": 14.0, "approvedDays": 10.5, "pendingDays": 0.0, "paidLeave": 0.0, "unpaidLeave": 0.0,
            "absentDays": 3.5, "payableDays": 10.5, "extraDays": 0.0, "approvedHours": 95.0,
            "annualSalary": 36_000.0, "salarySince": null, "monthlyBase": 3_000.0, "grossPay": 1_500.0, "salaryMissing": false,
        }]));
        assert_eq!(found["totals"], json!({"employees": 1, "payableDays": 10.5, "monthlyBase": 3_000.0, "grossPay": 1_500.0, "missingSalary": 0}));
        assert_eq!((&found["month"], &found["revision"]), (&month, &month["newest"]));
        assert_eq!(attendance(&world.hr, "Ann").await, json!([14.0, 10.5, 75.0]));
    }

    /// [months.md §9, 2]
    async fn a_raise_and_unpaid_days_are_paid_at_the_salary_of_the_day(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let world = World::of(&app).await;
        for (name, except, leave_type) in
            [("Ann", None, UNPAID_LEAVE), ("Bea", Some(22), UNPAID_LEAVE), ("Cyd", Some(2), UNPAID_LEAVE), ("Dan", Some(22), ANNUAL_LEAVE)]
        {
            let person = world.employee(&app, name, json!({})).await;
            world.change(name, &person, json!({"salary": 42_000, "salaryFrom": "2026-06-15"})).await;
            world.full(&app, &person, except.as_slice()).await;
            give(&app, &person, ANNUAL_LEAVE, 2026, 5.0).await;
            if let Some(day) = except {
                world.leave(&person, leave_type, &format!("2026-06-{day:02}"), "full").await;
            }
        }
        close(&world.hr).await.expect(200);
        for (name, payable, gross) in [("Ann", 21.0, 3_261.90), ("Bea", 20.0, 3_095.24), ("Cyd", 20.0, 3_119.05), ("Dan", 21.0, 3_261.90)] {
            let row = row(&world.hr, name).await;
            assert_eq!((&row["payableDays"], amounts(&row)), (&json!(payable), (3_261.90, gross)), "{name}");
            assert_eq!((&row["annualSalary"], text(&row, "salarySince")), (&json!(42_000.0), "2026-06-15"), "{name}");
        }
    }

    /// [months.md §9, 3]
    async fn a_total_is_the_sum_of_the_rounded_rows(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let world = World::of(&app).await;
        for name in ["Ann", "Bea"] {
            let person = world.employee(&app, name, json!({"salary": 30_000.06})).await;
            world.full(&app, &person, &[]).await;
        }
        close(&world.hr).await.expect(200);
        for name in ["Ann", "Bea"] {
            assert_eq!(amounts(&row(&world.hr, name).await), (2_500.01, 2_500.01));
        }
        let totals = json!({"employees": 2, "payableDays": 42.0, "monthlyBase": 5_000.02, "grossPay": 5_000.02, "missingSalary": 0});
        assert_eq!(payroll(&world.hr, "search=ann").await["totals"], totals);
        let bea = payroll(&world.hr, "search=bea").await;
        assert_eq!((bea["rows"].as_array().unwrap().len(), &bea["pagination"]["total"]), (1, &json!(1)));
    }

    /// [months.md §9, 5]
    async fn half_days_of_leave_and_extra_days(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let world = World::of(&app).await;
        for (name, leave_type) in [("Ann", Some(ANNUAL_LEAVE)), ("Bea", Some(UNPAID_LEAVE)), ("Cyd", None)] {
            let person = world.with_full_month(&app, name).await;
            give(&app, &person, ANNUAL_LEAVE, 2026, 5.0).await;
            match leave_type {
                Some(leave_type) => world.leave(&person, leave_type, "2026-06-23", "morning").await,
                None => world.approve(&world.record(&app, &person, &[(20, 9.0)]).await).await,
            }
        }
        close(&world.hr).await.expect(200);
        for (name, expected, gross) in [
            ("Ann", [21.0, 21.0, 20.5, 0.0, 0.5, 0.0, 0.0, 21.0, 0.0, 189.0], 3_000.0),
            ("Bea", [21.0, 21.0, 20.5, 0.0, 0.0, 0.5, 0.0, 20.5, 0.0, 189.0], 2_928.57),
            ("Cyd", [21.0, 21.0, 21.0, 0.0, 0.0, 0.0, 0.0, 21.0, 1.0, 198.0], 3_000.0),
        ] {
            let row = row(&world.hr, name).await;
            assert_eq!((figures(&row), amounts(&row)), (json!(expected), (3_000.0, gross)), "{name}");
        }
    }

    /// [months.md §9, 6]
    async fn a_missing_salary_leaves_the_amounts_empty(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let world = World::of(&app).await;
        let nothing = json!({"salary": null});
        for (name, salary) in [
            ("Ann", nothing), ("Bea", json!({"salaryFrom": "2026-06-10"})), ("Cyd", json!({"salary": 0})), ("Dan", json!({})),
        ] {
            let person = world.employee(&app, name, salary).await;
            world.full(&app, &person, &[]).await;
        }
        assert_eq!(june(&world.hr).await["readiness"]["missingSalary"], 2);
        close(&world.hr).await.expect(200);
        for (name, salary, pay, is_missing) in [
            ("Ann", Value::Null, Value::Null, true), ("Bea", Value::Null, Value::Null, true),
            ("Cyd", json!(0.0), json!(0.0), false), ("Dan", json!(36_000.0), json!(3_000.0), false),
        ] {
            let row = row(&world.hr, name).await;
            let money = (&row["annualSalary"], &row["monthlyBase"], &row["grossPay"], &row["salaryMissing"]);
            assert_eq!(money, (&salary, &pay, &pay, &json!(is_missing)), "{name}");
            assert_eq!(figures(&row), json!(FULL), "{name}");
        }
        let totals = json!({"employees": 4, "payableDays": 84.0, "monthlyBase": 3_000.0, "grossPay": 3_000.0, "missingSalary": 2});
        assert_eq!(payroll(&world.hr, "").await["totals"], totals);
    }
}
