//! Files that people move in with, from bytes to rows.

use domain::import::holidays::HolidayRow;
use domain::import::{Encoding, FileRefusal, Reading, Separator, Table};

/// A file of comma-separated values, and how it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRead {
    pub encoding: Encoding,
    pub separator: Separator,
    pub table: Table,
}

/// Reads files that people move in with. Each call computes, for up to a second, and belongs off the threads that serve.
#[cfg_attr(test, mockall::automock)]
pub trait ImportReader: Send + Sync {
    /// A table (RFC 4180) in this encoding and with this separator, or in those that are detected. The limits of moving-in.md 1.2
    /// MUST hold. Rows without any text are left out.
    fn read_csv(
        &self,
        bytes: &[u8],
        encoding: Option<Encoding>,
        separator: Option<Separator>,
    ) -> Result<FileRead, FileRefusal>;
    /// The holidays of a calendar (RFC 5545), one for each date, in the order of the file, with the headings of a table of holidays. A
    /// rule that is not simply yearly is spread over `this_year` and the next two.
    fn read_calendar(&self, bytes: &[u8], this_year: i32) -> Result<Reading<HolidayRow>, FileRefusal>;
}
