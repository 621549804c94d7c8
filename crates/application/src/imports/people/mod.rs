//! The import of people (moving-in.md 1.3).
//!
//! A row is decided by the rules of registration, of updates, of assignments and of work patterns, as functions of what is known of its
//! person. What is known is loaded for all rows at once, and what is decided is saved for a piece of them at once.

mod apply;
mod book;
mod decide;
mod passes;
mod plan;
mod show;
#[cfg(test)]
mod tests;

use super::{DueRow, FileRow, Kind, Options, Outcome, PlannedRow};
use crate::people::Author;
use crate::work::Work;
use crate::{Ports, Result};
use async_trait::async_trait;
use domain::import::people::PeopleRow;

/// People, with their managers, salaries and work patterns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct People;

#[async_trait]
impl Kind for People {
    type Row = PeopleRow;

    const PASSES: u32 = passes::LEAVERS + 1;

    async fn plan(
        &self,
        ports: &Ports,
        author: &Author,
        options: &Options,
        rows: &[FileRow<PeopleRow>],
    ) -> Result<Vec<PlannedRow>> {
        plan::plan(ports, author, options, rows).await
    }

    async fn apply(
        &self,
        work: &Work<'_>,
        author: &Author,
        options: &Options,
        pass: u32,
        rows: &[DueRow<PeopleRow>],
    ) -> Result<Vec<Outcome>> {
        apply::apply(work, author, options, pass, rows).await
    }
}
