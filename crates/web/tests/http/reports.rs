//! The reports about people and their days, and the dashboard of a Boss (oversight.md 1.5).

use application::events::Record;
use application::ports::EventReads;
use chrono::{Datelike, Duration, NaiveDate, Weekday};
use domain::Instant;
use domain::id::TimesheetId;
use domain::person::Role;
use domain::timesheet::{Entry, Hours};
use serde_json::{Value, json};
use testkit::app::day;
use testkit::{Client, Response, TestApp, TestPerson, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::{Team, entry, text};

const MARK: &[u8] = b"\xEF\xBB\xBF";
const JUNE: &str = "month=6&year=2026";

fn instant(text: &str) -> Instant {
    text.parse().unwrap()
}

/// Keeps days of a person that were submitted at these instants.
async fn keep(app: &TestApp, person: &TestPerson, days: impl IntoIterator<Item = (NaiveDate, Instant)>) {
    let work = app.ports.store.begin().await.unwrap();
    for (date, at) in days {
        let id = TimesheetId::new(app.ports.ids.next());
        let new = Entry::record(id, person.id, date, Hours::whole(8), "Worked".into(), at);
        work.timesheets().insert(std::slice::from_ref(&new)).await.unwrap();
    }
    work.commit().await.unwrap();
}

/// The first so many weekdays of June.
fn weekdays(count: usize) -> impl Iterator<Item = NaiveDate> {
    let all = day("2026-06-01").iter_days().take(30);
    all.filter(|date| !matches!(date.weekday(), Weekday::Sat | Weekday::Sun)).take(count)
}

async fn data(client: &Client, address: &str) -> Value {
    client.get(address).await.expect(200).data()
}

/// The lines of a file, which has this name.
fn lines(answer: &Response, name: &str) -> Vec<Vec<String>> {
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    let expected = format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
    assert_eq!(answer.header("content-disposition"), Some(expected.as_str()));
    let table = answer.body.strip_prefix(MARK).expect("a byte order mark");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table);
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

async fn file(client: &Client, address: &str, name: &str) -> Vec<Vec<String>> {
    lines(&client.get(address).await.expect(200), name)
}

async fn moved(admin: &Client, name: &str, person: &TestPerson, department: Option<&str>) {
    let changed = with(unchanged(name, person, "Employee"), json!({"department": department}));
    admin.put(&path(person), changed).await.expect(200);
}

on_one_engine! {
    /// [oversight.md §9, 10]
    async fn a_manager_sees_the_days_and_hours_of_the_team_also_as_a_file(app: &TestApp) {
        let Team { manager, member } = Team::of(app).await;
        app.member("Bob", &manager).await;
        app.clock.set("2026-06-01T12:00:00Z");
        let mut ids = Vec::new();
        for (date, hours) in [("2026-05-28", 8.0), ("2026-05-29", 8.0), ("2026-06-01", 7.5)] {
            app.unlock(&member, &manager, date).await;
            let made = app.sign_in(&member).await.post("/api/timesheets/my", entry(date, hours, "x")).await;
            ids.push(made.expect(201).data()["timesheet"]["_id"].clone());
        }
        let report = async || data(&app.sign_in(&manager).await, &format!("/api/reports/team?{JUNE}")).await;
        assert_eq!(report().await["summary"]["daysToDecide"], Value::Null);
        for (id, on, median) in [(&ids[0], "2026-06-01T23:00:00Z", 0.0), (&ids[1], "2026-06-02T01:00:00Z", 0.5), (&ids[2], "2026-06-04T01:00:00Z", 1.0)] {
            app.clock.set(on);
            let boss = app.sign_in(&manager).await;
            boss.post("/api/timesheets/bulk-approve", json!({"ids": [id]})).await.expect(200);
            assert_eq!(report().await["summary"]["daysToDecide"], median);
        }
        let found = report().await;
        assert_eq!(found["summary"], json!({
            "entries": 1, "hours": 7.5, "approved": 1, "pending": 0, "rejected": 0, "waiting": 0, "missingDays": 0, "daysToDecide": 1.0,
        }));
        let weeks: Vec<&str> = found["weeks"].as_array().unwrap().iter().map(|week| text(week, "weekStart")).collect();
        assert_eq!(weeks, ["2026-06-01", "2026-06-08", "2026-06-15", "2026-06-22", "2026-06-29"]);
        assert_eq!(found["weeks"][0], json!({"weekStart": "2026-06-01", "approvedHours": 7.5, "pendingHours": 0.0, "rejectedHours": 0.0}));
        assert_eq!(found["rows"][0], json!({
            "userId": member.id.to_string(), "name": "Ann Example", "employeeId": member.employee_id.to_string(), "forManager": null,
            "entries": 1, "hours": 7.5, "approved": 1, "pending": 0, "rejected": 0, "missingDates": [], "daysToDecide": 1.0,
        }));
        assert_eq!((&found["rows"][1]["name"], &found["rows"][1]["daysToDecide"]), (&json!("Bob Example"), &Value::Null));
        let boss = app.sign_in(&manager).await;
        let second = data(&boss, &format!("/api/reports/team?{JUNE}&page=2&limit=1")).await;
        assert_eq!((&second["rows"][0]["name"], &second["pagination"]), (&json!("Bob Example"), &json!({"current": 2, "pages": 2, "total": 2})));
        assert_eq!(second["summary"], found["summary"], "of the whole team");
        let table = file(&boss, &format!("/api/reports/team/csv?{JUNE}"), "Team_Report_6_2026.csv").await;
        assert_eq!(table[1][0..5], ["Ann Example", &member.employee_id.to_string(), "1", "7.5", "1"]);
        assert_eq!((table.len(), &*table[1][8], &*table[2][8]), (3, "1.0", ""));
    }

    /// [oversight.md §9, 11]
    async fn departments_have_the_attendance_of_their_people_and_both_are_files_too(app: &TestApp) {
        let admin = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        app.holiday("2026-06-29", "One").await;
        app.holiday("2026-06-30", "Two").await;
        for n in 0..15 {
            let name = format!("P{n}");
            let person = app.person(&name, Role::Employee).await;
            let (department, present) = match n {
                0..4 => (Some("=1+1"), 15),
                4 => (None, 0),
                _ => (Some("Works"), 18),
            };
            moved(&admin, &name, &person, department).await;
            keep(app, &person, weekdays(present).map(|date| (date, instant("2026-06-30T10:00:00Z")))).await;
        }
        app.clock.set("2026-07-02T09:00:00Z");
        let boss = app.sign_in(&app.person("Bea", Role::Boss).await).await;
        let found = data(&boss, &format!("/api/reports/departments?{JUNE}")).await;
        let row = |department: Value, employees, working, present, rate, waiting| {
            json!({
                "department": department, "employees": employees, "workingDays": working, "presentDays": present, "rate": rate,
                "missingDays": 0, "waiting": waiting,
            })
        };
        assert_eq!(found["rows"], json!([
            row(json!("=1+1"), 4, 80.0, 60.0, 75.0, 60),
            row(json!("Works"), 10, 200.0, 180.0, 90.0, 180),
            row(Value::Null, 1, 20.0, 0.0, 0.0, 0),
        ]));
        assert_eq!(instant(text(&found, "asOf")), instant("2026-07-02T09:00:00Z"));
        let summary = boss.get(&format!("/api/users/attendance-summary?{JUNE}")).await.expect(200).json();
        let sum = |name: &str| Value::from(summary.as_array().unwrap().iter().map(|row| row[name].as_f64().unwrap()).sum::<f64>());
        assert_eq!([sum("totalWorkingDays"), sum("totalPresent")], [300.0, 240.0].map(Value::from));
        let page = data(&boss, &format!("/api/reports/departments?{JUNE}&page=2&limit=2")).await;
        assert_eq!((&page["rows"][0]["department"], &page["pagination"]["pages"]), (&Value::Null, &json!(2)));
        let table = file(&boss, &format!("/api/reports/departments/csv?{JUNE}"), "Departments_6_2026.csv").await;
        assert_eq!(table, [
            ["Department", "Employees", "Working Days", "Present", "Rate", "Missing Days", "Waiting"],
            ["'=1+1", "4", "80.0", "60.0", "75.0", "0", "60"],
            ["Works", "10", "200.0", "180.0", "90.0", "0", "180"],
            ["No department", "1", "20.0", "0.0", "0.0", "0", "0"],
        ]);
        let table = file(&boss, &format!("/api/users/attendance-summary/csv?{JUNE}"), "Attendance_Report_6_2026.csv").await;
        assert_eq!(table[0], ["Employee ID", "Employee", "Working Days", "Present", "Leave Days", "Rate", "Rating"]);
        assert_eq!((table.len(), &table[1][1..]), (16, &["P0 Example", "20.0", "15.0", "0.0", "75.0", "Needs Attention"].map(str::to_owned)[..]));
    }

    /// [oversight.md §9, 13]
    async fn a_boss_sees_the_figures_of_the_organisation(app: &TestApp) {
        app.clock.set("2026-06-20T10:00:00Z");
        let Team { member, .. } = Team::of(app).await;
        let today = instant("2026-06-20T08:00:00Z");
        let waiting = weekdays(6).zip([3, 4, 7, 8, 14, 15]).map(|(date, days)| (date, today - Duration::days(days)));
        keep(app, &member, waiting).await;
        let boss = app.sign_in(&app.person("Bea", Role::Boss).await).await;
        let found = data(&boss, "/api/dashboard").await;
        let ages: Vec<(&str, u64)> =
            found["ages"].as_array().unwrap().iter().map(|age| (text(age, "age"), age["entries"].as_u64().unwrap())).collect();
        assert_eq!(ages, [("0-3", 1), ("4-7", 2), ("8-14", 2), ("15+", 1)]);
        let figures = with(found.clone(), json!({"ages": [], "attendanceByMonth": []}));
        assert_eq!(figures, json!({
            "employees": 1, "attendanceRate": 40.0, "missingDays": 0, "daysToDecide": null, "waiting": 6, "onLeaveToday": 0,
            "attendanceByMonth": [], "ages": [], "asOf": "2026-06-20T10:00:00Z",
        }));
        let months = found["attendanceByMonth"].as_array().unwrap();
        assert_eq!((months.len(), &months[0]), (12, &json!({"month": "2025-07", "workingDays": null, "presentDays": null, "rate": null, "isClosed": false})));
        assert_eq!(months[11], json!({"month": "2026-06", "workingDays": 15.0, "presentDays": 6.0, "rate": 40.0, "isClosed": false}));
    }

    async fn hr_sees_who_came_and_went_and_what_is_missing_also_as_files(app: &TestApp) {
        app.clock.set("2026-05-29T09:00:00Z");
        let Team { member, .. } = Team::of(app).await;
        app.clock.set("2026-06-10T09:00:00Z");
        let hr = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        let months = data(&hr, "/api/reports/headcount").await["months"].clone();
        assert_eq!(months.as_array().unwrap().len(), 12);
        assert_eq!(months[6], json!({"month": "2026-01", "joined": 1, "left": 0, "active": 1}));
        assert_eq!(months[11], json!({"month": "2026-06", "joined": 0, "left": 0, "active": 1}));
        let table = file(&hr, "/api/reports/headcount/csv", "Headcount_2026-06-10.csv").await;
        assert_eq!((table.len(), table[0].join(","), table[7].join(",")), (13, "Month,Joined,Left,Active".to_owned(), "2026-01,1,0,1".to_owned()));
        let missing = format!("/api/reports/missing-days?{JUNE}");
        assert_eq!(data(&hr, &missing).await, json!({"rows": [], "pagination": {"current": 1, "pages": 1, "total": 0}}));
        let empty = file(&hr, &format!("/api/reports/missing-days/csv?{JUNE}"), "Missing_Days_6_2026.csv").await;
        assert_eq!(empty, [["Employee", "Employee ID", "Department", "Manager", "Day"]], "the header alone");
        app.clock.set("2026-06-11T09:00:00Z");
        while application::absences::freeze(&app.ports).await.unwrap() != application::absences::Frozen::Done {}
        app.clock.set("2026-08-20T09:00:00Z");
        let hr = app.sign_in(&app.person("Hella", Role::Hr).await).await;
        let found = data(&hr, &missing).await;
        let dates: Vec<String> = weekdays(8).map(|date| date.to_string()).collect();
        assert_eq!(found["rows"][0]["dates"], json!(dates), "long after the thirty days for which they are shown elsewhere");
        assert_eq!((&found["rows"][0]["name"], &found["rows"][0]["manager"]["firstName"]), (&json!("Ann Example"), &json!("Max")));
        let table = file(&hr, &format!("/api/reports/missing-days/csv?{JUNE}"), "Missing_Days_6_2026.csv").await;
        assert_eq!(table[1], ["Ann Example", &member.employee_id.to_string(), "Works", "Max Example", "2026-06-01"]);
        assert_eq!(table.len(), 9);
    }

    async fn each_file_is_noted_with_its_name(database: &TestDatabase, app: &TestApp) {
        let max = app.sign_in(&app.person("Max", Role::Manager).await).await;
        let boss = app.sign_in(&app.person("Bea", Role::Boss).await).await;
        let mut expected = Vec::new();
        for (client, report, name) in [
            (&max, "reports/team", "Team_Report_6_2026.csv"),
            (&max, "users/attendance-summary", "Attendance_Report_6_2026.csv"),
            (&boss, "reports/departments", "Departments_6_2026.csv"),
            (&boss, "reports/headcount", "Headcount_2026-06-10.csv"),
            (&boss, "reports/missing-days", "Missing_Days_6_2026.csv"),
        ] {
            client.get(&format!("/api/{report}/csv?{JUNE}")).await.expect(200);
            expected.push(Record::of("file-downloaded").detail("fileName", name));
        }
        let events = database.database().events(None, None, 50).await.unwrap();
        assert_eq!(events.iter().rev().map(|event| event.record.clone()).collect::<Vec<_>>(), expected);
    }
}

on_both_engines! {
    async fn a_report_asks_the_same_however_many_people_there_are(database: &TestDatabase) {
        let statements = database.statements();
        let app = TestApp::start(database).await;
        let Team { manager, .. } = Team::of(&app).await;
        let max = app.sign_in(&manager).await;
        let boss = app.sign_in(&app.person("Bea", Role::Boss).await).await;
        let calls = [
            (&max, format!("/api/reports/team?{JUNE}")),
            (&boss, format!("/api/reports/departments?{JUNE}")),
            (&boss, "/api/dashboard".to_owned()),
        ];
        let mut costs = Vec::new();
        // Nobody more in the first round, which reads what is kept from then on.
        for round in 0..3 {
            for n in 0..round * 20 {
                let person = app.member(&format!("P{round}x{n}"), &manager).await;
                keep(&app, &person, weekdays(5).map(|date| (date, instant("2026-06-10T09:00:00Z")))).await;
            }
            // What was counted a minute ago is counted anew.
            app.clock.pass(61);
            for (client, address) in &calls {
                statements.take();
                client.get(address).await.expect(200);
                // The feed of events looks for itself.
                costs.push(statements.take().iter().filter(|sql| !sql.contains("FROM events")).count());
            }
        }
        assert_eq!(costs[3..6], costs[6..9], "of the team, of departments and of the organisation: {costs:?}");
        assert!(costs.iter().all(|count| (1..=40).contains(count)), "{costs:?}");
    }
}
