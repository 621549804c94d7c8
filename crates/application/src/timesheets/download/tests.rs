use super::*;
use crate::events::Record;
use crate::ports::{Cell, DocumentError, MockDocuments};
use crate::testing::{Fakes, Given, away, caller, day, employment, entry, user};
use domain::access::Forbidden;
use domain::person::Role;
use domain::timesheet::Status;
use std::sync::{Arc, Mutex};

/// Those who may read the days of person 1, who is one of them.
const READERS: [(u128, Role); 5] =
    [(1, Role::Employee), (7, Role::Manager), (5, Role::Hr), (9, Role::Admin), (4, Role::Boss)];
const NAME: &str = "First1_Last1_timesheet_June_2026.csv";

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

/// Entries of person 1 in three months, and one of person 2.
fn memory() -> Given {
    Given {
        people: vec![employment(1, Some(7)), employment(2, Some(8)), employment(3, Some(7))],
        entries: vec![
            entry(1, 1, day("2026-06-30"), Status::Pending),
            entry(2, 1, day("2026-06-01"), Status::Approved),
            entry(3, 1, day("2026-06-15"), Status::Rejected),
            entry(4, 1, day("2026-05-31"), Status::Pending),
            entry(5, 1, day("2026-07-01"), Status::Pending),
            entry(6, 2, day("2026-06-15"), Status::Pending),
        ],
        ..Given::default()
    }
}

/// Documents that keep what they are given, and make two pieces of it.
fn writing() -> (Fakes, Arc<Mutex<Vec<Vec<Cell>>>>) {
    let (mut documents, kept) = (MockDocuments::new(), Arc::new(Mutex::new(Vec::new())));
    let keep = kept.clone();
    documents.expect_table_csv().times(1).returning(move |table| {
        keep.lock().unwrap().extend(table.rows);
        Box::new([Ok(b"Date,".to_vec()), Err(DocumentError::Failed("full".into()))].into_iter())
    });
    (Fakes { documents: Arc::new(documents), ..Fakes::over(memory()) }, kept)
}

async fn refused(n: u128, role: Role, whose: u128, month: Month) -> Option<Error> {
    // No file is begun: the mock would fail.
    let fakes = Fakes::over(memory());
    let refused = download(&fakes.ports(), &caller(n, role), user(whose), month).await.err();
    assert!(fakes.state().events.is_empty(), "and nothing is noted");
    refused
}

#[tokio::test]
async fn the_month_comes_oldest_first_and_with_nobody_elses_days() {
    for (n, role) in READERS {
        let (fakes, kept) = writing();
        let found = download(&fakes.ports(), &caller(n, role), user(1), june()).await.unwrap();
        assert_eq!(found.name, NAME);
        let dates: Vec<_> = kept.lock().unwrap().iter().map(|row| row[0].clone()).collect();
        assert_eq!(dates, ["2026-06-01", "2026-06-15", "2026-06-30"].map(day).map(Cell::Date), "{role}");
        // The pieces go on as they are made.
        let pieces: Vec<_> = found.pieces.collect();
        assert_eq!(pieces, [Ok(b"Date,".to_vec()), Err(DocumentError::Failed("full".into()))]);
    }
}

#[tokio::test]
async fn it_is_noted_where_somebody_else_takes_it_along() {
    for (n, role) in READERS {
        let (fakes, _) = writing();
        assert!(download(&fakes.ports(), &caller(n, role), user(1), june()).await.is_ok());
        let record = Record::of("file-downloaded").about([user(1)]).detail("fileName", NAME);
        let noted: Vec<Record> = fakes.state().events.iter().map(|event| event.record.clone()).collect();
        assert_eq!(noted, if n == 1 { vec![] } else { vec![record] }, "{role}");
    }
}

#[tokio::test]
async fn what_cannot_be_noted_is_not_handed_out() {
    let fakes = Fakes::over(memory());
    fakes.memory.breaks("EventLog::append", away());
    // No file is begun: the mock would fail.
    let answer = download(&fakes.ports(), &caller(5, Role::Hr), user(1), june()).await;
    assert_eq!(answer.err(), Some(away().into()));
}

#[tokio::test]
async fn a_month_without_entries_is_no_file() {
    let april = Month::new(2026, 4).unwrap();
    for (n, role) in READERS {
        assert_eq!(refused(n, role, 1, april).await, Some(Error::NoEntries), "{role}");
    }
    assert_eq!(refused(5, Role::Hr, 3, june()).await, Some(Error::NoEntries));
}

#[tokio::test]
async fn others_days_are_refused_in_the_order_of_every_read() {
    // An employee learns nothing of others, not even whether they exist.
    for whose in [2, 3, 99] {
        assert_eq!(refused(1, Role::Employee, whose, june()).await, Some(Forbidden::Role.into()));
    }
    assert_eq!(refused(7, Role::Manager, 2, june()).await, Some(Forbidden::NotInTeam.into()));
    for (n, role) in &READERS[1..] {
        let (n, role) = (*n, *role);
        assert_eq!(refused(n, role, 99, june()).await, Some(Error::NotFound("User")));
    }
}
