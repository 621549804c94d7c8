use super::*;
use crate::Error;
use crate::events::Record;
use crate::ports::{Cell, DocumentError, MockDocuments, Report};
use crate::testing::{Fakes, Given, at, away, caller, day, employment, entry, user};
use domain::person::Role;
use domain::timesheet::Status;
use std::sync::{Arc, Mutex};

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

/// Employee 1 of manager 7, who was there on one of the 22 working days.
fn example() -> Given {
    let entries = vec![entry(1, 1, day("2026-06-10"), Status::Approved)];
    Given { people: vec![employment(1, Some(7))], entries, ..Given::default() }
}

fn in_july(memory: Given) -> Fakes {
    Fakes { now: at("2026-07-03T10:00:00Z"), ..Fakes::over(memory) }
}

/// Documents that keep the report and answer with `pdf`.
fn printing(pdf: Result<Vec<u8>, DocumentError>) -> (MockDocuments, Arc<Mutex<Option<Report>>>) {
    let (mut documents, kept) = (MockDocuments::new(), Arc::new(Mutex::new(None)));
    let keep = kept.clone();
    documents.expect_table_pdf().times(1).return_once(move |report| {
        *keep.lock().unwrap() = Some(report);
        pdf
    });
    (documents, kept)
}

async fn printed(fakes: Fakes, role: Role) -> Report {
    let (documents, kept) = printing(Ok(b"%PDF".to_vec()));
    let fakes = Fakes { documents: Arc::new(documents), ..fakes };
    let paper = AttendancePaper { name: "Attendance_Report_6_2026.pdf".into(), file: b"%PDF".to_vec() };
    assert_eq!(attendance_pdf(&fakes.ports(), &caller(7, role), june()).await, Ok(paper));
    let noted: Vec<Record> = fakes.state().events.iter().map(|event| event.record.clone()).collect();
    assert_eq!(noted, [Record::of("file-downloaded").detail("fileName", "Attendance_Report_6_2026.pdf")]);
    kept.lock().unwrap().take().unwrap()
}

#[tokio::test]
async fn the_paper_has_the_same_rows_and_says_whose_they_are() {
    let team = "Team of First7 Last7";
    for (role, whose, notes) in
        [(Role::Manager, team, vec![team]), (Role::Hr, "All employees", vec![]), (Role::Admin, "All employees", vec![])]
    {
        let report = printed(in_july(example()), role).await;
        assert_eq!((&*report.heading, report.period.as_str()), ("Attendance Summary Report", "June 2026"));
        assert_eq!((report.organisation.as_str(), report.asked_by), ("Daybook", user(7)));
        assert_eq!(
            (report.subtitles, report.notes),
            (vec![whose.to_owned()], notes.into_iter().map(str::to_owned).collect())
        );
        let counts: Vec<&str> = report.figures.iter().map(|(count, _)| count.as_str()).collect();
        assert_eq!(counts, ["1", "0", "1"]);
        let rows = attendance(&in_july(example()).ports(), &caller(7, role), june()).await.unwrap();
        let [row] = rows.as_slice() else { panic!("{rows:?}") };
        let cells = vec![
            Cell::Count(1),
            Cell::text(row.person.employee_id.to_string()),
            Cell::text(row.person.name.to_string()),
            Cell::Halves(44),
            Cell::Halves(0),
            Cell::Halves(2),
            Cell::Percent(45),
            Cell::Alert("Needs Attention"),
        ];
        assert_eq!(report.table.rows.collect::<Vec<_>>(), [cells]);
    }
    let empty = printed(Fakes::over(Given::default()), Role::Hr).await;
    assert_eq!(empty.table.rows.count(), 0, "an empty one is one too");
}

#[tokio::test]
async fn the_paper_is_dated_by_the_clock_of_the_organisation() {
    use chrono_tz::{Europe::Berlin, UTC};
    for (now, zone, clock) in [
        ("2026-06-30T23:30:00Z", UTC, "2026-06-30T23:30:00"),
        // The hour that Berlin has twice, and the one that it skips.
        ("2026-10-25T00:30:00Z", Berlin, "2026-10-25T02:30:00"),
        ("2026-10-25T01:30:00Z", Berlin, "2026-10-25T02:30:00"),
        ("2026-03-29T01:00:00Z", Berlin, "2026-03-29T03:00:00"),
    ] {
        let fakes = Fakes { now: at(now), zone, ..Fakes::over(Given::default()) };
        assert_eq!(printed(fakes, Role::Hr).await.made_at, clock.parse().unwrap(), "{now} in {zone}");
    }
}

#[tokio::test]
async fn what_fails_is_no_report() {
    for fault in [DocumentError::Busy, DocumentError::Failed("no font".into())] {
        let (documents, _) = printing(Err(fault.clone()));
        let fakes = Fakes { documents: Arc::new(documents), ..in_july(example()) };
        let answer = attendance_pdf(&fakes.ports(), &caller(7, Role::Manager), june()).await;
        assert_eq!(answer, Err(Error::Document(fault)));
        assert!(fakes.state().events.is_empty(), "nor is it noted");
    }
    let fakes = Fakes::over(Given::default());
    fakes.memory.breaks("PeopleReads::month_records", away());
    assert_eq!(attendance(&fakes.ports(), &caller(9, Role::Hr), june()).await, Err(away().into()));
    // Nothing is printed then: the mock would fail.
    assert_eq!(attendance_pdf(&fakes.ports(), &caller(9, Role::Hr), june()).await, Err(away().into()));
}
