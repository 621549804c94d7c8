//! Why a file cannot be read at all.

use super::{CELL_MAX, COLUMNS_MAX, Encoding};

/// Why a whole file is refused. Rows are named by the line of the file on which they begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileRefusal {
    /// More than [`super::FILE_MAX`] bytes.
    TooLarge,
    /// More than [`super::ROWS_MAX`] rows; this is the first that is too many.
    TooManyRows(u32),
    TooManyColumns(u32),
    CellTooLong(u32),
    Nul(u32),
    NoRows,
    /// Its bytes are not of this encoding.
    Encoding(Encoding),
    /// A quotation mark inside a cell that does not begin with one, or text after one that ends a cell.
    StrayQuote(u32),
    /// A quotation mark that begins a cell and is never closed.
    OpenQuote(u32),
    DoubledColumn(&'static str),
    MissingColumn(&'static str),
    /// None of the columns of which one has to be there.
    MissingKey,
    /// No form of dates, or no decimal sign, fits all cells of a column: two of them, each with its row.
    Mixed {
        column: &'static str,
        cells: [(u32, String); 2],
    },
    /// It is no iCalendar file, or a part of one.
    NotACalendar,
}

impl FileRefusal {
    pub fn sentence(&self) -> String {
        match self {
            Self::TooLarge => "The file is larger than 16 MiB".to_owned(),
            Self::TooManyRows(row) => format!("The file has more than 20,000 rows: row {row} is one too many"),
            Self::TooManyColumns(row) => format!("Row {row} has more than {COLUMNS_MAX} columns"),
            Self::CellTooLong(row) => {
                format!("Row {row} has a cell of more than {},{:03} characters", CELL_MAX / 1_000, CELL_MAX % 1_000)
            }
            Self::Nul(row) => format!("Row {row} contains a NUL byte"),
            Self::NoRows => "The file has no rows".to_owned(),
            Self::Encoding(encoding) => format!("The file is not in {}", encoding.label()),
            Self::StrayQuote(row) => format!("Row {row} has a quotation mark in the wrong place"),
            Self::OpenQuote(row) => format!("Row {row} has a quotation mark that is never closed"),
            Self::DoubledColumn(name) => format!("The file has the column {name} twice"),
            Self::MissingColumn(name) => format!("The file has no column {name}"),
            Self::MissingKey => "The file has no column Employee ID, External ID or Email".to_owned(),
            Self::Mixed { column, cells: [(row, cell), (other_row, other)] } => format!(
                "The column {column} is written in different forms: {cell} in row {row}, {other} in row {other_row}"
            ),
            Self::NotACalendar => "The file is not a whole calendar".to_owned(),
        }
    }
}
