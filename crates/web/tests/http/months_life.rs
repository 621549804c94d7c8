//! June in the life of a team of four, played day by day with the clock set, up to the file that payroll gets: one works on three days of
//! the week, one joins, one leaves, and one has a raise. Every figure and amount was reckoned by hand.

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestDatabase, TestPerson, on_both_engines};

use super::accounts::{path, unchanged, with};
use super::attendance::joining;
use super::entry;
use super::leave::{SICK_LEAVE, UNPAID_LEAVE, asked, granted, leave, part, said, told};
use super::leave_ledger::settle_all;
use super::months::{JUNE, accept, close, figures, june, payroll, reopen, settle};
use super::months_revisions::{canonical, csv, export, sha256};
use super::reading::Printed;
use super::text;
use super::unlocks::unlock;

/// Nine hours are a day for everybody but Pia, for whom it is eight.
const FULL: f64 = 9.0;

struct Team {
    app: TestApp,
    max: TestPerson,
    hal: TestPerson,
    ann: TestPerson,
    pia: TestPerson,
    lea: TestPerson,
}

/// A day of June.
fn date(day: u32) -> String {
    format!("2026-06-{day:02}")
}

impl Team {
    /// On the first of June. Friday, 19 June is a holiday, and Pia works on Mondays, Wednesdays and Fridays.
    async fn of(database: &TestDatabase) -> Self {
        let app = TestApp::start(database).await;
        app.clock.set("2026-06-01T08:00:00Z");
        settle(&app).await;
        let (max, hal) = (app.person("Max", Role::Manager).await, app.person("Hal", Role::Hr).await);
        let [ann, pia, lea] =
            [app.member("Ann", &max).await, app.member("Pia", &max).await, app.member("Lea", &max).await];
        let team = Self { app, max, hal, ann, pia, lea };
        let hr = team.on(&date(1), &team.hal).await;
        let holiday = json!({"date": date(19), "name": "Founders' Day", "isRecurring": false});
        hr.post("/api/holidays", holiday).await.expect(201);
        for (name, person, salary) in
            [("Ann", &team.ann, 36_000), ("Pia", &team.pia, 24_000), ("Lea", &team.lea, 33_000)]
        {
            let joined = json!({"joiningDate": "2025-03-03", "salary": salary, "salaryFrom": "2025-03-03"});
            change(&hr, name, person, joined).await;
        }
        let pattern = json!({"workingDays": [1, 3, 5], "fullDayHours": 8, "halfDayHours": 4});
        let own = json!({"userId": team.pia.id.to_string(), "from": date(1), "version": 0, "pattern": pattern});
        hr.put("/api/work-patterns", own).await.expect(200);
        team
    }

    /// Signs somebody in on the morning of a day, on which the jobs have run.
    async fn on(&self, date: &str, person: &TestPerson) -> Client {
        self.app.clock.set(&format!("{date}T09:00:00Z"));
        settle(&self.app).await;
        settle_all(&self.app).await;
        self.app.sign_in(person).await
    }

    /// Somebody records a day of June on the evening of another one.
    async fn records(&self, evening: u32, person: &TestPerson, day: u32, hours: f64) {
        self.app.clock.set(&format!("{}T18:00:00Z", date(evening)));
        let own = self.app.sign_in(person).await;
        own.post("/api/timesheets/my", entry(&date(day), hours, "Worked")).await.expect(201);
    }

    /// What waits of the days of June up to this one.
    async fn waiting(&self, lead: &Client, through: u32) -> Vec<Value> {
        let address = format!("/api/timesheets/team?from={}&to={}", date(1), date(through));
        let found = lead.get(&address).await.expect(200).data()["timesheets"].clone();
        found.as_array().unwrap().iter().filter(|entry| entry["status"] == "pending").cloned().collect()
    }

    /// Max approves what waits, but for a day of somebody that he rejects.
    async fn decides(&self, on: &str, through: u32, rejected: Option<(&TestPerson, u32)>) {
        let lead = self.on(on, &self.max).await;
        let is_rejected = |entry: &Value| {
            rejected.is_some_and(|(person, day)| {
                entry["user"]["_id"] == person.id.to_string() && text(entry, "date").starts_with(&date(day))
            })
        };
        let (back, good): (Vec<_>, Vec<_>) = self.waiting(&lead, through).await.into_iter().partition(is_rejected);
        let ids = |entries: &[Value]| entries.iter().map(|entry| entry["_id"].clone()).collect::<Vec<_>>();
        assert_eq!(back.len(), usize::from(rejected.is_some()));
        let approved = lead.post("/api/timesheets/bulk-approve", json!({"ids": ids(&good)})).await.expect(200);
        assert_eq!(approved.data()["updated"], good.len());
        if !back.is_empty() {
            let rejection = json!({"ids": ids(&back), "comment": "Were you there?"});
            lead.post("/api/timesheets/bulk-reject", rejection).await.expect(200);
        }
    }
}

async fn change(staff: &Client, name: &str, person: &TestPerson, fields: Value) {
    staff.put(&path(person), with(unchanged(name, person, "Employee"), fields)).await.expect(200);
}

/// What Ann, Pia, Lea and Jan record on the evening of a day.
fn hours(day: u32) -> [Option<f64>; 4] {
    let is_weekday = !matches!(day, 6 | 7 | 13 | 14 | 19 | 20 | 21 | 27 | 28);
    let full = |works: bool| (is_weekday && works).then_some(FULL);
    let pia = match day {
        // On Tuesday, 16 June she helps out; the 10th she forgets.
        1 | 3 | 5 | 8 | 12 | 15 | 16 | 17 | 26 | 29 => Some(8.0),
        22 | 24 => Some(4.0),
        _ => None,
    };
    [
        full(!matches!(day, 8 | 9)),
        pia,
        full(day <= 17 && !matches!(day, 11 | 12)),
        full(day >= 10 && !matches!(day, 16 | 17)),
    ]
}

fn with_type(body: Value, leave_type: &str) -> Value {
    with(body, json!({"leaveTypeId": leave_type}))
}

/// Plays June, and returns the one who has joined.
async fn play(team: &Team) -> TestPerson {
    let Team { app, max, hal, ann, pia, lea } = team;
    let mut joined = None;
    for day in 1..=30 {
        match day {
            1 => {
                let (own, lead) = (team.on(&date(1), ann).await, team.on(&date(1), max).await);
                granted(&own, &lead, leave(&date(8), &date(9))).await;
                let unpaid = with_type(leave(&date(11), &date(12)), UNPAID_LEAVE);
                granted(&team.on(&date(1), lea).await, &lead, unpaid).await;
            }
            10 => {
                let hr = team.on(&date(10), hal).await;
                let jan = joining(app, &hr, "Jan", max, &date(10)).await;
                change(&hr, "Jan", &jan, json!({"salary": 30_000, "salaryFrom": date(10)})).await;
                joined = Some(jan);
            }
            11 => {
                let hr = team.on(&date(11), hal).await;
                let seen = hr.get(&format!("{JUNE}/readiness?blocker=frozenDays")).await.expect(200).data();
                let [row] = seen["rows"].as_array().unwrap().as_slice() else { panic!("{seen}") };
                assert_eq!((text(row, "name"), &row["frozenDates"]), ("Pia Example", &json!([date(10)])));
                unlock(&team.on(&date(11), max).await, pia, &date(10)).await.expect(201);
                team.records(11, pia, 10, 8.0).await;
            }
            15 => {
                let raise = json!({"salary": 42_000, "salaryFrom": date(15)});
                change(&team.on(&date(15), hal).await, "Ann", ann, raise).await;
            }
            16 => {
                let own = team.on(&date(16), joined.as_ref().unwrap()).await;
                let ill = asked(&own, with_type(leave(&date(16), &date(17)), SICK_LEAVE)).await;
                assert_eq!(text(&ill, "status"), "approved");
                unlock(&team.on(&date(16), max).await, pia, &date(16)).await.expect(201);
            }
            22 => {
                let (own, lead) = (team.on(&date(22), pia).await, team.on(&date(22), max).await);
                granted(&own, &lead, with_type(part(&date(24), "afternoon"), UNPAID_LEAVE)).await;
            }
            29 => {
                team.decides(&date(29), 26, Some((ann, 26))).await;
                let own = team.on(&date(29), ann).await;
                own.post("/api/timesheets/my", entry(&date(26), FULL, "I was")).await.expect(200);
            }
            _ => {}
        }
        for (person, hours) in [Some(ann), Some(pia), Some(lea), joined.as_ref()].into_iter().zip(hours(day)) {
            if let (Some(person), Some(hours)) = (person, hours) {
                team.records(day, person, day, hours).await;
            }
        }
        if day == 17 {
            // Lea's last day, whose entry is decided on that evening.
            app.clock.set("2026-06-17T19:00:00Z");
            let lead = app.sign_in(max).await;
            let ids: Vec<Value> = team.waiting(&lead, 17).await.iter().map(|entry| entry["_id"].clone()).collect();
            lead.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await.expect(200);
            change(&app.sign_in(hal).await, "Lea", lea, json!({"isActive": false})).await;
        }
    }
    let jan = joined.unwrap();
    team.decides("2026-07-01", 30, Some((&jan, 30))).await;
    jan
}

fn totals(payable: f64, gross: f64) -> Value {
    json!({"employees": 4, "payableDays": payable, "monthlyBase": 10_511.90, "grossPay": gross, "missingSalary": 0})
}

on_both_engines! {
    /// June has 21 scheduled days from Monday to Friday. Ann has 10 of them at 3,000 a month and 11 at 3,500, 68,500 ÷ 21 = 3,261.904…;
    /// two are leave. Pia has 12, of which she worked 10 and two halves, and half a day is unpaid: 2,000 × 11 ÷ 12 = 1,833.333…. Lea has
    /// 13 until she leaves, two of them unpaid: 2,750 × 11 ÷ 21 = 1,440.476…. Jan has 14, two of them ill, and one was rejected:
    /// 2,500 × 13 ÷ 21 = 1,547.619….
    async fn the_month_of_a_team_ends_with_a_payroll_as_reckoned_by_hand(database: &TestDatabase) {
        let team = Team::of(database).await;
        let jan = play(&team).await;
        let Team { app, max, hal, ann, pia, lea } = &team;
        let hr = team.on("2026-07-02", hal).await;
        assert_eq!(june(&hr).await["readiness"], json!({
            "employees": 4, "ready": 3, "blocked": 1, "pendingEntries": 0, "rejectedEntries": 1, "frozenDays": 0, "pendingLeave": 0,
            "nobodyCanDecide": 0, "missingDays": 0, "missingSalary": 0,
        }));
        assert_eq!(said(&close(&hr).await.expect(409)), told("CONFLICT", "1 employee is not ready"));
        assert_eq!(accept(&hr, &jan, &[30]).await.expect(200).data()["accepted"], 1);
        let month = close(&hr).await.expect(200).data()["month"].clone();

        let (lines, last) = canonical(&csv(&hr).await.body);
        let [ann_id, pia_id, lea_id, jan_id] = [ann, pia, lea, &jan].map(|person| person.employee_id);
        let rows: Vec<&str> = lines.lines().skip(1).collect();
        assert_eq!(rows, [
            format!("2026-06,1,{ann_id},Ann Example,Works,21.0,21.0,19.0,2.0,0.0,0.0,0.0,21.0,0.0,171.0,EUR,42000.00,2026-06-15,3261.90,3261.90"),
            format!("2026-06,1,{pia_id},Pia Example,Works,12.0,12.0,11.0,0.0,0.5,0.5,0.0,11.0,1.0,96.0,EUR,24000.00,,2000.00,1833.33"),
            format!("2026-06,1,{lea_id},Lea Example,Works,21.0,13.0,11.0,0.0,2.0,0.0,0.0,11.0,0.0,99.0,EUR,33000.00,,2750.00,1440.48"),
            format!("2026-06,1,{jan_id},Jan Example,,21.0,14.0,11.0,2.0,0.0,1.0,0.0,13.0,0.0,99.0,EUR,30000.00,,2500.00,1547.62"),
        ]);
        let checksum = sha256(&lines);
        assert_eq!((&month["newest"]["checksum"], last.last()), (&json!(checksum), Some(&checksum)));
        // 21 + 11 + 11 + 13 days.
        assert_eq!(payroll(&hr, "").await["totals"], totals(56.0, 8_083.33));
        let paper = Printed::read(&export(&hr, json!({"format": "pdf"})).await.expect(200).body).run_on();
        for said in ["Total5610511.908083.33", "Works2121200", "1833.33", &checksum] {
            assert!(paper.contains(said), "{said}\n{paper}");
        }

        // Jan was there for half of the 30th after all, and has a week to correct it. The file is out, so an administrator opens the month.
        assert_eq!(said(&reopen(&hr).await.expect(403)).0, "FORBIDDEN");
        reopen(&app.sign_in(&app.person("Ada", Role::Admin).await).await).await.expect(200);
        let own = app.sign_in(&jan).await;
        own.post("/api/timesheets/my", entry(&date(30), 5.0, "In the morning")).await.expect(200);
        let lead = app.sign_in(max).await;
        let [corrected]: [Value; 1] = team.waiting(&lead, 30).await.try_into().unwrap();
        lead.post("/api/timesheets/bulk-approve", json!({"ids": [corrected["_id"]]})).await.expect(200);
        assert_eq!(close(&hr).await.expect(200).message(), "June 2026 is closed (revision 2)");
        let differences = hr.get(&format!("{JUNE}/differences?from=1&to=2")).await.expect(200).data();
        let field = |field: &str, from: &str, to: &str| json!({"field": field, "from": from, "to": to});
        assert_eq!(differences["differences"], json!([{
            "employeeId": jan_id.to_string(), "name": "Jan Example", "kind": "changed", "fields": [
                field("Approved Days", "11.0", "11.5"), field("Absent Days", "1.0", "0.5"), field("Payable Days", "13.0", "13.5"),
                field("Approved Hours", "99.0", "104.0"), field("Gross Pay", "1547.62", "1607.14"),
            ],
        }]));
        assert_eq!(differences["totals"], json!({"from": totals(56.0, 8_083.33), "to": totals(56.5, 8_142.85)}));
        let statement = own.get("/api/months/mine").await.expect(200).data()["statements"][0].clone();
        assert_eq!(figures(&statement), json!([21.0, 14.0, 11.5, 0.0, 2.0, 0.0, 0.5, 13.5, 0.0, 104.0]));
    }
}
