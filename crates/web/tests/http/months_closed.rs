//! A closed month keeps its days as they are, for every caller and every call (months.md 1.6, 1.7).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::contents::{Viewer, difference};
use testkit::{Client, Response, TestPerson, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::leave::{self, UNPAID_LEAVE, said, told};
use super::months::{
    JUNE, World, accept, amounts, attendance, close, figures, force, june, payroll, reopen, row, settle,
};
use super::unlocks::unlock;
use super::{entry, submit, text};

const SENTENCE: &str = "The month June 2026 has been processed and is closed";

fn closed() -> (String, String) {
    told("MONTH_CLOSED", SENTENCE)
}

fn body(name: &str, person: &TestPerson, fields: Value) -> Value {
    with(with(unchanged(name, person, "Employee"), json!({"lastName": "Berg"})), fields)
}

/// Registers an Employee who joins on this day.
async fn register(client: &Client, name: &str, joining: &str) -> Response {
    let email = format!("{}@daybook.example", name.to_lowercase());
    let new =
        json!({"firstName": name, "lastName": "Berg", "email": email, "role": "Employee", "joiningDate": joining});
    client.post("/api/auth/register", new).await
}

on_one_engine! {
    /// [months.md §9, 7]
    async fn what_is_open_is_named_needs_force_and_counts_as_it_stands(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.employee(app, "Ann", json!({})).await;
        world.full(app, &ann, &[30]).await;
        let pending = world.record(app, &ann, &[(30, 9.0)]).await;
        let waiting = world.lead.get("/api/dashboard").await.expect(200).data();
        assert_eq!(waiting["entriesToApprove"], 1);
        assert_eq!(said(&close(&world.hr).await.expect(409)), told("CONFLICT", "1 employee is not ready"));
        for reason in [Value::Null, json!(""), json!("  ")] {
            let refused = world.hr.post(&format!("{JUNE}/close"), json!({"force": true, "reason": reason})).await.expect(400);
            assert_eq!(said(&refused), told("VALIDATION_FAILED", "A reason is required"));
        }
        let seen = june(&world.hr).await;
        assert_eq!((&seen["month"]["state"], &seen["readiness"]["pendingEntries"]), (&json!("open"), &json!(1)));
        let month = force(&world.hr).await.expect(200).data()["month"].clone();
        assert_eq!((&month["newest"]["blocked"], &month["newest"]["reason"]), (&json!(1), &json!("Payday")));
        let row = row(&world.hr, "Ann").await;
        assert_eq!(figures(&row), json!([21.0, 21.0, 20.0, 1.0, 0.0, 0.0, 0.0, 20.0, 0.0, 180.0]));
        assert_eq!(amounts(&row), (3_000.0, 2_857.14));
        assert_eq!(attendance(&world.hr, "Ann").await, json!([21.0, 21.0, 100.0]));
        let refused = world.lead.post("/api/timesheets/bulk-approve", json!({"ids": pending})).await.expect(409);
        assert_eq!(said(&refused), closed());
        let waiting = world.lead.get("/api/dashboard").await.expect(200).data();
        assert_eq!(waiting["entriesToApprove"], 0);
        let waiting = world.lead.get("/api/timesheets/team?waiting=true").await.expect(200).data();
        assert_eq!((&waiting["timesheets"], &waiting["weeks"]), (&json!([]), &json!([])));
        let seen = world.lead.get("/api/timesheets/team?from=2026-06-29&to=2026-07-02").await.expect(200).data();
        assert_eq!(seen["closedMonths"], json!(["2026-06"]));
        let window = world.hr.get(&format!("/api/timesheet-unlock/window?employeeId={}", ann.id)).await.expect(200).data();
        assert_eq!(window["closedMonths"], json!(["2026-06"]));
        reopen(&world.hr).await.expect(200);
        assert_eq!(world.lead.get("/api/dashboard").await.expect(200).data()["entriesToApprove"], 1, "it waits again");
    }

    /// [months.md §9, 8]
    async fn a_month_is_closed_when_it_is_over(app: &TestApp) {
        let world = World::of(app).await;
        world.with_full_month(app, "Ann").await;
        app.clock.set("2026-06-30T23:59:00Z");
        let hr = app.sign_in(&world.hal).await;
        assert_eq!(said(&force(&hr).await.expect(409)), told("CONFLICT", "June 2026 is not over yet"));
        let month = june(&hr).await["month"].clone();
        assert_eq!((&month["isOver"], &month["closableFrom"]), (&json!(false), &json!("2026-07-01")));
        app.clock.set("2026-07-02T09:00:00Z");
        let hr = app.sign_in(&world.hal).await;
        for other in ["1999-12", "2026-13", "june"] {
            let refused = hr.post(&format!("/api/months/{other}/close"), json!({})).await.expect(404);
            assert_eq!(said(&refused), told("NOT_FOUND", "Month not found"), "{other}");
        }
        let empty = hr.post("/api/months/2024-02/close", json!({})).await.expect(409);
        assert_eq!(said(&empty), told("CONFLICT", "Nobody was in service in February 2024"));
        close(&hr).await.expect(200);
    }

    /// [months.md §9, 8]
    async fn its_last_day_is_looked_at_first(app: &TestApp) {
        app.clock.set("2026-06-30T23:59:00Z");
        settle(app).await;
        let hr = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        app.person("Ann", Role::Employee).await;
        force(&hr).await.expect(409);
        app.clock.set("2026-07-01T00:01:00Z");
        let early = force(&hr).await.expect(503);
        assert_eq!(early.header("retry-after"), Some("5"));
        let sentence = "The days of June 2026 are still being looked at. Please try again in a moment.";
        assert_eq!(said(&early), told("UNAVAILABLE", sentence));
        settle(app).await;
        force(&hr).await.expect(200);
    }

    /// [months.md §9, 9]
    async fn nothing_writes_into_it(database: &TestDatabase, app: &TestApp) {
        let viewer = Viewer::open(database).await;
        let world = World::of(app).await;
        let joined = json!({"joiningDate": "2026-06-15", "salaryFrom": "2026-06-15"});
        let (ann, bob) = (world.employee(app, "Ann", json!({})).await, world.employee(app, "Bob", joined).await);
        world.full(app, &ann, &[22, 26, 29, 30]).await;
        let rejected = world.record(app, &ann, &[(26, 9.0)]).await;
        world.reject(&rejected).await;
        let pending = world.record(app, &ann, &[(30, 9.0)]).await;
        app.unlock(&ann, &world.max, "2026-06-29").await;
        let holidays = world.hr.get("/api/holidays?year=2026").await.expect(200).data();
        let founders = format!("/api/holidays/{}", text(&holidays[0], "id"));
        force(&world.hr).await.expect(200);
        let own = app.sign_in(&ann).await;
        let id = ann.id.to_string();
        let pattern = json!({"workingDays": [1, 2, 3, 4], "fullDayHours": 8, "halfDayHours": 4});
        let off = json!({"leaveTypeId": UNPAID_LEAVE, "userId": id, "startDate": "2026-06-22", "endDate": "2026-06-22"});
        let before = viewer.contents().await;
        let answers = [
            ("submit", own.post("/api/timesheets/my", entry("2026-06-29", 9.0, "x")).await),
            ("ask", own.post("/api/timesheet-unlock/request", json!({"requestedDate": "2026-06-30", "reason": "x"})).await),
            ("approve", world.lead.post("/api/timesheets/bulk-approve", json!({"ids": pending})).await),
            ("reject", world.lead.post("/api/timesheets/bulk-reject", json!({"ids": pending, "comment": "x"})).await),
            ("unlock", unlock(&world.hr, &ann, "2026-06-30").await),
            ("accept", accept(&world.hr, &ann, &[26]).await),
            ("add", world.hr.post("/api/holidays", json!({"date": "2026-06-24", "name": "x"})).await),
            ("delete", world.hr.delete(&founders).await),
            ("move", world.hr.put(&founders, json!({"date": "2026-06-18", "name": "x"})).await),
            // Before it is said that the list is another one by now.
            ("pattern", world.hr.put("/api/work-patterns", json!({"from": "2026-06-15", "version": 9, "pattern": pattern, "userId": id})).await),
            ("everybody's pattern", world.hr.put("/api/work-patterns", json!({"from": "2026-06-15", "version": 0, "pattern": pattern})).await),
            ("register", register(&world.hr, "Bea", "2026-06-15").await),
            ("join", world.hr.put(&path(&bob), body("Bob", &bob, json!({"joiningDate": "2026-06-22"}))).await),
            ("salary", world.hr.put(&path(&ann), body("Ann", &ann, json!({"salary": 1, "salaryFrom": "2026-06-15"}))).await),
            ("leave", world.hr.post(leave::REQUESTS, off).await),
            ("good", world.hr.put("/api/settings/attendance.goodPercent", json!({"value": 50, "version": 0, "from": "2026-06-01"})).await),
        ];
        for (what, answer) in &answers {
            assert_eq!((answer.status, said(answer)), (409, closed()), "{what}");
        }
        assert_eq!(difference(&before, &viewer.contents().await), "");

        // July goes on.
        submit(&own, "2026-07-02").await;
        world.hr.post("/api/holidays", json!({"date": "2026-07-24", "name": "x"})).await.expect(201);
        world.hr.put(&path(&ann), body("Ann", &ann, json!({"salary": 37_000, "salaryFrom": "2026-07-01"}))).await.expect(200);
        register(&world.hr, "Bea", "2026-07-01").await.expect(201);
        // What changes no day of it may be done.
        world.hr.put(&founders, json!({"date": "2026-06-19", "name": "Midsummer"})).await.expect(200);
        world.hr.put(&path(&ann), body("Ann", &ann, json!({"department": "Yard"}))).await.expect(200);
        assert_eq!(row(&world.hr, "Ann").await["department"], "Works");
    }

    /// [months.md §9, 10]
    async fn one_closed_day_refuses_the_whole_call(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.employee(app, "Ann", json!({"joiningDate": "2026-06-02", "salaryFrom": "2026-06-02"})).await;
        world.full(app, &ann, &[1, 30]).await;
        let approved = world.lead.get("/api/timesheets/team?from=2026-06-29&to=2026-06-29").await.expect(200).data();
        let june_and_july = [world.record(app, &ann, &[(30, 9.0)]).await[0].clone(), {
            app.unlock(&ann, &world.max, "2026-07-01").await;
            submit(&app.sign_in(&ann).await, "2026-07-01").await["_id"].clone()
        }];
        force(&world.hr).await.expect(200);
        let refused = world.lead.post("/api/timesheets/bulk-approve", json!({"ids": june_and_july})).await.expect(409);
        assert_eq!(said(&refused), closed());
        let seen = world.lead.get("/api/timesheets/team?from=2026-07-01&to=2026-07-01").await.expect(200).data();
        assert_eq!(seen["timesheets"][0]["status"], "pending");
        let repeated = json!({"ids": [approved["timesheets"][0]["_id"]]});
        assert_eq!(world.lead.post("/api/timesheets/bulk-approve", repeated).await.expect(200).data()["updated"], 0);
        let own = app.sign_in(&ann).await;
        let early = own.post("/api/timesheets/my", entry("2026-06-01", 9.0, "x")).await.expect(400);
        assert_eq!(early.code(), "VALIDATION_FAILED");
        let decided = own.post("/api/timesheets/my", entry("2026-06-29", 9.0, "x")).await.expect(409);
        assert_eq!(said(&decided), closed());
    }

    /// [months.md §9, 11]
    async fn a_salary_that_changes_a_row_of_it_is_refused_and_a_newcomer_is_in_the_next_revision(app: &TestApp) {
        let world = World::of(app).await;
        let (ann, bea) = (world.with_full_month(app, "Ann").await, world.with_full_month(app, "Bea").await);
        world.change("Bea", &bea, json!({"salary": 38_000, "salaryFrom": "2026-06-01"})).await;
        close(&world.hr).await.expect(200);
        let from_may = json!({"salary": 40_000, "salaryFrom": "2026-05-15"});
        let refused = world.hr.put(&path(&ann), body("Ann", &ann, from_may.clone())).await.expect(409);
        assert_eq!(said(&refused), closed());
        world.hr.put(&path(&bea), body("Bea", &bea, from_may)).await.expect(200);
        register(&world.hr, "Cyd", "2026-05-31").await.expect(201);
        let names = async |query: &str| {
            let rows = payroll(&world.hr, query).await["rows"].clone();
            rows.as_array().unwrap().iter().map(|row| text(row, "name").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("").await, ["Ann Berg", "Bea Berg"]);
        reopen(&world.hr).await.expect(200);
        close(&world.hr).await.expect(200);
        assert_eq!(names("").await, ["Ann Berg", "Bea Berg", "Cyd Berg"]);
        assert_eq!(names("revision=1").await, ["Ann Berg", "Bea Berg"]);
        assert_eq!(amounts(&row(&world.hr, "Bea").await), (3_166.67, 3_166.67));
    }

    /// Where nobody knows when somebody joined, the first salary is paid from the first day in service on, so closed months have to be
    /// opened for it. What comes after it is paid from its own day on.
    async fn a_first_salary_meets_the_months_that_it_pays(app: &TestApp) {
        let world = World::of(app).await;
        let ann = app.member("Ann", &world.max).await;
        world.change("Ann", &ann, json!({"joiningDate": null})).await;
        force(&world.hr).await.expect(200);
        assert_eq!(row(&world.hr, "Ann").await["salaryMissing"], true);
        let first = json!({"salary": 36_000, "salaryFrom": "2026-07-01"});
        let refused = world.hr.put(&path(&ann), body("Ann", &ann, first.clone())).await.expect(409);
        assert_eq!(said(&refused), closed());
        reopen(&world.hr).await.expect(200);
        world.change("Ann", &ann, first).await;
        force(&world.hr).await.expect(200);
        assert_eq!(amounts(&row(&world.hr, "Ann").await), (3_000.0, 0.0));
        world.change("Ann", &ann, json!({"salary": 48_000, "salaryFrom": "2026-07-02"})).await;
    }

    /// [months.md §9, 12]
    async fn a_recurring_holiday_is_ended(app: &TestApp) {
        let world = World::without_holiday(app).await;
        let typed = json!({"date": "2025-06-19", "name": "Founders' Day", "isRecurring": true});
        let made = world.hr.post("/api/holidays", typed.clone()).await.expect(201).data();
        assert_eq!(made["endYear"], Value::Null);
        world.with_full_month(app, "Ann").await;
        close(&world.hr).await.expect(200);
        let address = format!("/api/holidays/{}", text(&made, "id"));
        let ended = world.hr.delete(&address).await.expect(200);
        assert_eq!(ended.message(), "Holiday deleted from 2027 on");
        let of_year = async |year: u32| world.hr.get(&format!("/api/holidays?year={year}")).await.expect(200).data();
        for year in [2025, 2026] {
            let found = of_year(year).await;
            assert_eq!((text(&found[0], "date"), &found[0]["endYear"]), (format!("{year}-06-19").as_str(), &json!(2026)), "{year}");
        }
        assert_eq!(of_year(2027).await, json!([]));
        assert_eq!(said(&world.hr.delete(&address).await.expect(409)), closed());
        let renamed = with(typed.clone(), json!({"name": "Midsummer"}));
        assert_eq!(world.hr.put(&address, renamed).await.expect(200).data()["endYear"], 2026);
        let moved = with(typed, json!({"date": "2026-06-18"}));
        assert_eq!(said(&world.hr.put(&address, moved).await.expect(409)), closed());
        // After it the date is free.
        world.hr.post("/api/holidays", json!({"date": "2027-06-19", "name": "Another"})).await.expect(201);
    }
}
