//! Files that people take with them: a table as comma-separated values, or on paper; and calendars that their programs read.

use async_trait::async_trait;
use chrono::{NaiveDate, NaiveDateTime};
use domain::Instant;
use domain::id::UserId;
use std::borrow::Cow;
use uuid::Uuid;

/// Where the cells of a column stand, on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
    /// To the right, with units below units: a whole number leaves room for the `.5` of another.
    Units,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub heading: &'static str,
    pub align: Align,
    /// Its share of the width on paper, out of the sum of all columns.
    pub weight: u16,
}

impl Column {
    /// A column for a file without paper, where nothing has a width.
    pub const fn named(heading: &'static str) -> Self {
        Self { heading, align: Align::Left, weight: 1 }
    }

    /// A column for paper.
    pub const fn new(heading: &'static str, align: Align, weight: u16) -> Self {
        Self { heading, align, weight }
    }
}

/// A cell: a value, whose form is the file's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Nothing: an empty cell in a file, a dash on paper.
    Nothing,
    /// A text as somebody typed it, or a word of ours.
    Text(Cow<'static, str>),
    /// A word that stands out on paper: it needs attention.
    Alert(&'static str),
    Date(NaiveDate),
    Count(u64),
    /// Days or hours, in halves: `21` is 10.5. One decimal in a file; on paper none where it is a whole number.
    Halves(i32),
    /// A percentage, in tenths: `805` is 80.5.
    Percent(u32),
    /// An amount of money, in cents.
    Amount(i64),
}

impl Cell {
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Text(text.into())
    }
}

/// The rows of a table, each made when it is asked for, with as many cells as there are columns.
pub type Rows = Box<dyn Iterator<Item = Vec<Cell>> + Send>;

pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Rows,
}

/// A table on paper, with what stands around it.
pub struct Report {
    pub organisation: String,
    /// What it is, as in `Attendance Summary Report`.
    pub heading: Cow<'static, str>,
    /// The period, as in `November 2026`.
    pub period: String,
    /// What else is said about it below the heading, one line each.
    pub subtitles: Vec<String>,
    /// When it was made, on the organisation's clock.
    pub made_at: NaiveDateTime,
    /// The figures above the table, each with what it counts.
    pub figures: Vec<(String, &'static str)>,
    /// How the table is to be read, one paragraph each.
    pub legend: Vec<String>,
    pub table: Table,
    /// Rows that end it, and stand out.
    pub totals: Vec<Vec<Cell>>,
    /// What every page says beside the organisation: whose it is, a checksum.
    pub notes: Vec<String>,
    /// Who asked for it. They are not named in it.
    pub asked_by: UserId,
}

/// A calendar for other programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarFile {
    pub name: String,
    /// What it has, in the order in which it is written.
    pub entries: Vec<CalendarEntry>,
}

/// Whole days in a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEntry {
    /// By what a program knows it again. An entry that has changed keeps it.
    pub id: Uuid,
    pub title: String,
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub changed_at: Instant,
}

/// The reason why a document could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// Others are waiting for theirs already: trying again in a moment makes sense.
    #[error("too many documents at once")]
    Busy,
    /// It cannot be made at all, with the adapter's words for the log.
    #[error("the document could not be made: {0}")]
    Failed(String),
}

/// The bytes of a file in the order in which they are sent, each piece made when it is asked for.
pub type Pieces = Box<dyn Iterator<Item = Result<Vec<u8>, DocumentError>> + Send>;

/// Makes files that people download or print.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Documents: Send + Sync {
    /// A table as comma-separated values, its headings first, its rows in the order in which they come. A cell MUST NOT be taken
    /// for a formula by the program that opens the file, and a row MUST NOT be made before its piece is asked for.
    fn table_csv(&self, table: Table) -> Pieces;
    /// A table as a PDF. No name and no word may be missing. MUST be made off the threads that serve, one at a time, and be `Busy`
    /// where the wait for its turn would be too long, or where the same person waits for others already.
    async fn table_pdf(&self, report: Report) -> Result<Vec<u8>, DocumentError>;
    /// A calendar as iCalendar text (RFC 5545), as leave.md 1.8 has it. No title may add a line or a property.
    fn calendar(&self, calendar: &CalendarFile) -> String;
}
