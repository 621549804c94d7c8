//! What an import would do, row by row.

use crate::{Error, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{ImportId, UserId};
use domain::import::{Choices, DateForm, DecimalSign, Encoding, ImportKind, Question, RowProblem, Separator};
use std::borrow::Cow;

domain::names! {
    /// What a row of a file does, or would do.
    pub enum Action {
        Create = "create",
        Change = "change",
        /// Everything that it says is so already.
        Same = "same",
        Refuse = "refuse",
    }
}

domain::names! {
    /// How far a plan is.
    pub enum ImportState {
        /// Its file can be read in two ways, and the person has not said how. It has no rows yet.
        Asking = "asking",
        Ready = "ready",
        Applying = "applying",
        Applied = "applied",
        /// It was not applied to its end.
        Failed = "failed",
    }
}

domain::names! {
    /// Which rows of a plan are applied.
    pub enum ImportMode {
        /// Everything or, where a row is refused, nothing.
        All = "all",
        /// The rows that are not refused.
        Good = "good",
    }
}

/// A field that a row changes, as shown to the person who imports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The name of its column in a file.
    pub field: Cow<'static, str>,
    /// `None` where it has no value, or its values are not shown.
    pub before: Option<String>,
    /// As [`Self::before`].
    pub after: Option<String>,
    /// Whether its values are not shown.
    pub is_masked: bool,
}

/// Why a row is refused, or was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The column in question; empty where it is the whole row.
    pub column: Cow<'static, str>,
    /// Its cell.
    pub value: String,
    pub sentence: String,
}

impl From<RowProblem> for Problem {
    fn from(RowProblem { column, value, sentence }: RowProblem) -> Self {
        Self { column: column.into(), value, sentence }
    }
}

/// What one row would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRow {
    /// The line of the file on which the row begins, from 1.
    pub line: u32,
    pub action: Action,
    /// The person or holiday in question, as a person would call them.
    pub who: String,
    /// Of a new one all that it gets, of a known one what changes.
    pub changes: Vec<FieldChange>,
    /// Only of a refused row, which always has one.
    pub problem: Option<Problem>,
    /// What tells that something changed since: text of the kind's own choice, equal in two plans as long as what the row concerns
    /// stays the same (an account's time of its last change, a holiday's fields). `None` where the row concerns nothing yet.
    pub seen: Option<String>,
}

impl PlannedRow {
    pub fn refused(line: u32, who: String, problem: Problem) -> Self {
        Self { line, action: Action::Refuse, who, changes: Vec::new(), problem: Some(problem), seen: None }
    }

    /// Whether it would do the same as this later plan of it, to the same things. Why it is refused may have another wording.
    pub(super) fn holds(&self, later: &Self) -> bool {
        match (self.action, later.action) {
            (Action::Refuse, Action::Refuse) => true,
            _ => self == later,
        }
    }
}

/// A row of a plan, with what it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRow {
    pub planned: PlannedRow,
    /// As many as the file has headings, or fewer.
    pub cells: Vec<String>,
    /// Whether its cells could be read. It is refused otherwise, whatever changes meanwhile.
    pub is_readable: bool,
}

/// How many rows a plan has of each action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub create: u32,
    pub change: u32,
    pub same: u32,
    pub refuse: u32,
}

impl Counts {
    pub(super) fn of<'a>(rows: impl IntoIterator<Item = &'a PlannedRow>) -> Self {
        let mut counts = Self::default();
        for row in rows {
            *counts.count(row.action) += 1;
        }
        counts
    }

    fn count(&mut self, action: Action) -> &mut u32 {
        match action {
            Action::Create => &mut self.create,
            Action::Change => &mut self.change,
            Action::Same => &mut self.same,
            Action::Refuse => &mut self.refuse,
        }
    }

    /// The rows that do something.
    pub fn due(self) -> u32 {
        self.create + self.change
    }

    /// The same with a row of this action refused.
    pub(super) fn leaving_out(mut self, action: Action) -> Self {
        let count = self.count(action);
        *count = count.saturating_sub(1);
        self.refuse += 1;
        self
    }
}

/// The file of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    pub name: String,
    /// 64 lower-case hexadecimal digits; `None` where the rows come from the table of countries.
    pub sha256: Option<String>,
    /// `None` where the rows come from the table of countries.
    pub encoding: Option<Encoding>,
    /// `None` where the rows do not come from a table.
    pub separator: Option<Separator>,
    pub dates: Option<DateForm>,
    pub decimal: Option<DecimalSign>,
    /// What the person has said of the forms.
    pub choices: Choices,
    pub questions: Vec<AskedQuestion>,
    pub ignored_columns: Vec<String>,
    /// Those of the cells of a row.
    pub headings: Vec<String>,
}

/// A [`Question`] that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuestion {
    pub column: String,
    pub samples: Vec<String>,
    pub choices: Vec<String>,
}

impl From<Question> for AskedQuestion {
    fn from(Question { column, samples, choices }: Question) -> Self {
        Self { column: column.to_owned(), samples, choices: choices.into_iter().map(str::to_owned).collect() }
    }
}

/// The plan of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    pub id: ImportId,
    pub kind: ImportKind,
    /// Who made the plan; `None`: the operator.
    pub owner: Option<UserId>,
    pub file: ImportedFile,
    /// Where the records of new people begin, unless their row says so.
    pub records_from: Option<NaiveDate>,
    pub counts: Counts,
    pub created_at: Instant,
    pub expires_at: Instant,
    pub state: ImportState,
    /// How it is or was applied, once that has begun.
    pub mode: Option<ImportMode>,
    /// When new people are invited, where they are.
    pub invite: Option<Instant>,
    pub progress: Progress,
    /// When it was applied.
    pub applied_at: Option<Instant>,
    /// Why it failed, as a sentence.
    pub reason: Option<String>,
}

/// How far an import has been applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// The present pass over the rows, from 0.
    pub pass: u32,
    /// The line of the last row that the pass is done with.
    pub through: u32,
    /// How many rows count as applied.
    pub applied: u32,
}

impl Import {
    /// Refuses an import that cannot be applied like this.
    pub(super) fn check(&self, mode: ImportMode) -> Result<()> {
        use crate::Conflict as C;
        let refused = match self.state {
            ImportState::Asking => C::ImportAsks,
            ImportState::Applying => C::ImportUnderWay,
            ImportState::Applied => C::ImportApplied,
            ImportState::Ready | ImportState::Failed if mode == ImportMode::All && self.counts.refuse > 0 => {
                C::RowsRefused(self.counts.refuse)
            }
            ImportState::Ready | ImportState::Failed => return Ok(()),
        };
        Err(Error::Conflict(refused))
    }

    /// What was done, once it was applied.
    pub fn message(&self) -> Option<String> {
        let is_applied = self.state == ImportState::Applied;
        is_applied.then(|| domain::import::applied_message(self.kind, self.counts.create, self.counts.change))
    }
}
