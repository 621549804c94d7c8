//! What is recorded of choices of mails.

use crate::events::Record;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};

/// Somebody chose which mails they get. Each change has what held and what holds.
pub fn mail_choices_changed(user: UserId, changes: &[(MailKind, MailTiming, MailTiming)]) -> Record {
    let record = Record::of("mail-choices-changed").about([user]);
    changes.iter().fold(record, |record, (kind, before, after)| {
        record.change(kind.name(), Some(before.name()), Some(after.name()))
    })
}
