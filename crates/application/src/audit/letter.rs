//! The letter about the audit log.

use crate::facts::Facts;
use crate::mail::About;
use domain::Instant;
use domain::oversight::audit::Break;

/// A verification found a break that the one before it did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditBrokenLetter {
    /// The first position that does not fit.
    pub position: i64,
    /// When its event happened; `None` where it is gone.
    pub at: Option<Instant>,
    /// The kind of its event; `None` where it is gone.
    pub kind: Option<String>,
}

impl From<&Break> for AuditBrokenLetter {
    fn from(found: &Break) -> Self {
        Self { position: found.position, at: found.at, kind: found.kind.clone() }
    }
}

impl About for AuditBrokenLetter {
    const KIND: &'static str = "audit-broken";

    fn facts(&self) -> Facts {
        let facts = Facts::default().with("position", self.position.to_string());
        let facts = self.at.into_iter().fold(facts, |facts, at| facts.with("at", at));
        self.kind.iter().fold(facts, |facts, kind| facts.with("kind", kind.as_str()))
    }

    fn read(facts: &Facts) -> Option<Self> {
        let position = facts.text("position")?.parse().ok()?;
        Some(Self { position, at: facts.instant("at"), kind: facts.text("kind") })
    }
}
