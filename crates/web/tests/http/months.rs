//! What a close stores of each person: figures and amounts (months.md 1.4, 1.5).

use application::absences::{Frozen, freeze};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Response, TestApp, TestDatabase, TestPerson, on_one_engine};

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

    /// Ann of case 1, who joined on 10 June: ten days of nine hours and one of five are approved, and one is rejected.
    pub(crate) async fn joiner(&self, app: &TestApp) -> TestPerson {
        let ann = self.employee(app, "Ann", json!({"joiningDate": "2026-06-10", "salaryFrom": "2026-06-10"})).await;
        let whole = [10, 11, 12, 15, 16, 17, 18, 22, 23, 24].map(|day| (day, 9.0));
        self.approve(&self.record(app, &ann, &[&whole[..], &[(25, 5.0)]].concat()).await).await;
        self.reject(&self.record(app, &ann, &[(26, 9.0)]).await).await;
        ann
    }

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
    let names = "scheduledDays workingDays approvedDays pendingDays paidLeave unpaidLeave absentDays payableDays extraDays approvedHours";
    names.split(' ').map(|name| row[name].clone()).collect()
}

/// Base and gross pay of a row.
pub(crate) fn amounts(row: &Value) -> (f64, f64) {
    (row["monthlyBase"].as_f64().unwrap(), row["grossPay"].as_f64().unwrap())
}

/// Working days, days present and the rate of somebody's June, as attendance has them.
pub(crate) async fn attendance(client: &Client, name: &str) -> Value {
    let row = super::attendance::row(client, 6, &format!("{name} Berg")).await;
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

on_one_engine! {
    /// [months.md §9, 1]
    async fn a_joiner_is_prorated_in_the_rows_and_totals_of_the_payroll(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.joiner(app).await;
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
    /// [months.md §9, 2, 3, 5 and 6] Ann to Dan have a raise, Jan works on a Saturday, and Nia on three days of the week.
    async fn each_row_is_paid_as_reckoned_and_the_totals_are_sums_of_rounded_rows(app: &TestApp) {
        let world = World::of(app).await;
        for (name, fields, leave) in [
            ("Ann", json!({}), None),
            ("Bea", json!({}), Some((UNPAID_LEAVE, 22, "full"))),
            ("Cyd", json!({}), Some((UNPAID_LEAVE, 2, "full"))),
            ("Dan", json!({}), Some((ANNUAL_LEAVE, 22, "full"))),
            ("Eve", json!({"salary": 30_000.06}), None),
            ("Fay", json!({"salary": 30_000.06}), None),
            ("Gus", json!({}), Some((ANNUAL_LEAVE, 23, "morning"))),
            ("Ida", json!({}), Some((UNPAID_LEAVE, 23, "morning"))),
            ("Jan", json!({}), None),
            ("Kim", json!({"salary": null}), None),
            ("Lou", json!({"salaryFrom": "2026-06-10"}), None),
            ("Moe", json!({"salary": 0}), None),
            ("Nia", json!({"salary": 24_000}), None),
        ] {
            let person = world.employee(app, name, fields).await;
            if matches!(name, "Ann" | "Bea" | "Cyd" | "Dan") {
                world.change(name, &person, json!({"salary": 42_000, "salaryFrom": "2026-06-15"})).await;
            }
            let mut off: Vec<u32> = leave.iter().filter(|(.., part)| *part == "full").map(|(_, day, _)| *day).collect();
            if name == "Nia" {
                let pattern = json!({"workingDays": [1, 3, 5], "fullDayHours": 8, "halfDayHours": 4});
                let own = json!({"from": "2026-06-01", "version": 0, "pattern": pattern, "userId": person.id.to_string()});
                world.hr.put("/api/work-patterns", own).await.expect(200);
                off.extend([2, 4, 9, 11, 16, 18, 23, 25, 30]);
            }
            world.full(app, &person, &off).await;
            if name == "Jan" {
                world.approve(&world.record(app, &person, &[(20, 9.0)]).await).await;
            }
            if let Some((leave_type, day, part)) = leave {
                give(app, &person, ANNUAL_LEAVE, 2026, 5.0).await;
                world.leave(&person, leave_type, &format!("2026-06-{day:02}"), part).await;
            }
        }
        assert_eq!(june(&world.hr).await["readiness"]["missingSalary"], 2);
        close(&world.hr).await.expect(200);
        let unpaid = [21.0, 21.0, 20.0, 0.0, 0.0, 1.0, 0.0, 20.0, 0.0, 180.0];
        for (name, expected, paid) in [
            ("Ann", FULL, Some([42_000.0, 3_261.90, 3_261.90])),
            ("Bea", unpaid, Some([42_000.0, 3_261.90, 3_095.24])),
            ("Cyd", unpaid, Some([42_000.0, 3_261.90, 3_119.05])),
            ("Dan", [21.0, 21.0, 20.0, 0.0, 1.0, 0.0, 0.0, 21.0, 0.0, 180.0], Some([42_000.0, 3_261.90, 3_261.90])),
            ("Eve", FULL, Some([30_000.06, 2_500.01, 2_500.01])),
            ("Fay", FULL, Some([30_000.06, 2_500.01, 2_500.01])),
            ("Gus", [21.0, 21.0, 20.5, 0.0, 0.5, 0.0, 0.0, 21.0, 0.0, 189.0], Some([36_000.0, 3_000.0, 3_000.0])),
            ("Ida", [21.0, 21.0, 20.5, 0.0, 0.0, 0.5, 0.0, 20.5, 0.0, 189.0], Some([36_000.0, 3_000.0, 2_928.57])),
            ("Jan", [21.0, 21.0, 21.0, 0.0, 0.0, 0.0, 0.0, 21.0, 1.0, 198.0], Some([36_000.0, 3_000.0, 3_000.0])),
            ("Kim", FULL, None),
            ("Lou", FULL, None),
            ("Moe", FULL, Some([0.0, 0.0, 0.0])),
            ("Nia", [12.0, 12.0, 12.0, 0.0, 0.0, 0.0, 0.0, 12.0, 0.0, 108.0], Some([24_000.0, 2_000.0, 2_000.0])),
        ] {
            let row = row(&world.hr, name).await;
            assert_eq!(figures(&row), json!(expected), "{name}");
            let money = json!([row["annualSalary"], row["monthlyBase"], row["grossPay"]]);
            let none = json!([null, null, null]);
            assert_eq!((money, &row["salaryMissing"]), (paid.map_or(none, |paid| json!(paid)), &json!(paid.is_none())), "{name}");
            assert_eq!(row["salarySince"] == "2026-06-15", matches!(name, "Ann" | "Bea" | "Cyd" | "Dan"), "{name}");
        }
        let found = payroll(&world.hr, "search=ida").await;
        assert_eq!((found["rows"].as_array().unwrap().len(), &found["pagination"]["total"]), (1, &json!(1)));
        let totals = json!({"employees": 13, "payableDays": 261.5, "monthlyBase": 29_047.62, "grossPay": 28_666.68, "missingSalary": 2});
        assert_eq!(found["totals"], totals);
    }
}
