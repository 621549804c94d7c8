//! What the cells of each kind mean.

use super::*;
use crate::leave::LeaveDays;
use crate::person::{EmployeeId, Role};
use crate::testing::day;
use crate::timesheet::Hours;
use people::{ManagerKey, PeopleRow};

/// The rows of a table of people whose first column is the email.
fn people(columns: &[&str], rows: &[&[&str]]) -> Outcome<PeopleRow> {
    let headings: Vec<&str> = ["Email"].iter().chain(columns).copied().collect();
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| ["ann@x.org"].iter().chain(*row).copied().collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    outcome(people::read(table(&headings, &rows), Choices::default()).unwrap())
}

/// The only row of a table of people with one more column.
fn person(column: &str, cell: &str) -> Result<PeopleRow, String> {
    people(&[column], &[&[cell]]).remove(0).map_err(|whys| {
        assert_eq!((whys.len(), whys[0].1, whys[0].2.as_str()), (1, column, cell.trim()));
        whys[0].3.clone()
    })
}

#[test]
fn a_row_of_every_column_is_a_person() {
    let headings = people::COLUMNS.map(|column| column.name);
    let cells = [
        "EMP1001",
        " A-17 ",
        "Ann",
        "Lee",
        "Ann@X.org",
        "manager",
        "Works",
        "Lead",
        "Engineer",
        "'+49 30 1",
        "2019-05-06",
        "2026-11-28",
        "52,400.50",
        "2026-01-01",
        "Tue-Fri Sat",
        "8",
        "4.5",
        "2026-11-28",
        "Boss@x.org",
        "Active",
    ];
    let row = outcome(people::read(table(&headings, &[&cells]), Choices::default()).unwrap()).remove(0).unwrap();
    let text = |text: &str| Given::Value(text.to_owned());
    let expected = PeopleRow {
        employee_id: Some(EmployeeId::new(1001)),
        external_id: text("A-17"),
        first_name: Some("Ann".to_owned()),
        last_name: Some("Lee".to_owned()),
        email: crate::person::EmailAddress::parse("ann@x.org").ok(),
        role: Some(Role::Manager),
        department: text("Works"),
        position: text("Lead"),
        designation: text("Engineer"),
        phone: text("+49 30 1"),
        joining_date: Given::Value(day("2019-05-06")),
        records_from: Some(day("2026-11-28")),
        salary: Given::Value(crate::person::Salary::from_cents(5_240_050).unwrap()),
        salary_from: Some(day("2026-01-01")),
        working_days: Given::Value(crate::testing::lenas().weekdays()),
        full_day_hours: Some(Hours::whole(8)),
        half_day_hours: Hours::from_half_hours(9).ok(),
        pattern_from: Some(day("2026-11-28")),
        manager: Given::Value(ManagerKey::Email(crate::person::EmailAddress::parse("boss@x.org").unwrap())),
        is_active: Some(true),
    };
    assert_eq!(row, expected);
}

#[test]
fn an_empty_cell_changes_nothing_and_a_dash_clears_what_is_optional() {
    let headings = people::COLUMNS.map(|column| column.name);
    let filled = headings.map(|name| if name == "Email" { "ann@x.org" } else { " \u{a0}" });
    let row = outcome(people::read(table(&headings, &[&filled]), Choices::default()).unwrap()).remove(0).unwrap();
    assert_eq!(row, PeopleRow { email: row.email.clone(), ..PeopleRow::default() });
    let dashes = headings.map(|_| " - ");
    let read = people::read(table(&headings, &[&dashes]), Choices::default()).unwrap();
    let refused = outcome(read).remove(0).unwrap_err();
    let cannot: Vec<&str> =
        refused.iter().filter(|why| why.3 == format!("{} cannot be cleared", why.1)).map(|w| w.1).collect();
    let kept = [
        "Employee ID",
        "First Name",
        "Last Name",
        "Email",
        "Role",
        "Records From",
        "Salary From",
        "Full Day Hours",
        "Half Day Hours",
        "Pattern From",
        "Status",
    ];
    assert_eq!(cannot, kept);
    for column in ["External ID", "Department", "Position", "Designation", "Phone", "Joining Date", "Salary"] {
        assert!(person(column, "-").is_ok(), "{column}");
    }
    assert_eq!(person("Phone", "-").unwrap().phone.patch(), Some(None));
    assert_eq!(person("Phone", "").unwrap().phone.patch(), None);
    assert_eq!(person("Manager", "-").unwrap().manager, Given::Cleared);
    assert_eq!(person("Working Days", "-").unwrap().working_days, Given::Cleared);
    assert_eq!(person("Position", "'-").unwrap().position, Given::Value("-".to_owned()), "a text of that name");
}

#[test]
fn the_apostrophe_of_the_portals_own_files_is_taken_off() {
    for (cell, text) in [("'=1+1", "=1+1"), ("'@home", "@home"), ("'  -2", "-2"), ("'n Sync", "'n Sync"), ("''", "''")]
    {
        assert_eq!(person("Position", cell).unwrap().position, Given::Value(text.to_owned()), "{cell}");
    }
}

#[test]
fn hidden_characters_are_refused_and_markup_is_text() {
    for bad in ["a\u{202e}b", "a\u{7}b", "a\nb", "a\u{2066}b"] {
        assert_eq!(person("Position", bad).unwrap_err(), "Position contains characters that are not allowed");
    }
    assert_eq!(person("Position", "<b>x</b>").unwrap().position, Given::Value("<b>x</b>".to_owned()));
    let long = "x".repeat(CELL_MAX);
    assert_eq!(person("Position", &long).unwrap().position, Given::Value(long), "its length is a matter of its field");
}

#[test]
fn everything_wrong_in_a_row_is_told_at_its_column() {
    let read = people(&["Role", "Salary", "Status"], &[&["", "", ""], &["King", "much", "gone"]]);
    assert!(read[0].is_ok());
    let expected = [
        ("Role", "King", "The role must be Employee, Manager, HR, Admin or Boss"),
        ("Salary", "much", "This is not a number"),
        ("Status", "gone", "The status must be active or inactive"),
    ];
    let told: Vec<_> = read[1].as_ref().unwrap_err().iter().map(|(_, c, v, s)| (*c, v.as_str(), s.as_str())).collect();
    assert_eq!(told, expected);
    assert!(read[1].as_ref().unwrap_err().iter().all(|(line, ..)| *line == 3));
    let nobody = people::read(table(&["Email", "ID", "Position"], &[&["", "", "Lead"]]), Choices::default()).unwrap();
    assert_eq!(sentences(nobody), [Some("Email is required".to_owned())]);
    assert_eq!(person("Manager", "Bob").unwrap_err(), "Please name the manager by email address or employee ID");
    assert_eq!(person("Employee ID", "1001").unwrap_err(), "An employee ID has the form EMP1001");
    assert_eq!(person("Role", "hr").unwrap().role, Some(Role::Hr));
    assert_eq!(person("Status", "INACTIVE").unwrap().is_active, Some(false));
}

#[test]
fn working_days_are_numbers_ranges_or_names() {
    for (cell, days) in [
        ("1-5", &[1, 2, 3, 4, 5][..]),
        ("1,3,5", &[1, 3, 5]),
        ("Mon Tue Thu", &[1, 2, 4]),
        ("mon, Wednesday; FRI", &[1, 3, 5]),
        ("Tue-Thu 7", &[2, 3, 4, 7]),
        ("2–6", &[2, 3, 4, 5, 6]),
        ("7", &[7]),
    ] {
        let read = person("Working Days", cell).unwrap().working_days.value().unwrap();
        assert_eq!(read.iso_numbers().collect::<Vec<_>>(), days, "{cell}");
    }
    for bad in ["0", "8", "5-1", "1-8", "1-", "Mo", "Monday-ish", "1.5"] {
        let sentence = "Please write the working days as 1-5, 1,3,5 or Mon Tue Thu";
        assert_eq!(person("Working Days", bad).unwrap_err(), sentence, "{bad}");
    }
    for twice in ["1 1", "1-3 Wed", ","] {
        let sentence = "Working days must be different numbers from 1 to 7";
        assert_eq!(person("Working Days", twice).unwrap_err(), sentence, "{twice}");
    }
    for bad in ["7.25", "-8", "24.5"] {
        let sentence = "Hours must be between 0 and 24 in steps of 0.5";
        assert_eq!(person("Full Day Hours", bad).unwrap_err(), sentence, "{bad}");
    }
}

#[test]
fn a_balance_is_in_halves_and_may_be_negative() {
    let headings = ["Personalnummer", "E-Mail", "Urlaubsart", "Jahr", "Tage", "Bemerkung"];
    let row = |year, days, note| ["EMP1001", "", "Vacation", year, days, note];
    let read = |rows: &[[&str; 6]]| {
        let rows: Vec<&[&str]> = rows.iter().map(<[&str; 6]>::as_slice).collect();
        balances::read(table(&headings, &rows), Choices::default()).unwrap()
    };
    let rows =
        outcome(read(&[row("2026", "12,5", ""), row("2026", "-0,5", "Borrowed\nin May"), row("2025", "0", "-")]));
    let rows: Vec<_> = rows.into_iter().map(Result::unwrap).collect();
    let halves = rows.iter().map(|row| row.days.half_days()).collect::<Vec<_>>();
    assert_eq!(halves, [25, -1, 0]);
    let notes = rows.iter().map(|row| row.note.clone()).collect::<Vec<_>>();
    assert_eq!(notes, [Given::Absent, Given::Value("Borrowed\nin May".to_owned()), Given::Cleared]);
    assert_eq!((rows[2].year, rows[0].leave_type.as_str()), (2025, "Vacation"));
    assert_eq!(rows[0].employee_id, Some(EmployeeId::new(1001)));
    for bad in ["0.25", "366.5", "-367"] {
        let sentence = "Days must be from -366 to 366 in steps of 0.5";
        assert_eq!(sentences(read(&[row("2026", bad, "")])), [Some(sentence.to_owned())], "{bad}");
    }
    assert_eq!(outcome(read(&[row("2026", "-366", "")])).remove(0).unwrap().days, -LeaveDays::YEAR);
    assert_eq!(sentences(read(&[row("26", "1", "")])), [Some("Please write the year with four digits".to_owned())]);
    assert_eq!(sentences(read(&[row("2026", "", "")])), [Some("Days is required".to_owned())]);
    let nobody: &[&[&str]] = &[&["Vacation", "2026", "1", " "]];
    let read = balances::read(table(&["Leave Type", "Year", "Days", "External ID"], nobody), Choices::default());
    assert_eq!(sentences(read.unwrap()), [Some("Email is required".to_owned())]);
}

#[test]
fn a_holiday_recurs_where_its_row_says_so_in_english_or_german() {
    let headings = ["Datum", "Name", "Beschreibung", "Jährlich"];
    let read = |cell| {
        let row: &[&[&str]] = &[&["25.12.2026", "Christmas", "", cell]];
        outcome(holidays::read(table(&headings, row), Choices::default()).unwrap()).remove(0)
    };
    for (cell, is_recurring) in
        [("yes", true), ("Ja", true), ("WAHR", true), ("no", false), ("Nein", false), ("FALSE", false)]
    {
        assert_eq!(read(cell).unwrap().is_recurring, Some(is_recurring), "{cell}");
    }
    let expected = holidays::HolidayRow {
        date: day("2026-12-25"),
        name: "Christmas".to_owned(),
        description: Given::Absent,
        is_recurring: None,
        keeps_known: false,
    };
    assert_eq!(read(""), Ok(expected));
    assert_eq!(read("often").unwrap_err()[0].3, "Please write yes or no");
}

#[test]
fn a_row_that_cannot_be_read_says_whom_or_what_it_is_about() {
    let no_choice = Choices::default;
    let people_columns = ["Employee ID", "Email", "First Name", "Last Name", "Role"];
    let someone: [&[&str]; 3] =
        [&["", "ann@x.org", "Ann", "Lee", "?"], &["", "bob@x.org", "", "-", "?"], &["EMP1001", "", "", "", "?"]];
    let who = people::read(table(&people_columns, &someone), no_choice()).unwrap().rows.into_iter().map(|row| row.who);
    assert_eq!(who.collect::<Vec<_>>(), ["Ann Lee", "bob@x.org", "EMP1001"]);

    let balance_columns = ["External ID", "Leave Type", "Year", "Days"];
    let balance = table(&balance_columns, &[&["00017", "Annual Leave", "26", "1"]]);
    assert_eq!(balances::read(balance, no_choice()).unwrap().rows[0].who, "00017");

    let holiday = table(&["Date", "Name"], &[&["31.02.2026", "Founders' Day"]]);
    assert_eq!(holidays::read(holiday, no_choice()).unwrap().rows[0].who, "31.02.2026, Founders' Day");
}
