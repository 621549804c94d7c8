//! Plans of imports.

use super::state::{State, page_of};
use super::{Memory, Unit};
use application::imports::{Action, Import, ImportMode, ImportRow, ImportState, Progress};
use application::ports::{AppliedPiece, ImportEnd, ImportReads, ImportRepository, Result, StoreError};
use async_trait::async_trait;
use domain::Instant;
use domain::id::{ApplyId, ImportId};
use std::collections::BTreeMap;

/// How long an import is held.
const HELD: std::time::Duration = std::time::Duration::from_secs(30);

/// A plan that is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptImport {
    pub import: Import,
    pub is_complete: bool,
    /// By their lines.
    pub rows: BTreeMap<u32, ImportRow>,
    /// Who applies it, and until when nobody else may go on with it.
    pub holder: Option<(ApplyId, std::time::Instant)>,
}

impl KeptImport {
    /// Whether it is being applied and nobody holds it.
    fn is_abandoned(&self) -> bool {
        self.holder.is_some_and(|(_, until)| until <= std::time::Instant::now())
    }

    fn keeps(&self, action: Option<Action>) -> Vec<ImportRow> {
        let rows = self.rows.values().filter(|row| action.is_none_or(|action| row.planned.action == action));
        rows.cloned().collect()
    }
}

impl State {
    fn being_applied(&mut self, import: ImportId, by: ApplyId) -> Result<&mut KeptImport> {
        let held = self.imports.get_mut(&import);
        held.filter(|kept| kept.holder.is_some_and(|(holder, _)| holder == by)).ok_or(StoreError::Stale)
    }
}

#[async_trait]
impl ImportRepository for Unit {
    async fn add(&self, import: &Import) -> Result<()> {
        self.ask("ImportRepository::add", |state| {
            let kept =
                KeptImport { import: import.clone(), is_complete: false, rows: BTreeMap::default(), holder: None };
            state.imports.insert(import.id, kept);
        })
    }

    async fn add_rows(&self, import: ImportId, rows: &[ImportRow]) -> Result<()> {
        self.ask("ImportRepository::add_rows", |state| {
            let kept = state.imports.get_mut(&import).into_iter();
            kept.for_each(|kept| kept.rows.extend(rows.iter().map(|row| (row.planned.line, row.clone()))));
        })
    }

    async fn complete(&self, import: ImportId) -> Result<()> {
        self.ask("ImportRepository::complete", |state| {
            state.imports.get_mut(&import).into_iter().for_each(|kept| kept.is_complete = true);
        })
    }

    async fn begin(&self, import: ImportId, by: ApplyId, mode: ImportMode, invite: Option<Instant>) -> Result<bool> {
        self.run("ImportRepository::begin", |state| {
            if state.imports.values().any(|kept| kept.holder.is_some()) {
                return Ok(false);
            }
            let can_begin = |state| matches!(state, ImportState::Ready | ImportState::Failed);
            let kept = state.imports.get_mut(&import).filter(|kept| kept.is_complete && can_begin(kept.import.state));
            let kept = kept.ok_or(StoreError::Stale)?;
            kept.holder = Some((by, std::time::Instant::now() + HELD));
            let (state, progress) = (ImportState::Applying, Progress::default());
            kept.import = Import { state, mode: Some(mode), invite, progress, reason: None, ..kept.import.clone() };
            Ok(true)
        })
    }

    async fn hold(&self, import: ImportId, by: ApplyId) -> Result<()> {
        self.run("ImportRepository::hold", |state| {
            state.being_applied(import, by)?.holder = Some((by, std::time::Instant::now() + HELD));
            Ok(())
        })
    }

    async fn note(&self, import: ImportId, piece: &AppliedPiece) -> Result<()> {
        self.ask("ImportRepository::note", |state| {
            let Some(kept) = state.imports.get_mut(&import) else { return };
            (kept.import.progress, kept.import.counts) = (piece.progress, piece.counts);
            for (line, problem) in &piece.left_out {
                if let Some(row) = kept.rows.get_mut(line) {
                    (row.planned.action, row.planned.problem) = (Action::Refuse, Some(problem.clone()));
                }
            }
        })
    }

    async fn end(&self, import: ImportId, by: ApplyId, end: &ImportEnd) -> Result<()> {
        self.run("ImportRepository::end", |state| {
            let kept = state.being_applied(import, by)?;
            kept.holder = None;
            let ImportEnd { state, applied_at, reason } = end.clone();
            kept.import = Import { state, applied_at, reason, ..kept.import.clone() };
            Ok(())
        })
    }

    async fn let_go(&self, import: ImportId, by: ApplyId) -> Result<()> {
        self.ask("ImportRepository::let_go", |state| {
            if let Ok(kept) = state.being_applied(import, by) {
                kept.holder = Some((by, std::time::Instant::now()));
            }
        })
    }

    async fn take_over(&self, by: ApplyId) -> Result<Option<Import>> {
        self.ask("ImportRepository::take_over", |state| {
            let kept = state.imports.values_mut().find(|kept| kept.is_abandoned())?;
            kept.holder = Some((by, std::time::Instant::now() + HELD));
            Some(kept.import.clone())
        })
    }
}

#[async_trait]
impl ImportReads for Memory {
    async fn import(&self, id: ImportId) -> Result<Option<Import>> {
        self.read("ImportReads::import", |state| {
            state.imports.get(&id).filter(|kept| kept.is_complete).map(|kept| kept.import.clone())
        })
    }

    async fn import_page(
        &self,
        import: ImportId,
        action: Option<Action>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<ImportRow>, u32)> {
        self.read("ImportReads::import_page", |state| {
            page_of(state.imports.get(&import).map(|kept| kept.keeps(action)).unwrap_or_default(), page, limit)
        })
    }

    async fn import_rows(
        &self,
        import: ImportId,
        action: Option<Action>,
        after: u32,
        limit: u32,
    ) -> Result<Vec<ImportRow>> {
        self.read("ImportReads::import_rows", |state| {
            let rows = state.imports.get(&import).map(|kept| kept.keeps(action)).unwrap_or_default();
            rows.into_iter().filter(|row| row.planned.line > after).take(limit as usize).collect()
        })
    }

    async fn is_abandoned(&self) -> Result<bool> {
        self.read("ImportReads::is_abandoned", |state| state.imports.values().any(KeptImport::is_abandoned))
    }
}
