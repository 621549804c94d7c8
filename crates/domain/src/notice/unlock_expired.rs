//! Nobody decided on a request to unlock a date in time.

use super::{Notice, NoticeKind, day_link};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The notice that the request for `day` is over.
pub fn notice(day: NaiveDate) -> Notice {
    Notice {
        kind: NoticeKind("unlock-expired"),
        digest: Some(MailKind::UnlockRequest),
        title: "A request expired".to_owned(),
        body: format!("{day}: nobody decided on it within seven days. You can ask again."),
        date: Some(day),
        link: Some(day_link(day)),
    }
}
