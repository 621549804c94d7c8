//! What one kind of import knows of its rows.

use super::{Action, PlannedRow, Problem};
use crate::people::Author;
use crate::work::Work;
use crate::{Ports, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;

/// What the person who imports has chosen beside the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Options {
    /// Where the records of new people begin, unless their row says so; `None`: on the day of the import.
    pub(crate) records_from: Option<NaiveDate>,
    /// When new active people are invited. `None` while it is planned, and where nobody is.
    pub(crate) invite: Option<Instant>,
}

/// A row that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileRow<R> {
    pub(crate) line: u32,
    pub(crate) value: R,
}

/// A row that is to be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DueRow<R> {
    pub(crate) line: u32,
    /// What was planned: [`Action::Create`] or [`Action::Change`].
    pub(crate) action: Action,
    /// See [`PlannedRow::seen`].
    pub(crate) seen: Option<String>,
    pub(crate) value: R,
}

/// What became of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Also of a row that has nothing to do in this pass.
    Done,
    /// What it concerns is not as its plan has seen it, and not because of this import. Nothing of the row was written in this pass.
    Changed,
    /// A rule refuses it now. Nothing of the row was written in this pass.
    LeftOut(Problem),
}

/// One kind of import: it plans rows, and applies them through the use cases.
#[async_trait]
pub(crate) trait Kind: Send + Sync {
    /// A row, as `domain::import` reads it.
    type Row: Send + Sync;

    /// How often the rows are gone through, for what needs all rows to be applied before: managers once all people are there.
    const PASSES: u32 = 1;

    /// What each of these rows would do, in their order and as many. MUST write nothing, and MUST NOT read row by row. `rows` are
    /// those of the whole file that could be read; what only two rows together show (two of one person) is refused here.
    async fn plan(
        &self,
        ports: &Ports,
        author: &Author,
        options: &Options,
        rows: &[FileRow<Self::Row>],
    ) -> Result<Vec<PlannedRow>>;

    /// Applies rows in the unit of work: all of a small import, or a piece of a large one. Outcomes are in the order of the rows,
    /// and as many. Called for each pass from 0 on, with the rows that no earlier pass has left out. MUST ask the rules again, MUST
    /// NOT read or write row by row, and records the events of the use cases. An error rolls the unit of work back. No
    /// piece that was committed comes again.
    async fn apply(
        &self,
        work: &Work<'_>,
        author: &Author,
        options: &Options,
        pass: u32,
        rows: &[DueRow<Self::Row>],
    ) -> Result<Vec<Outcome>>;

    /// What is done once for the whole import, after all passes: leave that is counted anew. In the only unit of work of a small
    /// import; of a large one, in one of its own.
    async fn finish(&self, _work: &Work<'_>, _author: &Author) -> Result<()> {
        Ok(())
    }
}
