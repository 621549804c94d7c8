//! What is recorded of choices of mails.

use crate::events::Record;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};

/// Somebody chose which mails they get.
#[derive(Debug, Clone, Copy)]
pub struct MailChoicesChanged<'a> {
    pub user: UserId,
    /// What changed: each kind, with what held and what holds.
    pub changes: &'a [(MailKind, MailTiming, MailTiming)],
}

impl From<MailChoicesChanged<'_>> for Record {
    fn from(event: MailChoicesChanged<'_>) -> Self {
        let record = Self::of("mail-choices-changed").about([event.user]);
        event.changes.iter().fold(record, |record, (kind, before, after)| {
            record.change(kind.name(), Some(before.name()), Some(after.name()))
        })
    }
}
