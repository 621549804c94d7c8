//! A table as comma-separated values (RFC 4180), written piece by piece: a year of days takes no more memory than a few rows.
//!
//! The file begins with a byte order mark, because spreadsheets guess another encoding without one.

use application::ports::{Cell, Column, DocumentError, Pieces, Rows, Table};
use csv::{Terminator, Writer, WriterBuilder};
use domain::sheet::{self, BYTE_ORDER_MARK, inert};
use std::borrow::Cow;

/// A piece is handed over once it is this long; it is longer by [`BUFFER`] and one row at most.
const PIECE: usize = 8 * 1_024;
/// What the writer holds back before it adds to the piece.
const BUFFER: usize = 1_024;

/// The pieces of the file, each made when it is asked for.
pub(crate) fn pieces(table: Table) -> Pieces {
    Box::new(Sheet { columns: table.columns, rows: table.rows, stage: Stage::Header })
}

struct Sheet {
    columns: Vec<Column>,
    rows: Rows,
    stage: Stage,
}

#[derive(PartialEq, Eq)]
enum Stage {
    Header,
    Rows,
    Over,
}

impl Sheet {
    /// The next piece; empty at the end.
    fn piece(&mut self) -> Result<Vec<u8>, csv::Error> {
        let mut piece = Vec::with_capacity(PIECE + PIECE / 4);
        if self.stage == Stage::Header {
            piece.extend_from_slice(BYTE_ORDER_MARK.as_bytes());
        }
        let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).buffer_capacity(BUFFER).from_writer(piece);
        if self.stage == Stage::Header {
            writer.write_record(self.columns.iter().map(|column| column.heading))?;
            self.stage = Stage::Rows;
        }
        while writer.get_ref().len() < PIECE {
            let Some(cells) = self.rows.next() else {
                self.stage = Stage::Over;
                break;
            };
            write_row(&mut writer, &cells)?;
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

fn write_row(writer: &mut Writer<Vec<u8>>, cells: &[Cell]) -> Result<(), csv::Error> {
    for cell in cells {
        writer.write_field(&*field(cell))?;
    }
    writer.write_record(None::<&[u8]>)
}

/// Numbers and dates are ours, and need no mark.
fn field(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::Nothing => Cow::Borrowed(""),
        Cell::Text(typed) => inert(typed),
        Cell::Alert(word) => Cow::Borrowed(word),
        Cell::Date(day) => day.to_string().into(),
        Cell::Count(number) => number.to_string().into(),
        Cell::Halves(halves) => sheet::halves(*halves).into(),
        Cell::Percent(tenths) => sheet::tenths(*tenths).into(),
        Cell::Amount(cents) => sheet::cents(*cents).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::ports::OwnEntry;
    use application::timesheets::sheet;
    use chrono::{DateTime, NaiveDate};
    use domain::id::TimesheetId;
    use domain::timesheet::{Hours, Status};
    use proptest::prelude::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const HEADER: [&str; 6] = ["Date", "Day", "Hours", "Description", "Status", "Comment"];

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
        pieces(sheet(entries)).flat_map(Result::unwrap).collect()
    }

    /// What a reader finds below the header.
    fn read(file: &[u8]) -> Vec<Vec<String>> {
        let table = file.strip_prefix(BYTE_ORDER_MARK.as_bytes()).expect("a byte order mark");
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
    fn a_piece_is_bounded_and_pieces_join_at_any_place() {
        let long = "\"".repeat(domain::timesheet::DESCRIPTION_MAX);
        let entries: Vec<_> = (0..500).map(|day| entry(day, 18, &long, Status::Approved, None)).collect();
        let longest_row = 2 * long.len() + 64;
        let pieces: Vec<_> = pieces(sheet(entries)).map(Result::unwrap).collect();
        assert!(pieces.len() > 100, "{} pieces", pieces.len());
        assert!(pieces.iter().all(|piece| !piece.is_empty() && piece.len() <= PIECE + BUFFER + longest_row));
        let rows = read(&pieces.concat());
        assert!(rows.len() == 500 && rows.iter().all(|row| row[3] == long));
    }

    #[test]
    fn a_row_is_made_when_its_piece_is_asked_for() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let row = move |n| {
            count.fetch_add(1, Ordering::SeqCst);
            vec![Cell::Count(n), Cell::text("x".repeat(100))]
        };
        let columns = ["No.", "Text"].map(Column::named).to_vec();
        let mut pieces = pieces(Table { columns, rows: Box::new((0..1_000).map(row)) });
        assert_eq!(made.load(Ordering::SeqCst), 0);
        pieces.next().unwrap().unwrap();
        assert!((1..100).contains(&made.load(Ordering::SeqCst)));
        pieces.for_each(drop);
        assert_eq!(made.load(Ordering::SeqCst), 1_000);
    }

    #[test]
    fn a_row_that_has_not_a_cell_for_each_column_is_no_row() {
        let columns = ["No.", "Text"].map(Column::named).to_vec();
        let mut pieces = pieces(Table { columns, rows: Box::new(std::iter::once(vec![Cell::Count(1)])) });
        assert!(matches!(pieces.next(), Some(Err(DocumentError::Failed(_)))));
        assert!(pieces.next().is_none());
    }

    /// A payroll, which has cells of every kind: the row of the specification of months, section 1.9.
    #[test]
    fn a_table_of_another_kind_byte_for_byte() {
        const HEADINGS: &str = "Month,Revision,Employee ID,Name,Department,Scheduled Days,Working Days,Approved Days,Paid Leave,\
            Unpaid Leave,Absent Days,Pending Days,Payable Days,Extra Days,Approved Hours,Currency,Annual Salary,Salary Since,\
            Monthly Base,Gross Pay";
        let days = [42, 28, 21, 0, 0, 7, 0, 21, 0, 190].map(Cell::Halves);
        let row = |department: &'static str, since, salary| {
            let mut cells = vec![Cell::text("2026-06"), Cell::Count(1), Cell::text("EMP1003"), Cell::text("Ann Berg")];
            cells.push(Cell::text(department));
            cells.extend(days.clone());
            cells.extend([Cell::text("EUR"), salary, since, Cell::Amount(300_000), Cell::Amount(150_000)]);
            cells
        };
        let since = Cell::Date("2026-06-15".parse().unwrap());
        let rows = vec![row("Works", Cell::Nothing, Cell::Amount(3_600_000)), row("=1+1", since, Cell::Nothing)];
        let columns = HEADINGS.split(',').map(Column::named).collect();
        let file: Vec<u8> =
            pieces(Table { columns, rows: Box::new(rows.into_iter()) }).flat_map(Result::unwrap).collect();
        let expected = format!(
            "\u{feff}{HEADINGS}\r\n\
            2026-06,1,EMP1003,Ann Berg,Works,21.0,14.0,10.5,0.0,0.0,3.5,0.0,10.5,0.0,95.0,EUR,36000.00,,3000.00,1500.00\r\n\
            2026-06,1,EMP1003,Ann Berg,'=1+1,21.0,14.0,10.5,0.0,0.0,3.5,0.0,10.5,0.0,95.0,EUR,,2026-06-15,3000.00,1500.00\r\n"
        );
        assert_eq!(String::from_utf8(file).unwrap(), expected);
        let rows = vec![vec![Cell::Alert("Needs Attention"), Cell::Percent(805), Cell::Halves(-3)]];
        let columns = ["Rating", "Rate", "Balance"].map(Column::named).into();
        let file: Vec<u8> =
            pieces(Table { columns, rows: Box::new(rows.into_iter()) }).flat_map(Result::unwrap).collect();
        assert_eq!(String::from_utf8(file).unwrap(), "\u{feff}Rating,Rate,Balance\r\nNeeds Attention,80.5,-1.5\r\n");
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
                prop_assert_eq!(row[3].as_str(), &*inert(description));
                prop_assert_eq!(row[5].as_str(), &*inert(comment));
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
