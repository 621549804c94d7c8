//! Files that people take with them: a month as a spreadsheet, attendance on paper.

use super::{OwnEntry, PersonName};
use async_trait::async_trait;
use chrono::NaiveDateTime;
use domain::attendance::Summary;
use domain::id::UserId;
use domain::time::Month;

/// One person's line of the attendance of a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttendanceRow {
    /// Who it is.
    pub person: PersonName,
    /// The month, summed up.
    pub summary: Summary,
}

/// The attendance of a month, ready to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttendanceReport {
    /// The organisation's name.
    pub organisation: String,
    /// Whose attendance it is: the whole organisation's, or the team of a manager with this name.
    pub team_of: Option<String>,
    /// The month.
    pub month: Month,
    /// The lines, by name.
    pub rows: Vec<AttendanceRow>,
    /// When it was made, on the organisation's clock.
    pub made_at: NaiveDateTime,
    /// Who asked for it, which stands nowhere in it.
    pub asked_by: UserId,
}

/// Why a document could not be made.
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

/// Makes documents.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Documents: Send + Sync {
    /// Entries as a spreadsheet of comma-separated values, one row an entry, in the order in which they are given. A cell MUST NOT be
    /// taken for a formula by whoever opens it.
    fn timesheet_csv(&self, entries: Vec<OwnEntry>) -> Pieces;
    /// The attendance of a month as a PDF. No name and no word may be missing. MUST be made off the threads that serve, one at a
    /// time, and be `Busy` where the wait for its turn would be too long, or where the same person waits for others already.
    async fn attendance_pdf(&self, report: AttendanceReport) -> Result<Vec<u8>, DocumentError>;
}
