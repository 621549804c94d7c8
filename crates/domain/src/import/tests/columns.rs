use super::*;
use crate::import::columns::Places;

fn refused(headings: &[&str]) -> String {
    people::read(table(headings, &[&["a", "b", "c"]]), Choices::default()).unwrap_err().sentence()
}

#[test]
fn columns_are_known_by_any_of_their_names_in_any_order_and_writing() {
    for headings in [
        ["Email", "First Name", "Joining Date"],
        ["E-Mail", "Vorname", "Eintritt"],
        [" e_mail ", "FIRST-NAME", "joiningdate"],
        ["E\u{2d}MAIL", "first_name", "Joining\u{a0}DATE"],
    ] {
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let cells = ["ann@x.org", "Ann", "2026-01-05"];
            let [headings, cells] = [headings, cells].map(|all| order.map(|place| all[place]));
            let mut read = outcome(people::read(table(&headings, &[&cells]), Choices::default()).unwrap());
            let row = read.remove(0).unwrap();
            assert_eq!(row.email.unwrap().as_str(), "ann@x.org", "{headings:?}");
            assert_eq!(row.first_name.as_deref(), Some("Ann"));
            assert_eq!(row.joining_date.value().unwrap().to_string(), "2026-01-05");
        }
    }
    let decomposed = ["Email", "Fu\u{308}hrungskraft"];
    let read = people::read(table(&decomposed, &[&["ann@x.org", "emp1002"]]), Choices::default()).unwrap();
    let manager = outcome(read).remove(0).unwrap().manager.value().unwrap();
    assert_eq!(manager, people::ManagerKey::EmployeeId(crate::person::EmployeeId::new(1002)));
}

#[test]
fn every_name_of_a_column_is_that_of_one_column() {
    for columns in [&people::COLUMNS[..], &balances::COLUMNS, &holidays::COLUMNS] {
        for column in columns {
            for name in std::iter::once(&column.name).chain(column.aliases) {
                let places = Places::new(columns, &table(&[name], &[])).unwrap();
                assert_eq!(places.of(column.name), Some(0), "{name}");
            }
        }
    }
}

#[test]
fn unknown_columns_are_listed_and_ignored() {
    let headings = ["Email", "Shoe Size", " ", "Favourite Colour", ""];
    let rows: &[&[&str]] = &[&["ann@x.org", "39", "", "", "kept in mind"], &["bob@x.org"]];
    let read = people::read(table(&headings, rows), Choices::default()).unwrap();
    assert_eq!(read.ignored_columns, ["Shoe Size", "Favourite Colour", "Column 5"]);
    assert_eq!(read.headings, headings);
    assert!(read.rows.iter().all(|row| row.value.is_ok()));
    assert_eq!(read.rows[0].cells, rows[0], "as they stand, for a file of refused rows");
}

#[test]
fn a_column_twice_or_a_missing_one_refuses_the_file() {
    assert_eq!(refused(&["Email", "Vorname", "First name"]), "The file has the column First Name twice");
    assert_eq!(refused(&["First Name", "Last Name"]), "The file has no column Employee ID, External ID or Email");
    let row: &[&[&str]] = &[&["ann@x.org", "2026", "5"]];
    for (headings, sentence) in [
        (["Email", "Year", "Days"], "The file has no column Leave Type"),
        (["Email", "Leave Type", "Days"], "The file has no column Year"),
        (["Name", "Leave Type", "Days"], "The file has no column Employee ID, External ID or Email"),
    ] {
        assert_eq!(balances::read(table(&headings, row), Choices::default()).unwrap_err().sentence(), sentence);
    }
    let refused = holidays::read(table(&["Datum", "Beschreibung"], row), Choices::default()).unwrap_err();
    assert_eq!(refused.sentence(), "The file has no column Name");
}

#[test]
fn a_row_with_more_cells_than_columns_is_refused() {
    let rows: &[&[&str]] = &[&["ann@x.org", "Ann", "", " "], &["bob@x.org", "Bob", "Lee"]];
    let read = people::read(table(&["Email", "First Name"], rows), Choices::default()).unwrap();
    let more = "The row has more cells than the first row has names";
    assert_eq!(sentences(read), [None, Some(more.to_owned())]);
}
