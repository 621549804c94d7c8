//! What is recorded of the audit log itself.

use crate::events::Record;
use domain::oversight::audit::ChainPoint;

/// Old entries were removed in a night.
#[derive(Debug, Clone, Copy)]
pub struct AuditPruned {
    pub entries: u32,
    /// The last of them. What is kept verifies from there.
    pub through: ChainPoint,
}

impl From<AuditPruned> for Record {
    fn from(AuditPruned { entries, through }: AuditPruned) -> Self {
        Self::of("audit-pruned")
            .detail("entries", entries)
            .detail("position", u32::try_from(through.position).unwrap_or(u32::MAX))
            .detail("hash", through.hash.to_string())
    }
}
