//! What is recorded of backups.

use super::Contents;
use crate::events::Record;

/// A backup was made.
#[derive(Debug, Clone, Copy)]
pub struct BackupMade(pub Contents);

/// The database was restored from a backup.
#[derive(Debug, Clone, Copy)]
pub struct BackupRestored(pub Contents);

impl From<BackupMade> for Record {
    fn from(BackupMade(contents): BackupMade) -> Self {
        Self::of("backup-made").counting(contents)
    }
}

impl From<BackupRestored> for Record {
    fn from(BackupRestored(contents): BackupRestored) -> Self {
        Self::of("backup-restored").counting(contents)
    }
}

impl Record {
    /// The numbers of rows.
    fn counting(self, contents: Contents) -> Self {
        let number = |rows: u64| u32::try_from(rows).unwrap_or(u32::MAX);
        self.detail("people", number(contents.people))
            .detail("entries", number(contents.entries))
            .detail("auditEntries", number(contents.audit_entries))
    }
}
