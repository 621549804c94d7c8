//! What is recorded of the audit log itself.

use crate::events::Record;
use domain::oversight::audit::ChainPoint;

/// Old entries, `entries` in all, were removed in a night, `through` the last of them. The others verify from there.
pub fn audit_pruned(entries: u32, through: ChainPoint) -> Record {
    Record::of("audit-pruned")
        .detail("entries", entries)
        .detail("position", u32::try_from(through.position).unwrap_or(u32::MAX))
        .detail("hash", through.hash.to_string())
}
