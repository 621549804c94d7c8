use super::*;
use crate::events::Record;
use crate::ports::{Cell, DocumentError, MockDocuments, Report};
use crate::testing::{
    Fakes, Given, at, away, caller, change, day, employment, entry, holiday, hours, number, person, user,
};
use domain::access::Forbidden;
use domain::attendance::{Rating, Summary};
use domain::person::{Employment, Role};
use domain::timesheet::{Entry, Status};
use std::sync::{Arc, Mutex};

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

fn recorded(n: u128, owner: u128, date: &str, number: f64, status: Status) -> Entry {
    change(entry(n, owner, day(date), status), |stored| stored.hours = hours(number))
}

/// Employee 1 joined on Wednesday 10 June 2026; Friday 19 June is a holiday; nine hours on ten working days, five on one, one
/// rejected entry, and entries that do not count: on a Saturday and on the holiday.
fn example() -> Given {
    let nine = ["10", "11", "12", "15", "16", "17", "18", "22", "23", "24"];
    let mut entries: Vec<Entry> =
        (1..).zip(nine).map(|(n, day)| recorded(n, 1, &format!("2026-06-{day}"), 9.0, Status::Approved)).collect();
    entries.push(recorded(20, 1, "2026-06-25", 5.0, Status::Pending));
    entries.push(recorded(21, 1, "2026-06-26", 9.0, Status::Rejected));
    entries.push(recorded(22, 1, "2026-06-13", 9.0, Status::Approved));
    entries.push(recorded(23, 1, "2026-06-19", 9.0, Status::Approved));
    Given {
        people: vec![Employment { joining_date: Some(day("2026-06-10")), ..employment(1, Some(7)) }],
        entries,
        holidays: vec![holiday("2026-06-19", false)],
        ..Given::default()
    }
}

fn in_july(memory: Given) -> Fakes {
    Fakes { now: at("2026-07-03T10:00:00Z"), ..Fakes::over(memory) }
}

#[tokio::test]
async fn the_worked_example() {
    for role in [Role::Manager, Role::Hr, Role::Admin, Role::Boss] {
        let rows = attendance(&in_july(example()).ports(), &caller(7, role), june()).await.unwrap();
        let [row] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!(row.person, person(1));
        assert_eq!(row.summary, Summary { working_half_days: 28, leave_half_days: 0, present_half_days: 21 });
        assert_eq!((row.summary.rate_tenths(), row.rating()), (Some(750), Rating::NeedsAttention));
    }
}

#[tokio::test]
async fn a_month_is_summed_up_to_yesterday_and_today_once_it_has_an_entry() {
    let memory = |entries| Given { people: vec![employment(1, None)], entries, ..Given::default() };
    let summary = async |entries, now: &str| {
        let fakes = Fakes { now: at(now), ..Fakes::over(memory(entries)) };
        attendance(&fakes.ports(), &caller(9, Role::Hr), june()).await.unwrap()[0].summary
    };
    let of =
        |working_half_days, present_half_days| Summary { working_half_days, leave_half_days: 0, present_half_days };
    let today = || vec![recorded(1, 1, "2026-06-10", 9.0, Status::Pending)];
    assert_eq!(summary(vec![], "2026-06-10T10:00:00Z").await, of(14, 0));
    assert_eq!(summary(today(), "2026-06-10T10:00:00Z").await, of(16, 2));
    assert_eq!(summary(today(), "2026-06-11T10:00:00Z").await, of(16, 2));
    assert_eq!(summary(vec![], "2026-05-31T10:00:00Z").await, of(0, 0), "a month to come");
    assert_eq!(summary(vec![], "2027-01-01T10:00:00Z").await, of(44, 0), "a whole one");
}

#[tokio::test]
async fn a_holiday_counts_from_the_moment_at_which_it_is_entered() {
    let with = |holidays| Given { holidays, ..example() };
    let working = async |holidays| {
        let rows = attendance(&in_july(with(holidays)).ports(), &caller(7, Role::Manager), june()).await.unwrap();
        (rows[0].summary.working_half_days, rows[0].summary.present_half_days)
    };
    assert_eq!(working(vec![]).await, (30, 23));
    assert_eq!(working(vec![holiday("2026-06-19", false)]).await, (28, 21));
    assert_eq!(working(vec![holiday("2020-06-19", true), holiday("2026-06-25", false)]).await, (26, 20));
    assert_eq!(working(vec![holiday("2027-06-19", true), holiday("2025-06-19", false)]).await, (30, 23));
}

#[tokio::test]
async fn a_manager_reads_their_own_team_and_hr_and_administrators_everyone() {
    let people = vec![employment(1, Some(7)), employment(2, Some(8)), employment(3, None), employment(4, Some(7))];
    let memory = Given { people, ..Given::default() };
    let read = async |n, role| {
        let rows = attendance(&Fakes::over(memory.clone()).ports(), &caller(n, role), june()).await.unwrap();
        rows.into_iter().map(|row| number(row.person.id)).collect::<Vec<_>>()
    };
    assert_eq!(read(7, Role::Manager).await, [1, 4]);
    assert_eq!(read(8, Role::Manager).await, [2]);
    assert_eq!(read(6, Role::Manager).await, []);
    assert_eq!(read(5, Role::Hr).await, [1, 2, 3, 4]);
    assert_eq!(read(9, Role::Admin).await, [1, 2, 3, 4]);
    assert_eq!(read(9, Role::Boss).await, [1, 2, 3, 4]);
}

#[tokio::test]
async fn employees_read_none_of_it() {
    let (ports, by) = (Fakes::default().ports(), caller(1, Role::Employee));
    assert_eq!(attendance(&ports, &by, june()).await, Err(Forbidden::Role.into()));
    assert_eq!(attendance_pdf(&ports, &by, june()).await, Err(Forbidden::Role.into()));
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
            Cell::Halves(28),
            Cell::Halves(0),
            Cell::Halves(21),
            Cell::Percent(750),
            Cell::Alert("Needs Attention"),
        ];
        assert_eq!(report.table.rows.collect::<Vec<_>>(), [cells]);
    }
    let empty = printed(Fakes::over(Given::default()), Role::Hr).await;
    assert_eq!(empty.table.rows.count(), 0, "an empty one is one too");
}

#[tokio::test]
async fn the_paper_is_dated_by_the_clock_of_the_organisation() {
    use chrono_tz::{Europe::Berlin, Pacific::Pago_Pago, Pacific::Tongatapu, UTC};
    for (now, zone, clock) in [
        ("2026-06-30T23:30:00Z", UTC, "2026-06-30T23:30:00"),
        ("2026-06-30T23:30:00Z", Tongatapu, "2026-07-01T12:30:00"),
        ("2026-07-01T10:30:00Z", Pago_Pago, "2026-06-30T23:30:00"),
        ("2026-12-31T23:30:00Z", Berlin, "2027-01-01T00:30:00"),
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
async fn days_are_counted_on_the_calendar_of_the_organisation() {
    use chrono_tz::{Pacific::Pago_Pago, Pacific::Tongatapu, UTC};
    // Tuesday, 30 June ends at other instants in other zones: the day is over or it is not.
    for (zone, now, working) in [
        (UTC, "2026-06-30T23:59:59Z", 42),
        (UTC, "2026-07-01T00:00:00Z", 44),
        (Tongatapu, "2026-06-30T10:59:59Z", 42),
        (Tongatapu, "2026-06-30T11:00:00Z", 44),
        (Pago_Pago, "2026-07-01T10:59:59Z", 42),
        (Pago_Pago, "2026-07-01T11:00:00Z", 44),
    ] {
        let memory = Given { people: vec![employment(1, None)], ..Given::default() };
        let fakes = Fakes { now: at(now), zone, ..Fakes::over(memory) };
        let rows = attendance(&fakes.ports(), &caller(9, Role::Hr), june()).await.unwrap();
        assert_eq!(rows[0].summary.working_half_days, working, "{now} in {zone}");
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
