mod payroll;
mod reading;

use super::page::{HEIGHT, Mark, Page, WIDTH};
use super::table::{Grid, Row};
use super::*;
use application::ports::{Cell, PersonName};
use application::reports::{AttendanceReport, AttendanceRow};
use domain::attendance::Summary;
use domain::id::UserId;
use domain::person::{EmployeeId, FullName};
use domain::time::Month;
use proptest::prelude::*;
use reading::{Printed, run_on};
use std::time::{Duration, Instant};

fn row(number: u32, first: &str, last: &str, working: u32, present: u32) -> AttendanceRow {
    AttendanceRow {
        person: PersonName {
            id: UserId::new(uuid::Uuid::nil()),
            employee_id: EmployeeId::new(number),
            name: FullName { first: first.to_owned(), last: last.to_owned() },
        },
        summary: Summary { working_half_days: working, leave_half_days: 0, present_half_days: present },
        good_percent: 80,
    }
}

fn report(rows: Vec<AttendanceRow>) -> AttendanceReport {
    AttendanceReport {
        organisation: "Northwind Works".to_owned(),
        team_of: None,
        month: Month::new(2026, 11).unwrap(),
        rows,
        good_percent: 80,
        half_days: [domain::timesheet::Hours::whole(5)].into(),
        made_at: chrono::NaiveDate::from_ymd_opt(2026, 11, 21).unwrap().and_hms_opt(9, 5, 0).unwrap(),
        closed: None,
        asked_by: UserId::new(uuid::Uuid::nil()),
    }
}

const FIRST: [&str; 8] = ["Zoë", "Łukasz", "Nguyễn", "Ελένη", "Юлия", "Şahin", "Anne-Marie", "José"];
const LAST: [&str; 8] = [
    "Ångström",
    "Wiśniewski-Brzęczyszczykiewicz",
    "Thị Phương",
    "Παπαδοπούλου",
    "Щербакова",
    "Öztürk",
    "O’Neill",
    "García Márquez de la Fuente y Villanueva",
];

fn many(count: u32) -> Vec<AttendanceRow> {
    let names = LAST.into_iter().flat_map(|last| FIRST.into_iter().map(move |first| (first, last))).cycle();
    names.zip(0..count).map(|((first, last), n)| row(1001 + n, first, last, 28 + n % 3, (n * 7) % 29)).collect()
}

/// Names that PDF tools stumble over.
fn nasty() -> Vec<AttendanceRow> {
    vec![
        row(1001, &"W".repeat(100), &"m".repeat(100), 28, 21),
        row(1002, "Wolfeschlegelsteinhausenbergerdorff", &"Þórdísardóttir-".repeat(6), 42, 42),
        row(1003, "Ame\u{301}lie", "O\u{308}zgu\u{308}r", 42, 34),
        row(1004, "李雷", "שלום 😀", 0, 0),
        row(1005, "a\u{0}b\u{1b}", "c\td\r\ne", 2, 1),
        row(1006, "(paren\\thesis)", "<Tj> [BT] %PDF ET", 2, 2),
        row(1007, "\u{200b}", "\u{200b}", 2, 2),
        row(u32::MAX, "x", &"\u{30c}".repeat(40), 62, 62),
        row(1009, "  two  ", "  spaces  ", 62, 0),
        row(1010, &"Юлия ".repeat(40), &"Ελένη ".repeat(40), 62, 61),
        row(1011, &"Å".repeat(3_000), "", 62, 61),
    ]
}

fn written(report: &AttendanceReport) -> Printed {
    Printed::read(&printed(report))
}

fn printed(report: &AttendanceReport) -> Vec<u8> {
    print(report.clone().into()).unwrap()
}

fn lay_out(report: &AttendanceReport, faces: &Faces) -> Vec<Page> {
    layout::lay_out(report.clone().into(), faces)
}

const HEADINGS: [&str; 8] = ["No.", "Employee ID", "Name", "Working days", "Leave Days", "Present", "Rate", "Rating"];

/// What each row must read like, without spaces.
fn expected(report: &AttendanceReport, faces: &Faces) -> Vec<String> {
    let run_on = |row: Vec<Cell>| row.iter().map(|cell| run_on(&faces.printable(&words::cell(cell)))).collect();
    Report::from(report.clone()).table.rows.map(run_on).collect()
}

#[test]
fn the_worked_example_on_paper() {
    let printed = written(&report(vec![
        row(1001, "Maria", "Silva", 28, 21),
        row(1002, "Jan", "Novák", 30, 24),
        row(1003, "New", "Comer", 0, 0),
    ]));
    let [page] = printed.pages.as_slice() else { panic!("one page") };
    let lines: Vec<&str> = page.iter().map(String::as_str).collect();
    assert_eq!(
        lines[..11],
        [
            "Northwind Works",
            "Attendance Summary Report",
            "November 2026",
            "All employees",
            "Made on 21 November 2026 at 09:05",
            "3",
            "Total Employees",
            "2",
            "Good Attendance",
            "1",
            "Needs Attention",
        ]
    );
    let legend = lines[11..].iter().take_while(|line| **line != "No.").copied().collect::<String>();
    assert_eq!(run_on(&legend), run_on(&Report::from(report(Vec::new())).legend.concat()));
    let table = lines.iter().position(|line| *line == "No.").unwrap();
    assert_eq!(lines[table..table + 8], HEADINGS);
    assert_eq!(
        lines[table + 8..table + 16],
        ["1", "EMP1001", "Maria Silva", "14", "0", "10.5", "75.0 %", "Needs Attention"]
    );
    assert_eq!(lines[table + 16..table + 24], ["2", "EMP1002", "Jan Novák", "15", "0", "12", "80.0 %", "Good"]);
    assert_eq!(lines[table + 24..table + 32], ["3", "EMP1003", "New Comer", "0", "0", "0", "–", "Good"]);
    assert_eq!(lines[table + 32..], ["Northwind Works", "Page 1 of 1"]);
}

#[test]
fn no_name_and_no_word_vanishes() {
    let (faces, report) = (Faces::load().unwrap(), report(nasty()));
    let text = written(&report).run_on();
    for expected in expected(&report, &faces).iter().take(10) {
        assert!(text.contains(expected), "{expected}");
    }
    assert_eq!(text.matches('Å').count(), 3_000, "a name that is higher than a page");
    for (name, printed) in [(2, "????"), (4, "a?b?c"), (5, "(paren\\thesis)<Tj>[BT]%PDFET"), (2, "AmélieÖzgür")] {
        assert!(text.contains(printed), "{name}: {printed}");
    }
}

#[test]
fn every_page_says_what_it_is_and_where_it_belongs() {
    let mut long = report(many(500));
    long.team_of = Some("Юлия Wiśniewska".to_owned());
    let printed = written(&long);
    let count = printed.pages.len();
    assert!((12..=40).contains(&count), "{count} pages");
    for (page, number) in printed.pages.iter().zip(1..) {
        assert!(page.windows(8).any(|pieces| pieces == HEADINGS), "the header row of page {number}");
        let says = |text: &str| page.iter().any(|piece| piece == text);
        assert!(says("Attendance Summary Report") && says("November 2026"), "page {number}");
        assert!(says(&format!("Page {number} of {count}")), "page {number}");
        assert!(says("Northwind Works · Team of Юлия Wiśniewska"), "page {number}");
    }
    assert!(printed.pages[0].contains(&"Team of Юлия Wiśniewska".to_owned()));
    let (faces, text) = (Faces::load().unwrap(), printed.run_on());
    let mut from = 0;
    for row in expected(&long, &faces) {
        from += text[from..].find(&row).unwrap_or_else(|| panic!("{row} is not there, or not in order"));
    }
}

#[test]
fn nobody_to_show_is_said_in_words() {
    let printed = written(&report(Vec::new()));
    assert_eq!(printed.pages.len(), 1);
    assert!(printed.pages[0].windows(8).any(|pieces| pieces == HEADINGS));
    assert!(printed.pages[0].contains(&"No Data Available".to_owned()));
}

#[test]
fn the_file_says_what_it_is_and_carries_what_it_needs() {
    let report = report(many(3));
    let bytes = printed(&report);
    assert_eq!(bytes, printed(&report), "the same report gives the same bytes");
    assert!(bytes.starts_with(b"%PDF-1.4") && bytes.len() < 200_000, "{} bytes", bytes.len());
    let printed = Printed::read(&bytes);
    let about = |key: &[u8]| String::from_utf8(printed.about().get(key).unwrap().as_str().unwrap().to_vec()).unwrap();
    assert_eq!(about(b"Title"), "Attendance Summary Report, November 2026");
    assert_eq!((about(b"CreationDate"), about(b"ModDate")), ("D:20261121090500".into(), "D:20261121090500".into()));
    for page in printed.file.get_pages().into_values() {
        let fonts: Vec<String> = reading::fonts(&printed.file, page).into_keys().collect();
        assert_eq!(fonts, ["F0", "F1"]);
    }
}

#[test]
fn the_attendance_fits_its_columns() {
    let (faces, report) = (Faces::load().unwrap(), Report::from(report(Vec::new())));
    let grid = Grid::new(&report.table.columns, 14.0, 196.0);
    assert_eq!(Row::head(&grid, &faces).line_count(), 1);
    let widest = [
        Cell::Count(10_000),
        Cell::text("EMP100000"),
        Cell::text("W"),
        Cell::Halves(31),
        Cell::Halves(31),
        Cell::Halves(31),
        Cell::Percent(1_000),
        Cell::Alert("Needs Attention"),
    ];
    assert_eq!(Row::body(&widest, &grid, &faces).line_count(), 1);
}

/// Far more than it needs, even unoptimised and beside other tests.
#[test]
fn five_hundred_rows_are_quick() {
    let began = Instant::now();
    printed(&report(many(500)));
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn ten_thousand_rows_are_all_laid_out() {
    let (faces, report) = (Faces::load().unwrap(), report(many(10_000)));
    let pages = lay_out(&report, &faces);
    let ids = texts(&pages).filter(|text| text.starts_with("EMP")).count();
    assert_eq!(ids, 10_000);
    assert_stands_well(&pages, &faces);
}

fn texts(pages: &[Page]) -> impl Iterator<Item = &str> {
    pages.iter().flat_map(|page| &page.marks).filter_map(|mark| match mark {
        Mark::Words { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// Every line of text stands inside the margins and on nothing else.
fn assert_stands_well(pages: &[Page], faces: &Faces) {
    for page in pages {
        let mut lines: Vec<(f64, f64, f64, &str)> = Vec::new();
        for mark in &page.marks {
            let Mark::Words { x, baseline, face, text, .. } = mark else { continue };
            lines.push((*baseline, *x, x + faces.width(text, *face), text));
        }
        lines.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap());
        for (baseline, left, right, text) in &lines {
            assert!((13.0..=HEIGHT - 11.9).contains(baseline), "{text:?} stands at {baseline}");
            assert!(*left >= 13.9 && *right <= WIDTH - 13.9, "{text:?} reaches from {left} to {right}");
        }
        for pair in lines.windows(2) {
            let is_one_line = (pair[0].0 - pair[1].0).abs() < 2.0;
            assert!(!is_one_line || pair[0].2 <= pair[1].1, "{:?} runs into {:?}", pair[0].3, pair[1].3);
        }
    }
}

#[test]
fn nasty_names_stay_in_their_places() {
    let faces = Faces::load().unwrap();
    let mut report = report(nasty());
    report.organisation = "M".repeat(100);
    report.team_of = Some(format!("{} {}", "W".repeat(100), "Ш ".repeat(50)));
    assert_stands_well(&lay_out(&report, &faces), &faces);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_name_is_there_and_in_its_place(
        names in prop::collection::vec(("[\\PCa-zÀ-ž -]{1,100}", any::<String>()), 0..60),
        organisation in "\\PC{1,100}",
        manager in prop::option::of("\\PC{1,200}"),
    ) {
        let faces = Faces::load().unwrap();
        let rows = names.iter().zip(1001..).map(|((first, last), number)| row(number, first, last, 28, 21)).collect();
        let report = AttendanceReport { organisation, team_of: manager, ..report(rows) };
        let pages = lay_out(&report, &faces);
        let text = run_on(&texts(&pages).collect::<String>());
        for row in expected(&report, &faces) {
            prop_assert!(text.contains(&row));
        }
        assert_stands_well(&pages, &faces);
    }
}
