//! What is recorded of imports. They are about nobody: each person has the events of what was done about them.

use super::{Counts, Import};
use crate::events::Record;

/// A file was planned.
pub fn import_planned(import: &Import) -> Record {
    counted(Record::of("import-planned"), import)
}

/// A plan was applied. What was left out counts as refused.
pub fn import_applied(import: &Import) -> Record {
    counted(Record::of("import-applied"), import).optional("mode", import.mode.map(super::plan::ImportMode::name))
}

fn counted(record: Record, import: &Import) -> Record {
    let Counts { create, change, same, refuse } = import.counts;
    record
        .detail("kind", import.kind.name())
        .optional("sha256", import.file.sha256.as_deref())
        .detail("create", create)
        .detail("change", change)
        .detail("same", same)
        .detail("refuse", refuse)
}
