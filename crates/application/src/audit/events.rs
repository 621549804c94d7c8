//! What is recorded of the audit log itself.

use crate::events::Record;
use domain::oversight::audit::ChainPoint;

/// So many old entries were removed in a night, `through` the last of them. What is kept verifies from there.
pub fn audit_pruned(entries: u32, through: ChainPoint) -> Record {
    Record::of("audit-pruned")
        .detail("entries", entries)
        .detail("position", u32::try_from(through.position).unwrap_or(u32::MAX))
        .detail("hash", through.hash.to_string())
}
