//! Days were rejected.

use super::{Notice, NoticeKind, decided, list_link, span};
use crate::mail_choices::MailKind;
use crate::substitution::StandIn;
use chrono::NaiveDate;

pub const KIND: NoticeKind = NoticeKind("rejected");

/// The notice that `days` were rejected, for this reason, and by whom where somebody stood in for the manager.
pub fn notice(days: &[NaiveDate], reason: &str, stand_in: Option<StandIn<'_>>) -> Notice {
    let title = if days.len() == 1 { "A day was rejected" } else { "Days were rejected" };
    let (date, days) = span(days);
    Notice {
        kind: KIND,
        digest: Some(MailKind::Rejected),
        title: title.to_owned(),
        body: decided(format!("{days}: {reason}"), stand_in),
        date,
        link: Some(list_link()),
    }
}
