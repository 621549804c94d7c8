//! A date was unlocked.

use super::{Notice, NoticeKind, day_link};
use crate::mail_choices::MailKind;
use chrono::NaiveDate;

/// The notice that `day` can be filled in, and why.
pub fn notice(day: NaiveDate, reason: &str) -> Notice {
    with_body(day, MailKind::Unlocked, format!("{day} is open for you to fill in: {reason}"))
}

/// The notice that `day` can be filled in, to somebody who asked for it.
pub fn on_request(day: NaiveDate) -> Notice {
    with_body(day, MailKind::UnlockRequest, format!("{day} is open for you to fill in, as you asked."))
}

fn with_body(day: NaiveDate, digest: MailKind, body: String) -> Notice {
    Notice {
        kind: NoticeKind("unlocked"),
        digest: Some(digest),
        title: "A day was unlocked".to_owned(),
        body,
        date: Some(day),
        link: Some(day_link(day)),
    }
}
