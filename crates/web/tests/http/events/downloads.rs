//! What is recorded of files that people take along.

use application::events::Record;
use domain::person::Role;
use testkit::{TestApp, TestPerson};

use super::super::submit;
use super::{Log, about};

fn month_of(person: &TestPerson) -> String {
    format!("/api/timesheets/download?userId={}&month=6&year=2026", person.id)
}

/// A month of somebody, attendance, balances and what can be imported again.
pub(super) async fn files(app: &TestApp, log: &mut Log) {
    let nils = app.person("Nils", Role::Manager).await;
    let nora = app.member("Nora", &nils).await;
    let (hal, bea) = (app.person("Hans", Role::Hr).await, app.person("Berta", Role::Boss).await);
    let own = app.sign_in(&nora).await;
    let [manager, hr, boss] = [app.sign_in(&nils).await, app.sign_in(&hal).await, app.sign_in(&bea).await];
    submit(&own, "2026-06-11").await;
    log.next().await;

    own.get(&month_of(&nora)).await.expect(200);
    assert!(log.next().await.is_empty(), "their own month makes none");
    let answer = own.get(&month_of(&nils)).await;
    assert_eq!((answer.status, log.next().await.len()), (403, 0), "nor does a refusal");
    let month = about("file-downloaded", &nora).detail("fileName", "Nora_Example_timesheet_June_2026.csv");
    for (client, person, role) in [(&manager, &nils, Role::Manager), (&hr, &hal, Role::Hr), (&boss, &bea, Role::Boss)] {
        let answer = client.get(&month_of(&nora)).await;
        log.by(&answer, person, role, std::slice::from_ref(&month)).await;
    }
    let paper = Record::of("file-downloaded").detail("fileName", "Attendance_Report_6_2026.pdf");
    let answer = boss.get("/api/users/attendance-summary/pdf?month=6&year=2026").await;
    log.by(&answer, &bea, Role::Boss, &[paper]).await;
    let balances = Record::of("file-downloaded").detail("fileName", "Leave_Balances_2026.csv");
    let answer = hr.get("/api/leave/balances/download?year=2026").await;
    log.by(&answer, &hal, Role::Hr, &[balances]).await;
    for (call, file_name) in
        [("people", "People_2026-06-11.csv"), ("balances", "Leave_balances_2026.csv"), ("holidays", "Holidays.csv")]
    {
        let answer = hr.get(&format!("/api/exports/{call}")).await;
        log.by(&answer, &hal, Role::Hr, &[Record::of("file-downloaded").detail("fileName", file_name)]).await;
    }
}
