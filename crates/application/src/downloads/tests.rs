use super::*;
use crate::events::Record;
use crate::memory::State;
use crate::testing::{Fakes, caller, user};
use domain::person::Role;

fn portal() -> State {
    State::of(&[(1, Role::Employee), (4, Role::Boss)])
}

#[tokio::test]
async fn a_file_is_noted_with_its_name_and_whose_it_is() {
    let fakes = Fakes::over(portal());
    let boss = caller(4, Role::Boss);
    note(&fakes.ports(), &boss, "Max_Weber_timesheet_June_2026.csv", Some(user(1))).await.unwrap();
    note(&fakes.ports(), &boss, "Attendance_Report_6_2026.pdf", None).await.unwrap();
    let kept = fakes.state();
    let records: Vec<&Record> = kept.events.iter().map(|event| &event.record).collect();
    let of = |name: &str| Record::of("file-downloaded").detail("fileName", name);
    let [month, report] =
        [of("Max_Weber_timesheet_June_2026.csv").about([user(1)]), of("Attendance_Report_6_2026.pdf")];
    assert_eq!(records, [&month, &report]);
    assert!(kept.events.iter().all(|event| event.origin == (&boss).into() && event.pushes.is_empty()));
}

#[tokio::test]
async fn a_file_about_oneself_is_not_noted() {
    // The store is not even asked.
    assert_eq!(note(&Fakes::default().ports(), &caller(1, Role::Employee), "Ann.csv", Some(user(1))).await, Ok(()));
}
