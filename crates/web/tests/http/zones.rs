//! Every rule about days keeps to the organisation's day: east and west of Greenwich, in summer and in winter, over the ends of February
//! and of the year, and over the nights in which clocks change. When each night ends is written down here by hand.

use application::absences::{Frozen, freeze};
use application::ports::KeptValue;
use chrono::{Datelike, Days, NaiveDate, Weekday};
use chrono_tz::Tz;
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::day;
use testkit::{Client, Setup, TestApp, TestDatabase, TestPerson, on_both_engines};

use super::{entry, text};

struct Night<'a> {
    app: &'a TestApp,
    /// The day that ends.
    day: NaiveDate,
    /// The day that begins.
    next: NaiveDate,
    /// When.
    end: domain::Instant,
    member: TestPerson,
    manager: TestPerson,
}

impl Night<'_> {
    fn last_second(&self) {
        self.app.clock.set(&(self.end - chrono::Duration::seconds(1)).to_rfc3339());
    }

    fn first_instant(&self) {
        self.app.clock.set(&self.end.to_rfc3339());
    }

    async fn employee(&self) -> Client {
        self.app.sign_in(&self.member).await
    }

    async fn lead(&self) -> Client {
        self.app.sign_in(&self.manager).await
    }
}

fn is_working(day: NaiveDate) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

async fn record(client: &Client, date: NaiveDate) -> (u16, String) {
    let answer = client.post("/api/timesheets/my", entry(&date.to_string(), 8.0, "Worked")).await;
    (answer.status, answer.message())
}

/// The day that the calendar of its month calls today, and what it says of `date`.
async fn calendar(client: &Client, date: NaiveDate) -> (Vec<String>, Value) {
    let month = format!("/api/timesheets/calendar?month={}&year={}", date.month(), date.year());
    let days = client.get(&month).await.expect(200).data()["days"].as_array().unwrap().clone();
    let today = days.iter().filter(|day| day["isToday"] == true).map(|day| text(day, "date").to_owned()).collect();
    (today, days.iter().find(|day| day["date"] == date.to_string()).unwrap().clone())
}

/// In the last second the day is today, and it can be recorded where it is a working day.
async fn the_day_is_today(night: &Night<'_>) {
    night.last_second();
    let (ann, max) = (night.employee().await, night.lead().await);
    assert_eq!(ann.get("/api/session").await.expect(200).data()["today"], night.day.to_string());
    let (today, _) = calendar(&ann, night.day).await;
    assert_eq!(today, [night.day.to_string()]);
    assert_eq!(record(&ann, night.next).await, (400, "You cannot submit a timesheet for a future date".to_owned()));
    let window = max.get(&format!("/api/timesheet-unlock/window?employeeId={}", night.member.id)).await.expect(200);
    assert_eq!(window.data()["latest"], night.day.to_string());
    let request = json!({"employeeId": night.member.id.to_string(), "requestedDate": night.next, "reason": "early"});
    let refused = max.post("/api/timesheet-unlock/direct-unlock", request).await.expect(400);
    assert_eq!(refused.message(), "You cannot unlock a future date");
    assert_eq!(worked(&max, night.day).await, over_before(night.day), "today counts once it has an entry");
}

/// An instant later it is yesterday: locked, frozen where it was a working day, and the manager may open it.
async fn the_day_is_over(night: &Night<'_>) {
    night.first_instant();
    let (ann, max) = (night.employee().await, night.lead().await);
    assert_eq!(ann.get("/api/session").await.expect(200).data()["today"], night.next.to_string());
    let (today, _) = calendar(&ann, night.next).await;
    assert_eq!(today, [night.next.to_string()]);
    while freeze(&night.app.ports).await.unwrap() != Frozen::Done {}
    let (_, over) = calendar(&ann, night.day).await;
    assert_eq!(over["isFrozen"], is_working(night.day), "{over}");
    let (status, sentence) = record(&ann, night.day).await;
    let said = if is_working(night.day) { "Frozen" } else { "Weekends" };
    assert!(status == 403 && sentence.starts_with(said), "{status} {sentence}");
    let (status, sentence) = record(&ann, night.next).await;
    assert_eq!(status, if is_working(night.next) { 201 } else { 403 }, "{sentence}");
    let expected = over_before(night.next) + u64::from(is_working(night.next));
    let expected = if night.next.day() == 1 { u64::from(is_working(night.next)) } else { expected };
    assert_eq!(worked(&max, night.next).await, expected);
    let request = json!({"employeeId": night.member.id.to_string(), "requestedDate": night.day, "reason": "forgotten"});
    let _ = max.post("/api/timesheet-unlock/direct-unlock", request).await.expect(201);
    assert_eq!(record(&ann, night.day).await.0, 201);
}

/// A rejection of this day can be corrected until the end of the seventh day after, and not an instant longer.
async fn a_week_to_correct(night: &Night<'_>) {
    night.last_second();
    let max = night.lead().await;
    night.app.unlock(&night.member, &night.manager, &night.day.pred_opt().unwrap().to_string()).await;
    let ann = night.employee().await;
    let answer = ann.post("/api/timesheets/my", entry(&night.day.pred_opt().unwrap().to_string(), 8.0, "Worked")).await;
    let sheet = answer.expect(201).data()["timesheet"]["_id"].clone();
    let _ = max.post("/api/timesheets/bulk-reject", json!({"ids": [sheet], "comment": "Too short"})).await.expect(200);
    let day = night.day.pred_opt().unwrap();
    let last = night.day + Days::new(7);
    for (clock, is_open) in [
        (start_of(night, last + Days::new(1)) - chrono::Duration::seconds(1), true),
        (start_of(night, last + Days::new(1)), false),
    ] {
        night.app.clock.set(&clock.to_rfc3339());
        let (_, seen) = calendar(&night.employee().await, day).await;
        assert_eq!(seen["isEditable"], is_open, "{clock}: {seen}");
    }
}

/// The start of a later day, from the organisation's own clock.
fn start_of(night: &Night<'_>, day: NaiveDate) -> domain::Instant {
    night.app.ports.zones().start_of(day)
}

/// The working days of the month before `day`.
fn over_before(day: NaiveDate) -> u64 {
    let first = day.with_day(1).unwrap();
    first.iter_days().take_while(|at| *at < day).filter(|at| is_working(*at)).count().try_into().unwrap()
}

/// The working days that attendance counts for the one member of the team, in the month of `day`.
async fn worked(max: &Client, day: NaiveDate) -> u64 {
    let asked = format!("/api/users/attendance-summary?month={}&year={}", day.month(), day.year());
    let answer = max.get(&asked).await.expect(200);
    let rows: Value = serde_json::from_slice(&answer.body).unwrap();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole days of one month")]
    let days = rows[0]["totalWorkingDays"].as_f64().unwrap() as u64;
    days
}

async fn live_through(app: &TestApp, number: usize, over: &str, end: &str) {
    app.clock.set(end);
    let day = day(over);
    let (manager, member) = (format!("Max{number}"), format!("Ann{number}"));
    app.clock.set("2026-01-10T00:00:00Z");
    let manager = app.person(&manager, Role::Manager).await;
    let member = app.member(&member, &manager).await;
    let night = Night { app, day, next: day.succ_opt().unwrap(), end: end.parse().unwrap(), member, manager };
    // Only this night is looked at: those before it are not what this is about.
    let work = app.ports.store.begin().await.unwrap();
    work.kept_values().set(KeptValue::FrozenThrough, &day.pred_opt().unwrap().to_string()).await.unwrap();
    work.commit().await.unwrap();
    the_day_is_today(&night).await;
    the_day_is_over(&night).await;
    a_week_to_correct(&night).await;
}

/// Lives through the ends of these days, each with the instant when it is over in the zone.
async fn live_through_all(database: &TestDatabase, zone: Tz, nights: &[(&str, &str)]) {
    let app = TestApp::start_as(database, Setup { zone, ..Setup::default() }).await;
    for (number, (over, end)) in nights.iter().enumerate() {
        live_through(&app, number, over, end).await;
    }
}

on_both_engines! {
    /// Clocks change early on a Sunday: on 29 March, and on 25 October.
    async fn where_clocks_change_after_midnight(database: &TestDatabase) {
        let nights = [
            ("2026-02-27", "2026-02-27T23:00:00Z"),
            ("2026-03-27", "2026-03-27T23:00:00Z"),
            ("2026-03-28", "2026-03-28T23:00:00Z"),
            ("2026-03-29", "2026-03-29T22:00:00Z"),
            ("2026-03-30", "2026-03-30T22:00:00Z"),
            ("2026-10-24", "2026-10-24T22:00:00Z"),
            ("2026-10-25", "2026-10-25T23:00:00Z"),
            ("2026-12-31", "2026-12-31T23:00:00Z"),
        ];
        live_through_all(database, chrono_tz::Europe::Berlin, &nights).await;
    }

    /// Clocks change at midnight itself: Saturday 4 April is an hour longer, Sunday 6 September begins at one.
    async fn where_clocks_change_at_midnight(database: &TestDatabase) {
        let nights = [
            ("2026-04-03", "2026-04-04T03:00:00Z"),
            ("2026-04-04", "2026-04-05T04:00:00Z"),
            ("2026-09-04", "2026-09-05T04:00:00Z"),
            ("2026-09-05", "2026-09-06T04:00:00Z"),
            ("2026-09-07", "2026-09-08T03:00:00Z"),
            ("2026-12-31", "2027-01-01T03:00:00Z"),
        ];
        live_through_all(database, chrono_tz::America::Santiago, &nights).await;
    }
}
