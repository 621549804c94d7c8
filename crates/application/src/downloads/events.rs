//! What is recorded of files that people download.

use crate::events::Record;
use domain::id::UserId;

/// Somebody downloaded a file that has data of others: of one person alone, if it is `about` one.
pub fn file_downloaded(file_name: &str, about: Option<UserId>) -> Record {
    Record::of("file-downloaded").about(about).detail("fileName", file_name)
}
