//! Work patterns.

use super::state::{PatternRecord, State};
use super::{Memory, Unit};
use application::ports::{
    PatternChange, Result, StoredPattern, StoredPatterns, WorkPatternReads, WorkPatternRepository,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::time::WorkPattern;
use domain::work_patterns::{Expected, PatternOwner, WorkPatterns};

/// Whether `user` is one of those expected.
pub(super) fn is_expected(expected: &Expected, user: UserId) -> bool {
    match expected {
        Expected::AllBut(people) => !people.contains(&user),
        Expected::Only(people) => people.contains(&user),
    }
}

impl State {
    pub(super) fn patterns_of(&self, owner: PatternOwner) -> StoredPatterns {
        let Some(PatternRecord { version, rows }) = self.work_patterns.get(&owner) else {
            return StoredPatterns::default();
        };
        let row = |(from, (pattern, set_at, by)): (&NaiveDate, &(Option<WorkPattern>, Instant, Option<UserId>))| {
            StoredPattern {
                from: *from,
                pattern: *pattern,
                set_at: *set_at,
                set_by: by.and_then(|by| self.name_of(by)),
            }
        };
        StoredPatterns { version: *version, rows: rows.iter().map(row).collect() }
    }

    /// What the lists that `keep` lets through say.
    fn patterns_in_force(&self, keep: impl Fn(&PatternOwner) -> bool) -> WorkPatterns {
        let owners = self.work_patterns.keys().filter(|owner| keep(owner));
        WorkPatterns::new(owners.map(|owner| (*owner, self.patterns_of(*owner).history(*owner))))
    }
}

#[async_trait]
impl WorkPatternRepository for Unit {
    async fn lock(&self, owner: PatternOwner) -> Result<StoredPatterns> {
        self.ask("WorkPatternRepository::lock", |state| state.patterns_of(owner))
    }

    async fn in_force(&self, person: Option<UserId>) -> Result<WorkPatterns> {
        self.ask("WorkPatternRepository::in_force", |state| {
            let is_meant = |owner: &PatternOwner| match owner {
                PatternOwner::Organisation => true,
                PatternOwner::Person(user) => person.is_none_or(|person| person == *user),
            };
            state.patterns_in_force(is_meant)
        })
    }

    async fn change(&self, changes: &[PatternChange], by: Option<UserId>, at: Instant) -> Result<()> {
        self.ask("WorkPatternRepository::change", |state| {
            for change in changes {
                let list = state.work_patterns.entry(change.owner).or_default();
                list.version += 1;
                list.rows.retain(|from, _| !change.dropped.contains(from));
                list.rows.extend(change.saved.map(|(from, pattern)| (from, (pattern, at, by))));
            }
        })
    }
}

#[async_trait]
impl WorkPatternReads for Memory {
    async fn in_force(&self) -> Result<WorkPatterns> {
        self.read("WorkPatternReads::in_force", |state| state.patterns_in_force(|_| true))
    }

    async fn list_of(&self, owner: PatternOwner) -> Result<StoredPatterns> {
        self.read("WorkPatternReads::list_of", |state| state.patterns_of(owner))
    }
}
