//! Quotes, line ends, separators and limits (moving-in.md 7, cases 2 and 19).

use application::ports::{FileRead, ImportReader};
use csv::{Terminator, WriterBuilder};
use documents::FileReader;
use domain::import::{CELL_MAX, COLUMNS_MAX, FILE_MAX, FileRefusal, ROWS_MAX, Separator, Table};
use proptest::prelude::*;

fn read(text: &str) -> Result<FileRead, FileRefusal> {
    FileReader.read_csv(text.as_bytes(), None, None)
}

fn refused(text: &str) -> String {
    read(text).unwrap_err().sentence()
}

/// The lines of a table's rows and their cells.
fn rows(table: &Table) -> Vec<(u32, Vec<&str>)> {
    table.rows.iter().map(|row| (row.line, row.cells.iter().map(String::as_str).collect())).collect()
}

#[test]
fn the_separator_is_the_one_that_gives_the_first_line_most_columns() {
    for (text, separator, headings) in [
        ("a,b;c\n1,2", Separator::Comma, &["a", "b;c"][..]),
        ("a,b;c;d\n1,2", Separator::Semicolon, &["a,b", "c", "d"]),
        ("a\tb\tc,d\n1", Separator::Tab, &["a", "b", "c,d"]),
        ("\"a;b;c\",d\n1", Separator::Comma, &["a;b;c", "d"]),
        ("a\n1", Separator::Comma, &["a"]),
        ("sep=;\na,b,c;d\n1", Separator::Semicolon, &["a,b,c", "d"]),
        ("\"SEP=\t\"\r\na,b\tc\r\n1", Separator::Tab, &["a,b", "c"]),
        ("\n;;\na;b\n1", Separator::Semicolon, &["a", "b"]),
    ] {
        let file = read(text).unwrap();
        assert_eq!(
            (file.separator, file.table.headings.as_slice()),
            (separator, &headings.iter().map(|h| (*h).to_owned()).collect::<Vec<_>>()[..]),
            "{text:?}"
        );
    }
    let chosen = FileReader.read_csv(b"sep=;\na,b;c\n1,2", None, Some(Separator::Comma)).unwrap();
    assert_eq!((chosen.separator, chosen.table.headings), (Separator::Comma, vec!["a".to_owned(), "b;c".to_owned()]));
}

#[test]
fn a_row_has_the_line_of_the_file_on_which_it_begins() {
    let text = "sep=,\r\nName,Note\r\nAnn,\"one\r\ntwo\n\nfour\"\r\n\r\n,\r\nBob,\"He said \"\"no\"\"\"\rEve,x\nlast";
    let table = read(text).unwrap().table;
    let expected = [
        (3, vec!["Ann", "one\r\ntwo\n\nfour"]),
        (9, vec!["Bob", "He said \"no\""]),
        (10, vec!["Eve", "x"]),
        (11, vec!["last"]),
    ];
    assert_eq!(rows(&table), expected, "rows without text are left out");
}

#[test]
fn a_stray_quote_is_named_with_its_row() {
    let before = "Name,Note\n".to_owned() + &"Ann,x\n".repeat(15);
    let stray = "Row 17 has a quotation mark in the wrong place";
    for row in ["Ann \"the ace\" Lee,x", "\"Ann\"Lee,x", "\"Ann\" ,x", " \"Ann\",x", "Ann,12\"", "\"Ann,x\nBob,\"y\""] {
        assert_eq!(refused(&format!("{before}{row}\nEve,z\n")), stray, "{row}");
    }
    let open = "Row 17 has a quotation mark that is never closed";
    for row in ["\"Ann,x", "Ann,\"", "Ann,\"\"\""] {
        assert_eq!(refused(&format!("{before}{row}\nEve,z\n")), open, "{row}");
    }
}

#[test]
fn each_limit_refuses_the_file_and_names_itself_and_the_row() {
    let with_rows = |count: usize| "Name\n".to_owned() + &"x\n".repeat(count);
    assert_eq!(read(&with_rows(ROWS_MAX)).unwrap().table.rows.len(), ROWS_MAX);
    assert_eq!(refused(&with_rows(ROWS_MAX + 1)), "The file has more than 20,000 rows: row 20002 is one too many");
    let with_columns = |count: usize| "Name\nx\n".to_owned() + &",".repeat(count - 1) + "x\n";
    assert!(read(&with_columns(COLUMNS_MAX)).is_ok());
    assert_eq!(refused(&with_columns(COLUMNS_MAX + 1)), "Row 3 has more than 64 columns");
    let with_cell = |count: usize| "Name\nx\nx\n".to_owned() + &"é".repeat(count);
    assert!(read(&with_cell(CELL_MAX)).is_ok());
    assert_eq!(refused(&with_cell(CELL_MAX + 1)), "Row 4 has a cell of more than 4,000 characters");
    assert_eq!(refused("Name\nx\0y"), "Row 2 contains a NUL byte");
    for empty in ["", "\u{feff}", "Name,Email\n", "Name\n\n , \n", "sep=;", "sep=;\n"] {
        assert_eq!(refused(empty), "The file has no rows", "{empty:?}");
    }
    let mut large = (" ".repeat(1_023) + "\n").repeat(FILE_MAX / 1_024).into_bytes();
    large[..6].copy_from_slice(b"Name\nx");
    assert!(FileReader.read_csv(&large, None, None).is_ok());
    large.push(b'\n');
    let (table, calendar) = (FileReader.read_csv(&large, None, None), FileReader.read_calendar(&large, 2026));
    assert_eq!(table.unwrap_err().sentence(), "The file is larger than 16 MiB");
    assert_eq!(calendar.unwrap_err(), FileRefusal::TooLarge);
}

#[test]
fn the_largest_file_of_people_is_read() {
    let head = "Email,First Name,Last Name,Joining Date,Salary,Working Days\n".to_owned();
    let person = |n: usize| {
        format!(
            "p{n}@example.org,Jörg,\"Meyer, {n}\",{}.{}.2019,\"{}.345,50\",1-5\n",
            n % 28 + 1,
            n % 12 + 1,
            n % 90 + 10
        )
    };
    let text = head + &(0..ROWS_MAX).map(person).collect::<String>();
    let table = read(&text).unwrap().table;
    let reading = domain::import::people::read(table, domain::import::Choices::default()).unwrap();
    assert_eq!(reading.rows.iter().filter(|row| row.value.is_ok()).count(), ROWS_MAX);
}

proptest! {
    #[test]
    fn what_another_program_writes_is_read_as_it_was_meant(
        meant in proptest::collection::vec(proptest::collection::vec("[a-z\",;\t\r\n' é=]{0,6}", 3), 1..8),
        separator in proptest::sample::select(Separator::ALL.to_vec()),
        ends in proptest::sample::select(vec![Terminator::CRLF, Terminator::Any(b'\n'), Terminator::Any(b'\r')]),
    ) {
        let mut writer = WriterBuilder::new().delimiter(u8::try_from(separator.character()).unwrap()).terminator(ends).from_writer(Vec::new());
        writer.write_record(["Email", "First Name", "Note"]).unwrap();
        for row in &meant {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let is_filled = |row: &&Vec<String>| row.iter().any(|cell| !cell.trim().is_empty());
        let filled: Vec<&Vec<String>> = meant.iter().filter(is_filled).collect();
        match read(&text) {
            Ok(file) => {
                prop_assert_eq!(file.separator, separator);
                prop_assert_eq!(file.table.rows.iter().map(|row| &row.cells).collect::<Vec<_>>(), filled);
            }
            Err(why) => prop_assert!(why == FileRefusal::NoRows && filled.is_empty(), "{:?}: {:?}", why, text),
        }
    }
}
