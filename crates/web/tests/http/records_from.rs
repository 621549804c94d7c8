//! Where somebody's records begin, after they joined (moving-in.md 1.5).

use application::ports::NewPerson;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::person::service::at_creation;
use domain::person::{EmailAddress, FullName, Role, Standing};
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestPerson, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::leave::{self, give, leave, part};
use super::leave_types::ANNUAL_LEAVE;
use super::months::{accept, amounts, attendance, close, figures, june, payroll, row, settle};
use super::months_revisions::csv;
use super::months_worked::{in_july, staff};
use super::unlocks::{day, unlock};
use super::{Team, entry, text};

const BEGIN: &str = "Your records here begin on 2026-06-10.";

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Ann Berg in Max's team, as an import enters her: she joined on 4 March 2019, and her records begin on 10 June 2026.
async fn imported(app: &TestApp, max: &TestPerson) -> TestPerson {
    let work = app.ports.store.begin().await.unwrap();
    let (email, employee_id) = ("ann@daybook.example".to_owned(), work.people().next_employee_id().await.unwrap());
    let standing = Standing { role: Role::Employee, is_active: true, is_blocked: false };
    let ann = NewPerson {
        id: UserId::new(app.ports.ids.next()),
        employee_id,
        external_id: None,
        name: FullName { first: "Ann".into(), last: "Berg".into() },
        email: EmailAddress::parse(&email).unwrap(),
        role: Role::Employee,
        department: Some("Works".into()),
        position: None,
        designation: None,
        phone_number: None,
        joining_date: Some(date("2019-03-04")),
        records_from: Some(date("2026-06-10")),
        manager: Some(max.id),
        is_active: true,
        service: at_creation(standing, Some(date("2019-03-04")), date("2026-06-10")),
        hash: None,
        is_first_login: false,
        created_at: app.ports.clock.now(),
    };
    work.people().insert(&ann).await.unwrap();
    work.commit().await.unwrap();
    TestPerson { id: ann.id, email, employee_id }
}

/// Records a day of June on that very day.
async fn record(app: &TestApp, person: &TestPerson, number: u32, hours: f64) -> Value {
    let date = format!("2026-06-{number:02}");
    app.clock.set(&format!("{date}T18:00:00Z"));
    settle(app).await;
    let saved = app.sign_in(person).await.post("/api/timesheets/my", entry(&date, hours, "Worked")).await.expect(201);
    saved.data()["timesheet"]["_id"].clone()
}

async fn changed(client: &Client, person: &TestPerson, fields: Value) -> testkit::Response {
    client.put(&path(person), with(unchanged("Ann", person, "Employee"), fields)).await
}

on_both_engines! {
    /// [moving-in.md §7, 14] 36,000 a year since she joined, and 48,000 from Monday 22 June on; Friday 19 June is a holiday.
    ///
    /// 14 of the 21 scheduled days of June lie behind the import: 10–12, 15–18, 22–26, 29 and 30. Approved are nine of nine hours (10, 11,
    /// 15, 16, 17, 22, 23, 24, 29, 30 make ten) and three halves (12, 25, and the afternoon of the 18th, whose morning is leave); on the
    /// 26th there is nothing. Payable until the 21st: 10, 11, 15, 16, 17 and 18 are 6, and half of the 12th; from then on 22, 23, 24, 29,
    /// 30 are 5, and half of the 25th. Base: (7 × 3,000 + 7 × 4,000) ÷ 14 = 3,500. Gross: (6.5 × 3,000 + 5.5 × 4,000) ÷ 21 =
    /// 41,500 ÷ 21 = 1,976.19.
    async fn the_month_of_an_import_expects_and_pays_nothing_before_it(app: &TestApp) {
        let (max, hal, _) = staff(app).await;
        app.clock.set("2026-06-10T08:00:00Z");
        settle(app).await;
        let ann = imported(app, &max).await;
        give(app, &ann, ANNUAL_LEAVE, 2026, 20.0).await;
        let hr = app.sign_in(&hal).await;
        for (salary, from) in [(36_000, "2019-03-04"), (48_000, "2026-06-22")] {
            let pay = json!({"lastName": "Berg", "salary": salary, "salaryFrom": from});
            changed(&hr, &ann, pay).await.expect(200);
        }
        let own = app.sign_in(&ann).await;
        leave::granted(&own, &app.sign_in(&max).await, part("2026-06-18", "morning")).await;
        let before = day(&own, "2026-06-09").await;
        assert_eq!((text(&before, "kind"), text(&before, "reason"), &before["isFrozen"]), ("before-joining", BEGIN, &json!(false)));
        assert_eq!(text(&day(&own, "2026-06-10").await, "kind"), "today");
        let mut ids = Vec::new();
        let whole = [10, 11, 15, 16, 17, 22, 23, 24, 29, 30].map(|day| (day, 9.0));
        let mut days = [&whole[..], &[(12, 5.0), (18, 4.0), (25, 5.0)]].concat();
        days.sort_by_key(|(day, _)| *day);
        for (day, hours) in days {
            ids.push(record(app, &ann, day, hours).await);
        }
        app.sign_in(&max).await.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await.expect(200);

        let world = in_july(app, max, hal).await;
        let frozen = world.hr.get("/api/timesheets/frozen-users").await.expect(200).data()["users"].clone();
        let only = json!([{"userName": "Ann Berg", "employeeId": ann.employee_id.to_string(), "frozenDates": ["2026-06-26", "2026-07-01"]}]);
        assert_eq!(frozen, only, "nothing before the import");
        let ready = june(&world.hr).await["readiness"].clone();
        assert_eq!((&ready["employees"], &ready["frozenDays"], &ready["missingDays"]), (&json!(1), &json!(1), &json!(0)));
        let may = world.hr.get("/api/months/2026-05").await.expect(200).data()["readiness"].clone();
        assert_eq!(may["employees"], 0, "she is in no month before");
        accept(&world.hr, &ann, &[26]).await.expect(200);
        close(&world.hr).await.expect(200);

        let paid = row(&world.hr, "Ann").await;
        assert_eq!(figures(&paid), json!([21.0, 14.0, 11.5, 0.0, 0.5, 0.0, 2.0, 12.0, 0.0, 104.0]));
        assert_eq!((amounts(&paid), &paid["annualSalary"]), ((3_500.0, 1_976.19), &json!(48_000.0)));
        assert_eq!(text(&paid, "salarySince"), "2026-06-22");
        let totals = payroll(&world.hr, "").await["totals"].clone();
        assert_eq!((&totals["payableDays"], &totals["grossPay"]), (&json!(12.0), &json!(1_976.19)));
        let file = String::from_utf8(csv(&world.hr).await.body).unwrap();
        assert!(file.lines().any(|line| line.contains("Ann Berg") && line.contains("1976.19")), "{file}");
        // 14 days less the half on leave; 11.5 ÷ 13.5.
        assert_eq!(attendance(&world.hr, "Ann").await, json!([13.5, 11.5, 85.2]));
        assert_eq!(super::attendance::row(&world.hr, 5, "Ann Berg").await["totalWorkingDays"], 0.0);
    }

    /// Nothing is submitted, opened or taken off before the day.
    async fn days_before_the_records_are_out_of_reach_for_everybody(app: &TestApp) {
        let (max, _, ada) = staff(app).await;
        app.clock.set("2026-06-10T08:00:00Z");
        let ann = imported(app, &max).await;
        give(app, &ann, ANNUAL_LEAVE, 2026, 20.0).await;
        let own = app.sign_in(&ann).await;
        let refused = |answer: testkit::Response| (answer.status, answer.message());
        let yesterday = "2026-06-09";
        assert_eq!(refused(own.post("/api/timesheets/my", entry(yesterday, 9.0, "x")).await), (400, BEGIN.to_owned()));
        let ask = json!({"requestedDate": yesterday, "reason": "x"});
        assert_eq!(refused(own.post("/api/timesheet-unlock/request", ask).await), (400, BEGIN.to_owned()));
        let away = leave(yesterday, "2026-06-10");
        assert_eq!(refused(own.post(leave::REQUESTS, away.clone()).await), (400, BEGIN.to_owned()));
        let of_others = "The records of the employee begin on 2026-06-10.";
        let admin = app.sign_in(&ada).await;
        let for_ann = with(away, json!({"userId": ann.id.to_string()}));
        assert_eq!(refused(admin.post(leave::REQUESTS, for_ann).await), (400, of_others.to_owned()));
        for (client, reason) in [
            (app.sign_in(&max).await, "Managers unlock today and one working day back: 2026-06-10 to 2026-06-10. The records begin on 2026-06-10. Rejected days can be unlocked however old they are."),
            (admin, "Administrators unlock every day since the records began: 2026-06-10 to 2026-06-10."),
        ] {
            assert_eq!(refused(unlock(&client, &ann, yesterday).await), (400, of_others.to_owned()));
            let window = client.get(&format!("/api/timesheet-unlock/window?employeeId={}", ann.id)).await.expect(200).data();
            assert_eq!((text(&window, "earliest"), text(&window, "reason")), ("2026-06-10", reason));
            let month = client.get(&format!("/api/timesheets/calendar?month=5&year=2026&userId={}", ann.id)).await.expect(400);
            assert_eq!(month.message(), "month must be from 2026-06 to 2026-06");
        }
    }
}

on_one_engine! {
    async fn hr_and_admin_move_the_day_as_they_correct_a_joining_date(app: &TestApp) {
        let Team { manager, member } = Team::of(app).await;
        let (hal, ada) = super::staff(app).await;
        for client in [app.sign_in(&manager).await, app.sign_in(&member).await] {
            changed(&client, &member, json!({"recordsFrom": "2026-06-10"})).await.expect(403);
        }
        let own = app.sign_in(&member).await;
        assert_eq!(own.get("/api/auth/profile").await.expect(200).data()["user"]["recordsFrom"], Value::Null);
        for (wanted, sentence) in [
            ("1999-12-31", "The date must be from 2000-01-01 to 2027-06-11"),
            ("2027-06-12", "The date must be from 2000-01-01 to 2027-06-11"),
            ("2026-01-04", "The records cannot begin before the joining date (2026-01-05)"),
        ] {
            let refused = changed(&hal, &member, json!({"recordsFrom": wanted})).await.expect(400);
            let error = refused.json()["errors"]["recordsFrom"].clone();
            assert_eq!((refused.code().as_str(), error), ("VALIDATION_FAILED", json!(sentence)), "{wanted}");
        }
        let working_days = async || super::attendance::row(&hal, 6, "Ann Example").await["totalWorkingDays"].clone();
        assert_eq!(working_days().await, 7.0, "today counts once it has an entry");
        let moved = changed(&ada, &member, json!({"recordsFrom": "2026-06-10"})).await.expect(200).data();
        assert_eq!((&moved["user"]["recordsFrom"], &moved["user"]["joiningDate"]), (&json!("2026-06-10"), &json!("2026-01-05")));
        assert_eq!(working_days().await, 0.0);
        own.post("/api/timesheets/my", entry("2026-06-10", 9.0, "x")).await.expect(201);
        assert_eq!(working_days().await, 1.0);
        let refused = changed(&hal, &member, json!({"recordsFrom": "2026-06-11"})).await.expect(409);
        assert_eq!(refused.json()["errors"], json!({"recordsFrom": "There are entries before this date"}));
        let late = changed(&hal, &member, json!({"joiningDate": "2026-06-11"})).await.expect(400);
        let sentence = "The records cannot begin before the joining date (2026-06-11)";
        assert_eq!(late.json()["errors"]["recordsFrom"], sentence);
        let cleared = changed(&hal, &member, json!({"recordsFrom": null})).await.expect(200).data();
        assert_eq!((&cleared["user"]["recordsFrom"], working_days().await), (&Value::Null, json!(8.0)));
        settle(app).await;
        let may = json!({"force": true, "reason": "Payday"});
        hal.post("/api/months/2026-05/close", may).await.expect(200);
        let closed = changed(&hal, &member, json!({"recordsFrom": "2026-05-20"})).await.expect(409);
        assert_eq!((closed.code().as_str(), closed.message().as_str()), ("MONTH_CLOSED", "The month May 2026 has been processed and is closed"));
    }
}
