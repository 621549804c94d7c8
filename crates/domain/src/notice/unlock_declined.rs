//! A request to unlock a date was declined.

use super::{Notice, NoticeKind, day_link};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The notice that `day` stays locked, and why.
pub fn notice(day: NaiveDate, comment: &str) -> Notice {
    Notice {
        kind: NoticeKind("unlock-declined"),
        digest: Some(MailKind::UnlockRequest),
        title: "A request was declined".to_owned(),
        body: format!("{day}: {comment}"),
        date: Some(day),
        link: Some(day_link(day)),
    }
}
