//! Forms of dates and numbers, decided for whole columns (moving-in.md 7, cases 3 and 4).

use super::*;
use chrono::{Datelike, NaiveDate};
use proptest::prelude::*;

/// The holidays on these dates.
fn dated(cells: &[&str], dates: Option<DateForm>) -> Result<Reading<holidays::HolidayRow>, FileRefusal> {
    let rows: Vec<[&str; 2]> = cells.iter().map(|cell| [*cell, "Day"]).collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    holidays::read(table(&["Date", "Name"], &rows), Choices { dates, decimal: None })
}

fn days(reading: Reading<holidays::HolidayRow>) -> Vec<String> {
    assert_eq!(reading.questions, []);
    outcome(reading).into_iter().map(|row| row.unwrap().date.to_string()).collect()
}

/// The salaries in these cells, in cents.
fn paid(cells: &[&str], decimal: Option<DecimalSign>) -> Result<Reading<people::PeopleRow>, FileRefusal> {
    let rows: Vec<[&str; 2]> = cells.iter().map(|cell| ["ann@x.org", *cell]).collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    people::read(table(&["Email", "Gehalt"], &rows), Choices { dates: None, decimal })
}

fn cents(reading: Reading<people::PeopleRow>) -> Vec<u64> {
    assert_eq!(reading.questions, []);
    outcome(reading).into_iter().map(|row| row.unwrap().salary.value().unwrap().cents()).collect()
}

#[test]
fn each_form_of_dates_is_that_of_its_column() {
    for (cells, form, read) in [
        (["2026-04-03", "2026-12-31"], Some(DateForm::Ymd), ["2026-04-03", "2026-12-31"]),
        (["3.4.2026", "05.06.2026"], Some(DateForm::Dmy), ["2026-04-03", "2026-06-05"]),
        (["3/4/2026", "31/12/2026"], Some(DateForm::Dmy), ["2026-04-03", "2026-12-31"]),
        (["3/4/2026", "12/31/2026"], Some(DateForm::Mdy), ["2026-03-04", "2026-12-31"]),
        (["5/5/2026", "06/06/2026"], None, ["2026-05-05", "2026-06-06"]),
        ([" 29.2.2028 ", "2.3.2028"], Some(DateForm::Dmy), ["2028-02-29", "2028-03-02"]),
    ] {
        let reading = dated(&cells, None).unwrap();
        assert_eq!(reading.dates, form, "{cells:?}");
        assert_eq!(days(reading), read);
    }
}

#[test]
fn a_column_that_fits_two_forms_is_asked_about_with_three_samples() {
    let cells = ["05/05/2026", "03/04/2026", "3/4/2026", "03/04/2026", "1/2/2026", "7/8/2026"];
    let reading = dated(&cells, None).unwrap();
    let samples = ["03/04/2026", "3/4/2026", "1/2/2026"].map(str::to_owned).to_vec();
    assert_eq!(reading.questions, [Question { column: "Date", samples, choices: vec!["dmy", "mdy"] }]);
    assert!(reading.rows.is_empty() && reading.dates.is_none());
    assert_eq!(days(dated(&cells[1..2], Some(DateForm::Dmy)).unwrap()), ["2026-04-03"]);
    assert_eq!(days(dated(&cells[1..2], Some(DateForm::Mdy)).unwrap()), ["2026-03-04"]);
    assert_eq!(dated(&cells, Some(DateForm::Mdy)).unwrap().dates, Some(DateForm::Mdy));
}

#[test]
fn each_column_has_its_own_form_and_one_answer_serves_all_questions() {
    let headings = ["Email", "Joining Date", "Records From", "Salary From"];
    let rows: &[&[&str]] = &[&["ann@x.org", "2019-05-06", "1/2/2026", "3/4/2026"]];
    let read = |choices| people::read(table(&headings, rows), choices).unwrap();
    let asked = read(Choices::default()).questions;
    assert_eq!(asked.iter().map(|question| question.column).collect::<Vec<_>>(), ["Records From", "Salary From"]);
    let reading = read(Choices { dates: Some(DateForm::Dmy), decimal: None });
    assert_eq!(reading.dates, None, "two forms");
    let row = outcome(reading).remove(0).unwrap();
    let read = [row.joining_date.value(), row.records_from, row.salary_from].map(|day| day.unwrap().to_string());
    assert_eq!(read, ["2019-05-06", "2026-02-01", "2026-04-03"]);
}

#[test]
fn different_forms_in_a_column_refuse_the_file_with_two_of_them() {
    for (cells, sentence) in [
        (&["2026-04-03", "", "4.4.2026"][..], "2026-04-03 in row 2, 4.4.2026 in row 4"),
        (&["3.4.2026", "3/4/2026"], "3.4.2026 in row 2, 3/4/2026 in row 3"),
        (&["1/2/2026", "31/12/2026", "x", "12/31/2026"], "31/12/2026 in row 3, 12/31/2026 in row 5"),
    ] {
        let refused = dated(cells, None).unwrap_err().sentence();
        assert_eq!(refused, format!("The column Date is written in different forms: {sentence}"));
    }
    let refused = sentences(dated(&["1/2/2026", "31/12/2026"], Some(DateForm::Mdy)).unwrap());
    assert_eq!(refused, [None, Some("This date is not written as M/D/YYYY".to_owned())], "the choice is the person's");
}

#[test]
fn a_cell_that_is_no_day_is_refused_in_its_row_and_decides_nothing() {
    let (year, missing) = ("Please write the year with four digits", "This day does not exist");
    let (number, form) =
        ("This is a number, not a date", "Please write the date as YYYY-MM-DD, D.M.YYYY, D/M/YYYY or M/D/YYYY");
    let cells = [
        ("31/1/2026", None),
        ("3/4/26", Some(year)),
        ("3.4.26", Some(year)),
        ("46022", Some(number)),
        ("46022.5", Some(number)),
        ("2026-02-29", Some(missing)),
        ("31/2/2026", Some(missing)),
        ("0/1/2026", Some(missing)),
        ("1/1/0000", Some(missing)),
        ("2026-1-5", Some(form)),
        ("5-1-2026", Some(form)),
        ("2026/01/05", Some(form)),
        ("2026-01-05 00:00", Some(form)),
        ("5 January 2026", Some(form)),
        ("1/1/2026/", Some(form)),
        ("+1/1/2026", Some(form)),
        ("tomorrow", Some(form)),
    ];
    let read = sentences(dated(&cells.map(|(cell, _)| cell), None).unwrap());
    for ((cell, expected), said) in cells.into_iter().zip(read) {
        assert_eq!(said.as_deref(), expected, "{cell}");
    }
    assert_eq!(sentences(dated(&["31/2/2026"], None).unwrap()), [Some(missing.to_owned())]);
}

#[test]
fn either_decimal_sign_is_that_of_its_column() {
    for (cells, sign, read) in [
        (&["1234.5", "1,234.56", "12"][..], Some(DecimalSign::Point), &[123_450, 123_456, 1_200][..]),
        (&["1234,5", "1.234,56", "12"], Some(DecimalSign::Comma), &[123_450, 123_456, 1_200]),
        (&["1.234.567"], Some(DecimalSign::Comma), &[123_456_700]),
        (&["0.500"], Some(DecimalSign::Point), &[50]),
        (&["1.234", "1234,5"], Some(DecimalSign::Comma), &[123_400, 123_450]),
        (
            &["52000", "1 000", "1\u{a0}000", "1\u{202f}000", "1'000", "1’000"],
            None,
            &[5_200_000, 100_000, 100_000, 100_000, 100_000, 100_000],
        ),
        (&["1'234.50"], Some(DecimalSign::Point), &[123_450]),
    ] {
        let reading = paid(cells, None).unwrap();
        assert_eq!(reading.decimal, sign, "{cells:?}");
        assert_eq!(cents(reading), read, "{cells:?}");
    }
}

#[test]
fn a_number_that_could_be_either_is_asked_about() {
    let reading = paid(&["1.234", "12", "5.678", "1.234", "9.000", "1.000"], None).unwrap();
    let samples = ["1.234", "5.678", "9.000"].map(str::to_owned).to_vec();
    assert_eq!(reading.questions, [Question { column: "Salary", samples, choices: vec!["point", "comma"] }]);
    assert!(reading.rows.is_empty());
    assert_eq!(cents(paid(&["1.230", "1,200"], Some(DecimalSign::Point)).unwrap()), [123, 120_000]);
    assert_eq!(cents(paid(&["1.230", "1,200"], Some(DecimalSign::Comma)).unwrap()), [123_000, 120]);
    let mixed = paid(&["1,234.5", "1.234,5"], None).unwrap_err().sentence();
    assert_eq!(mixed, "The column Salary is written in different forms: 1,234.5 in row 2, 1.234,5 in row 3");
    let refused = sentences(paid(&["1,234.5", "1.234,5"], Some(DecimalSign::Point)).unwrap());
    assert_eq!(refused, [None, Some("This number is not written with a decimal point".to_owned())]);
}

#[test]
fn what_is_no_number_is_refused_in_its_row() {
    for bad in
        ["1e3", "12,34,567", "1 00", "01 000", "1.2.3", "1'000 000", "EUR 5", "5.", ".5", "--5", "1234567890123456"]
    {
        assert_eq!(sentences(paid(&[bad], None).unwrap()), [Some("This is not a number".to_owned())], "{bad}");
    }
    for bad in ["-1", "0.001", "9999999999999"] {
        let sentence = "Please enter a valid salary amount";
        assert_eq!(sentences(paid(&[bad], None).unwrap()), [Some(sentence.to_owned())], "{bad}");
    }
}

/// A day in one of the four forms.
fn written(day: NaiveDate, form: usize) -> String {
    let (d, m, y) = (day.day(), day.month(), day.year());
    match form {
        0 => day.to_string(),
        1 => format!("{d}.{m}.{y}"),
        2 => format!("{d:02}/{m:02}/{y}"),
        _ => format!("{m}/{d}/{y}"),
    }
}

proptest! {
    #[test]
    fn a_column_in_one_form_is_read_as_it_was_meant_or_asked_about(
        ordinals in proptest::collection::vec(730_000i32..750_000, 1..12),
        form in 0usize..4,
    ) {
        let meant: Vec<NaiveDate> =
            ordinals.iter().map(|day| NaiveDate::from_num_days_from_ce_opt(*day).unwrap()).collect();
        let cells: Vec<String> = meant.iter().map(|day| written(*day, form)).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let meant: Vec<String> = meant.iter().map(NaiveDate::to_string).collect();
        let choice = [DateForm::Ymd, DateForm::Dmy, DateForm::Dmy, DateForm::Mdy][form];
        let unasked = dated(&cells, None).unwrap();
        if unasked.questions.is_empty() {
            prop_assert_eq!(days(unasked), meant.clone());
        } else {
            prop_assert!(form > 1 && unasked.rows.is_empty());
        }
        prop_assert_eq!(days(dated(&cells, Some(choice)).unwrap()), meant);
    }

    #[test]
    fn a_column_of_amounts_is_read_as_it_was_meant_or_asked_about(
        meant in proptest::collection::vec(0u64..100_000_000, 1..12),
        is_comma in any::<bool>(),
        is_grouped in any::<bool>(),
    ) {
        let write = |cents: &u64| {
            let (whole, rest) = (cents / 100, cents % 100);
            let (sign, group) = if is_comma { (',', '.') } else { ('.', ',') };
            let whole = match (is_grouped, whole) {
                (true, 1_000..) => format!("{}{group}{:03}", whole / 1_000, whole % 1_000),
                _ => whole.to_string(),
            };
            if rest == 0 { whole } else { format!("{whole}{sign}{rest:02}") }
        };
        let cells: Vec<String> = meant.iter().map(write).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let choice = if is_comma { DecimalSign::Comma } else { DecimalSign::Point };
        let unasked = paid(&cells, None).unwrap();
        if unasked.questions.is_empty() {
            prop_assert_eq!(cents(unasked), meant.clone());
        } else {
            prop_assert!(unasked.rows.is_empty());
        }
        prop_assert_eq!(cents(paid(&cells, Some(choice)).unwrap()), meant);
    }
}
