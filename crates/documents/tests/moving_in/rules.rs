//! Rules of recurrence, against the dates that `dateutil` finds.

use application::ports::ImportReader;
use documents::FileReader;

#[test]
fn rules_have_the_dates_that_another_program_finds() {
    let mut records = csv::ReaderBuilder::new().has_headers(false).from_reader(&include_bytes!("files/rules.csv")[..]);
    let mut count = 0;
    for record in records.records() {
        let record = record.unwrap();
        let (start, rule, expected) = (&record[0], &record[1], &record[2]);
        let calendar = format!(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Day\nDTSTART;VALUE=DATE:{start}\nRRULE:{rule}\nEND:VEVENT\nEND:VCALENDAR\n"
        );
        let reading = FileReader.read_calendar(calendar.as_bytes(), 2026).unwrap();
        let dates: Vec<String> = reading.rows.into_iter().map(|row| row.value.unwrap().date.to_string()).collect();
        assert_eq!(dates.join(" "), expected, "{start} {rule}");
        count += 1;
    }
    assert!(count > 20, "{count} rules");
}
