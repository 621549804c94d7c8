//! Files that people move in with: from bytes to text, and from text to a table or to the holidays of a calendar.

mod calendar;
mod encoding;
mod table;

use application::ports::{FileRead, ImportReader};
use domain::import::holidays::HolidayRow;
use domain::import::{Encoding, FILE_MAX, FileRefusal, Reading, Separator};

/// The port's adapter.
pub struct FileReader;

impl ImportReader for FileReader {
    fn read_csv(
        &self,
        bytes: &[u8],
        encoding: Option<Encoding>,
        separator: Option<Separator>,
    ) -> Result<FileRead, FileRefusal> {
        check_size(bytes)?;
        let (encoding, text) = encoding::decode(bytes, encoding)?;
        let (separator, table) = table::read(&text, separator)?;
        Ok(FileRead { encoding, separator, table })
    }

    fn read_calendar(&self, bytes: &[u8], this_year: i32) -> Result<Reading<HolidayRow>, FileRefusal> {
        check_size(bytes)?;
        let (_, text) = encoding::decode(bytes, None)?;
        calendar::read(&text, this_year)
    }
}

fn check_size(bytes: &[u8]) -> Result<(), FileRefusal> {
    if bytes.len() <= FILE_MAX { Ok(()) } else { Err(FileRefusal::TooLarge) }
}
