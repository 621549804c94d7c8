//! Files that people move in with (moving-in.md 1.2): what their columns are called, and what each cell means.
//!
//! A file is a [`Table`] here, whichever program wrote it. Each kind reads its rows with a `read` of its own. The form of dates and
//! the decimal sign are decided for a whole column, and where two would differ the person is asked.

pub mod balances;
mod columns;
mod dates;
mod decision;
pub mod holidays;
mod keys;
mod numbers;
mod outcome;
pub mod people;
mod refusal;
mod rows;
mod subject;

pub use columns::Column;
pub use outcome::{CHANGED, PLAN_KEPT, applied_message, fingerprint, refused_file};
pub use refusal::FileRefusal;
pub use subject::{Misnamed, PeopleByKey, PersonKeys};

/// The largest file, in bytes: 16 MiB.
pub const FILE_MAX: usize = 16 * 1024 * 1024;
/// The most rows below the headings.
pub const ROWS_MAX: usize = 20_000;
pub const COLUMNS_MAX: usize = 64;
/// The longest cell, in code points.
pub const CELL_MAX: usize = 4_000;

crate::names! {
    /// What a file is about.
    pub enum ImportKind {
        People = "people",
        Balances = "balances",
        Holidays = "holidays",
    }
}

crate::names! {
    /// How the characters of a file are written.
    pub enum Encoding {
        Utf8 = "utf-8", "UTF-8";
        Utf16Le = "utf-16le", "UTF-16 LE";
        Utf16Be = "utf-16be", "UTF-16 BE";
        Windows1252 = "windows-1252", "Windows-1252";
    }
}

crate::names! {
    /// What stands between two cells of a row.
    pub enum Separator {
        Comma = "comma", "commas";
        Semicolon = "semicolon", "semicolons";
        Tab = "tab", "tabs";
    }
}

impl Separator {
    pub const fn character(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Semicolon => ';',
            Self::Tab => '\t',
        }
    }
}

crate::names! {
    /// In which order the parts of a date stand.
    pub enum DateForm {
        Ymd = "ymd", "YYYY-MM-DD";
        Dmy = "dmy", "D/M/YYYY";
        Mdy = "mdy", "M/D/YYYY";
    }
}

crate::names! {
    /// What stands before the decimals of a number.
    pub enum DecimalSign {
        Comma = "comma",
        Point = "point",
    }
}

/// A file as it stands: its first row and the others. No row is longer than [`COLUMNS_MAX`]; some may be shorter than the headings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    pub headings: Vec<String>,
    pub rows: Vec<TableRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The line of the file on which it begins, from 1.
    pub line: u32,
    pub cells: Vec<String>,
}

/// What the person has said about a file: how dates with slashes and how all numbers are written. A cell that is written otherwise is
/// refused in its row. Dates with hyphens or points can be read in one way only, and are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choices {
    pub dates: Option<DateForm>,
    pub decimal: Option<DecimalSign>,
}

/// A column that can be read in two ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub column: &'static str,
    /// Up to three of its cells that the two ways read differently.
    pub samples: Vec<String>,
    /// The names of a [`DateForm`] or of a [`DecimalSign`].
    pub choices: Vec<&'static str>,
}

/// The rows of a file as they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading<R> {
    /// The form of the dates; `None` where there are none, or where columns differ.
    pub dates: Option<DateForm>,
    /// The decimal sign; `None` where no number has one, or where columns differ.
    pub decimal: Option<DecimalSign>,
    /// What has to be answered first. There are no rows before.
    pub questions: Vec<Question>,
    /// The headings that say nothing to Daybook, in their order.
    pub ignored_columns: Vec<String>,
    /// All headings, in their order: those of the cells of a row.
    pub headings: Vec<String>,
    pub rows: Vec<ReadRow<R>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRow<R> {
    /// The line of the file on which it begins, from 1.
    pub line: u32,
    /// Its cells as they stand in the file, for those who take the refused rows along.
    pub cells: Vec<String>,
    /// Whom or what it is about, in the words of its cells; empty where they do not say.
    pub who: String,
    pub value: Result<R, Vec<RowProblem>>,
}

/// Why a row is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowProblem {
    /// The name of the column, as in [`Column::name`].
    pub column: &'static str,
    /// The cell.
    pub value: String,
    pub sentence: String,
}

/// An optional value in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Given<T> {
    /// The cell is empty, or there is no such column: nothing changes.
    #[default]
    Absent,
    /// A `-`: the value is taken away.
    Cleared,
    Value(T),
}

impl<T> Given<T> {
    /// As a change of an account has it: nothing for what stays, and nothing inside for what is cleared.
    pub fn patch(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Cleared => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }

    pub const fn as_ref(&self) -> Given<&T> {
        match self {
            Self::Absent => Given::Absent,
            Self::Cleared => Given::Cleared,
            Self::Value(value) => Given::Value(value),
        }
    }

    /// The value, where there is one.
    pub fn value(self) -> Option<T> {
        self.patch().flatten()
    }
}

#[cfg(test)]
mod tests;
