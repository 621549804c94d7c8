//! What is recorded of backups.

use super::Contents;
use crate::events::Record;

/// A backup was made.
pub fn backup_made(contents: Contents) -> Record {
    counting(Record::of("backup-made"), contents)
}

/// The database was restored from a backup.
pub fn backup_restored(contents: Contents) -> Record {
    counting(Record::of("backup-restored"), contents)
}

/// The numbers of rows.
fn counting(record: Record, contents: Contents) -> Record {
    let number = |rows: u64| u32::try_from(rows).unwrap_or(u32::MAX);
    record
        .detail("people", number(contents.people))
        .detail("entries", number(contents.entries))
        .detail("auditEntries", number(contents.audit_entries))
}
