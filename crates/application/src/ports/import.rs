//! Imports: their plans, and how far they are applied.

use super::Result;
use crate::imports::{Action, Counts, Import, ImportMode, ImportRow, ImportState, Problem, Progress};
use domain::Instant;
use domain::id::{ApplyId, ImportId};

/// What became of a piece of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedPiece {
    pub progress: Progress,
    pub counts: Counts,
    /// The lines of rows that were left out, with why. They are refused from then on.
    pub left_out: Vec<(u32, Problem)>,
}

/// How an import ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportEnd {
    pub state: ImportState,
    /// When it was applied.
    pub applied_at: Option<Instant>,
    /// Why it failed, as a sentence.
    pub reason: Option<String>,
}

port! { UnitOfWork::imports =>
    /// Plans of imports, for writing.
    pub trait ImportRepository: Send + Sync {
        /// Saves a plan. It MUST NOT be found before it is [`Self::complete`].
        [Writes] async fn add(&self, import: &Import) -> Result<()>;
        /// Adds rows to a plan that is not complete, at most a thousand, in one statement.
        [Writes] async fn add_rows(&self, import: ImportId, rows: &[ImportRow]) -> Result<()>;
        [Writes] async fn complete(&self, import: ImportId) -> Result<()>;
        /// Begins to apply a plan: it is [`ImportState::Applying`], and held by `by` for 30 real seconds. `false`, and nothing done,
        /// where any import is being applied; one whose instance has died is until another one has gone on with it. MUST be `Stale`
        /// where the plan is neither ready nor failed.
        [Writes] async fn begin(
            &self,
            import: ImportId,
            by: ApplyId,
            mode: ImportMode,
            invite: Option<Instant>,
        ) -> Result<bool>;
        /// Holds an import that is being applied for another 30 real seconds, and until the unit of work ends. MUST be `Stale` where
        /// another one has it.
        [Marks] async fn hold(&self, import: ImportId, by: ApplyId) -> Result<()>;
        /// Notes what became of a piece of an import that the unit of work holds.
        [Writes] async fn note(&self, import: ImportId, piece: &AppliedPiece) -> Result<()>;
        /// Ends an import that is being applied. MUST be `Stale` where another one has it.
        [Writes] async fn end(&self, import: ImportId, by: ApplyId, end: &ImportEnd) -> Result<()>;
        /// Lets an import go that is being applied, for another instance to go on with. Does nothing where another one has it.
        [Writes] async fn let_go(&self, import: ImportId, by: ApplyId) -> Result<()>;
        /// Takes the import that is being applied and that nobody holds, if there is one, as [`Self::hold`] does.
        [Writes] async fn take_over(&self, by: ApplyId) -> Result<Option<Import>>;
    }
}

port! { Reads::imports =>
    /// Reads plans of imports.
    pub trait ImportReads: Send + Sync {
        /// A complete plan, also one that has expired.
        async fn import(&self, import: ImportId) -> Result<Option<Import>>;
        /// A page of the rows of a plan, of this action alone if there is one, in the order of the file, and how many there are.
        async fn import_page(
            &self,
            import: ImportId,
            action: Option<Action>,
            page: u32,
            limit: u32,
        ) -> Result<(Vec<ImportRow>, u32)>;
        /// The rows behind the line `after`, in the order of the file, at most `limit`.
        async fn import_rows(
            &self,
            import: ImportId,
            action: Option<Action>,
            after: u32,
            limit: u32,
        ) -> Result<Vec<ImportRow>>;
        /// Whether an import is being applied and nobody holds it.
        async fn is_abandoned(&self) -> Result<bool>;
    }
}
