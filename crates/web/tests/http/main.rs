//! The portal over HTTP: the production router on a real port, over a real database, seen through a client that sends
//! whatever a test wants.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

mod aborts;
mod accounts;
mod all_days;
mod attendance;
mod audit;
mod away;
mod bad_input;
mod boss;
mod downloads;
mod entry_history;
mod events;
mod exports;
mod external_ids;
mod foreign_things;
mod headers;
mod histories;
mod holiday_keeping;
mod imports;
mod imports_leave;
mod imports_people;
mod invitations;
mod leave;
mod leave_calendar;
mod leave_deciding;
mod leave_elsewhere;
mod leave_histories;
mod leave_ledger;
mod leave_races;
mod leave_recording;
mod leave_types;
mod leave_year;
mod limits;
mod mail_choices;
mod main_job;
mod matrix;
mod months;
mod months_closed;
mod months_order;
mod months_own;
mod months_races;
mod months_ready;
mod months_revisions;
mod months_worked;
mod names;
mod operations;
mod passwords;
mod passwords_off;
mod people_lists;
mod races;
mod records_from;
mod registration;
mod reports;
mod salaries;
mod second_factors;
mod service;
mod sessions;
mod settings;
mod sign_in;
mod socket_abuse;
mod sockets;
mod standing;
mod substitutions;
mod system_reports;
mod throttling;
mod tokens;
mod unlock_requests;
mod unlocks;
mod work_patterns;
mod zones;

/// How the tests of `documents` read a PDF.
#[path = "../../../documents/src/report/tests/reading.rs"]
#[allow(dead_code, reason = "nobody asks here for anything but the words")]
mod reading;

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, Response, Setup, TestApp, TestPerson};

/// The day on which tests begin: a Wednesday.
const TODAY: &str = "2026-06-10";

/// A manager with one member.
struct Team {
    manager: TestPerson,
    member: TestPerson,
}

impl Team {
    async fn of(app: &TestApp) -> Self {
        let manager = app.person("Max", Role::Manager).await;
        let member = app.member("Ann", &manager).await;
        Self { manager, member }
    }
}

/// Somebody new, signed in.
async fn signed_in(app: &TestApp, name: &str, role: Role) -> Client {
    app.sign_in(&app.person(name, role).await).await
}

/// HR and an administrator, signed in.
async fn staff(app: &TestApp) -> (Client, Client) {
    (signed_in(app, "Hal", Role::Hr).await, signed_in(app, "Ada", Role::Admin).await)
}

/// What is answered to somebody who wants to sign in.
async fn log_in(app: &TestApp, email: &str, password: &str) -> Response {
    app.anonymous().post("/api/auth/login", json!({"email": email, "password": password})).await
}

/// A portal that believes its callers where they come from.
fn behind_a_proxy() -> Setup {
    Setup { trusted_proxies: web::Proxies::parse("127.0.0.1").unwrap(), ..Setup::default() }
}

fn entry(date: &str, hours: f64, description: &str) -> Value {
    json!({"date": date, "hours": hours, "description": description})
}

/// Records a day, and gives its entry.
async fn submit(client: &Client, date: &str) -> Value {
    let answer = client.post("/api/timesheets/my", entry(date, 8.0, "Planned the week")).await;
    answer.expect(201).data()["timesheet"].clone()
}

/// The caller's entries of the last year.
async fn entries(client: &Client) -> Vec<Value> {
    let answer = client.get("/api/timesheets/my").await.expect(200);
    answer.data()["timesheets"].as_array().unwrap().clone()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}"))
}
