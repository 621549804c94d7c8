//! Months. It is June, and May is to be closed, or is.

use application::months::{self, Acceptance, Closing};
use application::ports::{KeptValue, ReminderKind, Store};
use application::{Error, Ports};
use domain::access::{Actor, may_decide};
use domain::person::Role;
use domain::timesheet::{Entry, Hours};
use sea_orm::ConnectionTrait;
use testkit::contents::{Contents, Viewer};
use testkit::database::TestDatabase;

use crate::acts::caller;
use crate::portal::{self, ANN, BOB, HR, MANAGER, entry_id, june, may, now, user};

const MAY: &str = "2026-05";

/// In May Ann has an approved day and one that waits, and Bob one that was rejected. All days up to the day before yesterday were
/// looked at.
pub(crate) async fn keep(database: &TestDatabase) {
    portal::look_at_the_days_before_yesterday(database).await;
    let then = now() - chrono::Duration::days(9);
    let recorded = |n: u128, owner: u128, day: u32| {
        Entry::record(entry_id(n), user(owner), may(day), Hours::whole(8), format!("Work {n}"), then)
    };
    let by = |owner: u128| may_decide(&Actor::new(user(MANAGER), Role::Manager), user(owner), Some(user(MANAGER)));
    let [approved, waiting, rejected] = [recorded(311, ANN, 27), recorded(312, ANN, 28), recorded(313, BOB, 29)];
    let unit = Store::begin(database.database()).await.unwrap();
    unit.timesheets().insert(&[approved.clone(), waiting, rejected.clone()]).await.unwrap();
    let decided = [
        approved.approve(by(ANN).unwrap(), then).unwrap().unwrap(),
        rejected.reject(by(BOB).unwrap(), "Too short", june(1), then).unwrap().unwrap(),
    ];
    unit.timesheets().decide(&decided, user(MANAGER)).await.unwrap();
    unit.commit().await.unwrap();
}

/// May is closed, and nobody was told yet.
pub(crate) async fn keep_closed(database: &TestDatabase) {
    keep(database).await;
    closed(&portal::ports(database, 500_000)).await.unwrap();
}

/// The same, and somebody has changed an hour beside the portal.
pub(crate) async fn keep_changed(database: &TestDatabase) {
    keep_closed(database).await;
    let raw = database.raw().await;
    raw.execute_unprepared("UPDATE timesheets SET half_hours = 17 WHERE date = '2026-05-27'").await.unwrap();
    raw.close().await.unwrap();
}

/// The same as the second, with a holiday that is in May of each year.
pub(crate) async fn keep_with_holiday(database: &TestDatabase) {
    keep(database).await;
    portal::keep_holiday(database, may(1), true).await;
    closed(&portal::ports(database, 500_000)).await.unwrap();
}

/// HR closes May, though not everybody is ready; the revision.
pub(crate) async fn closed(ports: &Ports) -> Result<String, Error> {
    let wanted = Closing { force: true, reason: Some("Payroll is due".into()) };
    let newest = months::close(ports, &caller(ports, HR).await?, MAY, wanted).await?.view.newest;
    told!(newest.map(|newest| (newest.revision, newest.employees, newest.blocked)))
}

/// HR opens it again; where it stands.
pub(crate) async fn reopened(ports: &Ports) -> Result<String, Error> {
    told!(months::reopen(ports, &caller(ports, HR).await?, MAY, "A day is missing").await?.view.state)
}

/// HR downloads the payroll; the revision.
pub(crate) async fn exported(ports: &Ports) -> Result<String, Error> {
    told!(months::export_csv(ports, &caller(ports, HR).await?, MAY, None).await?.revision)
}

/// HR accepts Bob's rejected day as absent.
pub(crate) async fn accepted(ports: &Ports) -> Result<String, Error> {
    let wanted = Acceptance { items: vec![(user(BOB), vec![may(29)])], note: "Was ill".into() };
    told!(months::accept(ports, &caller(ports, HR).await?, MAY, wanted).await?)
}

/// HR reminds everyone of a kind; how many were told, and how many had been.
pub(crate) async fn reminded(ports: &Ports, kind: ReminderKind) -> Result<String, Error> {
    let done = months::remind(ports, &caller(ports, HR).await?, MAY, kind, None).await?;
    told!((done.reminded, done.already_today))
}

/// Leaves out what nobody ever sees: a month that no close has ever ended for, the marks of a close that is under way, and the rows of
/// one that came to nothing; and how far the check of the night has come, which is no effect of its own.
pub(crate) fn forget_unfinished(contents: &mut Contents) {
    let revisions = contents["month_revisions"].clone();
    let is_of = |row: &std::collections::BTreeMap<String, String>| {
        revisions.iter().any(|made| (&made["month"], &made["revision"]) == (&row["month"], &row["revision"]))
    };
    contents.get_mut("month_rows").expect("a table of rows").retain(is_of);
    let months = contents.get_mut("months").expect("a table of months");
    months.retain(|month| revisions.iter().any(|made| made["month"] == month["first_day"]));
    for month in months {
        month.remove("close_id").expect("which close is under way");
        month.remove("closing_until").expect("how long it lasts");
    }
    let kept = contents.get_mut("settings").expect("a table of what is kept");
    kept.retain(|value| !value["key"].contains(KeptValue::MonthsChecked.name()));
}

/// Ends the close of which nobody knows any more, as its time does.
pub(crate) async fn let_closes_end(viewer: &Viewer) {
    viewer.execute("UPDATE months SET closing_until = '2000-01-01 00:00:00.000' WHERE close_id IS NOT NULL").await;
}
