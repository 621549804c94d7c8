//! Entries as comma-separated values (RFC 4180), written piece by piece: a year of them takes no more memory than a
//! few rows.
//!
//! The file begins with a byte order mark, because spreadsheets guess another encoding without one.

use application::ports::{DocumentError, OwnEntry};
use chrono::{Datelike, NaiveDate, Weekday};
use csv::{Terminator, Writer, WriterBuilder};
use domain::timesheet::Hours;
use std::borrow::Cow;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
const HEADER: [&str; 6] = ["Date", "Day", "Hours", "Description", "Status", "Comment"];
/// A piece is handed over once it is this long; it is longer by [`BUFFER`] and one row at most.
const PIECE: usize = 8 * 1_024;
/// What the writer holds back before it adds to the piece.
const BUFFER: usize = 1_024;

/// The pieces of the file, each made when it is asked for.
pub(crate) struct Sheet {
    entries: std::vec::IntoIter<OwnEntry>,
    stage: Stage,
}

#[derive(PartialEq, Eq)]
enum Stage {
    Header,
    Rows,
    Over,
}

impl Sheet {
    pub(crate) fn new(entries: Vec<OwnEntry>) -> Self {
        Self { entries: entries.into_iter(), stage: Stage::Header }
    }

    /// The next piece; empty at the end.
    fn piece(&mut self) -> Result<Vec<u8>, csv::Error> {
        let mut piece = Vec::with_capacity(PIECE + PIECE / 4);
        if self.stage == Stage::Header {
            piece.extend_from_slice(BYTE_ORDER_MARK);
        }
        let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).buffer_capacity(BUFFER).from_writer(piece);
        if self.stage == Stage::Header {
            writer.write_record(HEADER)?;
            self.stage = Stage::Rows;
        }
        while writer.get_ref().len() < PIECE {
            let Some(entry) = self.entries.next() else {
                self.stage = Stage::Over;
                break;
            };
            write_row(&mut writer, &entry)?;
        }
        writer.into_inner().map_err(|error| error.into_error().into())
    }
}

impl Iterator for Sheet {
    type Item = Result<Vec<u8>, DocumentError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stage == Stage::Over {
            return None;
        }
        match self.piece() {
            Ok(piece) if piece.is_empty() => None,
            Ok(piece) => Some(Ok(piece)),
            Err(error) => {
                self.stage = Stage::Over;
                Some(Err(DocumentError::Failed(error.to_string())))
            }
        }
    }
}

fn write_row(writer: &mut Writer<Vec<u8>>, entry: &OwnEntry) -> Result<(), csv::Error> {
    let (date, hours) = (entry.date.to_string(), hours(entry.hours));
    let description = text(&entry.description);
    let comment = text(entry.comment.as_deref().unwrap_or_default());
    writer.write_record([&date, weekday(entry.date), &hours, &*description, entry.status.name(), &*comment])
}

/// The English name. A file has many rows, and to look the name up costs a tenth of formatting it.
fn weekday(date: NaiveDate) -> &'static str {
    match date.weekday() {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

/// Hours with one decimal.
fn hours(hours: Hours) -> String {
    let (whole, half) = (hours.half_hours() / 2, hours.half_hours() % 2);
    format!("{whole}.{}", if half == 0 { '0' } else { '5' })
}

/// A text cell that nobody's spreadsheet takes for a formula: an apostrophe stands in front of what begins like one.
fn text(cell: &str) -> Cow<'_, str> {
    let is_filling = |c: char| c.is_whitespace() && !matches!(c, '\t' | '\r');
    match cell.trim_start_matches(is_filling).chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => Cow::Owned(format!("'{cell}")),
        _ => Cow::Borrowed(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use domain::id::TimesheetId;
    use domain::timesheet::Status;
    use proptest::prelude::*;

    fn entry(day: u64, half_hours: u8, description: &str, status: Status, comment: Option<&str>) -> OwnEntry {
        let date: NaiveDate = "2026-06-01".parse().unwrap();
        OwnEntry {
            id: TimesheetId::new(uuid::Uuid::nil()),
            date: date + chrono::Days::new(day),
            hours: Hours::from_half_hours(half_hours).unwrap(),
            description: description.to_owned(),
            status,
            comment: comment.map(str::to_owned),
            rejected_on: None,
            is_resubmission: false,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    fn whole(entries: Vec<OwnEntry>) -> Vec<u8> {
        Sheet::new(entries).flat_map(Result::unwrap).collect()
    }

    /// What a reader finds below the header.
    fn read(file: &[u8]) -> Vec<Vec<String>> {
        let table = file.strip_prefix(BYTE_ORDER_MARK).expect("a byte order mark");
        let mut reader = csv::ReaderBuilder::new().has_headers(true).from_reader(table);
        assert_eq!(reader.headers().unwrap(), &csv::StringRecord::from(HEADER.to_vec()));
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn a_file_byte_for_byte() {
        let entries = vec![
            entry(0, 18, "Plain work", Status::Approved, None),
            entry(1, 15, "Said \"no\", twice", Status::Rejected, Some("Line one\nline two")),
            entry(5, 0, "=1+1", Status::Pending, Some("  -2")),
        ];
        let expected = "\u{feff}Date,Day,Hours,Description,Status,Comment\r\n\
            2026-06-01,Monday,9.0,Plain work,approved,\r\n\
            2026-06-02,Tuesday,7.5,\"Said \"\"no\"\", twice\",rejected,\"Line one\nline two\"\r\n\
            2026-06-06,Saturday,0.0,'=1+1,pending,'  -2\r\n";
        assert_eq!(String::from_utf8(whole(entries)).unwrap(), expected);
    }

    #[test]
    fn without_entries_there_is_the_header_alone() {
        assert_eq!(whole(Vec::new()), b"\xEF\xBB\xBFDate,Day,Hours,Description,Status,Comment\r\n");
    }

    #[test]
    fn every_script_and_every_odd_character_comes_back() {
        let odd = [
            "שלום עולם, \"כן\"",
            "مرحبا; العالم",
            "👩‍👩‍👧 emoji 🏁",
            "tab\there",
            "one\r\ntwo\n\nfour",
            "\"",
            "\"\"\"",
            ",",
            " both ends ",
            "e\u{301} x\u{30c}",
            "a'b",
            "'",
            "NULL",
            "1e5",
        ];
        let entries = odd.iter().map(|text| entry(0, 2, text, Status::Pending, Some(text))).collect();
        let rows = read(&whole(entries));
        for (row, text) in rows.iter().zip(odd) {
            assert_eq!((row[3].as_str(), row[5].as_str()), (text, text));
        }
        assert_eq!(rows.len(), odd.len());
    }

    #[test]
    fn what_begins_like_a_formula_is_marked() {
        for formula in ["=1", "+1", "-1", "@x", "\tx", "\rx", " =1", "\u{a0}\u{3000}+1", "\n=1", "\n\t", " \r"] {
            assert_eq!(text(formula), format!("'{formula}"), "{formula:?}");
        }
        for plain in ["", " ", "\n", "a=1", "'=1", "1-1", "＝1", "–1", "\u{200b}x"] {
            assert_eq!(text(plain), plain, "{plain:?}");
        }
    }

    #[test]
    fn a_piece_is_bounded_and_pieces_join_at_any_place() {
        let long = "\"".repeat(domain::timesheet::DESCRIPTION_MAX);
        let entries: Vec<_> = (0..500).map(|day| entry(day, 18, &long, Status::Approved, None)).collect();
        let longest_row = 2 * long.len() + 64;
        let pieces: Vec<_> = Sheet::new(entries).map(Result::unwrap).collect();
        assert!(pieces.len() > 100, "{} pieces", pieces.len());
        assert!(pieces.iter().all(|piece| !piece.is_empty() && piece.len() <= PIECE + BUFFER + longest_row));
        let rows = read(&pieces.concat());
        assert!(rows.len() == 500 && rows.iter().all(|row| row[3] == long));
    }

    #[test]
    fn nothing_follows_the_end() {
        let mut sheet = Sheet::new(vec![entry(0, 18, "x", Status::Approved, None)]);
        assert!(sheet.next().is_some_and(|piece| piece.is_ok()));
        assert!(sheet.next().is_none() && sheet.next().is_none());
    }

    proptest! {
        #[test]
        fn any_text_comes_back_apart_from_its_mark(cells in prop::collection::vec((any::<String>(), any::<Option<String>>(), 0u8..=48), 0..40)) {
            let entries = cells.iter().map(|(description, comment, half_hours)| {
                entry(0, *half_hours, description, Status::Approved, comment.as_deref())
            }).collect();
            let rows = read(&whole(entries));
            prop_assert_eq!(rows.len(), cells.len());
            for (row, (description, comment, half_hours)) in rows.iter().zip(&cells) {
                let comment = comment.as_deref().unwrap_or_default();
                prop_assert_eq!(row[3].as_str(), &*text(description));
                prop_assert_eq!(row[5].as_str(), &*text(comment));
                prop_assert_eq!(&row[2], &format!("{}.{}", half_hours / 2, half_hours % 2 * 5));
                for (written, meant) in [(&row[3], description.as_str()), (&row[5], comment)] {
                    prop_assert!(written == meant || written.strip_prefix('\'') == Some(meant));
                    let first = written.trim_start_matches([' ', '\n']).chars().next();
                    prop_assert!(!matches!(first, Some('=' | '+' | '-' | '@' | '\t' | '\r')));
                }
            }
        }
    }
}
