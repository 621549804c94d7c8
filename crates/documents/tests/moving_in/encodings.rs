//! The same people in each encoding and with each separator (moving-in.md 7, case 1).

use application::ports::{FileRead, ImportReader};
use csv::WriterBuilder;
use documents::FileReader;
use domain::import::people::{self, PeopleRow};
use domain::import::{Choices, DateForm, DecimalSign, Encoding, FileRefusal, Reading, Separator};

const ENGLISH: &[u8] = include_bytes!("files/people-libreoffice-en.csv");
const GERMAN: &[u8] = include_bytes!("files/people-libreoffice-de.csv");
const GERMAN_UTF_16: &[u8] = include_bytes!("files/people-libreoffice-de-utf16.tsv");

fn read(file: &[u8]) -> FileRead {
    FileReader.read_csv(file, None, None).unwrap()
}

fn reading(file: FileRead) -> Reading<PeopleRow> {
    people::read(file.table, Choices::default()).unwrap()
}

fn people(reading: Reading<PeopleRow>) -> Vec<PeopleRow> {
    assert!(reading.questions.is_empty() && reading.ignored_columns.is_empty());
    reading.rows.into_iter().map(|row| row.value.unwrap()).collect()
}

/// A text in an encoding, without a byte order mark.
fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Encoding::Windows1252 => encoding_rs::WINDOWS_1252.encode(text).0.into_owned(),
    }
}

/// The English file with another separator.
fn separated(separator: Separator) -> String {
    let mut writer =
        WriterBuilder::new().delimiter(u8::try_from(separator.character()).unwrap()).from_writer(Vec::new());
    for record in csv::ReaderBuilder::new().has_headers(false).from_reader(ENGLISH).records() {
        writer.write_record(&record.unwrap()).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[test]
fn libreoffice_under_two_locales_writes_the_same_twenty_people() {
    let [english, german, tabs] = [ENGLISH, GERMAN, GERMAN_UTF_16].map(read);
    assert_eq!((english.encoding, english.separator), (Encoding::Utf8, Separator::Comma));
    assert_eq!((german.encoding, german.separator), (Encoding::Windows1252, Separator::Semicolon));
    assert_eq!((tabs.encoding, tabs.separator), (Encoding::Utf16Le, Separator::Tab));
    let [english, german, tabs] = [english, german, tabs].map(reading);
    assert_eq!((english.dates, english.decimal), (Some(DateForm::Mdy), Some(DecimalSign::Point)));
    assert_eq!((german.dates, german.decimal), (Some(DateForm::Dmy), Some(DecimalSign::Comma)));
    let [english, german, tabs] = [english, german, tabs].map(people);
    assert_eq!(english.len(), 20);
    assert!(english == german && german == tabs);
    let jr = &english[6];
    assert_eq!((jr.first_name.as_deref(), jr.last_name.as_deref()), (Some("Siân"), Some("Smith, Jr.")));
    assert_eq!(english[7].last_name.as_deref(), Some("\"Ace\" Ventura"));
    assert_eq!(english[19].joining_date.value().unwrap().to_string(), "2024-02-17");
}

#[test]
fn each_encoding_and_separator_has_the_same_people() {
    let expected = people(reading(read(ENGLISH)));
    for separator in Separator::ALL {
        let text = separated(separator);
        for encoding in Encoding::ALL {
            let (plain, marked) = (encoded(&text, encoding), encoded(&format!("\u{feff}{text}"), encoding));
            let is_marked = encoding != Encoding::Windows1252;
            let is_detected = matches!(encoding, Encoding::Utf8 | Encoding::Windows1252);
            let chosen = Some(encoding);
            let ways = [
                (&marked, None, is_marked),
                (&marked, chosen, is_marked),
                (&plain, None, is_detected),
                (&plain, chosen, true),
            ];
            for (bytes, chosen, _) in ways.into_iter().filter(|(.., is_readable)| *is_readable) {
                let file = FileReader.read_csv(bytes, chosen, None).unwrap();
                assert_eq!((file.encoding, file.separator), (encoding, separator));
                assert_eq!(people(reading(file)), expected, "{encoding:?} {separator:?} {chosen:?}");
            }
        }
    }
}

#[test]
fn another_encoding_than_the_files_is_refused_or_what_the_person_wanted() {
    let german = |chosen| FileReader.read_csv(GERMAN, Some(chosen), None);
    assert_eq!(german(Encoding::Utf8).unwrap_err().sentence(), "The file is not in UTF-8");
    let half = &GERMAN_UTF_16[..GERMAN_UTF_16.len() - 1];
    assert_eq!(FileReader.read_csv(half, None, None), Err(FileRefusal::Encoding(Encoding::Utf16Le)));
    let file = FileReader.read_csv("Name\nJörg".as_bytes(), Some(Encoding::Windows1252), None).unwrap();
    assert_eq!(file.table.rows[0].cells, ["JÃ¶rg"]);
    // Without a mark it is a text of single bytes, half of which are NUL.
    let unmarked = encoded("Name\nAnn", Encoding::Utf16Le);
    assert_eq!(FileReader.read_csv(&unmarked, None, None), Err(FileRefusal::Nul(1)));
}
