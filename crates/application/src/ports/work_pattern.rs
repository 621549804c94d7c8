//! Work patterns: the organisation's, and those that people have of their own.

use super::Result;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::FullName;
use domain::time::WorkPattern;
use domain::work_patterns::{PatternOwner, PatternRows, WorkPatterns};

/// A row of a list of patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPattern {
    /// The day from which it holds.
    pub from: NaiveDate,
    /// The pattern; `None` in the list of a person who works by the organisation's again.
    pub pattern: Option<WorkPattern>,
    pub set_at: Instant,
    pub set_by: Option<FullName>,
}

/// The list of patterns of the organisation or of an Employee.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredPatterns {
    pub version: u32,
    /// Its rows, in the order of their days.
    pub rows: Vec<StoredPattern>,
}

impl StoredPatterns {
    /// What the rows say, in the list of `owner`.
    pub fn history(&self, owner: PatternOwner) -> PatternRows {
        self.rows.iter().fold(owner.no_rows(), |rows, row| rows.with(row.from, row.pattern))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternChange {
    pub owner: PatternOwner,
    pub dropped: Vec<NaiveDate>,
    /// The row that comes, or that takes the place of the one with the same day.
    pub saved: Option<(NaiveDate, Option<WorkPattern>)>,
}

port! { UnitOfWork::work_patterns =>
    /// Work patterns, for writing.
    pub trait WorkPatternRepository: Send + Sync {
        /// A list. MUST serialise: of two units of work that ask for the same one, the second waits for the first to end.
        [Looks] async fn lock(&self, owner: PatternOwner) -> Result<StoredPatterns>;
        /// What the lists say in this unit of work: that of the organisation, and those of everybody or of one person.
        [Looks] async fn in_force(&self, person: Option<UserId>) -> Result<WorkPatterns>;
        /// Changes lists, each at most once, and MUST count their versions up by one. As many statements for 500 as for one.
        [ChangesDays] async fn change(
            &self,
            changes: &[PatternChange],
            by: Option<UserId>,
            at: Instant,
        ) -> Result<()>;
    }
}

port! { Reads::work_patterns =>
    /// Reads work patterns.
    pub trait WorkPatternReads: Send + Sync {
        /// What all lists say.
        async fn in_force(&self) -> Result<WorkPatterns>;
        /// One list.
        async fn list_of(&self, owner: PatternOwner) -> Result<StoredPatterns>;
    }
}
