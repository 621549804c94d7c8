//! The attendance of a month, as numbers and on paper.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use application::ports::{CalendarFile, Cell, DocumentError, Documents, Pieces, Report, Table};
use domain::id::UserId;
use domain::person::{EmployeeId, Role};
use serde_json::{Value, json};
use testkit::{Client, Setup, TestApp, TestPerson, on_one_engine};

use super::leave::{self, give};
use super::leave_types::ANNUAL_LEAVE;
use super::{Team, entry, submit, text};

const REPORT: &str = "/api/users/attendance-summary";

async fn rows(client: &Client, month: u32) -> Vec<Value> {
    let answer = client.get(&format!("{REPORT}?month={month}&year=2026")).await.expect(200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    answer.json().as_array().unwrap_or_else(|| panic!("a bare list: {}", answer.text())).clone()
}

/// Somebody's row of a month of 2026.
pub(super) async fn row(client: &Client, month: u32, name: &str) -> Value {
    let rows = rows(client, month).await;
    rows.iter().find(|row| row["name"] == name).cloned().unwrap_or_else(|| panic!("no {name} in {rows:?}"))
}

/// Somebody new who joins on this day, with a password of one's own.
pub(super) async fn joining(app: &TestApp, hal: &Client, name: &str, manager: &TestPerson, date: &str) -> TestPerson {
    let email = format!("{}@daybook.example", name.to_lowercase());
    let new =
        json!({"firstName": name, "lastName": "Example", "email": email, "role": "Employee", "joiningDate": date});
    let user = hal.post("/api/auth/register", new).await.expect(201).data()["user"].clone();
    let id: UserId = text(&user, "_id").parse().unwrap();
    let number = text(&user, "employeeId").trim_start_matches("EMP").parse().unwrap();
    let person = TestPerson { id, email, employee_id: EmployeeId::new(number) };
    let assigned = json!({"employeeId": id.to_string(), "managerId": manager.id.to_string()});
    hal.post("/api/users/assign-manager", assigned).await.expect(200);
    let password = json!({"newPassword": testkit::PASSWORD, "confirmPassword": testkit::PASSWORD});
    app.sign_in(&person).await.put("/api/auth/change-first-login-password", password).await.expect(200);
    person
}

/// Records a day of June on that very day.
async fn record(app: &TestApp, person: &TestPerson, day: u32, hours: f64) -> Value {
    let date = format!("2026-06-{day:02}");
    app.clock.set(&format!("{date}T18:00:00Z"));
    let client = app.sign_in(person).await;
    client.post("/api/timesheets/my", entry(&date, hours, "x")).await.expect(201).data()["timesheet"]["_id"].clone()
}

/// Notes what is to be printed, and answers as it is told.
pub(super) struct Printer {
    answer: Mutex<Result<Vec<u8>, DocumentError>>,
    takes: Duration,
    pub(super) printed: Mutex<Vec<Report>>,
}

impl Printer {
    pub(super) fn new(answer: Result<Vec<u8>, DocumentError>, takes: Duration) -> Arc<Self> {
        Arc::new(Self { answer: Mutex::new(answer), takes, printed: Mutex::new(Vec::new()) })
    }
}

#[async_trait::async_trait]
impl Documents for Printer {
    fn table_csv(&self, _: Table) -> Pieces {
        Box::new(std::iter::once(self.answer.lock().unwrap().clone()))
    }

    async fn table_pdf(&self, report: Report) -> Result<Vec<u8>, DocumentError> {
        tokio::time::sleep(self.takes).await;
        self.printed.lock().unwrap().push(report);
        self.answer.lock().unwrap().clone()
    }

    fn calendar(&self, calendar: &CalendarFile) -> String {
        calendar.name.clone()
    }
}

/// A month of Ann's, who joins on Wednesday, 10 June: a holiday on Friday the 19th, nine hours on each of these days, five on the 25th, and
/// a day that is rejected. On 1 July it is over.
async fn june(app: &TestApp, days: &[u32]) -> (TestPerson, TestPerson, Client) {
    let (max, hal) = (app.person("Max", Role::Manager).await, app.person("Hal", Role::Hr).await);
    app.clock.set("2026-06-10T09:00:00Z");
    let ann = joining(app, &app.sign_in(&hal).await, "Ann", &max, "2026-06-10").await;
    app.holiday("2026-06-19", "Founders' Day").await;
    let mut rejected = Value::Null;
    for day in (10..30).filter(|day| [25, 26].contains(day) || days.contains(day)) {
        let id = record(app, &ann, day, if day == 25 { 5.0 } else { 9.0 }).await;
        if day == 26 {
            rejected = json!({"ids": [id], "comment": "no"});
        }
    }
    app.sign_in(&max).await.post("/api/timesheets/bulk-reject", rejected).await.expect(200);
    app.clock.set("2026-07-01T09:00:00Z");
    (ann, max, app.sign_in(&hal).await)
}

on_one_engine! {
    /// Nine hours on ten working days and five on one; one rejected
    async fn the_month_of_the_worked_example(app: &TestApp) {
        let (ann, lead, hal) = june(app, &[10, 11, 12, 15, 16, 17, 18, 22, 23, 24]).await;
        let (own, max) = (app.sign_in(&ann).await, app.sign_in(&lead).await);
        // What was recorded on the holiday and on a Saturday is no attendance.
        for date in ["2026-06-19", "2026-06-20"] {
            app.unlock(&ann, &lead, date).await;
            submit(&own, date).await;
        }
        for client in [&hal, &max] {
            assert_eq!(rows(client, 6).await, [json!({
                "name": "Ann Example", "employeeId": ann.employee_id.to_string(), "totalWorkingDays": 14.0, "leaveDays": 0.0, "totalPresent": 10.5,
                "attendanceRate": 75.0, "goodPercent": 80, "rating": "needs-attention",
            })]);
        }
        // Before she joined there were no working days of hers, and there are none yet in August.
        for month in [5, 7, 8] {
            let empty = row(&hal, month, "Ann Example").await;
            let figures = (&empty["totalWorkingDays"], &empty["totalPresent"], &empty["attendanceRate"], text(&empty, "rating"));
            assert_eq!(figures, (&json!(0.0), &json!(0.0), &Value::Null, "good"), "{month}");
        }
        // A rejection that is taken back by an approval, and an approval: both count like what waits.
        let sheets = hal.get("/api/timesheets/all?from=2026-06-10&to=2026-06-30&limit=100").await.expect(200).data();
        let ids: Vec<Value> = sheets["timesheets"].as_array().unwrap().iter().map(|sheet| sheet["_id"].clone()).collect();
        max.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await.expect(200);
        let figures = row(&hal, 6, "Ann Example").await;
        assert_eq!((&figures["totalPresent"], &figures["attendanceRate"], text(&figures, "rating")), (&json!(11.5), &json!(82.1), "good"));
    }

    /// [leave.md §9, 12]
    async fn approved_leave_is_no_working_day(app: &TestApp) {
        let (ann, lead, hal) = june(app, &[10, 11, 12, 15, 16, 17, 18, 23, 24, 29]).await;
        give(app, &ann, ANNUAL_LEAVE, 2026, 10.0).await;
        let (own, lead) = (app.sign_in(&ann).await, app.sign_in(&lead).await);
        let granted = async |body: Value| {
            let request = leave::asked(&own, body).await;
            leave::approve(&lead, &request).await.expect(200);
            request
        };
        let morning = |date: &str| leave::with(leave::leave(date, date), json!({"startPart": "morning", "endPart": "morning"}));
        let figures = async || {
            let row = row(&hal, 6, "Ann Example").await;
            let of = |name: &str| row[name].as_f64().unwrap();
            (of("totalWorkingDays"), of("totalPresent"), of("attendanceRate"), of("leaveDays"), text(&row, "rating").to_owned())
        };
        let pending = leave::asked(&own, leave::leave("2026-06-30", "2026-06-30")).await;
        granted(leave::leave("2026-06-22", "2026-06-22")).await;
        assert_eq!(figures().await, (13.0, 10.5, 80.8, 1.0, "good".to_owned()), "what waits changes nothing");
        leave::cancel(&own, &pending, json!({})).await.expect(200);
        let short = granted(morning("2026-06-25")).await;
        assert_eq!(figures().await, (12.5, 10.5, 84.0, 1.5, "good".to_owned()));
        leave::cancel(&lead, &short, json!({"comment": "The other day"})).await.expect(200);
        granted(morning("2026-06-24")).await;
        assert_eq!(figures().await, (12.5, 10.0, 80.0, 1.5, "good".to_owned()), "at most half a day");
    }

    async fn a_manager_prints_only_their_own_team(database: &TestDatabase) {
        let printer = Printer::new(Ok(b"%PDF-1.7".to_vec()), Duration::ZERO);
        let app = TestApp::start_as(database, Setup { documents: printer.clone(), ..Setup::default() }).await;
        let team = Team::of(&app).await;
        app.person("Eve", Role::Employee).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        for client in [&app.sign_in(&team.manager).await, &hal] {
            client.get(&format!("{REPORT}/pdf?month=5&year=2026")).await.expect(200);
        }
        let reports = std::mem::take(&mut *printer.printed.lock().unwrap());
        let told: Vec<_> = reports
            .into_iter()
            .map(|report| {
                let names: Vec<Cell> = report.table.rows.map(|row| row[2].clone()).collect();
                (report.subtitles.concat(), names, report.period, report.made_at.to_string())
            })
            .collect();
        let (month, at) = ("May 2026".to_owned(), "2026-06-10 09:00:00".to_owned());
        let names = |all: &[&str]| all.iter().map(|name| Cell::text(format!("{name} Example"))).collect::<Vec<_>>();
        assert_eq!(
            told,
            [
                ("Team of Max Example".to_owned(), names(&["Ann"]), month.clone(), at.clone()),
                ("All employees".to_owned(), names(&["Ann", "Eve"]), month, at),
            ]
        );
    }

    async fn a_document_may_take_its_time_and_may_be_put_off(database: &TestDatabase) {
        // Longer than any other read is waited for.
        let printer = Printer::new(Ok(b"%PDF-1.7".to_vec()), Duration::from_secs(4));
        let app = TestApp::start_as(database, Setup { documents: printer.clone(), ..Setup::default() }).await;
        let team = Team::of(&app).await;
        let max = app.sign_in(&team.manager).await;
        let pdf = format!("{REPORT}/pdf?month=5&year=2026");
        max.get(&pdf).await.expect(200);

        *printer.answer.lock().unwrap() = Err(DocumentError::Busy);
        let busy = max.get(&pdf).await.expect(503);
        assert_eq!((busy.code().as_str(), busy.header("retry-after")), ("UNAVAILABLE", Some("2")));
        assert_eq!(busy.header("content-disposition"), None);

        *printer.answer.lock().unwrap() = Err(DocumentError::Failed("out of ink".to_owned()));
        let broken = max.get(&pdf).await.expect(500);
        assert_eq!(broken.message(), "Something went wrong. Please try again.");
        assert!(!broken.text().contains("ink"));
    }

    /// An answer that has begun cannot become another one: it ends without its end, and no client takes it for whole.
    async fn a_file_that_breaks_off_does_not_look_whole(database: &TestDatabase) {
        let printer = Printer::new(Err(DocumentError::Failed("out of ink".to_owned())), Duration::ZERO);
        let app = TestApp::start_as(database, Setup { documents: printer, ..Setup::default() }).await;
        let team = Team::of(&app).await;
        let ann = app.sign_in(&team.member).await;
        submit(&ann, "2026-06-10").await;
        let request =
            ann.head("GET", &format!("/api/timesheets/download?userId={}&month=6&year=2026", team.member.id), None);
        let answer = ann.try_raw(request.as_bytes()).await;
        assert!(answer.is_err(), "{answer:?}");
        ann.get("/api/session").await.expect(200);
    }
}
