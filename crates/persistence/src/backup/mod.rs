//! A backup: everything that a database holds at one moment, in one file that either engine is restored from
//! (oversight.md §4; docs/decisions/0049-backup.md).
//!
//! `tables` knows what is in it and how the engines say it, `file` the form of the file, `dump` reads a database into one, and `load`
//! fills an empty database from one. `scratch` is a database to try a file on.

mod dump;
mod file;
mod load;
mod scratch;
mod tables;

use std::collections::BTreeMap;

use application::backups::Contents;
use sea_orm::DbErr;

pub use self::dump::BackedUp;
pub(crate) use self::dump::WITHOUT_LIMITS;
pub use self::file::{Backup, Heading};
pub use self::scratch::Scratch;
pub use self::tables::SIGNING_KEY;

/// What goes into a file, or comes out of one, in this order: each table, and its rows.
enum Piece {
    /// A table begins, with its columns.
    Table { name: String, columns: Vec<String> },
    /// Rows of it, a line each: a JSON array of the values of its columns.
    Rows(Vec<String>),
    /// Nothing follows. So many rows each table has.
    End(RowCounts),
}

/// How many rows each table has.
type RowCounts = BTreeMap<String, u64>;

const ROWS_TOGETHER: usize = 200;
const BYTES_TOGETHER: usize = 256 * 1_024;
/// So many pieces wait between what reads and what writes: memory stays the same however much there is.
const PIECES_WAITING: usize = 16;

/// What an operator is told of the rows.
fn contents(rows: &RowCounts) -> Contents {
    let of = |table| rows.get(table).copied().unwrap_or_default();
    Contents { people: of("users"), entries: of("timesheets"), audit_entries: of("events") }
}

/// Why there is no backup, or why it was not restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackupError {
    /// The file is not as it was made: what is wrong with it.
    Damaged(String),
    /// A newer Daybook made the file: which version.
    Newer(String),
    NotEmpty,
    /// Something else failed: what, for the operator.
    Failed(String),
}

/// What comes of work on a backup.
type Result<T, E = BackupError> = std::result::Result<T, E>;

impl BackupError {
    /// The sentence for the operator about `file`.
    pub fn sentence(&self, file: &str) -> String {
        match self {
            Self::Damaged(what) => format!("{file} is damaged: {what}"),
            Self::Newer(version) => format!("{file} was made by a newer Daybook ({version})"),
            Self::NotEmpty => "The database is not empty".to_owned(),
            Self::Failed(why) => why.clone(),
        }
    }
}

impl From<DbErr> for BackupError {
    fn from(error: DbErr) -> Self {
        Self::Failed(format!("the database refused: {error}"))
    }
}

impl From<std::io::Error> for BackupError {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Work on a file is done beside the tasks that wait for the database.
async fn beside<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(BackupError::Failed(error.to_string())))
}
