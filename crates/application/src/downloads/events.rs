//! What is recorded of files that people take along.

use crate::events::Record;
use domain::id::UserId;

/// Somebody took a file along that has data of others.
#[derive(Debug, Clone, Copy)]
pub struct FileDownloaded<'a> {
    pub file_name: &'a str,
    /// Whose it is, if it is one person's.
    pub about: Option<UserId>,
}

impl From<FileDownloaded<'_>> for Record {
    fn from(FileDownloaded { file_name, about }: FileDownloaded<'_>) -> Self {
        Self::of("file-downloaded").about(about).detail("fileName", file_name)
    }
}
