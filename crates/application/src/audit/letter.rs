//! The letter about the audit log.

use crate::mail::kept_letter;
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

kept_letter!(AuditBrokenLetter: "audit-broken" { position: "position", at: "at", kind: "kind" });
